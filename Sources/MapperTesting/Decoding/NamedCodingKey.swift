/// A coding key with any name, or for the index of an element, spelt as Foundation spells it.
struct NamedCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}

// Models with dictionaries, whose keys come from the payload.

enum Planet: String, Decodable, CodingKeyRepresentable { case earth, mars }

struct Wing: Hashable, Decodable, CodingKeyRepresentable {
  var side: String
  var codingKey: any CodingKey { TextKey(side) }

  init(side: String) { self.side = side }
  init?(codingKey: some CodingKey) { side = codingKey.stringValue }
}

struct TextKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

struct Dictionaries: Decodable {
  var counts: [String: Int]
  var nested: [String: [String: Town]]
  var lists: [String: [Town]]
  var maybe: [String: Int?]?
  var numbered: [Int: Town]?
  var planets: [Planet: Int]?
  var wings: [Wing: [Int]]?
  var pairs: [Colour: Int]?
}

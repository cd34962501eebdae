import CaptureChecking
import JSONParsing

// What parts of summaries have besides: counts by names, and references to values.

extension PartCoder {
  mutating func counts(_ name: String, _ counts: inout [MemberName: Int]) throws(PartError) {
    var pairs = counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    try objects(name, &pairs, of: (name: "", count: 0)) { pair, part throws(PartError) in
      try part.text(of: "of", &pair.name)
      try part.count(of: "n", &pair.count)
    }
    counts = Dictionary(pairs.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }

  mutating func counts<Key>(_ name: String, _ counts: inout Counts<Key>) throws(PartError) {
    var numbers = counts.total == 0 ? [] : Key.allCases.map { counts[$0] }
    try items(name, &numbers, of: 0) { number, part throws(PartError) in
      try part.count(&number)
    }
    guard isReading, has(name, false) else { return }
    try require(
      numbers.count == Key.allCases.count, at: name, "expected a count of each kind")
    for (key, number) in zip(Key.allCases, numbers) { counts[key] = number }
  }

  /// A number that is not there if it is 0.
  mutating func number(_ name: String, _ number: inout Int) throws(PartError) {
    try member(name, isDefault: number == 0) { part throws(PartError) in
      try part.number(&number)
    }
  }

  mutating func count(_ name: String, _ count: inout Int) throws(PartError) {
    try member(name, isDefault: count == 0) { part throws(PartError) in try part.count(&count) }
  }

  // MARK: - References

  /// A reference to the next of the values.
  mutating func reference(_ value: inout ValueID) throws(PartError) {
    var number = Int(value)
    try reference(&number, most: Int(ValueID.max))
    value = ValueID(number)
  }

  /// A reference that may be missing.
  mutating func reference(_ name: String, _ value: inout ValueID?) throws(PartError) {
    var isThere = value != nil
    try flag(name, &isThere)
    guard isThere else { return }
    var id = value ?? 0
    try reference(&id)
    value = id
  }
}

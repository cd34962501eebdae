// Dictionaries and sets have a different order in each run. These methods encode them in sorted
// order, so that equal values give equal bytes. In other modules, synthesized conformances to
// `Encodable` use these methods only in files that import this one.

extension KeyedEncodingContainer {
  /// Encodes a dictionary whose keys are not texts, sorted by its keys: each key before its value,
  /// as `Decodable` expects.
  package mutating func encode<Member: Encodable & Comparable, Value: Encodable>(
    _ table: [Member: Value], forKey key: Key
  ) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    for (member, value) in table.sorted(by: { $0.key < $1.key }) {
      try list.encode(member)
      try list.encode(value)
    }
  }

  package mutating func encode<Element: Encodable & Comparable>(
    _ set: Set<Element>, forKey key: Key
  ) throws {
    try encode(set.sorted(), forKey: key)
  }
}

// Dictionaries and sets have an order of their own in each run. Where these are visible, conformances
// to `Encodable` that the compiler writes use them, so that what is encoded is the same bytes: a
// module that has such conformances has to import this one in their files.

extension KeyedEncodingContainer {
  /// Encodes a dictionary whose keys are no texts in the order of the keys, as it is decoded: each key
  /// before its value.
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

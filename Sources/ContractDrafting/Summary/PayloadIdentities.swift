import JSONParsing

/// The objects of one payload by identity, to find contradictory ones.
struct PayloadIdentities: Sendable {
  private struct Key: Hashable {
    var member: Int
    var value: ArraySlice<UInt8>
  }

  private var objects: [Key: [(node: Int, place: Int)]] = [:]

  /// How many objects of one identity are kept for comparison.
  private static let mostObjects = 4
  /// The least share of common members of two objects that are compared, of the smaller object's
  /// members, in percent.
  private static let leastShare = 80

  /// Removes the objects of the last payload.
  mutating func begin() {
    if !objects.isEmpty { objects.removeAll(keepingCapacity: true) }
  }

  /// Returns the identity members that an object has in common with another object whose other
  /// scalars differ; `nil`, if there are none. Objects of two places may have different meanings,
  /// so they are compared only if they have at least three members in common.
  ///
  /// - Parameter place: A number of the key path at which the object was found.
  mutating func conflict(of node: Int, at place: Int, in document: JSONDocument) -> [Int]? {
    var found: [Int]?
    let end = document.next(node)
    var child = document.firstChild(node)
    while child < end {
      if let key = key(child, in: document) {
        let others = objects[key, default: []]
        let isContradicted = others.contains { other in
          Self.differ(node, other.node, in: document, leastMembers: other.place == place ? 2 : 3)
        }
        if isContradicted { found = (found ?? []) + [key.member] }
        if others.count < Self.mostObjects { objects[key] = others + [(node, place)] }
      }
      child = document.next(child + 1)
    }
    return found
  }

  private func key(_ name: Int, in document: JSONDocument) -> Key? {
    // The length rules out most names.
    let length = document.word(name).length - 2
    guard 2...7 ~= length else { return nil }
    let member = IdentityMember.names.firstIndex {
      $0.text.utf8.count == length && document.string(name, equals: $0)
    }
    guard let member else { return nil }
    switch document.word(name + 1).kind {
    case .integer, .plainString, .escapedString:
      let range = document.byteRange(name + 1)
      return range.count > 2 || document.word(name + 1).kind == .integer
        ? Key(member: member, value: document.bytes[range]) : nil
    default: return nil
    }
  }

  /// Whether two objects have nearly the same members, and a scalar differs.
  private static func differ(
    _ one: Int, _ other: Int, in document: JSONDocument, leastMembers: Int
  ) -> Bool {
    let values = JSONValue(document: document, node: one).members
    var others: [MemberName: JSONValue] = [:]
    for member in JSONValue(document: document, node: other).members {
      others[member.name] = member.value
    }
    var (common, isOther) = (0, false)
    for member in values {
      guard let value = others[member.name] else { continue }
      common += 1
      let isScalar = ![value.kind, member.value.kind].contains { [.array, .object].contains($0) }
      if isScalar, value != member.value { isOther = true }
    }
    let smaller = min(values.count, others.count)
    return isOther && common >= leastMembers && common * 100 >= smaller * leastShare
  }
}

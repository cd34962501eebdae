/// The values that identities and foreign keys had in this payload. One identity in seven is used
/// again, so that its object gets a second mention. Every second foreign key refers to an object
/// that exists already, or that comes later.
struct IdentityPool: Sendable {
  private var entries: [(role: Int32, value: DrawnScalar, isForeign: Bool)] = []
  private(set) var hasForeignKeys = false
  private var scalars: [UInt32] = []

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
    hasForeignKeys = false
  }

  mutating func add(_ value: DrawnScalar, of node: DrawNode) {
    entries.append((node.role, value, node.isForeign))
    hasForeignKeys = hasForeignKeys || node.isForeign
  }

  mutating func add(text: [UInt32], of node: DrawNode) {
    let value = DrawnScalar(
      kind: .text, length: UInt32(text.count), bits: UInt64(scalars.count))
    scalars.append(contentsOf: text)
    add(value, of: node)
  }

  /// Returns a value that an identity of a type had; `nil` if the drawn entry has another type.
  func value(_ role: Int32, _ random: inout CaseRandom) -> DrawnScalar? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[random.below(entries.count)]
    return entry.role == role ? entry.value : nil
  }

  /// The number of entries that are tried, to find one of a type and kind.
  private static let mostTries = 8

  /// Returns a foreign key to a type for an identity, or the reverse; `nil` if none was found.
  func counterpart(of node: DrawNode, _ random: inout CaseRandom) -> DrawnScalar? {
    guard !entries.isEmpty else { return nil }
    for _ in 0..<Self.mostTries {
      let entry = entries[random.below(entries.count)]
      if entry.role == node.role, entry.isForeign != node.isForeign { return entry.value }
    }
    return nil
  }

  func contains(_ value: DrawnScalar, role: Int32) -> Bool {
    entries.contains { entry in
      entry.role == role && entry.value.kind == value.kind && entry.value.bits == value.bits
    }
  }

  func contains(text: [UInt32], role: Int32) -> Bool {
    entries.contains { entry in
      entry.role == role && entry.value.kind == .text
        && scalars(of: entry.value).elementsEqual(text)
    }
  }

  func scalars(of value: DrawnScalar) -> ArraySlice<UInt32> {
    scalars[Int(value.bits)..<Int(value.bits) + Int(value.length)]
  }
}

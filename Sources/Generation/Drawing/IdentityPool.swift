/// Values that identities had in this payload. One in seven is used again, so that an object gets a
/// second mention.
struct IdentityPool: Sendable {
  private var entries: [(role: Int32, value: DrawnScalar)] = []
  private var scalars: [UInt32] = []

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    scalars.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: DrawnScalar, role: Int32) { entries.append((role, value)) }

  mutating func add(text: [UInt32], role: Int32) {
    let value = DrawnScalar(
      kind: .text, length: UInt32(text.count), bits: UInt64(scalars.count))
    scalars.append(contentsOf: text)
    entries.append((role, value))
  }

  /// Returns a value that an identity of a type had; `nil` if the drawn entry has another type.
  func value(_ role: Int32, _ random: inout CaseRandom) -> DrawnScalar? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[random.below(entries.count)]
    return entry.role == role ? entry.value : nil
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

/// Identities that were met, as fingerprints of 64 bits: eight bytes each.
///
/// Two different identities have one fingerprint once in billions of captures; then one of them is
/// not counted. A set is full with a million, so that a capture of any size is checked in bounded
/// memory; what more there are is not known.
///
/// A full set is full whatever is in it, so it forgets that: what is known of a set does not depend
/// on the order in which identities came.
struct IdentitySet: Sendable {
  static let standardCapacity = 1_000_000

  let capacity: Int

  /// 0 is an empty place.
  private var table: [UInt64] = Array(repeating: 0, count: 64)
  private(set) var count = 0

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  var isFull: Bool { count >= capacity }

  /// In ascending order; none, if the set is full.
  var fingerprints: [UInt64] { isFull ? [] : table.filter { $0 != 0 }.sorted() }

  mutating func insert(_ fingerprint: UInt64) {
    guard !isFull else { return }
    let value = fingerprint == 0 ? 1 : fingerprint
    if (count + 1) * 4 > table.count * 3 { grow() }
    if place(value) { count += 1 }
    if isFull { fill() }
  }

  /// Makes the set full.
  mutating func fill() {
    count = capacity
    table = [0]
  }

  private mutating func place(_ value: UInt64) -> Bool {
    var position =
      Int(truncatingIfNeeded: value &* 0x9e37_79b9_7f4a_7c15 &>> 20) & (table.count - 1)
    while table[position] != 0 {
      if table[position] == value { return false }
      position = (position + 1) & (table.count - 1)
    }
    table[position] = value
    return true
  }

  private mutating func grow() {
    let old = table
    table = Array(repeating: 0, count: old.count * 2)
    for value in old where value != 0 { _ = place(value) }
  }

  mutating func merge(_ other: IdentitySet) {
    if other.isFull { return fill() }
    for value in other.table where value != 0 { insert(value) }
  }
}

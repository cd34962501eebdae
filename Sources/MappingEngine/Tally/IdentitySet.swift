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

  /// One table, or from some size on many by the fingerprints' lowest bits: one of them grows at a
  /// time, so that a large set never has all it holds twice.
  private var tables = [FingerprintTable()]
  private(set) var count = 0

  private static let tableCount = 64
  private static let largestAlone = 4_096

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  var isFull: Bool { count >= capacity }

  /// In ascending order; none, if the set is full.
  var fingerprints: [UInt64] { isFull ? [] : tables.flatMap(\.values).sorted() }

  mutating func insert(_ fingerprint: UInt64) {
    guard !isFull else { return }
    let value = fingerprint == 0 ? 1 : fingerprint
    let number = Int(truncatingIfNeeded: value) & (tables.count - 1)
    guard tables[number].insert(value) else { return }
    count += 1
    if isFull { fill() } else if tables.count == 1, count > Self.largestAlone { split() }
  }

  /// Makes the set full.
  mutating func fill() {
    count = capacity
    tables = [FingerprintTable()]
  }

  private mutating func split() {
    let values = Array(tables[0].values)
    tables = Array(repeating: FingerprintTable(), count: Self.tableCount)
    for value in values {
      _ = tables[Int(truncatingIfNeeded: value) & (Self.tableCount - 1)].insert(value)
    }
  }

  mutating func merge(_ other: IdentitySet) {
    if other.isFull { return fill() }
    for table in other.tables {
      for value in table.values { insert(value) }
    }
  }
}

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
  /// Fingerprints that are not in the tables yet.
  private var waiting: [UInt64] = []

  private static let tableCount = 64
  private static let largestAlone = 4_096
  private static let mostWaiting = 128

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  var isFull: Bool { count >= capacity }

  /// In ascending order; none, if the set is full.
  var fingerprints: [UInt64] { isFull ? [] : tables.flatMap(\.values).sorted() }

  mutating func insert(_ fingerprint: UInt64) {
    guard !isFull else { return }
    let value = Self.value(of: fingerprint)
    guard tables[tableNumber(of: value)].insert(value) else { return }
    count += 1
    if isFull { fill() } else if tables.count == 1, count > Self.largestAlone { split() }
  }

  /// Inserts a fingerprint later, with others: none of them counts before `insertWaiting`.
  mutating func insertSoon(_ fingerprint: UInt64) {
    waiting.append(fingerprint)
    if waiting.count == Self.mostWaiting { insertWaiting() }
  }

  /// Inserts the fingerprints that wait.
  ///
  /// Where each belongs is looked at first, one after another and whatever comes of it, so that the
  /// memory answers many at a time: it is what takes the time in a large set.
  mutating func insertWaiting() {
    guard !waiting.isEmpty else { return }
    let newCount = tables.withUnsafeBufferPointer { tables in
      waiting.withUnsafeMutableBufferPointer { waiting in
        var newCount = 0
        for fingerprint in waiting {
          let value = Self.value(of: fingerprint)
          waiting[newCount] = value
          let table = tables[Int(truncatingIfNeeded: value) & (tables.count &- 1)]
          newCount &+= table.hasInFirstPlace(value) ? 0 : 1
        }
        return newCount
      }
    }
    for index in 0..<newCount { insert(waiting[index]) }
    waiting.removeAll(keepingCapacity: true)
  }

  private static func value(of fingerprint: UInt64) -> UInt64 { fingerprint == 0 ? 1 : fingerprint }

  private func tableNumber(of value: UInt64) -> Int {
    Int(truncatingIfNeeded: value) & (tables.count - 1)
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
      _ = tables[tableNumber(of: value)].insert(value)
    }
  }

  mutating func merge(_ other: IdentitySet) {
    if other.isFull { return fill() }
    for table in other.tables {
      for value in table.values { insert(value) }
    }
  }
}

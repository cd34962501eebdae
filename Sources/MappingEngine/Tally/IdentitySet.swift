/// The set of identities in a capture, as fingerprints of 64 bits, eight bytes each.
///
/// Two different identities have the same fingerprint once in billions of captures; then one of
/// them is not counted. A set is full at one million, so that a capture of any size is checked in
/// bounded memory. A full set does not count further identities.
///
/// A full set drops its contents, because it only needs to know that it is full: so the result does
/// not depend on the order of the identities.
struct IdentitySet: Sendable {
  static let standardCapacity = 1_000_000

  let capacity: Int

  /// One table; above some size many tables, chosen by the fingerprints' lowest bits. Only one of
  /// them grows at a time, so that a large set never holds its contents twice.
  private var tables = [FingerprintTable()]
  private(set) var count = 0
  /// Fingerprints that are not yet in the tables.
  private var waiting: [UInt64] = []

  private static let tableCount = 64
  private static let largestAlone = 4_096
  private static let mostWaiting = 128

  init(capacity: Int = standardCapacity) { self.capacity = capacity }

  var isFull: Bool { count >= capacity }

  /// The fingerprints in ascending order; none, if the set is full.
  var fingerprints: [UInt64] { isFull ? [] : tables.flatMap(\.values).sorted() }

  mutating func insert(_ fingerprint: UInt64) {
    guard !isFull else { return }
    let value = Self.value(of: fingerprint)
    guard tables[tableNumber(of: value)].insert(value) else { return }
    count += 1
    if isFull { fill() } else if tables.count == 1, count > Self.largestAlone { split() }
  }

  /// Inserts a fingerprint later, together with others; none of them counts before `insertWaiting`.
  mutating func insertSoon(_ fingerprint: UInt64) {
    waiting.append(fingerprint)
    if waiting.count == Self.mostWaiting { insertWaiting() }
  }

  /// Inserts the waiting fingerprints. The first places of all of them are read first,
  /// independently of each other, so that memory serves many reads at a time: in a large set,
  /// waiting for memory takes most of the time.
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

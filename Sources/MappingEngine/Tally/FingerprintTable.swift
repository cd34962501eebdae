/// A hash table of numbers that are already hashes, with linear probing.
///
/// The numbers are in the order of their first places, and within one first place in the order of
/// their mixed values. So a larger table is filled from front to back. Growing is most of the work
/// of the table, because it grows by only a quarter, so that its contents take most of its memory.
/// A number is pushed past few others, even if seven of eight places are occupied.
struct FingerprintTable: Sendable {
  /// The mixed numbers; 0 is an empty place. Places do not wrap around: after `size` there is room
  /// for numbers that are pushed past the end, and the last place is always empty.
  private var places: [UInt64] = []
  /// The number of first places.
  private var size = 0
  private(set) var count = 0

  private static let room = 64
  /// Growing by quarters from this size leads to 18,338 places: one of the tables of a full
  /// `IdentitySet` holds about 15,625 numbers, a little less than the limit.
  private static let leastSize = 57

  /// The numbers, in no particular order.
  var values: some Sequence<UInt64> {
    places.lazy.filter { $0 != 0 }.map { $0 &* Self.inverseFactor }
  }

  /// Inserts a number, which is not 0; returns whether it is new.
  mutating func insert(_ value: UInt64) -> Bool {
    if (count + 1) * 8 > size * 7 { grow() }
    let mixed = value &* Self.factor
    let first = Self.firstPlace(of: mixed, in: size)
    let isNew = places.withUnsafeMutableBufferPointer { places in
      var place = first
      while places[place] != 0, places[place] < mixed { place += 1 }
      guard places[place] != mixed else { return false }
      var pushed = mixed
      while pushed != 0 {
        (places[place], pushed) = (pushed, places[place])
        place += 1
      }
      return true
    }
    guard isNew else { return false }
    count += 1
    if places[places.count - 1] != 0 {
      places.append(contentsOf: repeatElement(0, count: Self.room))
    }
    return true
  }

  /// Returns whether a number is in its first place, where most are; `false` proves nothing.
  func hasInFirstPlace(_ value: UInt64) -> Bool {
    guard size > 0 else { return false }
    let mixed = value &* Self.factor
    return places.withUnsafeBufferPointer { $0[Self.firstPlace(of: mixed, in: size)] == mixed }
  }

  // MARK: - Places

  /// An odd factor that spreads numbers, from the golden ratio, and its inverse modulo 2^64.
  private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
  private static let inverseFactor: UInt64 = 0xf1de_83e1_9937_733d

  /// Returns the first place of a mixed number, from its high bits, so that any table size is
  /// possible. The place never decreases with a larger number.
  private static func firstPlace(of mixed: UInt64, in size: Int) -> Int {
    Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(size)).high)
  }

  private mutating func grow() {
    let newSize = max(Self.leastSize, size + size / 4)
    // In a table with more first places, pushed numbers extend at most one place farther.
    let placeCount = newSize + max(Self.room, places.count - size + 1)
    places = [UInt64](unsafeUninitializedCapacity: placeCount) { new, count in
      new.initialize(repeating: 0)
      count = placeCount
      var next = 0
      places.withUnsafeBufferPointer { old in
        for mixed in old where mixed != 0 {
          let place = max(next, Self.firstPlace(of: mixed, in: newSize))
          new[place] = mixed
          next = place + 1
        }
      }
    }
    size = newSize
  }
}

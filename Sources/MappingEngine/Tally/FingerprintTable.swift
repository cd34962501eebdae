/// A hash table of numbers, which are hashes already, with linear probing.
///
/// The numbers lie in the order of their first places, and within one in that of their mixed values.
/// So a larger table is filled from front to back, which is most of the work of a table that grows by
/// a quarter, so that what it holds takes most of its memory. A number is pushed after few others
/// even where seven in eight places are taken.
struct FingerprintTable: Sendable {
  /// The mixed numbers; 0 is an empty place. There is no way round from the last to the first: after
  /// `size` is room for what those before push there, and the last place is always empty.
  private var places: [UInt64] = []
  /// How many first places there are.
  private var size = 0
  private(set) var count = 0

  private static let room = 64
  /// Its quarters lead to 18,338 places: one of the tables of a full `IdentitySet` holds about 15,625
  /// numbers, which is a little less than it may.
  private static let leastSize = 57

  /// The numbers, in no order.
  var values: some Sequence<UInt64> {
    places.lazy.filter { $0 != 0 }.map { $0 &* Self.inverseFactor }
  }

  /// - Parameter value: Not 0.
  /// - Returns: Whether it is new.
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

  /// Whether a number is in its first place, as most are; `false` says nothing.
  func hasInFirstPlace(_ value: UInt64) -> Bool {
    guard size > 0 else { return false }
    let mixed = value &* Self.factor
    return places.withUnsafeBufferPointer { $0[Self.firstPlace(of: mixed, in: size)] == mixed }
  }

  // MARK: - Places

  /// An odd factor, that of the golden ratio, which spreads numbers, and its inverse among 64 bits.
  private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
  private static let inverseFactor: UInt64 = 0xf1de_83e1_9937_733d

  /// The place by the high bits, which divide into any number of places: it does not fall with a
  /// larger number.
  private static func firstPlace(of mixed: UInt64, in size: Int) -> Int {
    Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(size)).high)
  }

  private mutating func grow() {
    let newSize = max(Self.leastSize, size + size / 4)
    // After more first places there is never more than one place more of pushed numbers.
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

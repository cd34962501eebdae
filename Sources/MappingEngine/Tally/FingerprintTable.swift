/// A hash table of numbers, which are hashes already, with open addressing.
///
/// It grows by a quarter, so that what it holds takes most of its memory.
struct FingerprintTable: Sendable {
  /// 0 is an empty place.
  private var places: [UInt64] = []
  private(set) var count = 0

  /// The numbers, in no order.
  var values: some Sequence<UInt64> { places.lazy.filter { $0 != 0 } }

  /// - Parameter value: Not 0.
  /// - Returns: Whether it is new.
  mutating func insert(_ value: UInt64) -> Bool {
    if (count + 1) * 5 > places.count * 4 { grow() }
    guard place(value) else { return false }
    count += 1
    return true
  }

  private mutating func place(_ value: UInt64) -> Bool {
    // The high bits, which spread evenly over any number of places.
    let mixed = value &* 0x9e37_79b9_7f4a_7c15
    var position = Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(places.count)).high)
    while places[position] != 0 {
      if places[position] == value { return false }
      position += 1
      if position == places.count { position = 0 }
    }
    places[position] = value
    return true
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: max(64, old.count + old.count / 4))
    for value in old where value != 0 { _ = place(value) }
  }
}

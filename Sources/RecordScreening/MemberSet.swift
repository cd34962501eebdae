/// A set of up to 128 members of an object, by their numbers.
struct MemberSet: Equatable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  static let capacity = 128

  init() {}

  init(_ number: Int) {
    if number < 64 { low = 1 << UInt64(number) } else { high = 1 << UInt64(number - 64) }
  }

  @inline(__always)
  func isSubset(of other: MemberSet) -> Bool { low & ~other.low | high & ~other.high == 0 }

  @inline(__always)
  func meets(_ other: MemberSet) -> Bool { low & other.low | high & other.high != 0 }

  @inline(__always)
  mutating func formUnion(_ other: MemberSet) {
    low |= other.low
    high |= other.high
  }

  @inline(__always)
  func subtracting(_ other: MemberSet) -> MemberSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }

  /// Calls a function with the number of each member.
  func visit(_ body: (Int) -> Void) {
    for (start, word) in [(0, low), (64, high)] {
      var rest = word
      while rest != 0 {
        body(start + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}

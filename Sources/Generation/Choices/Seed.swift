/// The number that names a run.
///
/// Case *i* of a seed needs no case before it, so any machine can make any range of cases.
///
///     Seed(42).random(ofCase: 7)   // the same everywhere, in debug and in release
package struct Seed: Hashable, Sendable {
  package var value: UInt64

  package init(_ value: UInt64) { self.value = value }

  /// The random numbers of a case. Neighbouring seeds and cases have nothing in common.
  package func random(ofCase index: Int) -> CaseRandom {
    let mixed = CaseRandom.mixed(value &+ 0x9e37_79b9_7f4a_7c15)
    return CaseRandom(state: CaseRandom.mixed(mixed ^ UInt64(truncatingIfNeeded: index)))
  }
}

/// Steele, Lea and Flood's SplitMix64, from “Fast Splittable Pseudorandom Number Generators”,
/// OOPSLA 2014.
package struct CaseRandom: Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.mixed(state)
  }

  /// A number below a bound that is not 0, by its high bits: biased by less than *bound* ÷ 2⁶⁴
  /// (Lemire, “Fast Random Integer Generation in an Interval”, 2019).
  @inline(__always)
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  @inline(__always)
  package mutating func below(_ bound: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: bound).high
  }

  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

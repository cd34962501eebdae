import JSONParsing

/// The number that identifies a run.
///
/// Case *i* of a seed needs no earlier case, so any range of cases can be made separately.
///
///     Seed(42).random(ofCase: 7)   // the same everywhere, in debug and in release
package struct Seed: Hashable, Sendable {
  package var value: UInt64

  package init(_ value: UInt64) { self.value = value }

  /// Returns the random numbers of a case. Those of neighbouring seeds and cases are unrelated.
  package func random(ofCase index: Int) -> CaseRandom {
    let mixed = (value &+ 0x9e37_79b9_7f4a_7c15).mixed
    return CaseRandom(state: (mixed ^ UInt64(truncatingIfNeeded: index)).mixed)
  }
}

/// The SplitMix64 generator of Steele, Lea and Flood, from “Fast Splittable Pseudorandom Number
/// Generators”, OOPSLA 2014.
package struct CaseRandom: Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return state.mixed
  }

  /// Returns a number below a bound that is not 0, from the high bits of a product: biased by less
  /// than *bound* ÷ 2⁶⁴ (Lemire, “Fast Random Integer Generation in an Interval”, 2019).
  @inline(__always)
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// The Fisher–Yates shuffle.
  mutating func shuffle(_ items: inout [some Any]) {
    for last in items.indices.reversed() { items.swapAt(last, below(last + 1)) }
  }
}

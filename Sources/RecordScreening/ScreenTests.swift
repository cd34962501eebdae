/// The tests of a plan, and the tokens that they have taken: the same few come again and again.
final class ScreenTests {
  private let tests: [ScreenPlan.Test]
  private let fingerprints: ScreenPlan.Fingerprints
  private let known: UnsafeMutablePointer<Known>

  private static let capacity = 512

  /// A token of up to 32 bytes that a test has taken.
  fileprivate struct Known {
    var words: SIMD4<UInt64> = .zero
    /// The number of the test and the length; −1: none.
    var key = -1
  }

  init(_ plan: ScreenPlan) {
    (tests, fingerprints) = (plan.tests, plan.fingerprints)
    known = .allocate(capacity: Self.capacity)
    known.initialize(repeating: Known(), count: Self.capacity)
  }

  deinit { known.deallocate() }

  func takes(_ start: ScreenText, _ end: ScreenText, isPlain: Bool, by test: Int32) -> Bool {
    let count = end - start
    guard count <= 32 else {
      return tests[Int(test)](UnsafeBufferPointer(start: start, count: count), isPlain)
    }
    var token = Known()
    for index in 0..<(count + 7) / 8 {
      let rest = count - index * 8
      let mask: UInt64 = rest >= 8 ? .max : 1 << UInt64(rest * 8) - 1
      token.words[index] = (start + index * 8).word & mask
    }
    token.key = Int(test) << 6 | count
    let place = known + token.place(Self.capacity)
    if place.pointee.key == token.key, place.pointee.words == token.words { return true }
    guard tests[Int(test)](UnsafeBufferPointer(start: start, count: count), isPlain) else {
      return false
    }
    place.pointee = token
    return true
  }

  func fingerprint(ofInteger value: Int64) -> UInt64 { fingerprints.integer(value) }

  func fingerprint(ofText start: ScreenText, _ end: ScreenText) -> UInt64 {
    fingerprints.text(UnsafeBufferPointer(start: start, count: end - start))
  }
}

extension ScreenTests.Known {
  fileprivate func place(_ capacity: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: key)
    for index in 0..<4 { hash = (hash ^ words[index]) &* 0x9e37_79b9_7f4a_7c15 ^ hash >> 29 }
    return Int(truncatingIfNeeded: hash >> 40) & (capacity - 1)
  }
}

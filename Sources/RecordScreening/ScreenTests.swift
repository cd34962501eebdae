/// The tests of a plan, with a cache of accepted tokens: a few tokens occur again and again.
///
/// The fields are pointers, as in `ScreenNode`, because a reference would be counted for each
/// token.
struct ScreenTests {
  private let tests: UnsafeMutableBufferPointer<ScreenPlan.Test>
  private let known: UnsafeMutablePointer<Known>

  private static let capacity = 512

  /// A token of up to 32 bytes that a test has accepted.
  private struct Known {
    private var words = (0, 0, 0, 0) as (UInt64, UInt64, UInt64, UInt64)
    /// The number of the test and the length; −1 for none.
    private var key = -1

    init() {}

    /// - Parameter start: The position of 32 readable bytes, of which the first `count` are the
    ///   token's.
    @inline(__always)
    init(_ start: ScreenText, count: Int, test: Int32) {
      words.0 = Self.word(start, count)
      words.1 = Self.word(start + 8, count - 8)
      words.2 = Self.word(start + 16, count - 16)
      words.3 = Self.word(start + 24, count - 24)
      key = Int(test) << 6 | count
    }

    @inline(__always)
    private static func word(_ start: ScreenText, _ count: Int) -> UInt64 {
      guard count < 8 else { return start.word }
      return count > 0 ? start.word & (1 << UInt64(truncatingIfNeeded: count * 8) - 1) : 0
    }

    @inline(__always)
    static func == (left: Known, right: Known) -> Bool {
      left.key == right.key
        && (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1)
          | (left.words.2 ^ right.words.2) | (left.words.3 ^ right.words.3) == 0
    }

    @inline(__always)
    var place: Int {
      let low = words.0 &* 0x9e37_79b9_7f4a_7c15 ^ words.1 &* 0xbf58_476d_1ce4_e5b9
      let high = words.2 &* 0x94d0_49bb_1331_11eb ^ words.3 &* 0xd6e8_feb8_6659_fd93
      let mixed = (low ^ high ^ UInt64(truncatingIfNeeded: key)) &* 0x9e37_79b9_7f4a_7c15
      return Int(truncatingIfNeeded: mixed >> 40) & (capacity - 1)
    }
  }

  init(_ plan: ScreenPlan) {
    tests = .allocate(capacity: plan.tests.count)
    _ = tests.initialize(from: plan.tests)
    known = .allocate(capacity: Self.capacity)
    known.initialize(repeating: Known(), count: Self.capacity)
  }

  func deallocate() {
    tests.deinitialize()
    tests.deallocate()
    known.deallocate()
  }

  func takes(_ start: ScreenText, _ end: ScreenText, by test: Int32) -> Bool {
    let count = end - start
    guard count <= 32 else { return asks(test, start, count) }
    let token = Known(start, count: count, test: test)
    let place = known + token.place
    if place.pointee == token { return true }
    guard asks(test, start, count) else { return false }
    place.pointee = token
    return true
  }

  private func asks(_ test: Int32, _ start: ScreenText, _ count: Int) -> Bool {
    let isPlain = start.pointee == UInt8(ascii: "\"") && start.isPlain(count: count)
    return tests[Int(test)](UnsafeBufferPointer(start: start, count: count), isPlain)
  }
}

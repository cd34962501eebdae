import JSONParsing

/// The secret that determines replacements. Whoever has the key or its seed can test guesses of the
/// original values.
package struct RedactionKey: Sendable {
  private let low: UInt64
  private let high: UInt64
  private let rounds = Memo<Int, [Int]>()

  /// Creates a random key.
  package init() { (low, high) = (.random(in: 0 ... .max), .random(in: 0 ... .max)) }

  /// Creates a key that depends only on a seed.
  package init(seed: UInt64) {
    low = (seed &+ 0x9e37_79b9_7f4a_7c15).mixed
    high = (seed &+ 0x3c6e_f372_fe94_f82a).mixed
  }

  /// Returns SipHash-2-4 (Aumasson, Bernstein 2012) of a number and a list of small numbers.
  private func hash(_ tweak: UInt64, _ digits: ArraySlice<UInt16>) -> UInt64 {
    var state = SipState(low, high)
    state.take(tweak)
    var (word, width) = (UInt64(0), UInt64(0))
    for digit in digits {
      word |= UInt64(digit) << width
      width += 16
      guard width == 64 else { continue }
      state.take(word)
      (word, width) = (0, 0)
    }
    state.take(word | UInt64(digits.count) << 56)
    return state.finish()
  }
}

extension RedactionKey {
  /// Replaces a number in mixed radix by another one; the replacement is a bijection.
  ///
  /// It is a Feistel network over the two halves of the digits, as in format-preserving encryption
  /// (NIST SP 800-38G), with as many rounds as few digits need.
  ///
  /// - Parameters:
  ///   - digits: The digits, each below its radix.
  ///   - radices: The radix of each digit.
  func permute(_ digits: inout [UInt16], _ radices: [UInt16]) {
    let count = radices.reduce(1) { min($0 * Int($1), Self.mostInOneRound + 1) }
    guard count > Self.mostInOneRound else { return goOn(&digits, radices, count) }
    let middle = digits.count / 2
    for round in 0..<(digits.count < 16 ? 8 : 4) {
      let isEven = round.isMultiple(of: 2)
      let source = isEven ? 0..<middle : middle..<digits.count
      let target = isEven ? middle..<digits.count : 0..<middle
      var state = hash(UInt64(round) << 32 | UInt64(digits.count), digits[source])
      for index in target {
        state &+= 0x9e37_79b9_7f4a_7c15
        let shift = state.mixed % UInt64(radices[index])
        digits[index] = UInt16((UInt64(digits[index]) + shift) % UInt64(radices[index]))
      }
    }
  }

  /// The maximum count of numbers that are permuted in a single cycle, in which no number is its
  /// own replacement.
  private static let mostInOneRound = 1_024

  /// Replaces a number by the next one in the order of their hashes.
  private func goOn(_ digits: inout [UInt16], _ radices: [UInt16], _ count: Int) {
    let number = zip(digits, radices).reduce(0) { $0 * Int($1.1) + Int($1.0) }
    let round = rounds.value(of: count) {
      let hashes = (0..<count).map { hash(UInt64(count), [UInt16($0)]) }
      let order = (0..<count).sorted { (hashes[$0], $0) < (hashes[$1], $1) }
      var round = Array(repeating: 0, count: count)
      for (place, number) in order.enumerated() { round[number] = order[(place + 1) % count] }
      return round
    }
    var next = round[number]
    for index in radices.indices.reversed() {
      digits[index] = UInt16(next % Int(radices[index]))
      next /= Int(radices[index])
    }
  }
}

/// The state of SipHash: four words.
private struct SipState {
  private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

  init(_ low: UInt64, _ high: UInt64) {
    (v0, v1) = (low ^ 0x736f_6d65_7073_6575, high ^ 0x646f_7261_6e64_6f6d)
    (v2, v3) = (low ^ 0x6c79_6765_6e65_7261, high ^ 0x7465_6462_7974_6573)
  }

  @inline(__always)
  mutating func take(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  mutating func finish() -> UInt64 {
    v2 ^= 0xff
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v1 = Self.rotated(v1, 13) ^ v0
    v0 = Self.rotated(v0, 32)
    v2 &+= v3
    v3 = Self.rotated(v3, 16) ^ v2
    v0 &+= v3
    v3 = Self.rotated(v3, 21) ^ v0
    v2 &+= v1
    v1 = Self.rotated(v1, 17) ^ v2
    v2 = Self.rotated(v2, 32)
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}

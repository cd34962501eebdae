import Foundation

/// The hash of FIPS 180-4, to check the hashes in pages.
enum SHA256 {
  /// The hash in Base64.
  static func base64(of text: String) -> String {
    let bytes = hash(Array(text.utf8)).flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { [UInt8]($0) }
    }
    return Data(bytes).base64EncodedString()
  }

  /// The first 32 bits of the fractional parts of the roots of the first 64 primes.
  private static func constants(root: (Double) -> Double, count: Int) -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt32] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - $0 * 8)) }
    let keys = constants(root: cbrt, count: 64)
    var state = constants(root: { $0.squareRoot() }, count: 8)
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(block: padded[start..<start + 64], keys, to: &state)
    }
    return state
  }

  private static func add(block: ArraySlice<UInt8>, _ keys: [UInt32], to state: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var now = state
    for index in 0..<64 {
      let (a, e) = (now[0], now[4])
      let first = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = e & now[5] ^ ~e & now[6]
      let sum = now[7] &+ first &+ choice &+ keys[index] &+ words[index]
      let second = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = a & now[1] ^ a & now[2] ^ now[1] & now[2]
      now = [sum &+ second &+ majority, a, now[1], now[2], now[3] &+ sum, e, now[5], now[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ now[index] }
  }
}

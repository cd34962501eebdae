import TestSupport

/// Changes a few bytes of a text, like damage and typing errors.
struct FuzzMutation {
  private var generator: SplitMix64

  init(seed: UInt64, number: Int) {
    var start = SplitMix64(seed: seed)
    generator = SplitMix64(seed: start.next() ^ UInt64(bitPattern: Int64(number)))
  }

  private static let interesting =
    Array("{}[]:,\"\\/'?.|()<>@=0129-+eETtAa \n".utf8) + [0x80, 0xc3, 0xff, 0x00]
  private static let pieces = [
    "null", "true", "-0", "1e400", "\\ud800", "\\u0000", "@document.", "@root.", "@index", "[]",
    "extends", "cases", "\"switch\":", "0...", "matches /(a?){900}/", "\u{feff}", "é", "😀",
  ].map { Array($0.utf8) }

  /// Changes one to three places.
  mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let offset = Int.random(in: bytes.indices, using: &generator)
    let byte = Self.interesting[Int.random(in: Self.interesting.indices, using: &generator)]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.remove(at: offset)
    case 1: bytes.insert(byte, at: offset)
    case 2: bytes[offset] = byte
    case 3: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 4:
      let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)]
      bytes.insert(contentsOf: piece, at: offset)
    case 5: bytes.swapAt(offset, Int.random(in: bytes.indices, using: &generator))
    case 6:
      // Copies a part to another place.
      let end = min(bytes.count, offset + Int.random(in: 1...40, using: &generator))
      bytes.insert(
        contentsOf: Array(bytes[offset..<end]), at: Int.random(in: bytes.indices, using: &generator)
      )
    default:
      let end = min(bytes.count, offset + Int.random(in: 1...20, using: &generator))
      bytes.removeSubrange(offset..<end)
    }
  }
}

import JSONParsing
import TestSupport
import Testing

@Suite("Positions are found in any order, in linear time")
struct TextPositionsTests {
  @Test("Each position equals that of a walk from the start", arguments: 0..<8)
  func agreement(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      [0x0a], [0x0d], [0x0d, 0x0a], Array("é".utf8), Array("😀".utf8), [0xff], [0x61], [0x20],
    ]
    var text: [UInt8] = seed.isMultiple(of: 2) ? [] : [0xef, 0xbb, 0xbf]
    while text.count < 13_000 { text += pieces[Int.random(in: pieces.indices, using: &random)] }
    var positions = TextPositions(in: text)
    let offsets = (0..<400).map { _ in Int.random(in: -2...text.count + 2, using: &random) }
    let near = [0, 1, 4_095, 4_096, 4_097, 8_192, text.count].flatMap { [$0 - 1, $0, $0 + 1] }
    for offset in offsets + near {
      #expect(positions.position(at: offset) == TextPosition(offset: offset, in: text))
    }
  }

  @Test("An empty text has a first line and column")
  func empty() {
    var positions = TextPositions(in: [UInt8]())
    #expect(positions.position(at: 5) == TextPosition(line: 1, column: 1))
  }
}

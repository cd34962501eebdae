import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import CaptureSources

@Suite("Texts are unescaped, decoded and measured")
struct TextTests {
  private static let count = 2_000

  @Test("A string is unescaped as by the parser")
  func unescaping() throws {
    var generator = SplitMix64(seed: 11)
    let pieces = [
      "a", "ä", "😀", #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#, #"\u0041"#, #"\u00E4"#, #"\u20ac"#,
      #"\ud83d\ude00"#, #"\uD800"#, #"\udc00"#, #"\u0000"#, "plain text of some length",
    ]
    var text = BodyText()
    for _ in 0..<Self.count {
      let content = (0..<Int.random(in: 0...12, using: &generator))
        .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      text.take(Array(content.utf8)[...])
      let parsed = try JSONDocument(parsing: "\"\(content)\"").root.string ?? ""
      #expect(text.bytes.prefix(text.count).elementsEqual(parsed.utf8), "\(content)")
    }
  }

  @Test("Base64 decoding accepts and returns what Foundation's does")
  func base64() {
    var generator = SplitMix64(seed: 12)
    for round in 0..<Self.count {
      let bytes = (0..<round % 50).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      var text = Array(Data(bytes).base64EncodedData())
      let count = text.count
      let decoded = text.withUnsafeMutableBufferPointer { try? $0.decodeBase64(count: count) }
      #expect(decoded.map { Array(text.prefix($0)) } == bytes)
    }
    for text in [
      "=", "==", "A", "AA", "AAA", "AAA=A", "A===", "====", "AA=A", "A A=", "AA-_", "AAAA\n",
    ] {
      var bytes = Array(text.utf8)
      let count = bytes.count
      #expect(throws: ReadFailure.self, "\(text)") {
        try bytes.withUnsafeMutableBufferPointer { try $0.decodeBase64(count: count) }
      }
    }
  }

  @Test("Lines and columns counted piecewise equal the parser's positions")
  func walk() {
    var generator = SplitMix64(seed: 13)
    let pieces = ["a", "\n", "\r\n", "ä", "€", "😀", "\t"]
    for _ in 0..<200 {
      let text = (0..<20).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      let bytes = Array(text.utf8)
      var walk = TextWalk()
      for offset in bytes.indices {
        // An offset inside a character has no position.
        if bytes[offset] & 0xc0 != 0x80 {
          #expect(walk.position == TextPosition(offset: offset, in: bytes))
        }
        walk.advance(over: bytes, in: offset..<offset + 1)
      }
      var whole = TextWalk()
      whole.advance(over: bytes, in: bytes.indices)
      #expect(whole.position == walk.position)
    }
  }

  @Test("The first matching byte of eight is found")
  func bytesBefore() {
    var generator = SplitMix64(seed: 14)
    let choices: [UInt8] = [0x22, 0x23, 0xa2, 0xa3, 0x21, 0x00, 0xff, 0x80]
    for _ in 0..<Self.count {
      let bytes = (0..<8).compactMap { _ in choices.randomElement(using: &generator) }
      let word = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      #expect(word.bytesBefore(0x22) == bytes.firstIndex(of: 0x22) ?? 8)
    }
  }
}

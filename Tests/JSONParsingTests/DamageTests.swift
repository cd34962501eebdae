import JSONParsing
import TestSupport
import Testing

@Suite("A damaged payload is a document or a located error, never a trap")
struct DamageTests {
  private static let payload = RandomJSON(seed: 5).text(byteCount: 5_000)

  @Test("Every truncation of a payload of 5 KB is rejected where the text ends")
  func truncations() throws {
    let payload = Self.payload
    #expect(payload.count >= 5_000)
    #expect(payload.last == UInt8(ascii: "]"))
    var document = try JSONDocument(parsing: payload)
    for count in 0..<payload.count {
      let error = #expect(throws: JSONParseError.self) {
        let text = payload[..<count]
        try document.reparse(text.span)
      }
      // In a scalar cut in half, the error is at its first byte; in a literal cut short, at its
      // first letter.
      let offset = try #require(error?.offset)
      #expect(offset <= count && count - offset < 5, "\(count) bytes: \(String(describing: error))")
    }
  }

  @Test(
    "A flip of a bit, or of all bits, of any byte leaves a document or an error at or behind the flip's token"
  )
  func flips() throws {
    var payload = Self.payload
    var document = try JSONDocument(parsing: "null")
    var acceptedCount = 0
    for index in payload.indices {
      for mask in [1, 8, 32, 128, 255] as [UInt8] {
        payload[index] ^= mask
        let text = payload[...]
        do {
          try document.reparse(text.span)
          acceptedCount += document.root.byteRange.isEmpty ? 0 : 1
        } catch {
          #expect((0...payload.count).contains(error.offset))
          // A flip is noticed at the start of its token at the earliest. The longest token here has
          // 200 bytes.
          #expect(error.offset > index - 200, "\(mask) at \(index): \(error)")
        }
        payload[index] ^= mask
      }
    }
    #expect(acceptedCount > 1_000)
  }

  @Test(
    "After invalid JSON, a reused document is null and can be reused again")
  func reparsing() throws {
    var document = try JSONDocument(parsing: "[1, 2]")
    let (broken, sound) = (Array("[1, }".utf8)[...], Array("[3]".utf8)[...])
    #expect(throws: JSONParseError.self) { try document.reparse(broken.span) }
    #expect(document.root.text() == "null")
    try document.reparse(sound.span)
    #expect(document.root.text() == "[3]")
    #expect(document.byteCount == 3)
  }
}

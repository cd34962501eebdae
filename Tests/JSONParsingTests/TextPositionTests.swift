import JSONParsing
import TestSupport
import Testing

@Suite("An offset has the line and column that an editor shows")
struct TextPositionTests {
  private func position(_ offset: Int, _ text: String) -> String {
    TextPosition(offset: offset, in: Array(text.utf8)).description
  }

  @Test("Lines end with LF or CR LF, and not with CR")
  func lineEnds() {
    let positions = (0...8).map { position($0, "a\nb\r\nc\rd") }
    #expect(positions == ["1:1", "1:2", "2:1", "2:2", "2:3", "3:1", "3:2", "3:3", "3:4"])
  }

  @Test("Columns count scalars, not bytes and not characters")
  func columns() {
    let text = "é😀e\u{301}\u{2028}x"
    #expect(position(2, text) == "1:2")
    #expect(position(6, text) == "1:3")
    #expect(position(7, text) == "1:4")
    #expect(position(9, text) == "1:5")
    #expect(position(12, text) == "1:6")
  }

  @Test(
    "An offset inside a scalar is at the scalar; one past the end at the end; a negative one at the start"
  )
  func oddOffsets() {
    #expect((2...5).map { position($0, "é😀x") } == ["1:2", "1:2", "1:2", "1:2"])
    #expect(position(100, "a\nb") == "2:2")
    #expect(position(-1, "a") == "1:1")
    #expect(position(0, "") == "1:1")
  }

  @Test("A byte order mark is no column, and a byte that is not UTF-8 is one")
  func oddBytes() {
    #expect(TextPosition(offset: 3, in: [0xef, 0xbb, 0xbf, 0x5b]).description == "1:1")
    #expect(TextPosition(offset: 4, in: [0xef, 0xbb, 0xbf, 0x5b]).description == "1:2")
    #expect(TextPosition(offset: 3, in: [0xff, 0x80, 0xc3, 0x5b]).description == "1:4")
  }

  @Test("A slice is counted from its start")
  func slices() {
    let bytes = Array("xx\n[1]".utf8)
    #expect(TextPosition(offset: 1, in: bytes[3...]).description == "1:2")
  }

  @Test("In generated texts, positions are those that splitting the text finds")
  func generated() {
    var generator = SplitMix64(seed: 9)
    for _ in 0..<200 {
      var scalars: [Unicode.Scalar] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        scalars.append(["a", "\n", "é", "日", "😀", "\u{301}"].randomElement(using: &generator)!)
      }
      var text = ""
      var (line, column) = (1, 1)
      for scalar in scalars {
        text.unicodeScalars.append(scalar)
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        let whole = String(String.UnicodeScalarView(scalars))
        #expect(position(text.utf8.count, whole) == "\(line):\(column)")
      }
    }
  }
}

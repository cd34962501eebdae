import JSONParsing
import TestSupport
import Testing

@Suite("Parse, write, parse is the same document")
struct RoundTripTests {
  private func expectRoundTrip(of text: [UInt8], named name: String) throws {
    let document = try JSONDocument(parsing: text)
    for layout in [.compact, .indented(spaces: 2)] as [JSONWriter.Layout] {
      let written = try JSONDocument(parsing: document.root.text(layout))
      #expect(written.root == document.root, "\(name)")
      // The written text is written the same again.
      #expect(written.root.text(layout).utf8.elementsEqual(written.bytes), "\(name)")
    }
  }

  @Test("500 generated documents survive a round trip; seeds 0 to 499")
  func generated() throws {
    for seed in 0..<500 as Range<UInt64> {
      var json = RandomJSON(seed: seed)
      try expectRoundTrip(of: json.value(), named: "seed \(seed)")
    }
  }

  @Test(
    "Every real webhook payload survives a round trip",
    .enabled(if: Corpora.isPresent, "CONTRACTCHECK_CORPORA names no folder"))
  func webhooks() throws {
    let files = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    #expect(files.count == 271)
    for file in files { try expectRoundTrip(of: file.bytes, named: file.name) }
  }

  @Test("Two documents that differ in one token are not equal")
  func differences() throws {
    let texts = [
      "[]", "{}", "null", "true", "false", "0", "-0", "0.0", #""""#, #""0""#, #""null""#, "[0]",
      "[[]]", "[0,0]", "[0,[0]]", "[[0],0]", #"{"a":0}"#, #"{"a":1}"#, #"{"b":0}"#,
      #"{"a":0,"b":0}"#, #"{"b":0,"a":0}"#, #"{"a":0,"a":0}"#, #""\ud800""#, #""\ud801""#,
      #""\ufffd""#, #""é""#, #""e\#u{301}""#,
    ]
    for (index, left) in texts.enumerated() {
      for (other, right) in texts.enumerated() {
        let isEqual = try JSONDocument(parsing: left).root == JSONDocument(parsing: right).root
        #expect(isEqual == (index == other), "\(left) and \(right)")
      }
    }
  }

  @Test("White space and the choice of escapes make no difference")
  func sameMeaning() throws {
    let left = try JSONDocument(parsing: #"{"a\/b": ["é", "\n", "😀"]}"#)
    let right = try JSONDocument(
      parsing: #" { "\u0061/b" : [ "\u00E9" , "\u000A", "\ud83d\uDE00" ] } "#)
    #expect(left.root == right.root)
  }
}

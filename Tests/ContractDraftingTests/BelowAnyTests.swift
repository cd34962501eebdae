import ContractDrafting
import TestSupport
import Testing

@Suite("Keys seen only below an Any are in no line of a draft")
struct BelowAnyTests {
  @Test("A key that only objects below an Any have is not added to a similar mapping")
  func keys() throws {
    let lines = (0..<6).flatMap { number in
      let book = #""id": \#(number), "title": "t", "pages": 3, "width": 4, "height": 5"#
      return [
        DraftTrial.line("/books/\(number)", #"{"book": {\#(book)}}"#),
        DraftTrial.line("/feed", #"{"at": 1, "book": [{\#(book), "hidden": true}, 5]}"#),
      ]
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      #expect(text.contains(#""book": "[Any]" }"#), "\(text)")
      #expect(text.contains(#""pages":  "Int","#), "\(text)")
      #expect(!text.contains("hidden"), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(result.payloadCount == 12 && result.problems == [])
    }
  }

  @Test("A mapping for objects that became an Any is not written")
  func mappings() throws {
    let values = [
      #"{"type": "a", "x": 1, "y": 2, "z": 3}"#, #"{"type": "b", "u": 1, "v": 2, "w": 3}"#, "[7]",
    ]
    let lines = (0..<4).map { number in
      return DraftTrial.line("/things", #"{"id": \#(number), "part": \#(values[number % 3])}"#)
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let drafts = trial.drafts
      let text = drafts.map(\.text).joined()
      #expect(text.contains(#""part": "Any","#), "\(text)")
      #expect(drafts.map(\.mappingCount) == [1], "\(text)")
      let result = try trial.check(against: drafts)
      #expect(result.payloadCount == 4 && result.problems == [])
    }
  }
}

import ContractDrafting
import TestSupport
import Testing

@Suite("A tag with blanks around it does not become a case of a draft")
struct BlankTagTests {
  @Test("The draft passes lint, and admits its own capture", arguments: [#""type""#, #""@type""#])
  func tags(key: String) throws {
    let lines = (0..<24).map { number in
      let value =
        switch number % 3 {
        case 0: #"{\#(key): " order", "id": \#(number), "total": 1, "lines": 2, "due": 3}"#
        case 1: #"{\#(key): "refund ", "id": \#(number), "reason": "r", "agent": "a", "note": "n"}"#
        default: #"{\#(key): "order", "id": \#(number), "place": "p", "gate": true, "row": 1.5}"#
        }
      return DraftTrial.line("/feed", "[\(value)]")
    }
    try DraftTrial.with(["a.ndjson": lines.joined(separator: "\n")]) { trial in
      let text = trial.drafts.map(\.text).joined()
      // A text with blanks is no tag: its objects have the lines of `else`.
      #expect(text.contains(#""cases": { "order": "Feed2" },"#), "\(text)")
      let result = try trial.check(against: trial.drafts)
      #expect(
        result.payloadCount == 24 && result.problems == [] && result.unread == [], "\(text)")
    }
  }
}

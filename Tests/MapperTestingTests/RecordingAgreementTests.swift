import JSONParsing
import Testing

@testable import MapperTesting

@Suite("A recorded decode behaves as a plain one")
struct RecordingAgreementTests {
  @Test("Accepted payloads give the same value", arguments: ModelStyle.all)
  func accepted(style: ModelStyle) {
    for payload in style.payloads {
      let result = style(payload)
      #expect(result.succeeds, "\(payload): \(String(describing: result.failure))")
      #expect(result.disagreement == nil)
      #expect(result.recorded == result.plain)
    }
  }

  @Test(
    "Changed payloads fail or succeed alike, with the same value", arguments: ModelStyle.all)
  func mutated(style: ModelStyle) {
    var mutation = PayloadMutation(seed: UInt64(style.name.utf8.count))
    for round in 0..<40 {
      let payload = mutation.mutated(style.payloads[round % style.payloads.count])
      let result = style(payload)
      #expect(result.disagreement == nil, "\(payload)")
      #expect(result.recorded == result.plain, "\(payload)")
      #expect((result.failure == nil) == result.succeeds, "\(payload)")
    }
  }

  @Test(
    "Invalid JSON fails alike",
    arguments: ["", " ", "<html>", "[1,", "1 2", "\u{feff}"])
  func notJSON(payload: String) {
    for style in ModelStyle.all where !["JSON 5", "no braces"].contains(style.name) {
      let result = style(payload)
      #expect(result.disagreement == nil)
      #expect(!result.succeeds && result.failure?.path == InstancePath(), "\(style.name)")
    }
  }
}

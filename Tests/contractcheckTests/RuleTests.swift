import ContractModel
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Rules")
struct RuleTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "GET /a": "A", "GET /b": "B", "GET /c": "A", "DELETE /a": null },
      "requests": { "GET /e": { "query": { "d?": "Date(iso8601)" } }, "POST /e": { "form": { "q": "String" } } },
      "mappings": {
      "A": { "map": {
        "id": "Int", "name?": { "type": "String?", "presence": "99%", "nullRate": "1%" }, "x?": "Int" } },
      "B": { "map": { "k": "String" }, "switch": "k", "cases": { "one": { "o": "Int" }, "two": { "t": "Int" } } } } }
    """

  private static let capture = [
    exchange("/a", #"{"id":1,"name":null}"#), exchange("/a", #"{"id":1,"name":"\ud800"}"#),
    exchange("/a", #"{"id":1}"#), exchange("/b", #"{"k":"one","o":1}"#),
    #"{"method":"GET","url":"/a","status":200,"body":""}"#,
    #"{"method":"GET","url":"/a","status":200,"body":"{"}"#,
    #"{"method":"DELETE","url":"/a","status":204,"body":{}}"#,
    #"{"method":"GET","url":"/a","status":500,"body":{}}"#, exchange("/d", "{}"),
    exchange("/a", "[[[[[[[[1]]]]]]]]"), exchange("/e?d=2020-01-01T00:00:00+02:00", "{}"),
    #"{"method":"POST","url":"/e","requestBody":{},"status":200}"#,
  ]

  /// A body in an encoding that is broken.
  private static let archive = """
    {"log":{"entries":[{"request":{"method":"GET","url":"/a"},"response":{"status":200,
      "content":{"encoding":"base64","text":"!"}}}]}}
    """

  private static func exchange(_ path: String, _ body: String) -> String {
    #"{"method":"GET","url":"\#(path)","status":200,"body":\#(body)}"#
  }

  /// The rules of what a check of a capture finds.
  private func rules(
    of lines: [String], in folder: String, _ options: [String] = []
  ) throws -> Set<String> {
    try lines.joined(separator: "\n").write(
      toFile: folder + "/c/a.ndjson", atomically: true, encoding: .utf8)
    let raised = RuleID.allCases.filter(\.isNotedIfRaised).flatMap {
      ["--rule", "\($0.rawValue)=warning"]
    }
    let words = ["check", folder + "/c", "-c", folder, "--max-depth", "6"] + raised + options
    return Set(
      CommandRun(words + ["--report", "json"]).output.matches(of: /"(?:rule": ")?([a-z-]+)"/).map {
        String($0.output.1)
      })
  }

  @Test("Each is raised by an example of the fixtures, or by a check")
  func raised() throws {
    let fixtures = try PackageFiles.contracts(below: "Fixtures/mapping").map { path in
      String(decoding: try #require(PackageFiles.bytes(at: path)), as: UTF8.self)
    }
    // The examples hold, as the fixtures' own tests say.
    var found = Set(
      RuleID.allCases.map(\.rawValue).filter { rule in
        fixtures.contains { $0.contains("\"\(rule) at ") || $0.contains("\"\(rule)\"") }
      })
    let files = ["a.contract.json": Self.contract, "c/b.har": Self.archive]
    try withFolder(files) { folder in
      found.formUnion(try rules(of: Self.capture, in: folder))
      let baseline = folder + "/baseline.json"
      _ = try rules(
        of: [Self.exchange("/a", #"{"id":"x"}"#), Self.exchange("/a", #"{"id":1}"#)], in: folder,
        ["--write-baseline", baseline, "--reason", "r", "--today", "2026-11-22"])
      found.formUnion(
        try rules(
          of: [Self.exchange("/a", #"{"id":"x"}"#), Self.exchange("/a", #"{"id":"y"}"#)],
          in: folder, ["--baseline", baseline, "--today", "2026-11-22"]))
    }
    // A text that is too long for its pattern takes a while: `LongTextTests` has one.
    let others = RuleID.allCases.map(\.rawValue).filter { !found.contains($0) }
    #expect(others == ["too-big"], "give each an example in Fixtures/mapping")
  }
}

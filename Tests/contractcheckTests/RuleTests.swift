import ContractModel
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Rules of violations")
struct RuleTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": { "A": { "map": { "id": "Int" } } } }
    """

  /// An archive with a body in a broken encoding.
  private static let archive = """
    {"log":{"entries":[{"request":{"method":"GET","url":"/a"},"response":{"status":200,
      "content":{"encoding":"base64","text":"!"}}}]}}
    """

  private static func exchange(_ path: String, _ body: String) -> String {
    #"{"method":"GET","url":"\#(path)","status":200,"body":\#(body)}"#
  }

  /// Returns the rules of the violations in a capture.
  private func rules(
    of lines: [String], in folder: String, _ options: [String] = []
  ) throws -> Set<String> {
    try lines.joined(separator: "\n").write(
      toFile: folder + "/c/a.ndjson", atomically: true, encoding: .utf8)
    let words = ["check", folder + "/c", "-c", folder, "--max-depth", "6"] + options
    return Set(
      CommandRun(words + ["--report", "json"]).output.matches(of: /"(?:rule": ")?([a-z-]+)"/).map {
        String($0.output.1)
      })
  }

  @Test("An example or a check raises each rule")
  func raised() throws {
    let fixtures = try PackageFiles.contracts(below: "Fixtures/mapping").map { path in
      String(decoding: try #require(PackageFiles.bytes(at: path)), as: UTF8.self)
    }
    // Tests of the fixtures check that these examples hold.
    var found = Set(
      RuleID.allCases.map(\.rawValue).filter { rule in
        fixtures.contains { $0.contains("\"\(rule) at ") || $0.contains("\"\(rule)\"") }
      })
    // `ExplainTests` checks that the examples of explain break their rules.
    found.formUnion(
      RuleID.allCases.filter { !RuleExample($0).records.isEmpty }.map(\.rawValue))
    let files = ["a.contract.json": Self.contract, "c/b.har": Self.archive]
    try withFolder(files) { folder in
      found.formUnion(try rules(of: [Self.exchange("/a", "[[[[[[[[1]]]]]]]]")], in: folder))
      let baseline = folder + "/baseline.json"
      _ = try rules(
        of: [Self.exchange("/a", #"{"id":"x"}"#), Self.exchange("/a", #"{"id":1}"#)], in: folder,
        ["--write-baseline", baseline, "--reason", "r", "--today", "2026-11-22"])
      found.formUnion(
        try rules(
          of: [Self.exchange("/a", #"{"id":"x"}"#), Self.exchange("/a", #"{"id":"y"}"#)],
          in: folder, ["--baseline", baseline, "--today", "2026-11-22"]))
    }
    let old = Self.contract.replacing("Int", with: "String")
    try withFolder(["a.contract.json": old]) { released in
      try withFolder(files) { folder in
        found.formUnion(
          try rules(
            of: [Self.exchange("/a", #"{"id":1}"#)], in: folder, ["--released", "1=\(released)"]))
      }
    }
    // A text that is too long for its pattern takes time: `LongTextTests` has one.
    let others = RuleID.allCases.map(\.rawValue).filter { !found.contains($0) }
    #expect(others == ["too-big"], "give each an example in Fixtures/mapping")
  }
}

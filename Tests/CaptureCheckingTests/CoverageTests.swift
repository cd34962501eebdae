import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Coverage counts each line of the contracts once")
struct CoverageTests {
  /// Files in memory.
  private struct Files: ContractFiles {
    let texts: [String: String]

    func contract(at path: String) -> [UInt8]? { texts[path].map { Array($0.utf8) } }

    func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }

    func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
  }

  private static let texts = [
    "base.contract.json": """
    { "contract": 1, "mappings": {
      "Base": { "map": { "id": "Int", "at?": "Int" } },
      "Cat": { "extends": "Base", "map": { "lives": "Int" } },
      "Dog": { "extends": "Base", "map": { "tricks?": "Int" } } } }
    """,
    "a.contract.json": """
    { "contract": 1, "include": ["base.contract.json"],
      "endpoints": { "GET /pet": "Pet", "GET /page": { "pets": "[Pet]", "next?": "String" } },
      "mappings": { "Pet": { "switch": "kind", "cases": { "cat": "Cat", "dog": "Dog" } } } }
    """,
  ]

  private func check(_ paths: [String], _ records: [String]) throws -> CaptureCheck {
    let set = ContractSet(paths: paths, files: Files(texts: Self.texts))
    #expect(set.isUsable, "\(set.errors)")
    let files = ["x.ndjson": records.joined(separator: "\n")]
    var check = CaptureCheck(set.contracts, options: CheckOptions())
    try withFolder(files) { folder in
      var reader = CaptureReader(format: .exchanges)
      _ = reader.read(CaptureInput(file: folder + "/x.ndjson")) { check.check($0, $1) }
    }
    return check
  }

  private let cat =
    #"{"method":"GET","url":"/pet","status":200,"body":{"kind":"cat","id":1,"lives":9}}"#

  @Test(
    "An inherited or included line counts once, in its own contract",
    arguments: [
      ["a.contract.json"], ["a.contract.json", "base.contract.json"],
      ["base.contract.json", "a.contract.json"],
    ])
  func lines(paths: [String]) throws {
    let coverage = try check(paths, [cat]).coverage
    let lines = coverage.lines.map { "\($0.totals.line.source) \($0.isSeen)" }
    #expect(
      lines.sorted() == [
        "at false", "id true", "lives true", "next false", "pets false", "tricks false",
      ])
    for line in coverage.lines where paths.contains("base.contract.json") {
      let isOfBase = !["next", "pets"].contains(line.totals.line.source.description)
      #expect(paths[line.contract] == (isOfBase ? "base.contract.json" : "a.contract.json"))
    }
  }

  @Test("Cases and endpoints of the given contracts count, captured or not")
  func others() throws {
    let check = try check(["a.contract.json"], [cat])
    #expect(
      check.coverage.cases.map { "\($0.totals.item.conditionText) \($0.isSeen)" }
        == ["kind = 'cat' true", "kind = 'dog' false"])
    #expect(check.coverage.endpoints.map(\.isSeen) == [true, false])
    let nothing = try self.check(["a.contract.json"], []).coverage
    #expect(nothing.lines.map(\.isSeen) == Array(repeating: false, count: 6))
    #expect(nothing.cases.map(\.isSeen) == [false, false])
  }

  @Test("A line that no payload had is reported once, if the rule is raised")
  func noted() throws {
    var options = CheckOptions()
    for (rule, expected) in [
      (RuleID.unseenKey, 4), (.unseenCase, 1), (.neverCaptured, 1), (.missingKey, 0),
    ] {
      options.severities = [rule: .error]
      let set = ContractSet(
        paths: ["a.contract.json", "base.contract.json"], files: Files(texts: Self.texts))
      var check = CaptureCheck(set.contracts, options: options)
      check.merge(try self.check(["a.contract.json", "base.contract.json"], [cat]))
      var partial = check
      partial.finish(isWhole: false)
      #expect(partial.totals.groupKeys.isEmpty)
      check.finish()
      #expect(check.totals.groupKeys.map(\.rule) == Array(repeating: rule, count: expected))
    }
  }
}

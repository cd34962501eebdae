import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("infer --update changes a file only on demand, and names what it leaves")
struct UpdateCommandTests {
  private static let contract = """
    {
      "contract": 1,
      "include": ["b.contract.json"],
      "endpoints": { "GET /users/:id": "User", "event e": "Pet" },
      "mappings": {
        "User": { "map": { "id": "Int 1...5", "name": "String" } }
      }
    }

    """

  private static let included = """
    { "contract": 1, "mappings": { "Pet": { "map": { "p": "Int" } } } }
    """

  private static let files = [
    "a.contract.json": contract, "b.contract.json": included,
    "x.ndjson": [
      Ending.get("/users/1", #"{"id": 9}"#), #"{"event": "e", "data": {}}"#, "",
    ].joined(separator: "\n"),
  ]

  @Test("Constraints and included lines are named with their positions")
  func remainders() throws {
    try withFolder(Self.files) { folder in
      let run = CommandRun(
        "infer", "--update", folder + "/a.contract.json", folder + "/x.ndjson")
      #expect(run.exitCode == .violations)
      #expect(
        run.errors.replacing(folder + "/", with: "") == """
          contractcheck: a.contract.json:6:30: not repaired: out-of-range 1×
          contractcheck: b.contract.json:1:55: not repaired: absent 1×

          """)
      let text = try String(contentsOfFile: folder + "/a.contract.json", encoding: .utf8)
      #expect(text == Self.contract)
    }
  }

  @Test("Captures that break the changed contract fail, with and without a proposal")
  func unrepaired() throws {
    let contract = Self.files["a.contract.json"] ?? ""
    let files = [
      "a.contract.json": contract, "b.contract.json": Self.included,
      "x.ndjson": Ending.get("/users/1", #"{"id": 9, "name": "a"}"#) + "\n",
    ]
    for words in [[], ["--write"]] {
      let run = try CommandRun(
        ["infer", "--update", "DIR/a.contract.json", "DIR/x.ndjson"] + words, in: files)
      #expect(run.exitCode == .violations)
      #expect(run.output.isEmpty)
      #expect(run.errors == "contractcheck: a.contract.json:6:30: not repaired: out-of-range 1×\n")
    }
    let both = try CommandRun(
      ["infer", "--update", "DIR/a.contract.json", "DIR/x.ndjson", "--write"],
      in: files.merging(["x.ndjson": Ending.get("/users/1", #"{"id": 9}"#) + "\n"]) { $1 })
    #expect(both.exitCode == .violations)
    #expect(both.errors.hasSuffix("a.contract.json is changed\n"))
  }

  @Test("--write changes the file, or the target of a link")
  func write() throws {
    try withFolder(Self.files) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/l.contract.json", withDestinationPath: "a.contract.json")
      let run = CommandRun(
        "infer", "--update", folder + "/l.contract.json", "--write", folder + "/x.ndjson")
      // Other lines are still broken.
      #expect(run.exitCode == .violations)
      #expect(run.output.isEmpty)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/l.contract.json")
      #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
      let text = try String(contentsOfFile: folder + "/a.contract.json", encoding: .utf8)
      let changed = Self.contract.replacing(
        #""name": "String" } }"#, with: #""name?": "String" } }  // absent in 1 of 1"#)
      #expect(text == changed)
    }
  }

  @Test("Bare bodies have the type of --as")
  func bareBodies() throws {
    try withFolder(["a.contract.json": Ending.contract, "b.json": #"[{"id": 1}, {}]"#]) { folder in
      let run = CommandRun(
        "infer", "--update", folder + "/a.contract.json", "--as", "[User]", folder + "/b.json")
      #expect(run.output.contains(#"+    "User": { "map": { "id?": "Int""#), "\(run.output)")
    }
  }
}

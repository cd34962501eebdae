import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("Output and exit code say what the program did")
struct CommandLineTests {
  private let contracts = PackageFolder.root.appending(path: "Contracts").path

  @Test("The package's own contracts have no mistakes")
  func ownContracts() {
    let result = CommandRun("lint", contracts)
    #expect(result.exitCode == .success)
    #expect(result.output == "checked 5 contracts with 49 mappings: no errors\n")
    #expect(result.errors == "")
  }

  @Test("A faulty contract gives exit code 3, and the report on standard output")
  func invalidContract() throws {
    try withFolder(["a.contract.json": #"{ "contract": 1, "mapings": {} }"#]) { folder in
      let result = CommandRun("lint", "--report=short", folder)
      #expect(result.exitCode == .invalidContract)
      #expect(
        result.output == """
          \(folder)/a.contract.json:1:18: error: unknown word "mapings"; did you mean "mappings"?
          checked 1 contract with 0 mappings: 1 error

          """)
      #expect(result.errors == "")
    }
  }

  @Test("A contract with only a warning gives exit code 0")
  func warning() throws {
    let text =
      #"{ "contract": 1, "endpoints": { "GET /a": "Int" }, "mappings": { "A": { "map": { "a": "Int" } } } }"#
    try withFolder(["a.contract.json": text]) { folder in
      let result = CommandRun("lint", folder + "/a.contract.json")
      #expect(result.exitCode == .success)
      #expect(result.output.hasSuffix("checked 1 contract with 1 mapping: 1 warning\n"))
    }
  }

  @Test(
    "Folders are searched, but not hidden ones and not through links; includes stay below the root")
  func search() throws {
    let good = #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int" } } } }"#
    let files = [
      "b/good.contract.json": good, "a/bad.contract.json": "[]", "a/other.json": "[",
      ".hidden/bad.contract.json": "[]",
      "a/includes.contract.json":
        #"{ "contract": 1, "include": ["../b/good.contract.json", "../../x.contract.json"] }"#,
    ]
    try withFolder(files) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/b/loop", withDestinationPath: folder)
      let result = CommandRun("lint", "--report", "short", folder)
      #expect(
        result.output == """
          \(folder)/a/bad.contract.json:1:1: error: expected a contract, which is an object, found an array
          \(folder)/a/includes.contract.json:1:57: error: "../../x.contract.json" is outside the root \
          folder of the contracts
          checked 3 contracts with 1 mapping: 2 errors

          """)
    }
  }

  @Test("A link that leads out of the root is not followed, neither to a contract nor to a fixture")
  func links() throws {
    let secret = #"{ "contract": 1, "mappings": { "Secret": { "map": { "a": "Strng" } } } }"#
    try withFolder(["secret.contract.json": secret, "secret.json": "1"]) { outside in
      let contract = """
        { "contract": 1, "include": ["link.contract.json"], "mappings": { "A": { "map": { "a": "Int" } } },
          "examples": [{ "name": "a", "fixture": "link.json", "as": "A" }] }
        """
      let files = ["Package.swift": "", "a.contract.json": contract, "Fixtures/own.json": "1"]
      try withFolder(files) { folder in
        for (link, target) in [
          ("link.contract.json", "secret.contract.json"), ("Fixtures/link.json", "secret.json"),
        ] {
          try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(link)", withDestinationPath: "\(outside)/\(target)")
        }
        let result = CommandRun("lint", "--report", "short", folder + "/a.contract.json")
        #expect(result.exitCode == .invalidContract)
        #expect(!result.output.contains("Strng"))
        #expect(result.output.contains("it is a link that leads out of the root folder"))
        #expect(result.output.contains(#"there is no fixture "link.json""#))
      }
    }
  }

  @Test("Fixtures are found from the package around a contract, wherever the command is run")
  func packageAround() throws {
    let contract = """
      { "contract": 1, "mappings": { "A": { "map": { "a": "Int" } } },
        "examples": [{ "name": "a", "fixture": "own.json", "as": "A" }] }
      """
    let files = [
      "Package.swift": "", "Sources/App/a.contract.json": contract, "Fixtures/own.json": "1",
    ]
    try withFolder(files) { folder in
      #expect(CommandRun("lint", folder + "/Sources/App/a.contract.json").exitCode == .success)
    }
  }

  @Test("A missing operand is reported, and the rest is checked")
  func missingFile() {
    let result = CommandRun("lint", contracts, "/nowhere/\u{1b}[31mx.contract.json")
    #expect(result.exitCode == .unreadableInput)
    #expect(
      result.errors
        == "contractcheck: no such file or folder: /nowhere/<U+001B>[31mx.contract.json\n")
    #expect(result.output.hasPrefix("checked 5 contracts"))
  }

  @Test("A folder without contracts gives exit code 5")
  func nothingToCheck() throws {
    try withFolder([:]) { folder in
      let result = CommandRun("lint", folder)
      #expect(result.exitCode == .nothingChecked)
      #expect(result.errors == "contractcheck: no *.contract.json below \(folder)\n")
    }
  }

  @Test(
    "A wrong command line gives exit code 2 and a suggestion",
    arguments: [
      (["lnt"], "contractcheck: unknown command \"lnt\"\n  hint: did you mean \"lint\"?\n"),
      (
        ["\u{1b}x"],
        "contractcheck: unknown command \"<U+001B>x\"\n  hint: contractcheck --help lists the commands\n"
      ),
      (
        ["lint", "--reprot", "x"],
        "contractcheck: unknown option \"--reprot\"\n  hint: did you mean --report?\n"
      ),
      (["lint", "-z"], "contractcheck: unknown option \"-z\"\n"),
      (["lint", "--report"], "contractcheck: --report needs a value: STYLE\n"),
      (
        ["lint", "--report", "shrt"],
        "contractcheck: --report is one of human, short, not \"shrt\"\n  hint: did you mean \"short\"?\n"
      ),
      (["lint", "--help=yes"], "contractcheck: --help takes no value\n"),
      (
        ["schema"],
        "contractcheck: schema needs a format\n  hint: write contractcheck schema contract, or report\n"
      ),
      (
        ["help", "x"],
        "contractcheck: unknown command \"x\"\n  hint: contractcheck --help lists the commands\n"
      ),
    ])
  func usage(words: [String], message: String) {
    let result = CommandRun(words)
    #expect(result.exitCode == .usage)
    #expect(result.errors == message)
    #expect(result.output == "")
  }

  @Test("Help and version go to standard output")
  func help() {
    #expect(CommandRun("--version").output == "contractcheck 0.1.0\n")
    #expect(CommandRun("--help").output == Help.overview)
    #expect(CommandRun("lint", "-h").output == Help.text(of: .lint))
    #expect(CommandRun("help", "lint").output == Help.text(of: .lint))
    #expect(CommandRun().exitCode == .usage)
    #expect(
      Help.text(of: .lint) == """
        contractcheck lint: check contract files for mistakes

        usage: contractcheck lint [OPTION...] [CONTRACT...]

        Reads *.contract.json files and the files they include, and reports every mistake with its line
        and column. A CONTRACT is a file, or a folder that is searched. Without one, everything below
        the package's root is read: the nearest folder with a Package.swift.

        Exit codes: 3 if a contract has an error; 0 if there are only warnings.

        options:
          --report STYLE  human: with the line and the place marked (default); short: one line each
          --color WHEN    color reports for a person: auto (default; if a terminal shows them), always, never
          -h, --help      print help

        """)
  }

  @Test("The schema that is printed is the one in Contracts")
  func schema() throws {
    let committed = try String(contentsOfFile: contracts + "/contract.schema.json", encoding: .utf8)
    #expect(CommandRun("schema", "contract").output == committed)
  }

  @Test("No schema has a duplicate member", arguments: ["contract", "report"])
  func schemas(name: String) throws {
    let schema = try JSONDocument(parsing: CommandRun("schema", name).output)
    #expect(schema.notices.isEmpty)
  }
}

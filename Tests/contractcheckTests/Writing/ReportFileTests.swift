import DiskReading
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("A file that cannot be written as a whole leaves the old one")
struct ReportFileTests {
  private static let contract =
    #"{ "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } } }"#

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("An unfinished file does not appear; a finished one keeps permissions and links")
  func replacing() throws {
    try withFolder(["old": "old"]) { folder in
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: folder + "/old")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "old")
      do {
        let file = try ReportFile(folder + "/link").opened()
        try file.write(Array("half".utf8))
        #expect(try names(folder).count == 3)
      }
      #expect(try names(folder) == ["link", "old"])
      #expect(try text(folder + "/old") == "old")
      try ReportFile(folder + "/link").write("new")
      #expect(try names(folder) == ["link", "old"])
      #expect(try text(folder + "/old") == "new")
      let mode = try FileManager.default.attributesOfItem(atPath: folder + "/old")[
        .posixPermissions]
      #expect(mode as? Int == 0o640)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "old")
    }
  }

  @Test("System errors are described in words")
  func words() throws {
    try withFolder(["file": ""]) { folder in
      #expect(throws: WriteFailure("\(folder)/file/a", code: ENOTDIR)) {
        try ReportFile(folder + "/file/a").write("")
      }
      #expect(throws: WriteFailure(folder, code: EISDIR)) { try ReportFile(folder).write("") }
    }
    #expect(
      WriteFailure("a", code: ENOSPC).description == "a cannot be written: there is no space left")
  }

  @Test(
    "Reports, parts and baselines stay unchanged, without pieces of new ones",
    .enabled(if: BuiltCommand.isBuilt))
  func tooLarge() async throws {
    let records = #"{"id":"1"}"# + "\n" + #"{"id":2}"# + "\n"
    try await withFolder(["a.contract.json": Self.contract, "x.ndjson": records]) { folder in
      let script = #"""
        cd '\#(folder)'
        words="check x.ndjson -c . --as User --format ndjson"
        "$COMMAND" $words --write-baseline base --reason known --expires 2099-01-01
        for name in json ndjson short part; do echo old > $name; done; cp base base.old
        echo '{"id":null}' >> x.ndjson; ls > before
        ulimit -f 0
        "$COMMAND" $words --report json=json --report ndjson=ndjson --report short=short \
          --report human --write-baseline base --reason new; echo $?
        "$COMMAND" $words --partial part; echo $?
        """#
      let output = try await BuiltCommand.run(script, environment: ["CI": ""]).output
      for name in ["json", "ndjson", "short", "base", "part"] {
        #expect(
          output.contains("contractcheck: \(name) cannot be written: it would be too large\n"),
          "\(output)")
      }
      // The other report is written.
      #expect(output.contains("\nchecked 3 payloads in 1 input"))
      #expect(output.split(separator: "\n").filter { $0 == "4" }.count == 2)
      for name in ["json", "ndjson", "short", "part"] {
        #expect(try text("\(folder)/\(name)") == "old\n")
      }
      #expect(try text(folder + "/base") == text(folder + "/base.old"))
      let before = try text(folder + "/before").split(separator: "\n").map(String.init)
      let found = try names(folder)
      #expect(found == before)
    }
  }

  @Test(
    "A full device is reported per report, and the others are written",
    .enabled(if: BuiltCommand.isBuilt && FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["json", "ndjson", "short", "junit", "human", "github"])
  func full(name: String) async throws {
    try await withFolder(["a.contract.json": Self.contract, "x.json": #"{"id":"1"}"#]) { folder in
      let output = try await BuiltCommand.run(
        """
        cd '\(folder)'; "$COMMAND" check x.json -c . --as User --report \(name)=/dev/full \
          --report markdown=page; echo $?; head -n 1 page
        """
      ).output
      #expect(
        output == """
          contractcheck: /dev/full cannot be written: there is no space left
          4
          ## contractcheck: 1 violation in 1 group

          """)
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Failed writes never trap", .enabled(if: BuiltCommand.isBuilt))
struct StandardOutputTests {
  private static let files = [
    "a.contract.json": #"""
    { "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } },
      "examples": [{ "name": "one", "as": "User", "json": { "id": 1 } }] }
    """#,
    "x.ndjson": "{\"id\":\"1\"}\n{\"id\":\"2\"}\n", "one.json": #"{"id":1}"#,
  ]

  /// One command line of each command with output.
  private static let commands = [
    "--help", "--version", "check --help", "completions bash", "explain", "explain wrong-type",
    "man", "schema contract", "schema report", "lint .", "test .",
    "map one.json --as User -c .", "map one.json --as User -c . --report json",
    "generate . --as User --faults random --count 3000 --ids",
    "check x.ndjson -c . --as User --format ndjson",
    "check x.ndjson -c . --as User --format ndjson --report short --report json",
    "check x.ndjson -c . --as User --format ndjson --report ndjson",
    "check x.ndjson -c . --as User --format ndjson --partial -",
    "merge part -c .",
  ]

  /// Runs a script in a folder with the files and a part.
  private func run(_ script: String) async throws -> String {
    var output = ""
    try await withFolder(Self.files) { folder in
      output = try await BuiltCommand.run(
        """
        cd '\(folder)'
        "$COMMAND" check x.ndjson -c . --as User --format ndjson --partial part
        \(script)
        """
      ).output
    }
    return output
  }

  @Test(
    "A full disk is one sentence and exit code 4", .enabled(if: TestDepth.isFull),
    arguments: commands)
  func full(words: String) async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    #expect(
      try await run("\"$COMMAND\" \(words) > /dev/full; echo $?") == """
        contractcheck: standard output cannot be written: there is no space left
        4

        """)
  }

  @Test(
    "A closed pipe is no error and does not change the exit code",
    arguments: TestDepth.some(commands))
  func closed(words: String) async throws {
    let output = try await run(
      """
      "$COMMAND" \(words) > out 2> expected; echo $? >> expected; test -s out || echo nothing
      "$COMMAND" \(words) >&- 2> closed; echo $? >> closed; cmp expected closed
      { sleep 0.2; "$COMMAND" \(words) 2> gone; echo $? >> gone; } | true; cmp expected gone
      """)
    #expect(output == "")
  }

  @Test("The exit code reports errors without standard error")
  func closedErrors() async throws {
    let output = try await run(
      """
      "$COMMAND" check none -c . 2>&-; echo $?
      "$COMMAND" check none -c . 2> /dev/full; echo $?
      "$COMMAND" check --none 2>&-; echo $?
      "$COMMAND" lint none >&- 2>&- <&-; echo $?
      """)
    #expect(output.split(separator: "\n").filter { $0.count == 1 } == ["4", "4", "2", "4"])
    #expect(!output.contains("Fatal"))
  }

  @Test("Files do not get the descriptors of closed streams")
  func numbers() async throws {
    let output = try await run(
      """
      "$COMMAND" check x.ndjson -c . --as User --format ndjson --report human --report short=s \
        --report ndjson=n >&- 2>&-
      echo $?; wc -l < s; wc -l < n; grep -c checked s n
      """)
    #expect(output.split { $0 == "\n" || $0 == " " } == ["1", "2", "2", "s:0", "n:0"])
  }

  @Test("Unreadable standard input is an error", arguments: ["map - --as User", "merge -"])
  func input(words: String) async throws {
    let output = try await run(
      "\"$COMMAND\" \(words) -c . <&-; echo $?\n\"$COMMAND\" \(words) -c . < .; echo $?")
    let lines = output.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0].hasSuffix("cannot be read: it is closed") && lines[1] == "4")
    #expect(lines[2].hasSuffix("cannot be read: it is a folder") && lines[3] == "4")
  }
}

import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck redact replaces the values of captures")
struct RedactCommandTests {
  private static let line =
    #"{"method":"GET","url":"https://api.example.com/users/17","status":200,"body":{"id":17,"name":"Ann Lee"}}"#
  private static let contract = """
    { "contract": 1, "endpoints": { "GET /users/:id": "U" },
      "mappings": { "U": { "map": { "id": "Int 10...99", "name": "String" } } } }
    """
  private static let files = [
    "c/a.ndjson": line + "\n", "c/sub/b.json": #"{"id":17,"name":"Ann Lee"}"#,
    "u.contract.json": contract,
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("One input is written to a file, and the result depends on the seed")
  func file() throws {
    try withFolder(Self.files) { folder in
      let input = folder + "/c/a.ndjson"
      let result = CommandRun("redact", input, "-o", folder + "/o/x.ndjson", "--seed", "1")
      #expect(result.exitCode == .success, "\(result.errors)")
      #expect(result.output == "redacted 1 record in 1 file\n")
      #expect(result.errors == "")
      let written = try text(folder + "/o/x.ndjson")
      #expect(!written.contains("Ann") && !written.contains("17"))
      for seed in ["1", "2"] {
        _ = CommandRun("redact", input, "-o", folder + "/\(seed)", "--seed", seed)
      }
      let (same, other) = (try text(folder + "/1"), try text(folder + "/2"))
      #expect(same == written && other != written)
      _ = CommandRun("redact", input, "-o", folder + "/3")
      _ = CommandRun("redact", input, "-o", folder + "/4")
      let drawn = [try text(folder + "/3"), try text(folder + "/4")]
      #expect(drawn[0] != drawn[1])
    }
  }

  @Test("A folder keeps equal values in all its files, and checks as before")
  func folder() throws {
    try withFolder(Self.files) { folder in
      let result = CommandRun("redact", folder + "/c", "-o", folder + "/o", "-c", folder)
      #expect(result.output == "redacted 2 records in 2 files\n")
      let one = try text(folder + "/o/a.ndjson")
      let other = try text(folder + "/o/sub/b.json").dropFirst().dropLast()
      #expect(one.contains(other))
      let check = CommandRun("check", folder + "/o/a.ndjson", "-c", folder)
      #expect(check.exitCode == .success, "\(check.output)")
    }
  }

  @Test("Values that stay, or break the contract now, are counted and named")
  func counted() throws {
    let contract = """
      { "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": { "A": { "map": {
        "only": "Int 7...7", "pin": { "type": "Int 8...8", "sensitive": true } } } } }
      """
    let line = #"{"method":"GET","url":"/a","status":200,"body":{"only":7,"pin":8}}"#
    try withFolder(["a.ndjson": line, "a.contract.json": contract]) { folder in
      let result = CommandRun("redact", folder + "/a.ndjson", "-o", folder + "/b", "-c", folder)
      #expect(result.exitCode == .violations)
      #expect(
        result.errors == """
          contractcheck: 1 value stayed the same, for few are of its kind: 7...7
          contractcheck: 1 value found no other that keeps what a contract asks: 8...8
            hint: check both captures, and compare

          """)
      let written = try text(folder + "/b")
      #expect(written.contains(#""only":7,"pin":"#) && !written.contains(#""pin":8"#))
    }
  }

  @Test("An existing file is replaced only on demand")
  func force() throws {
    try withFolder(Self.files) { folder in
      let words = ["redact", folder + "/c/a.ndjson", "-o", folder + "/u.contract.json"]
      let result = CommandRun(words)
      #expect(result.exitCode == .usage)
      #expect(
        result.errors == """
          contractcheck: \(folder)/u.contract.json is there already
            hint: --force replaces it

          """)
      let kept = try text(folder + "/u.contract.json")
      #expect(kept == Self.contract)
      #expect(CommandRun(words + ["--force"]).exitCode == .success)
      let replaced = try text(folder + "/u.contract.json")
      #expect(replaced != Self.contract)
    }
  }

  @Test("Packed input is written unpacked, with a notice")
  func packed() throws {
    try withFolder(["x": ""]) { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/c", withIntermediateDirectories: false)
      let packed = GzipWriter.member(Self.line + "\n")
      try Data(packed).write(to: URL(filePath: folder + "/c/a.ndjson.gz"))
      let result = CommandRun("redact", folder + "/c", "-o", folder + "/o", "--seed", "1")
      #expect(result.errors == "contractcheck: \(folder)/o/a.ndjson is written unpacked\n")
      #expect(try text(folder + "/o/a.ndjson").hasPrefix(#"{"method":"GET","#))
    }
  }

  @Test("A line that cannot be read is named as by check, and becomes an empty line")
  func unreadableLines() throws {
    try withFolder(Self.files) { folder in
      let (input, output) = (folder + "/c/b.ndjson", folder + "/o")
      let latin = Self.latin1(Self.line.replacing("Lee", with: "L\u{e9}e"))
      let others = [
        "", Self.line, #"{"method":"GET","url":"#, #"{"id":17}"#, "", Self.line, "\0\0",
      ]
      try (latin + Data(others.joined(separator: "\n").utf8)).write(to: URL(filePath: input))
      let result = CommandRun("redact", input, "-o", output, "-c", folder, "--seed", "1")
      #expect(result.exitCode == .unreadableInput)
      #expect(result.output == "redacted 2 records in 1 file\n")
      #expect(
        result.errors == """
          contractcheck: \(input):1:100: the line is not JSON: expected UTF-8, found the byte 0xE9
          contractcheck: \(input):3:23: the line is not JSON: expected a value, found the end of the text
          contractcheck: \(input):4:1: the line is neither an exchange nor an event
          contractcheck: \(input):7:1: the line is not JSON: expected a value, found U+0000

          """)
      let lines = try text(output).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.map(\.isEmpty) == [true, false, true, true, true, false, true, true])
      #expect(CommandRun("check", input, "-c", folder).errors == result.errors)
      let check = CommandRun("check", output, "-c", folder)
      #expect(check.exitCode == .success && check.output.contains("checked 2 payloads"))
    }
  }

  @Test("A body with a byte that is not UTF-8 does not become JSON")
  func otherCharset() throws {
    try withFolder(Self.files) { folder in
      let (input, output) = (folder + "/b.json", folder + "/o")
      let bytes = Self.latin1(#"{"id":17,"name":"\#u{e9}"}"#)
      try bytes.write(to: URL(filePath: input))
      for seed in 1...20 {
        let words = ["redact", input, "-o", output, "--seed", "\(seed)", "--force"]
        #expect(CommandRun(words).exitCode == .success)
        #expect(throws: JSONParseError.self) { try JSONDocument(parsing: try text(output)) }
      }
    }
  }

  @Test("Errors have a hint, and leave no output")
  func mistakes() throws {
    try withFolder(Self.files) { folder in
      #expect(CommandRun("redact").exitCode == .usage)
      #expect(
        CommandRun("redact", folder + "/c").errors
          == "contractcheck: redact needs --output\n  hint: write -o FILE, or -o FOLDER\n")
      let missing = CommandRun("redact", folder + "/none", "-o", folder + "/o")
      #expect(missing.exitCode == .unreadableInput)
      let bad = CommandRun(
        "redact", folder + "/c", "-o", folder + "/o", "-c", folder + "/c/sub/b.json")
      #expect(bad.exitCode != .success)
      #expect(!FileManager.default.fileExists(atPath: folder + "/o"))
    }
  }

  @Test("The help on the seed warns that its owner can test guesses")
  func help() {
    let help = CommandRun("redact", "--help").output.split(separator: "\n").joined(separator: " ")
    #expect(help.contains("who knows the number can test guesses"))
  }

  private static func latin1(_ text: String) -> Data {
    Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
}

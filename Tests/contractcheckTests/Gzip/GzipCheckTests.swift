import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Gzip input is checked as plain input")
struct GzipCheckTests {
  private static let reports = ["short", "ndjson", "json", "junit", "sarif"]

  /// Returns the reports on a file, without `.gz` at the end of its name.
  private func printed(
    _ name: String, in folder: String, _ options: [String]
  ) throws -> [String] {
    let outputs = Self.reports.flatMap { ["--report", "\($0)=\(folder)/\($0).out"] }
    let run = CommandRun(
      ["check", "\(folder)/\(name)", "-c", folder, "--report", "human"] + outputs + options)
    let texts = try Self.reports.map {
      try String(contentsOfFile: "\(folder)/\($0).out", encoding: .utf8)
    }
    return (["\(run.exitCode)", run.output, run.errors] + texts).map {
      $0.replacingOccurrences(of: folder, with: "").replacingOccurrences(of: ".gz", with: "")
    }
  }

  @Test(
    "Reports are the same for every format and packer",
    arguments: GzipCapture.files.keys.sorted(), [false, true])
  func formats(name: String, isByCommand: Bool) throws {
    if isByCommand, !GzipWriter.hasCommand { return }
    let plain = Array((GzipCapture.files[name] ?? "").utf8)
    let packed = isByCommand ? try GzipWriter.packed(plain) : GzipWriter.member(plain)
    // Reports shorten long paths, so both files are in one folder.
    try GzipCapture.withFiles([name: plain, name + ".gz": packed]) { folder in
      for options in [[], ["--as", "User"]] {
        let expected = try printed(name, in: folder, options)
        #expect(try printed(name + ".gz", in: folder, options) == expected)
      }
    }
  }

  @Test("The content counts, not the name")
  func names() throws {
    let plain = try GzipCapture.run(Array(GzipCapture.lines.utf8), named: "x.ndjson")
    #expect(plain.checkedCount == 4 && plain.exitCode == .success)
    let packed = GzipWriter.member(GzipCapture.lines)
    for name in ["x.ndjson.gz", "x.NDJSON.GZ", "x.ndjson", "x", "x.gz", "x.bin"] {
      #expect(try GzipCapture.run(packed, named: name) == plain)
    }
    #expect(try GzipCapture.run(Array(GzipCapture.lines.utf8), named: "x.ndjson.gz") == plain)
  }

  @Test("Packed files in folders are found, and patterns apply to their content")
  func folders() throws {
    let files = [
      "c/1.ndjson.gz": GzipWriter.member(GzipCapture.lines),
      "c/d/2.json.gz": GzipWriter.member(#"{"id":1,"name":"a"}"#),
      "c/d/3.json": Array(#"{"id":1,"name":"a"}"#.utf8),
    ]
    try GzipCapture.withFiles(files) { folder in
      func checkedCount(_ options: String...) -> Int? {
        let words = ["check", "\(folder)/c", "-c", folder, "--as", "User", "-q"]
        return GzipCapture.Printed(CommandRun(words + options), folder).checkedCount
      }
      #expect(checkedCount() == 6)
      #expect(checkedCount("--include", "*.json") == 2)
      #expect(checkedCount("--include", "*.gz") == 5)
      #expect(checkedCount("--include", "*.json.gz") == 1)
      #expect(checkedCount("--exclude", "*.ndjson") == 2)
      #expect(checkedCount("--exclude", "d/2.json") == 5)
    }
  }

  @Test(
    "The configuration's rules apply to packed files, and it may set the ratio",
    .enabled(if: BuiltCommand.isBuilt))
  func configuration() async throws {
    let config = """
      { "contracts": ".", "quiet": true, "input": ["users"], "inputs": { "users/*.json": "User" }, "max-ratio": 100 }
      """
    let files = [
      ".contractcheck.json": Array(config.utf8),
      "users/1.json.gz": GzipWriter.member(#"{"id":1,"name":"a"}"#),
      "users/2.json.gz": GzipWriter.bomb(behind: " ")
        + Array(repeatElement(GzipWriter.spaces, count: 1_000).joined()),
    ]
    try await GzipCapture.withFiles(files) { folder in
      let result = try await BuiltCommand.run(
        #"cd "$FOLDER" && "$COMMAND" check; echo $?"#, environment: ["FOLDER": folder])
      let lines = result.output.replacingOccurrences(of: folder + "/", with: "")
        .split(separator: "\n").map(String.init)
      #expect(
        lines == [
          "contractcheck: users/2.json.gz: cannot be read: the gzip data unpacks to more than "
            + "100 times its size at offset 8274, which is the limit (--max-ratio)",
          "endpoints", "  User  1 payload", "could not be read",
          "  users/2.json.gz: cannot be read: the gzip data unpacks to more than 100 times its size at "
            + "offset 8274, which is the limit (--max-ratio)",
          "checked 1 payload in 2 inputs, 19 bytes: no violations; captured endpoints 0 of 2, keys 2 of 2, "
            + "statuses 0 of 1; 0 keys not in the contract; 0 unmatched", "4",
        ])
    }
  }

  @Test("Consecutive members are one text")
  func members() throws {
    let text = Array(GzipCapture.lines.utf8)
    let whole = try GzipCapture.run(text, named: "x.ndjson")
    for cut in 0...text.count {
      let (first, second) = (GzipWriter.member(text[..<cut]), GzipWriter.member(text[cut...]))
      let empty = GzipWriter.member("")
      #expect(try GzipCapture.run(first + second, named: "x.ndjson.gz") == whole)
      #expect(try GzipCapture.run(first + empty + second, named: "x.ndjson.gz") == whole)
    }
  }

  @Test("Any valid header of a member is accepted")
  func headers() throws {
    let whole = try GzipCapture.run(Array(GzipCapture.lines.utf8), named: "x.ndjson")
    for number in 0..<16 {
      var header = GzipWriter.Header()
      if number & 1 != 0 { header.extra = Array(repeating: 0x1f, count: 300) }
      if number & 2 != 0 { header.name = "another.har" }
      if number & 4 != 0 { header.comment = "Stra\u{df}e" }
      header.hasChecksum = number & 8 != 0
      let packed = GzipWriter.member(GzipCapture.lines, header)
      #expect(try GzipCapture.run(packed, named: "x.ndjson.gz") == whole)
    }
  }

  @Test("Positions and byte counts are those of the unpacked text")
  func textPlaces() throws {
    let pad = String(repeating: "x", count: 200_000)
    let text = "{\"id\":1,\"name\":\"\(pad)\"}\n{\"id\":2,\"name\":\"b\"}\n{\"id\":3}\n"
    let printed = try GzipCapture.run(
      GzipWriter.member(text), named: "x.ndjson.gz", "--report", "short")
    #expect(
      printed.output == """
        x.ndjson.gz:3:1: error: [missing-key] at name: the key "name" is missing

        """)
  }
}

import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Packed input gives the same reports with any workers and shards")
struct GzipSharingTests {
  /// More than nine megabytes of lines, some of them with violations.
  private static let text: [UInt8] = {
    let pad = String(repeating: "x", count: 9_000)
    let lines = (0..<1_030).map { number in
      switch number % 41 {
      case 0: "{\"id\":\"\(number)\",\"pad\":\"\(pad)\"}\n"
      case 1: "{ broken \(number)\n"
      default: "{\"id\":\(number),\"name\":\"n\",\"pad\":\"\(pad)\"}\n"
      }
    }
    return Array(lines.joined().utf8)
  }()

  /// Creates a large file that is split, the same file packed and truncated, and small files.
  private func withCapture(_ body: (String, [String]) throws -> Void) throws {
    let packed = GzipWriter.member(Self.text)
    var files = [
      "c/a.ndjson": Self.text, "c/b.ndjson.gz": packed, "c/c.ndjson.gz": packed.dropLast(100_000),
    ]
    for (name, text) in GzipCapture.files {
      files["c/\(name).gz"] = GzipWriter.member(text)
    }
    try GzipCapture.withFiles(files) { folder in
      try body(folder, ["\(folder)/c", "-c", folder, "--as", "User"])
    }
  }

  @Test(
    "Reports are the same with one, two and eight workers, and in three shards",
    .enabled(if: TestDepth.isFull))
  func reports() throws {
    try withCapture { folder, words in
      let names = ["short", "json"]
      let runs = try ["1", "2", "8"].map { jobs in
        let files = names.map { "\(folder)/\(jobs).\($0)" }
        let reports = zip(names, files).flatMap { ["--report", "\($0)=\($1)"] }
        let run = CommandRun(["check"] + words + ["--jobs", jobs, "--report", "human"] + reports)
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return ["\(run.exitCode)", run.output, run.errors] + texts
      }
      #expect(runs[0][0] == "unreadableInput")
      #expect(runs[0][2].contains("c/c.ndjson.gz: cannot be read: the gzip data is cut off at"))
      #expect(runs[1] == runs[0] && runs[2] == runs[0])
      let parts = (1...3).map { "\(folder)/\($0).part" }
      for (number, part) in parts.enumerated() {
        _ = CommandRun(["check"] + words + ["--shard", "\(number + 1)/3", "--partial", part])
      }
      let merged = CommandRun(["merge"] + parts + ["-c", folder])
      #expect(["\(merged.exitCode)", merged.output, merged.errors] == Array(runs[0][..<3]))
    }
  }

  @Test("A packed file belongs to one shard")
  func whole() throws {
    let packed = GzipWriter.member(Self.text)
    try GzipCapture.withFiles(["x.ndjson.gz": packed]) { folder in
      let words = ["check", "\(folder)/x.ndjson.gz", "-c", folder, "--as", "User", "-q"]
      let counts = (1...2).map { shard in
        GzipCapture.Printed(CommandRun(words + ["--shard", "\(shard)/2"]), folder).checkedCount
      }
      #expect(counts == [1_004, 0])
    }
  }

  @Test(
    "Shards of a packed standard input take every other line, and say once that it is cut off",
    .enabled(if: BuiltCommand.isBuilt))
  func standardInput() async throws {
    let lines = GzipCapture.files["lines.ndjson"] ?? ""
    let files = [
      "whole.gz": GzipWriter.member(lines), "cut.gz": GzipWriter.member(lines).dropLast(30),
    ]
    try await GzipCapture.withFiles(files) { folder in
      let script = #"""
        cd "$FOLDER"
        for file in whole cut; do
          for shard in 1 2 3; do
            "$COMMAND" check - -c . --as User --shard $shard/3 --partial - < $file.gz >> $file.parts 2> said
          done
          "$COMMAND" check - -c . --as User < $file.gz > $file.one 2>&1; echo $?
          "$COMMAND" merge $file.parts -c . > $file.merged 2>&1; echo $?
          cmp $file.one $file.merged
        done
        head -n 2 cut.one
        """#
      let result = try await BuiltCommand.run(script, environment: ["FOLDER": folder])
      #expect(
        result.output == """
          4
          4
          4
          4
          contractcheck: (standard input):7:3: the line is not JSON: expected a member name or "}", found "broken"
          contractcheck: (standard input): cannot be read: the gzip data is cut off at offset 183

          """)
    }
  }
}

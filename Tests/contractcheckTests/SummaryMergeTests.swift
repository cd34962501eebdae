import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Drafts and statistics of parts equal those of the whole")
struct SummaryMergeTests {
  /// Lines of more than eight megabytes, so that workers share the file.
  private static let lines: String = {
    var generator = SplitMix64(seed: 5)
    return (0..<2_500).map { number in
      let pad = String(repeating: "x", count: Int.random(in: 0..<7_000, using: &generator))
      let body = number % 3 == 0 ? #""tags":["a"]"# : #""name":"n\#(number % 40)""#
      let path = ["users/\(number % 9)", "orders", "orders/\(number)/items"][number % 3]
      return number % 400 == 7
        ? "{ broken \(pad)"
        : #"{"url":"https://shop.example/\#(path)","status":200,"body":{"id":\#(number),\#(body),"pad":"\#(pad)"}}"#
    }.joined(separator: "\n")
  }()

  private func withCapture(_ body: (String) throws -> Void) throws {
    let files = [
      "c/big.ndjson": Self.lines, "c/users/1.json": #"{"id":1,"mail":null}"#,
      "c/users/2.json": #"{"id":2,"mail":"a"}"#,
    ]
    try withFolder(files, body)
  }

  @Test(
    "Shards merged in any order give the same bytes and problems", .enabled(if: TestDepth.isFull),
    arguments: [["infer"], ["stats", "--report", "json"]])
  func shards(words: [String]) throws {
    let count = 3
    try withCapture { folder in
      let command = [words[0], "\(folder)/c"]
      let whole = CommandRun(command + words.dropFirst())
      let parts = (1...count).reversed().map { "\(folder)/\($0).part" }
      for number in 1...count {
        let options = ["--shard", "\(number)/\(count)", "--partial", "\(folder)/\(number).part"]
        let part = CommandRun(command + options + ["--jobs", "\(number)"])
        #expect(part.exitCode == .success)
        #expect(part.output == "")
      }
      let merged = CommandRun(["merge"] + parts + words.dropFirst())
      #expect(merged.exitCode == whole.exitCode)
      #expect(merged.output == whole.output)
      #expect(merged.errors == whole.errors)
      #expect(whole.output.count > 500 && whole.errors.contains("big.ndjson:8"))
    }
  }

  @Test("Parts give a contract per host too")
  func folders() throws {
    try withCapture { folder in
      let part = folder + "/p"
      _ = CommandRun("infer", folder + "/c", "--partial", part)
      _ = CommandRun("infer", folder + "/c", "--out", folder + "/whole")
      let merged = CommandRun("merge", part, "--out", folder + "/merged")
      #expect(merged.exitCode == .unreadableInput)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/whole").sorted()
      #expect(names.count == 3)
      for name in names {
        let texts = try ["whole", "merged"].map {
          try String(contentsOfFile: "\(folder)/\($0)/\(name)", encoding: .utf8)
        }
        #expect(texts[0] == texts[1], "\(name)")
      }
    }
  }

  @Test("Incompatible parts are rejected with a reason")
  func refused() throws {
    try withFolder(["x.json": "{}", "a.contract.json": #"{"contract":1,"mappings":{}}"#]) {
      folder in
      let file = folder + "/x.json"
      _ = CommandRun("infer", file, "--partial", folder + "/infer")
      _ = CommandRun("stats", file, "--partial", folder + "/stats")
      _ = CommandRun("infer", file, "--partial", folder + "/half", "--shard", "1/2")
      _ = CommandRun("stats", file, "--partial", folder + "/deep", "--max-record", "1MiB")
      func errors(_ names: String...) -> String {
        let run = CommandRun(["merge"] + names.map { "\(folder)/\($0)" })
        #expect(run.exitCode == .unreadableInput)
        return run.errors.replacing(folder + "/", with: "")
      }
      #expect(
        errors("infer", "stats").contains(
          "stats: this is a part of stats, but infer is one of infer")
      )
      #expect(errors("half").contains("half: shard 2/2 is missing"))
      #expect(errors("stats", "deep").contains(#"--max-record is "1MiB", but not given in stats"#))
      #expect(errors("infer", "infer").contains("the same inputs were checked in infer"))
    }
  }
}

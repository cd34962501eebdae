import CaptureChecking
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("A check with many workers or parts gives the same report")
struct MergeCommandTests {
  private static let contract = """
    { "contract": 1, "mappings": { "User": { "identifiedBy": "id", "map": {
      "id": "Int", "name": { "type": "String", "constant": true }, "tags?": "[String]" } } } }
    """

  /// Lines of more than eight megabytes, mostly long texts that no line of the contract reads.
  private static let lines: String = {
    var generator = SplitMix64(seed: 1)
    return (0..<3_000).map { number in
      let pad = String(repeating: "x", count: Int.random(in: 0..<7_000, using: &generator))
      switch Int.random(in: 0..<50, using: &generator) {
      case 0: return "{\"id\":\"\(number)\",\"name\":\"é\",\"pad\":\"\(pad)\"}"
      case 1: return "{\"id\":\(number),\"pad\":\"\(pad)\"}"
      case 2: return "{ broken \(pad)"
      case 3: return "{\"id\":\(number % 90),\"name\":\"other\",\"pad\":\"\(pad)\"}"
      default: return "{\"pad\":\"\(pad)\",\"id\":\(number % 90),\"name\":\"n\"}"
      }
    }.joined(separator: "\n")
  }()

  private func withCapture(_ body: (String, [String]) throws -> Void) throws {
    let files = [
      "a.contract.json": Self.contract, "c/big.ndjson": Self.lines,
      "c/one.json": #"{"id":1,"name":"n"}"#, "c/two.json": #"{"id":"2"}"#,
    ]
    try withFolder(files) { folder in
      try body(folder, ["\(folder)/c", "-c", folder, "--as", "User"])
    }
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test("Reports are the same, and lines keep the order of the inputs")
  func jobs() throws {
    try withCapture { folder, words in
      let names = ["short", "ndjson", "json", "sarif", "junit"]
      let runs = try ["1", "2", "8"].map { jobs in
        let files = names.map { "\(folder)/\(jobs).\($0)" }
        let reports = zip(names, files).flatMap { ["--report", "\($0)=\($1)"] }
        let run = CommandRun(["check"] + words + ["--jobs", jobs, "--report", "human"] + reports)
        #expect(run.exitCode == .unreadableInput)
        return try [run.output, run.errors] + files.map(text)
      }
      #expect(runs[1] == runs[0] && runs[2] == runs[0])
      let numbers = runs[0][2].split(separator: "\n").filter {
        !$0.contains("identity-conflict") && !$0.contains("[unread]")
      }
      .compactMap { $0.hasPrefix("\(folder)/c/big.ndjson:") ? $0.split(separator: ":")[1] : nil }
      .compactMap { Int($0) }
      #expect(numbers.count > 100 && numbers == numbers.sorted())
      let lines = Self.lines.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(numbers.allSatisfy { !lines[$0 - 1].hasSuffix("\"n\"}") })
    }
  }

  @Test("Shards merged in any order give the whole", arguments: [1, 2, 5])
  func shards(count: Int) throws {
    try withCapture { folder, words in
      let whole = CommandRun(["check"] + words)
      let parts = (1...count).reversed().map { "\(folder)/\($0).part" }
      for number in 1...count {
        let part = CommandRun(
          ["check"] + words + [
            "--shard", "\(number)/\(count)", "--partial", "\(folder)/\(number).part",
          ])
        #expect(part.exitCode == .success)
        #expect(part.output == "")
      }
      let merged = CommandRun(["merge"] + parts + ["-c", folder])
      #expect(merged.exitCode == whole.exitCode)
      #expect(merged.output == whole.output)
      #expect(merged.errors == whole.errors)
      let tolerant = CommandRun(["merge"] + parts + ["-c", folder, "--fail-on", "never", "-q"])
      #expect(tolerant.output == CommandRun(["check"] + words + ["-q"]).output)
    }
  }

  @Test("The lines of a shard's report are those of the file")
  func linesOfShards() throws {
    try withCapture { folder, words in
      func lines(_ more: String...) -> [String] {
        let run = CommandRun(["check"] + words + ["--report", "short"] + more)
        return run.output.split(separator: "\n").map(String.init)
          .filter { !$0.contains("identity-conflict") }
      }
      let shards = (1...3).flatMap { lines("--shard", "\($0)/3") }
      #expect(shards.sorted() == lines().sorted())
      let human = (1...3).map { CommandRun(["check"] + words + ["--shard", "\($0)/3"]).errors }
      let errors = human.joined().split(separator: "\n").sorted()
      #expect(errors == CommandRun(["check"] + words).errors.split(separator: "\n").sorted())
    }
  }

  @Test("Parts of separate captures are merged, from files or lines")
  func captures() throws {
    let files = [
      "a.contract.json": Self.contract, "1.json": #"{"id":1,"name":"a"}"#,
      "2.json": #"{"id":1,"name":"b"}"#,
    ]
    try withFolder(files) { folder in
      let options = ["-c", folder, "--as", "User", "--partial"]
      let first = CommandRun(["check", "\(folder)/1.json"] + options + ["-"])
      let second = CommandRun(["check", "\(folder)/2.json"] + options + ["-"])
      #expect(first.output.split(separator: "\n").count == 1)
      try Data((first.output + second.output).utf8).write(to: URL(filePath: folder + "/parts"))
      let merged = CommandRun("merge", folder + "/parts", "-c", folder)
      #expect(
        merged.output.replacingOccurrences(of: folder + "/", with: "") == """
          2.json:1:16: error[identity-conflict]: "name" is not what 1.json:1:16 says of this object
               = in a.contract.json:2:34  "name": "name: String"

          endpoints
            User  2 payloads

          errors
            identity-conflict  User.name  1×  all payloads

          User  2 mentioned, 1 distinct
            never seen: tags

          checked 2 payloads in 2 inputs, 38 bytes: 1 violation in 1 group; captured keys 2 of 3; 0 keys not in the contract; 0 unmatched

          """)
    }
  }

  @Test("Incompatible parts are rejected with a reason")
  func refused() throws {
    let files = [
      "a.contract.json": Self.contract, "b/a.contract.json": Self.contract + "\n",
      "1.json": "{}", "not": "hello", "empty": "", "blank": "\n \n",
      "new": #"{"contractcheck":99}"#,
      "old": "{\"part\":3,\"contracts\":[]}",
      "more": #"{"contractcheck":10,"digest":"","part":{}}"#,
    ]
    try withFolder(files) { folder in
      func part(_ name: String, _ words: String...) {
        let run = CommandRun(
          ["check", "\(folder)/1.json", "--as", "User", "--partial", "\(folder)/\(name)"] + words
            + (words.contains("-c") ? [] : ["-c", "\(folder)/a.contract.json"]))
        #expect(run.exitCode == .success)
      }
      part("a")
      part("all", "--examples", "0")
      part("s1", "--shard", "1/3")
      part("s3", "--shard", "3/3")
      part("s4", "--shard", "4/4")
      part("b.part", "-c", folder + "/b")
      for (parts, message) in [
        (["a", "all"], "all: --examples is \"0\", but not given in a"),
        (["a", "a"], "a: the same inputs were checked in a"),
        (["a", "s1"], "a: this is no shard, but s1 is one"),
        (["s1"], "s1: shards 2/3, 3/3 are missing"),
        (["s1", "s3"], "s1: shard 2/3 is missing"),
        (["s1", "s3", "s1"], "s1: shard 1/3 is also in s1"),
        (["s1", "s4"], "s4: shard 4/4 is one of 4, but s1 is one of 3"),
        (["b.part"], "b.part: was not checked by the same contracts as are here: a changed"),
        (["a", "b.part"], "b.part: was not checked by the same contracts as a: a changed"),
        (["not"], "not: this is no part of a check"),
        (["empty"], "empty: this is no part of a check"),
        (["a", "blank"], "blank: this is no part of a check"),
        (["new"], "new: the part is of version 99, not of 10"),
        (["old"], "old: the part is of version 3, not of 10"),
        (["more"], "more: the part is damaged"),
        (["1.json"], "1.json: this is no part of a check"),
        (["none"], "none: cannot be read: no such file or folder"),
      ] {
        let run = CommandRun(
          ["merge"] + parts.map { "\(folder)/\($0)" } + ["-c", "\(folder)/a.contract.json"])
        let error = run.errors.replacingOccurrences(of: folder + "/", with: "")
        #expect(run.exitCode == .unreadableInput)
        #expect(error.split(separator: "\n").first.map(String.init) == "contractcheck: " + message)
      }
      #expect(CommandRun("merge").exitCode == .usage)
    }
  }

  @Test("Parts with too few records are rejected")
  func expectedRecords() throws {
    let files = [
      "a.contract.json": Self.contract,
      "1.ndjson": "{\"id\":1,\"name\":\"n\"}\n{\"id\":2,\"name\":\"n\"}\n",
      "2.ndjson": "{\"id\":3,\"name\":\"n\"}\n",
    ]
    try withFolder(files) { folder in
      for number in ["1", "2"] {
        let part = CommandRun(
          "check", "\(folder)/\(number).ndjson", "-c", folder, "--as", "User", "--partial",
          "\(folder)/\(number).part")
        #expect(part.exitCode == .success, "\(part.errors)")
      }
      let (one, both) = (["\(folder)/1.part"], ["\(folder)/1.part", "\(folder)/2.part"])
      let merge = { (parts: [String], count: String) in
        CommandRun(["merge"] + parts + ["-c", folder, "--expect-records", count])
      }
      let lost = merge(one, "3")
      #expect(lost.exitCode == .unreadableInput)
      #expect(lost.output == "")
      #expect(
        lost.errors == """
          contractcheck: the parts have 2 of 3 records
            hint: a part is missing, or an input was not read to its end

          """)
      #expect(merge(both, "3").exitCode == .success)
      #expect(merge(one, "0").exitCode == .usage)
    }
  }
}

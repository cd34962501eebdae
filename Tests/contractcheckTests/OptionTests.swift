import CaptureChecking
import ContractModel
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("The declaration of an option determines everything about it")
struct OptionTests {
  private func names(_ effect: OptionDeclaration.Effect) -> [String] {
    CheckSettings.options.filter { $0.effect == effect }.map(\.name)
  }

  @Test("An option affects counting, judgement, or one run")
  func effects() {
    #expect(
      names(.counting) == [
        "as", "format", "method", "path", "status", "base-path", "host", "rule", "unknown-keys",
        "examples", "max-depth", "max-record", "max-ratio", "released", "by", "version",
      ])
    #expect(
      names(.running) == [
        "input-name", "include", "exclude", "max-violations", "jobs", "shard", "partial",
        "no-examples", "progress",
      ])
    // The options added here, except the last, are for parts of summaries.
    #expect(
      Command.merge.options.map(\.name) == names(.judging) + [
        "output", "out", "force", "under", "expect-records",
      ])
    #expect(CheckSettings.options.count == 40)
  }

  /// Returns the error of some options; `nil` if there is none.
  private func mistake(_ words: [String], _ environment: [String: String] = [:]) -> String? {
    do {
      _ = try CheckSettings(try Arguments(words, of: .check), environment)
      return nil
    } catch {
      return "\(error.message) \(error.hint ?? "")"
    }
  }

  @Test("An invalid value is rejected alike from every source")
  func refusals() throws {
    var refused: [String] = []
    // Combinations of two options are checked, too.
    let single = CheckSettings.options.filter {
      !["reason", "write-baseline", "input-name", "by", "version"].contains($0.name)
    }
    for option in single where option.value != nil {
      let mistake = mistake(["--\(option.name)", "?"])
      #expect(self.mistake([], [option.variable: "?"]) == mistake)
      if let mistake {
        #expect(mistake.contains("?\""), "\(mistake)")
        refused.append(option.name)
      }
    }
    #expect(
      refused == [
        "format", "status", "fail-on", "rule", "unknown-keys", "tolerate",
        "min-checked", "min-coverage", "max-unmatched", "expires", "today", "report", "examples",
        "max-depth", "max-record", "max-violations", "max-ratio", "jobs", "shard", "released",
        "progress",
      ])
  }

  @Test("The last value of an option counts; repeatable options keep all")
  func repeated() throws {
    #expect(mistake(["--jobs", "0", "--jobs", "1"]) == nil)
    #expect(
      mistake(["--status", "20", "--status", "200"]) == "--status is 404 or 4xx, not \"20\" ")
    let words = ["--status", "200", "--status", "4xx", "--jobs", "1", "--jobs", "2"]
    let settings = try CheckSettings(try Arguments(words, of: .check), [:])
    #expect(settings.check.statuses == [.code(200), .hundred(4)])
    #expect(settings.capture.jobCount == 2)
  }

  @Test(
    "A path in the configuration is relative to its folder",
    .enabled(if: BuiltCommand.isBuilt))
  func paths() async throws {
    let configuration = """
      { "contracts": "a.contract.json", "input": "x.ndjson", "report": "short=out.txt" }
      """
    let files = [
      ".contractcheck.json": configuration, "a.contract.json": Ending.contract,
      "x.ndjson": Ending.bad, "below/empty": "",
    ]
    try await withFolder(files) { folder in
      let run = try await BuiltCommand.run(
        "cd '\(folder)/below' && \"$COMMAND\" check; echo \"= $?\"", environment: [:])
      #expect(run.output.hasSuffix("= 1\n"), "\(run.output)")
      let report = try String(contentsOfFile: folder + "/out.txt", encoding: .utf8)
      #expect(report.contains("error: "), "\(report)")
    }
  }

  @Test(
    "The contracts of a released version are found from the configuration, too",
    .enabled(if: BuiltCommand.isBuilt))
  func released() async throws {
    let configuration = { (place: String) in
      #"{ "contracts": "now", "input": "x.ndjson", "quiet": true, "released": ["1=\#(place)"] }"#
    }
    let files = [
      "now/a.contract.json": Ending.contract, "old/a.contract.json": Ending.contract,
      "x.ndjson": Ending.bad, "below/empty": "", "there/.contractcheck.json": configuration("old"),
    ]
    try await withFolder(files) { folder in
      for (place, words) in [
        ("old", "  1  1 of 1 payload refused\n"), ("git:no-such-tag:x", "\"git:no-such-tag:x\": "),
      ] {
        try configuration(place).write(
          toFile: folder + "/.contractcheck.json", atomically: true, encoding: .utf8)
        let run = try await BuiltCommand.run("cd '\(folder)/below' && \"$COMMAND\" check")
        #expect(run.output.contains(words), "\(run.output)")
      }
    }
  }

  @Test(
    "Types of inputs that are not read are errors with their places",
    .enabled(if: BuiltCommand.isBuilt),
    arguments: [
      (#"["User"]"#, #"1:13: "inputs" is an object of patterns for inputs, not an array"#),
      (
        #"{ "x.ndjson": 5 }"#,
        #"1:27: "x.ndjson" has a type, such as "[User]" or "event push", not a number"#
      ),
    ])
  func inputs(value: String, message: String) async throws {
    try await withFolder([".contractcheck.json": #"{ "inputs": \#(value) }"#]) { folder in
      let run = try await BuiltCommand.run("cd '\(folder)' && \"$COMMAND\" check x; echo \"= $?\"")
      #expect(
        run.output == "contractcheck: \(folder)/.contractcheck.json:\(message)\n= 2\n",
        "\(run.output)")
    }
  }
}

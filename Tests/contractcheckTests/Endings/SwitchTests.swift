import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Environment and configuration turn options without a value on and off")
struct SwitchTests {
  private static let switches = CheckSettings.options.filter {
    $0.value == nil && $0.effect == .judging
  }

  private static let words = [
    ("true", true), ("YES", true), ("on", true), ("1", true), ("false", false), ("No", false),
    ("off", false), ("0", false), ("", false),
  ]

  /// Returns whether each option is on.
  private func areOn(_ environment: [String: String]) throws -> [String: Bool] {
    let settings = try CheckSettings(try Arguments([], of: .check), environment)
    return [
      "show-values": settings.showsValues, "quiet": settings.isQuiet,
      "verbose": settings.isVerbose,
    ]
  }

  @Test("Each such option takes words for on and off", arguments: words)
  func environment(word: String, isOn: Bool) throws {
    #expect(Self.switches.map(\.name) == ["show-values", "quiet", "verbose"])
    for option in Self.switches {
      #expect(try areOn([option.variable: word])[option.name] == isOn, "\(option.name)")
    }
  }

  @Test("Other words are errors, even if the command line has the option")
  func mistakes() throws {
    for command in [["check", "x"], ["merge", "x"]] {
      for variable in Self.switches.map(\.variable) {
        let run = CommandRun(command + ["--quiet"], environment: [variable: "maybe"])
        #expect(run.exitCode == .usage)
        #expect(
          run.errors == """
            contractcheck: \(variable) is true or false, not "maybe"
              hint: yes, on and 1, and no, off and 0 say the same

            """)
      }
    }
  }

  @Test("quiet: false does not suppress the report")
  func quiet() throws {
    for (word, isQuiet) in [("false", false), ("true", true)] {
      var ending = Ending.check("", .violations, "", [Ending.bad])
      ending.environment = ["CONTRACTCHECK_QUIET": word]
      let run = try ending.run()
      #expect(run.output.contains("error[wrong-type]") != isQuiet)
    }
  }

  /// Runs the built command in a folder with a configuration.
  private func check(_ file: String, _ environment: [String: String] = [:]) async throws -> String {
    let files = [
      ".contractcheck.json": file, "a.contract.json": Ending.contract, "x.ndjson": Ending.bad,
    ]
    var output = ""
    try await withFolder(files) { folder in
      output = try await BuiltCommand.run(
        "cd '\(folder)' && \"$COMMAND\" check x.ndjson -c a.contract.json; echo \"= $?\"",
        environment: environment
      ).output.replacing(folder + "/", with: "")
    }
    return output
  }

  @Test(
    "The environment has precedence over the configuration",
    .enabled(if: BuiltCommand.isBuilt))
  func file() async throws {
    for (value, isQuiet) in [
      ("true", true), ("\"yes\"", true), ("1", true), ("false", false), ("\"off\"", false),
      ("0", false),
    ] {
      let output = try await check(#"{ "quiet": \#(value) }"#)
      #expect(output.contains("error[wrong-type]") != isQuiet && output.hasSuffix("= 1\n"))
    }
    let output = try await check(#"{ "quiet": true }"#, ["CONTRACTCHECK_QUIET": "false"])
    #expect(output.contains("error[wrong-type]"))
    for (value, shown) in [("\"maybe\"", "maybe"), ("null", "null"), ("[]", "[]"), ("2", "2")] {
      let output = try await check("{\n  \"show-values\": \(value) }")
      #expect(
        output.hasPrefix(
          "contractcheck: .contractcheck.json:2:18: \"show-values\" is true or false, not \"\(shown)\"\n"
        ), "\(output)")
      #expect(output.hasSuffix("= 2\n"))
    }
  }
}

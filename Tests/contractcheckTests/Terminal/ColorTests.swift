import ContractModel
import Foundation
import Reporting
import TestSupport
import Testing

@testable import contractcheck

@Suite("Colors do not change the text")
struct ColorTests {
  private static let root = PackageFolder.root.path
  private static let terminal = Terminal(showsOutput: true, showsErrors: true) { 80 }

  /// Returns the text without the escape sequences of colors.
  private static func plain(_ text: String) -> String {
    text.replacing(/\u{1b}\[[0-9;]*m/, with: "")
  }

  @Test(
    "A colored report without its escape sequences is the plain one",
    arguments: [
      ["check", "\(root)/Fixtures/captures", "-c", "\(root)/Contracts"],
      ["check", "\(root)/Fixtures/captures", "-c", "\(root)/Contracts", "-q"],
      ["check", "\(root)/Fixtures/captures", "-c", "\(root)/Contracts", "-v", "--examples", "0"],
      ["check", "/nowhere", "-c", "\(root)/Contracts"],
      [
        "map", "\(root)/Fixtures/user-partial.json", "--as", "user: User", "-c",
        "\(root)/Contracts/groups.contract.json",
      ],
      ["map", "\(root)/README.md", "--as", "user: User", "-c", "\(root)/Contracts"],
      ["replay", "null@[0].file_url", "--as", "[Avatar]", "-c", "\(root)/Contracts"],
      ["lint", "--reprot"],
    ])
  func sameText(words: [String]) throws {
    let plain = CommandRun(words)
    let colored = CommandRun(words + ["--color", "always"])
    #expect(colored.exitCode == plain.exitCode)
    #expect(Self.plain(colored.output) == plain.output)
    #expect(Self.plain(colored.errors) == plain.errors)
    #expect(!(plain.output + plain.errors).contains("\u{1b}"))
    // A wrong option ends the command before it knows the option for colors.
    let isKnown = !words.contains("--reprot")
    #expect((colored.output + colored.errors).contains("\u{1b}[") == isKnown)
  }

  @Test("Colors are the only escape sequences, also with hostile text")
  func hostileTexts() throws {
    let key = #"\u001b[31m\u009b1m\u202e"#
    let files = [
      "a.contract.json":
        #"{ "contract": 1, "mappings": { "A": { "unknownKeys": "error", "map": { "a": "Int" } } } }"#,
      "c/\u{1b}[32mx.json": #"{ "a": "\u001b[0m", "\#(key)": 1 }"#,
      "b/b.contract.json": #"{ "contract": 1, "\#(key)": 1, "mappings": { "\u001b[1m": 1 } }"#,
    ]
    try withFolder(files) { folder in
      for words in [
        ["check", folder + "/c", "-c", folder + "/a.contract.json", "--as", "A"],
        ["lint", folder + "/b"], ["check", folder + "/\u{1b}[1m"],
      ] {
        let plain = CommandRun(words)
        let colored = CommandRun(words + ["--color=always"])
        #expect(plain.exitCode != .success)
        #expect(!(plain.output + plain.errors).unicodeScalars.contains { $0.value == 0x1b })
        #expect(Self.plain(colored.output) == plain.output)
        #expect(Self.plain(colored.errors) == plain.errors)
        #expect(!Self.plain(colored.output + colored.errors).contains("\u{1b}"))
      }
    }
  }

  @Test("Positions are bold, severities colored, and carets green")
  func parts() throws {
    let files = [
      "a.contract.json": #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int" } } } }"#,
      "a.json": #"{ "a": "1" }"#,
    ]
    try withFolder(files) { folder in
      let words = ["check", folder + "/a.json", "-c", folder, "--as", "A", "--color", "always"]
      let output = CommandRun(words).output.replacingOccurrences(of: folder + "/", with: "")
      let (bold, red, green, end) = ("\u{1b}[1m", "\u{1b}[1;31m", "\u{1b}[32m", "\u{1b}[0m")
      #expect(
        output == """
          \(bold)a.json:1:8\(end): \(red)error[wrong-type]\(end): expected Int, found a string
             1 | { "a": "1" }
               |        \(green)^^^\(end) at a
               = in a.contract.json:1:53  "a": "a: Int"
               = hint: if text is right, write Int(string)

          \(bold)endpoints\(end)
            A  1 payload, 1 refused

          \(bold)errors\(end)
            wrong-type  A.a  1×  in 1 of 1  A

          \(bold)A\(end)

          checked 1 payload in 1 input, 12 bytes: 1 violation in 1 group; captured keys 1 of 1; \
          0 keys not in the contract; 0 unmatched

          """)
      let warning = CommandRun(words + ["--rule", "wrong-type=warning"]).output
      #expect(warning.contains("\u{1b}[33mwarning[wrong-type]\(end): "))
      let information = CommandRun(words + ["--rule", "wrong-type=info"]).output
      #expect(information.contains("\u{1b}[36minfo[wrong-type]\(end): "))
    }
  }

  @Test("Reports for programs, one-line reports and files are never colored")
  func programs() throws {
    try withFolder([:]) { folder in
      for report in ["short", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"] {
        let result = CommandRun(
          "check", "\(Self.root)/Fixtures/captures", "-c", "\(Self.root)/Contracts", "--report",
          report, "--report", "human=\(folder)/human", "--color", "always")
        #expect(!result.output.contains("\u{1b}"), "\(report)")
        let text = try String(contentsOfFile: folder + "/human", encoding: .utf8)
        #expect(!text.contains("\u{1b}"))
      }
      #expect(
        !CommandRun("lint", "--report=short", "--color=always", Self.root).output.contains("\u{1b}")
      )
    }
  }

  @Test("Workflow commands are broken up after a color too")
  func workflow() throws {
    let colored = "\u{1b}[1m ::error::x\u{1b}[0m"
    #expect(WorkflowCommands.without(colored) == "\u{1b}[1m : :error::x\u{1b}[0m")
    let files = [
      "a.contract.json": #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int" } } } }"#,
      "c/::error::x.json": ###"{ "a": "##[error]" }"###,
    ]
    try withFolder(files) { folder in
      let words = ["c", "-c", "a.contract.json"].map { $0.hasPrefix("-") ? $0 : "\(folder)/\($0)" }
      for color in ["never", "always"] {
        let result = CommandRun(
          ["check"] + words + ["--as", "A", "--report", "human", "--color", color],
          environment: ["GITHUB_ACTIONS": "true"])
        #expect(result.output.contains("## [error]"))
        #expect(!result.output.contains("##["))
      }
    }
  }

  @Test(
    "The command line, NO_COLOR, CLICOLOR_FORCE and the terminal decide in this order",
    .enabled(if: TestDepth.isFull),
    arguments: [
      (nil, [:], false, false), (nil, [:], true, true), (nil, ["TERM": "dumb"], true, false),
      (nil, ["TERM": "xterm"], true, true), (nil, ["NO_COLOR": "1"], true, false),
      (nil, ["NO_COLOR": ""], true, true), (nil, ["CLICOLOR_FORCE": "1"], false, true),
      (nil, ["CLICOLOR_FORCE": "0"], false, false), (nil, ["CLICOLOR_FORCE": ""], false, false),
      (nil, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
      (nil, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
      ("always", ["NO_COLOR": "1", "TERM": "dumb"], false, true),
      ("never", ["CLICOLOR_FORCE": "1"], true, false), ("auto", ["NO_COLOR": "1"], true, false),
      (nil, ["CONTRACTCHECK_COLOR": "always", "NO_COLOR": "1"], false, true),
      ("never", ["CONTRACTCHECK_COLOR": "always"], true, false),
      (nil, ["CONTRACTCHECK_COLOR": ""], true, true),
    ] as [(String?, [String: String], Bool, Bool)])
  func precedence(
    choice: String?, environment: [String: String], isTerminal: Bool, isColored: Bool
  ) {
    let words =
      ["check", "\(Self.root)/Fixtures/captures", "-c", "\(Self.root)/Contracts", "-q"]
      + (choice.map { ["--color", $0] } ?? [])
    let terminal = Terminal(showsOutput: isTerminal, showsErrors: !isTerminal) { nil }
    let result = CommandRun(
      words + ["--progress", "never"], environment: environment, terminal: terminal)
    #expect(result.output.contains("\u{1b}[1m") == isColored)
  }

  @Test("Colors are decided per stream")
  func streams() {
    let terminal = Terminal(showsOutput: false, showsErrors: true) { nil }
    let result = CommandRun(
      ["lint", "\(Self.root)/Contracts", "/nowhere"], terminal: terminal)
    #expect(!result.output.contains("\u{1b}"))
    #expect(
      result.errors == "\u{1b}[1;31mcontractcheck:\u{1b}[0m no such file or folder: /nowhere\n")
  }

  @Test("An invalid choice is an error from every source")
  func mistakes() {
    for environment in [["CONTRACTCHECK_COLOR": "alway"], [:]] {
      let words = environment.isEmpty ? ["--color", "alway"] : []
      for command in [["lint", "\(Self.root)/Contracts"], ["check", "/nowhere"]] {
        let result = CommandRun(command + words, environment: environment)
        #expect(result.exitCode == .usage)
        #expect(
          result.errors == """
            contractcheck: --color is one of auto, always, never, not "alway"
              hint: did you mean "always"?

            """)
      }
    }
    let result = CommandRun(
      ["check", "/nowhere"], environment: ["CONTRACTCHECK_FAIL_ON": "waring"])
    #expect(
      result.errors == """
        contractcheck: --fail-on is one of error, warning, never, not "waring"
          hint: did you mean "warning"?

        """)
  }
}

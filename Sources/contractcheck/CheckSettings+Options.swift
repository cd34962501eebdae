import CaptureSources
import ContractModel
import Verification

extension CheckSettings {
  /// The options of `check`, by what they are about.
  static let options: [Command.Option] = [
    .contracts,
    Command.Option(
      name: "as", short: nil, value: "TYPE",
      summary: "what bare bodies are: [User], user: User, or an endpoint"),
    Command.Option(
      name: "format", short: nil, value: "FORMAT",
      summary: "what the inputs are (default auto)",
      choices: CaptureFormat.allCases.map(\.rawValue)),
    repeated("include", "GLOB", "files to take in folders, such as users/*.json"),
    repeated("exclude", "GLOB", "files and folders to pass over"),
    repeated("method", "M", "exchanges to take, by method"),
    repeated("path", "GLOB", "exchanges to take, by path"),
    repeated("status", "S", "exchanges to take, by status: 404, 2xx"),
    Command.Option(
      name: "base-path", short: nil, value: "PATH",
      summary: "what stands before every endpoint's path, such as /v2"),
    Command.Option(
      name: "host", short: nil, value: "HOST",
      summary: "the host of contracts that do not say theirs"),
    Command.Option(
      name: "unmatched", short: nil, value: "WHAT",
      summary:
        "how records count that no endpoint describes: count (default), warn, error; the same as "
        + "--rule unmatched-endpoint",
      choices: ["count", "warn", "error"]),
    Command.Option(
      name: "fail-on", short: nil, value: "SEVERITY",
      summary: "what makes the check fail: error (default), warning, never",
      choices: ["error", "warning", "never"]),
    repeated(
      "rule", "ID=SEVERITY", "what a rule's violations count as: off, info, warning, error",
      offered: .pairs(
        RuleID.allCases.map(\.rawValue), CheckOptions.Severity.allCases.map(\.rawValue))),
    Command.Option(
      name: "unknown-keys", short: nil, value: "POLICY",
      summary: "what members are that no line reads: ignore, warn, error",
      choices: MappingSettings.UnknownKeyPolicy.allCases.map(\.rawValue)),
    repeated(
      "tolerate", "RULE=N", "how many payloads of an endpoint, or N% of them, may break a rule",
      offered: .pairs(RuleID.allCases.filter { !$0.isOfCapture }.map(\.rawValue), [])),
    Command.Option(
      name: "min-checked", short: nil, value: "N",
      summary: "how many payloads have to be checked at least (default 1)"),
    Command.Option(
      name: "min-coverage", short: nil, value: "N%",
      summary: "how many of the given contracts' lines have to be seen at least (default 0%)"),
    Command.Option(
      name: "max-unmatched", short: nil, value: "N",
      summary: "how many records, or N% of them, may be of no endpoint (default: any number)"),
    .baseline, .writeBaseline, .reason, .expires, .today,
    ReportOutputs.option,
    Command.Option(
      name: "examples", short: nil, value: "N",
      summary: "how many violations of a group are shown (default 3; 0: as many as 1,000)"),
    Command.Option(
      name: "show-values", short: nil, value: nil,
      summary: "let reports say what data payloads have (human and short do, unless CI is set)"),
    Command.Option(
      name: "max-depth", short: nil, value: "N", summary: "how deep bodies may nest (default 512)"),
    Command.Option(
      name: "max-record", short: nil, value: "SIZE",
      summary: "how large a body, line or entry may be (default 64MiB)"),
    Command.Option(
      name: "max-violations", short: nil, value: "N",
      summary: "stop behind the record with the N-th violation that fails the check"),
    Command.Option(
      name: "max-ratio", short: nil, value: "N",
      summary: "how many times its size a gzip input may unpack to (default 200)"),
    Command.Option(
      name: "jobs", short: nil, value: "N",
      summary: "how many workers there are (default: one a core)"),
    Command.Option(
      name: "shard", short: nil, value: "K/N",
      summary: "check the K-th of N shares of the inputs: files, and segments of large ones"),
    Command.Option(
      name: "partial", short: nil, value: "FILE",
      summary:
        "write what was counted to a file for merge, - for standard output, and judge nothing"
    ),
    ProgressLine.option,
    Command.Option(
      name: "quiet", short: "q", value: nil, summary: "the groups and totals alone"),
    Command.Option(
      name: "verbose", short: "v", value: nil, summary: "every key, with how often it was there"),
  ]

  /// The options of `merge`: those that judge and report what was counted.
  static let mergingOptions = options.filter { option in
    [
      "contracts", "unmatched", "fail-on", "tolerate", "min-checked", "min-coverage",
      "max-unmatched", "report", "show-values", "quiet", "verbose", "baseline", "write-baseline",
      "reason", "expires", "today",
    ].contains(option.name)
  }

  private static func repeated(
    _ name: String, _ value: String, _ summary: String, offered: WordCompletion? = nil
  ) -> Command.Option {
    Command.Option(
      name: name, short: nil, value: value, summary: summary + "; may be repeated",
      offered: offered)
  }
}

import CaptureChecking
import CaptureSources
import ContractDrafting
import JSONParsing

/// The options of commands that summarize captures.
struct SummaryOptions: CommandOptions {
  let capture: CaptureOptions
  /// The file for the summary as a part; `-` for standard output.
  let partial: String?
  /// The given options that the summary depends on.
  private let counting: [MemberName: [String]]

  init(_ options: inout OptionReader) throws(UsageError) {
    var capture = try CaptureOptions(&options)
    try capture.readLimits(&options)
    try capture.readSharing(&options)
    self.capture = capture
    partial = try CaptureOptions.partial(&options)
    let names = options.declared.filter { $0.effect == .counting }.map(\.name)
    let given = names.map { (MemberName($0), options.given[$0] ?? []) }
    counting = Dictionary(given.filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
    if capture.share != nil, partial == nil {
      throw UsageError(
        message: "--shard goes with --partial here", hint: "merge makes one of all shards")
    }
  }

  /// The paragraph of help about parts.
  static let parts = """
    With --shard 1/4 --partial FILE, …, 4/4, four machines read a share each, and contractcheck merge
    FILE... prints what one run prints. A part has texts of the captures: keep it as you keep them.
    """

  /// Summarizes inputs, and reports what could not be read.
  func summary(
    of operands: [String], _ console: Console
  ) throws(UsageError) -> (summary: CaptureSummary, hasProblems: Bool) {
    let (reading, missing) = try reading(of: operands, console)
    let summary = CaptureSummary(of: reading)
    let hasProblems = Self.reportProblems(of: summary, console)
    return (summary, hasProblems || !missing.isEmpty)
  }

  /// Returns the summary of all parts, and reports what could not be read.
  static func summary(
    of parts: [CheckPart], _ console: Console
  ) throws(PartError) -> (summary: CaptureSummary, hasProblems: Bool) {
    let summary = try CaptureSummary.merged(parts)
    let missing = parts.notFound
    for problem in missing { console.problem(problem) }
    let hasProblems = reportProblems(of: summary, console)
    return (summary, hasProblems || !missing.isEmpty)
  }

  /// Reports what could not be read, and what was skipped. Returns whether a part was unreadable.
  static func reportProblems(of summary: CaptureSummary, _ console: Console) -> Bool {
    let problems = summary.inputs.problems
    for problem in problems { console.problem("\(problem)") }
    for (reason, count) in summary.skipped.sorted(by: { $0.key < $1.key }) {
      console.error("\(counted(count, "record")) passed over: \(displayed(reason.text))")
    }
    return !problems.isEmpty
  }

  /// Reports that no body was read. A hint describes the expected inputs, unless skipped records
  /// were already reported.
  static func reportNothing(of summary: CaptureSummary, _ message: String, _ console: Console) {
    let hint = "an INPUT is JSON, NDJSON or HAR; contractcheck check --help says more"
    console.problem(message, hint: summary.skipped.isEmpty ? hint : nil)
  }

  /// Writes the summary of inputs as a part for `merge`, if one is asked for, to a file or, for `-`,
  /// to standard output; `command` finishes the merged parts.
  ///
  /// - Returns: The exit code; `nil` if no part is asked for.
  func part(
    of operands: [String], for command: PartHeader.Subject, _ console: Console
  ) throws -> ExitCode? {
    guard !operands.isEmpty else {
      throw UsageError(
        message: "\(command) needs an input",
        hint: "write contractcheck \(command) Fixtures/captures")
    }
    try capture.agree(with: operands)
    guard let file = partial else { return nil }
    let (reading, missing) = try reading(of: operands, console)
    let summary = CaptureSummary(of: reading)
    var header = PartHeader(of: reading.plan, share: capture.share, command)
    header.options = counting
    header.options["records"] = try ConfigurationFile.nearest().texts["records"]
    (header.isComplete, header.problems) = (!Interruption.hasCome, missing)
    try CheckPart.write(summary.part(header), to: file, problemCount: summary.inputs.count, console)
    return Interruption.exitCode ?? .success
  }

  /// Returns the reading of the inputs. Reports the missing inputs, and returns them, too.
  func reading(
    of operands: [String], _ console: Console
  ) throws(UsageError) -> (reading: CaptureReading, missing: [String]) {
    var (reading, search) = capture.reading(of: operands, try ConfigurationFile.nearest().maps)
    console.report(search)
    Interruption.note()
    reading.isStopped = { Interruption.hasCome }
    return (reading, search.problems.map(\.description))
  }
}

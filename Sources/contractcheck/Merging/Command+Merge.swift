import CaptureChecking
import CaptureSources
import ContractDrafting
import ContractModel
import DiskReading
import JSONParsing

extension Command {
  private static let judging = CheckSettings.options.filter { $0.effect == .judging }
  /// The options of all commands that write summaries as parts.
  private static let summarizing = (InferOptions.options + StatsOptions.options)
    .filter { $0.effect == .judging }

  private static func isJudging(_ option: OptionDeclaration) -> Bool {
    judging.contains { $0.name == option.name }
  }

  static let merge = Command(
    name: "merge", summary: "merge the parts of a check, a draft or statistics into one",
    operands: "PART...",
    options: judging + summarizing.filter { !isJudging($0) } + MergeOptions.options,
    details: """
      A PART is a file that check --partial has written, or a file with one part a line. The parts are
      judged and reported as one check of all inputs.

      The parts must be of the same contracts, which are read again, and of the same options. No shard
      (--shard K/N) may be missing or there twice. Parts that are no shards are captures of their own,
      one after the other; of those, --expect-records N says how many records there have to be, so
      that a lost part is told.

      Parts of infer or stats become the draft or the table of all inputs, with --output, --out, --force,
      --under and --report as there.

      Exit codes are those of check; 4 also if a part cannot be merged.

      \(CheckSettings.judging)

      \(CheckSettings.shares)

      \(ReportOutputs.details)
      """.paragraphs
  ) { arguments, console in
    guard !arguments.operands.isEmpty else {
      throw UsageError(message: "merge needs parts", hint: "check --partial FILE writes one")
    }
    // Parts of summaries have other options.
    let settings = Result { try CheckSettings(arguments, console.environment) }
    do {
      let parts = try PartAgreement.ordered(CheckPart.parts(inFiles: arguments.operands))
      return parts.first?.header.subject == .check
        ? try merge(parts, settings.get(), arguments, console)
        : try finish(parts, arguments, console)
    } catch let error as PartError {
      _ = try settings.get()
      console.problem("\(error)", hint: error.hint)
      return .unreadableInput
    }
  }

  private static func merge(
    _ parts: [CheckPart], _ given: CheckSettings, _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    for option in summarizing where arguments.has(option) && !isJudging(option) {
      throw UsageError(message: "--\(option.name) is not for parts of check")
    }
    let console = console.colored(given.color)
    let options = try MergeOptions(arguments.given)
    let found = ContractSearch(given.contracts)
    let set = try usableContracts(found, console, ifNone: .nothingChecked)
    return try given.merge(
      parts, of: set, expecting: options.recordCount ?? 0, problems: found.problems, console)
  }

  /// Merges parts of a summary, and finishes them like the command that wrote them.
  ///
  /// - Parameter parts: The parts in the order of the capture; at least one.
  private static func finish(
    _ parts: [CheckPart], _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    guard parts[0].header.subject == .infer else {
      let options: StatsOptions = try given(arguments, of: "stats")
      let (summary, hasProblems) = try SummaryOptions.summary(of: parts, console)
      return try options.print(summary, hasProblems: hasProblems, console)
    }
    let options: InferOptions = try given(arguments, of: "infer")
    let (summary, hasProblems) = try SummaryOptions.summary(of: parts, console)
    return try options.draft(summary, hasProblems: hasProblems, console)
  }

  /// - Throws: `UsageError` if an option of another command is given.
  private static func given<Options: CommandOptions>(
    _ arguments: Arguments, of command: String
  ) throws(UsageError) -> Options {
    let own = Set(Options.options.map(\.name))
    for option in merge.options where arguments.has(option) && !own.contains(option.name) {
      throw UsageError(message: "--\(option.name) is not for parts of \(command)")
    }
    return try Options(arguments.given)
  }
}

private struct MergeOptions: CommandOptions {
  let recordCount: Int?

  init(_ options: inout OptionReader) throws(UsageError) {
    recordCount = try options.last(
      "expect-records", "N", "how many records the parts of a check have at least",
      .number("a number from 1 to 9007199254740992", in: 1...1 << 53))
  }
}

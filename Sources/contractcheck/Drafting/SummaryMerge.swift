import CaptureChecking
import ContractDrafting
import JSONParsing

/// Merges parts of a summary, and finishes them like the command that wrote them.
enum SummaryMerge {
  /// The options of all commands that write summaries as parts.
  static let options = (InferOptions.options + StatsOptions.options)
    .filter { $0.effect == .judging }

  /// - Parameter parts: The parts in the order of the capture; at least one.
  static func run(
    _ parts: [CheckPart], _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    guard parts[0].header.subject == .infer else {
      let options: StatsOptions = try options(arguments, of: "stats")
      let (summary, hasProblems) = try summary(of: parts, console)
      return try options.print(summary, hasProblems: hasProblems, console)
    }
    let options: InferOptions = try options(arguments, of: "infer")
    let (summary, hasProblems) = try summary(of: parts, console)
    return try options.draft(summary, hasProblems: hasProblems, console)
  }

  /// - Throws: `UsageError` if an option of another command is given.
  private static func options<Options: CommandOptions>(
    _ arguments: Arguments, of command: String
  ) throws(UsageError) -> Options {
    let own = Set(Options.options.map(\.name))
    for option in Command.merge.options where arguments.has(option) && !own.contains(option.name) {
      throw UsageError(message: "--\(option.name) is not for parts of \(command)")
    }
    return try Options(arguments.given)
  }

  /// Returns the summary of all parts, and reports what could not be read.
  static func summary(
    of parts: [CheckPart], _ console: Console
  ) throws(PartError) -> (summary: CaptureSummary, hasProblems: Bool) {
    let summary = try CaptureSummary.merged(parts)
    let missing = parts.notFound
    for problem in missing { console.problem(problem) }
    let hasProblems = SummaryOptions.reportProblems(of: summary, console)
    return (summary, hasProblems || !missing.isEmpty)
  }
}

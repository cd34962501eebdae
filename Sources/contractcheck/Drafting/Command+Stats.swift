import CaptureChecking
import CaptureSummary
import ContractDrafting
import Reporting

extension Command {
  /// `contractcheck stats`: what payloads of captures look like.
  static let stats = Command(
    name: "stats", summary: "say what payloads of captures look like", operands: "INPUT...",
    options: StatsOptions.options,
    details: [
      """
      Prints a table for each endpoint and status, each event and each kind of file. For every key
      path it says in how many of the objects around it the key was, how often it was null, its kinds
      of JSON value, how many different texts or integers there were, and the formats of the texts. It
      prints no values. An INPUT is what check reads. Above 63, the number of different values is an
      estimate.
      """,
      """
      If captures have dates (startedDateTime of HAR, recorded_at of a cassette, "date" of an exchange
      or event, or the Date header), the table says on which days, in UTC, values were first and last
      seen. A key path is new if more than ten payloads came before its first value, and gone if more
      than ten came after its last.
      """,
      SummaryOptions.parts,
    ]
  ) { arguments, console in
    let options = try StatsOptions(arguments.given)
    guard !arguments.operands.isEmpty else {
      throw UsageError(
        message: "stats needs an input", hint: "write contractcheck stats Fixtures/captures")
    }
    if let file = options.reading.partial {
      return try options.reading.writePart(file, of: arguments.operands, for: .stats, console)
    }
    let (summary, hasProblems) = options.reading.summary(of: arguments.operands, console)
    return try Interruption.exitCode
      ?? options.print(summary, hasProblems: hasProblems, console)
  }
}

struct StatsOptions: CommandOptions {
  let keyPath: String?
  let report: StatisticsReport
  let reading: SummaryOptions

  init(_ options: inout OptionReader) throws(UsageError) {
    keyPath = try options.last(
      "under", "PATH", "the key path that is told, with what is below, such as items[].buyer",
      .text, .judging)
    report =
      try options.last(
        "report", "NAME", "human (default), json, markdown or csv", .choice, .judging)
      ?? .human
    reading = try SummaryOptions(&options)
  }
}

extension StatsOptions {
  /// Prints the figures of a summary, and says how that ends.
  ///
  /// - Parameter hasProblems: Whether something could not be read.
  func print(
    _ summary: CaptureSummary, hasProblems: Bool, _ console: Console
  ) throws -> ExitCode {
    let statistics = CaptureStatistics(summary, under: keyPath ?? "")
    guard !statistics.sections.isEmpty else {
      if hasProblems { return .unreadableInput }
      console.problem(
        keyPath == nil ? "no body is JSON" : "no payload has the key path of --under",
        hint: keyPath == nil
          ? "an INPUT is JSON, NDJSON or HAR; contractcheck check --help says more"
          : "without --under, stats says all key paths")
      return .nothingChecked
    }
    try console.print(report.text(of: statistics), terminator: "")
    return hasProblems ? .unreadableInput : .success
  }
}

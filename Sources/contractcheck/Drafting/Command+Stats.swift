import CaptureChecking
import ContractDrafting
import Foundation
import Reporting

extension Command {
  static let stats = Command(
    name: "stats", summary: "say what payloads of captures look like", operands: "INPUT...",
    details: """
      Prints a table for each endpoint and status, each event and each kind of file. For every key
      path it says in how many of the objects around it the key was, how often it was null, its kinds
      of JSON value, how many different texts or integers there were, and the formats of the texts. No
      value is in it. An INPUT is what check reads. Above 63, the number of different values is an
      estimate.

      If captures have dates (startedDateTime of HAR, recorded_at of a cassette, "date" of an exchange
      or event, or the Date header), the table says on which days, in UTC, values were first and last
      seen. A key path is new if more than ten payloads came before its first value, and gone if more
      than ten came after its last.

      With --against, it says in what the captures differ from other ones, such as yesterday's: key paths
      that are gone or new, other kinds, rates of absence and null, formats, new values of small sets. It
      tells a difference only if the counts bear it: of captures that are alike, fewer than one of a
      thousand has any. A rate that was not zero and is not has to change by one percent point. The report
      human shows the new values, unless CI is set. PATH is an input, or a part that stats --partial
      wrote. The exit code is 1 if there is a difference.

      \(SummaryOptions.parts)
      """.paragraphs, options: StatsOptions.init
  ) { options, operands, console in
    if let code = try options.reading.part(of: operands, for: .stats, console) { return code }
    let (summary, hasProblems) = try options.reading.summary(of: operands, console)
    guard !options.against.isEmpty else {
      let code = try options.print(summary, hasProblems: hasProblems, console)
      return Interruption.end(console, "the figures are of what was read so far") ?? code
    }
    do {
      let old = try options.oldSummary(console)
      return try Interruption.end(console, "nothing is compared")
        ?? options.compare(
          summary, old.summary, hasProblems: hasProblems || old.hasProblems, console)
    } catch let error as PartError {
      console.problem("\(error)", hint: error.hint)
      return .unreadableInput
    }
  }
}

struct StatsOptions: CommandOptions {
  let keyPath: String?
  let report: StatisticsReport
  /// The captures to compare with.
  let against: [String]
  /// The changes to report; empty for all.
  let changes: [CaptureComparison.Change]
  let reading: SummaryOptions

  init(_ options: inout OptionReader) throws(UsageError) {
    keyPath = try options.last(
      "under", "PATH", "the key path to report, with everything below it, such as items[].buyer",
      .text, .judging)
    report = try options.last(
      "report", "NAME", "human (default), json, markdown or csv; of differences github, too",
      .choice, .judging, or: .human)
    against = try options.all(
      "against", "PATH", "say in what the captures differ from these; may be repeated", .text,
      path: .whole)
    changes = try options.all(
      "change", "NAME",
      "gone, kind, null, presence, value, format or new: only differences of this kind are reported; may be repeated",
      .choice)
    reading = try SummaryOptions(&options)
    if against.isEmpty, report == .github {
      throw UsageError(
        message: "--report github reports differences", hint: "say --against PATH, too")
    }
    if against.isEmpty, !changes.isEmpty {
      throw UsageError(message: "--change goes with --against")
    }
    if !against.isEmpty, reading.partial != nil {
      throw UsageError(
        message: "--partial does not go with --against",
        hint: "write the part of one, and compare with that")
    }
  }
}

extension StatsOptions {
  /// Returns the summary of the captures to compare with, some of which may be parts. It reports
  /// the parts of inputs that could not be read.
  func oldSummary(_ console: Console) throws -> (summary: CaptureSummary, hasProblems: Bool) {
    let paths = Dictionary(grouping: against, by: Self.isPart)
    var old = (summary: CaptureSummary(), hasProblems: false)
    if let files = paths[true] {
      let parts = try PartAgreement.ordered(CheckPart.parts(inFiles: files))
      if let other = parts.first(where: { $0.header.subject == .check }) {
        throw PartError(
          other.name, "a part of check has no statistics", hint: "stats --partial FILE writes one")
      }
      old = try SummaryOptions.summary(of: parts, console)
    }
    if let inputs = paths[false] {
      let read = try reading.summary(of: inputs, console)
      old.summary.merge(read.summary)
      old.hasProblems = old.hasProblems || read.hasProblems
    }
    return old
  }

  /// Whether a file starts like a part.
  private static func isPart(at path: String) -> Bool {
    let starts = CheckPart.versionMembers.map { "{\"\($0)\":" }
    var start = [UInt8](repeating: 0, count: starts.map(\.utf8.count).max() ?? 0)
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
      pread(file.fileDescriptor, &start, start.count, 0) > 0
    else { return false }
    return starts.contains { start.starts(with: $0.utf8) }
  }

  /// Prints the differences between captures, and returns the exit code.
  func compare(
    _ new: CaptureSummary, _ old: CaptureSummary, hasProblems: Bool, _ console: Console
  ) throws -> ExitCode {
    var comparison = CaptureComparison(new, against: old, under: keyPath ?? "")
    guard comparison.payloadCounts.new > 0, comparison.payloadCounts.old > 0 else {
      if hasProblems { return .unreadableInput }
      let (summary, name) =
        comparison.payloadCounts.new == 0 ? (new, "the inputs") : (old, "--against")
      SummaryOptions.reportNothing(
        of: summary, "no body of \(name) was read as JSON, so nothing is compared", console)
      return .nothingChecked
    }
    if !changes.isEmpty { comparison.keep(changes) }
    let showsValues = (console.environment["CI"] ?? "").isEmpty
    let text = ComparisonReport(comparison, showsValues: showsValues).text(report)
    try console.print(text, terminator: "")
    if hasProblems { return .unreadableInput }
    return comparison.differences.isEmpty ? .success : .violations
  }

  /// Prints the figures of a summary, and returns the exit code.
  func print(_ summary: CaptureSummary, hasProblems: Bool, _ console: Console) throws -> ExitCode {
    let statistics = CaptureStatistics(summary, under: keyPath ?? "")
    guard !statistics.sections.isEmpty else {
      if hasProblems { return .unreadableInput }
      if keyPath == nil {
        SummaryOptions.reportNothing(of: summary, "no body was read as JSON", console)
      } else {
        console.problem(
          "no payload has the key path of --under",
          hint: "without --under, stats says all key paths")
      }
      return .nothingChecked
    }
    try console.print(report.text(of: statistics), terminator: "")
    return hasProblems ? .unreadableInput : .success
  }
}

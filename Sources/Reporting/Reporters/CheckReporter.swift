package import CaptureChecking

/// A report format of checks.
///
/// `all` is the only list of formats. The command line, its help and its errors use it.
package struct CheckReporter: Sendable {
  /// How a report is written.
  package enum Form: Sendable {
    /// Line by line, as violations are found; with line ends, in UTF-8.
    case line(@Sendable (CheckReport, CheckViolation) -> [UInt8])
    /// As a whole, at the end of the check; ends with a line end.
    case whole(@Sendable (CheckReport, ReportStyle) -> String)
  }

  /// The name on the command line.
  package let name: String
  package let summary: String
  package let form: Form
  /// For line-by-line reports: returns the line of a group that can be judged only at the end,
  /// without a line end.
  package var verdict: (@Sendable (CheckReport, CheckReport.Group) -> String)?
  /// For line-by-line reports: returns the lines of unreadable inputs, without line ends.
  var unread: (@Sendable (CheckReport) -> [String])?
  /// Whether the report adds a page to the workflow's summary file.
  package var addsJobSummary = false
  /// Whether the report is for people, so that an added space is harmless.
  package var isForPeople = false

  package static let all: [CheckReporter] = [
    human, short, json, ndjson, junit, sarif, github, markdown, html,
  ]

  package static func named(_ name: String) -> CheckReporter? { all.first { $0.name == name } }

  /// Returns the whole report; for a line-by-line report, that of the kept examples.
  package func text(of report: CheckReport, _ style: ReportStyle) -> String {
    switch form {
    case .whole(let text): return text(report, style)
    case .line(let line):
      let lines = report.groups.flatMap(\.totals.examples).flatMap { line(report, $0) }
      return String(decoding: lines, as: UTF8.self) + lastLines(of: report)
    }
  }

  /// Returns the last lines of a line-by-line report: the groups that can be judged only at the
  /// end, and the problems with inputs.
  package func lastLines(of report: CheckReport) -> String {
    let verdicts = verdict.map { verdict in report.judgedGroups.map { verdict(report, $0) } }
    return ((verdicts ?? []) + (unread?(report) ?? [])).map { $0 + "\n" }.joined()
  }

  // MARK: - The list

  package static let human = CheckReporter(
    name: "human", summary: "examples, groups with their endpoints, what was seen",
    form: .whole { $0.text($1) },
    isForPeople: true)

  package static let short = CheckReporter(
    name: "short", summary: "a line a violation, as compilers write it",
    form: .line { Array(($0.short($1) + "\n").utf8) }, verdict: { $0.shortVerdict(on: $1) },
    unread: { $0.unreadShort }, isForPeople: true)

  package static let json = CheckReporter(
    name: "json", summary: "everything, for programs", form: .whole { report, _ in report.json })

  package static let ndjson = CheckReporter(
    name: "ndjson", summary: "a line of JSON a violation", form: .line { $0.record($1) },
    verdict: { $0.recordVerdict(on: $1) }, unread: { $0.unreadRecords })

  package static let junit = CheckReporter(
    name: "junit", summary: "JUnit XML: a test case a contract type and rule",
    form: .whole { report, _ in JUnitReport(report).text })

  package static let sarif = CheckReporter(
    name: "sarif", summary: "SARIF 2.1.0: a result a group",
    form: .whole { SARIFReport($0, $1).text })

  package static let github = CheckReporter(
    name: "github", summary: "annotations of a GitHub workflow, and its job summary",
    form: .whole { GitHubReport($0, $1).text }, addsJobSummary: true)

  package static let markdown = CheckReporter(
    name: "markdown", summary: "tables for a comment or a page",
    form: .whole { report, _ in MarkdownReport(report).text }, isForPeople: true)

  package static let html = CheckReporter(
    name: "html", summary: "a page in one file, that filters and sorts",
    form: .whole { report, _ in HTMLReport(report).text }, isForPeople: true)
}

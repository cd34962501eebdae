package import CaptureChecking

/// A report format of checks.
///
/// `all` is the only list of formats. The command line, its help and its errors use it.
package struct CheckReporter: Sendable {
  /// How a report is written.
  package enum Form: Sendable {
    /// Line by line, as violations are found, with line ends, in UTF-8; `last` returns the lines of
    /// groups that can be judged only at the end, and of unreadable inputs, without line ends.
    case line(
      @Sendable (CheckReport, CheckViolation) -> [UInt8], last: @Sendable (CheckReport) -> [String])
    /// As a whole, at the end of the check; ends with a line end.
    case whole(@Sendable (CheckReport, ReportStyle) -> String)
  }

  /// The name on the command line.
  package let name: String
  package let summary: String
  package let form: Form
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
    case .line(let line, _):
      let lines = report.groups.flatMap(\.totals.examples).flatMap { line(report, $0) }
      return String(decoding: lines, as: UTF8.self) + lastLines(of: report)
    }
  }

  /// Returns the last lines of a line-by-line report.
  package func lastLines(of report: CheckReport) -> String {
    guard case .line(_, let last) = form else { return "" }
    return last(report).map { $0 + "\n" }.joined()
  }

  // MARK: - The list

  package static let human = CheckReporter(
    name: "human", summary: "examples, groups with their endpoints, what was seen",
    form: .whole { $0.text($1) },
    isForPeople: true)

  package static let short = CheckReporter(
    name: "short", summary: "a line a violation, as compilers write it",
    form: .line {
      Array(($0.short($1) + "\n").utf8)
    } last: {
      $0.judgedGroups.map($0.shortVerdict) + $0.unreadShort
    }, isForPeople: true)

  package static let json = CheckReporter(
    name: "json", summary: "everything, for programs", form: .whole { report, _ in report.json })

  package static let ndjson = CheckReporter(
    name: "ndjson", summary: "a line of JSON a violation",
    form: .line {
      $0.record($1)
    } last: {
      $0.judgedGroups.map($0.recordVerdict) + $0.unreadRecords
    })

  package static let junit = CheckReporter(
    name: "junit", summary: "JUnit XML: a test case a contract type and rule",
    form: .whole { report, _ in JUnitReport(report: report).text })

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
    form: .whole { report, _ in HTMLReport(report: report).text }, isForPeople: true)
}

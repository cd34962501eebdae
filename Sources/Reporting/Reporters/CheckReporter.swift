package import CaptureChecking

/// One way to tell what a check found.
///
/// `all` is the one list of them: the command line, its help and its mistakes are made from it.
package struct CheckReporter: Sendable {
  /// How a report comes about.
  package enum Form: Sendable {
    /// Line by line, as violations are found: each with its end, in UTF-8.
    case line(@Sendable (CheckReport, CheckViolation) -> [UInt8])
    /// Whole, when everything was checked; ends with a line end.
    case whole(@Sendable (CheckReport, ReportStyle) -> String)
  }

  /// The name on the command line.
  package let name: String
  /// A description in a few words.
  package let summary: String
  package let form: Form
  /// For a report that is written line by line: the line of a group whose judgement only the end
  /// shows; without the line end.
  package var verdict: (@Sendable (CheckReport, CheckReport.Group) -> String)?
  /// For a report that is written line by line: what could not be read; without line ends.
  var unread: (@Sendable (CheckReport) -> [String])?
  /// Whether it adds a page to the file that a workflow names for that.
  package var addsJobSummary = false
  /// Whether a person reads it, and a space more in it breaks nothing.
  package var isForPeople = false

  package static let all: [CheckReporter] = [
    human, short, json, ndjson, junit, sarif, github, markdown, html,
  ]

  /// Finds a report by its name.
  package static func named(_ name: String) -> CheckReporter? { all.first { $0.name == name } }

  /// The report as a whole; of one that is written line by line, the examples that were kept.
  package func text(of report: CheckReport, _ style: ReportStyle) -> String {
    switch form {
    case .whole(let text): return text(report, style)
    case .line(let line):
      let lines = report.groups.flatMap(\.totals.examples).flatMap { line(report, $0) }
      return String(decoding: lines, as: UTF8.self) + lastLines(of: report)
    }
  }

  /// Returns the end of a report that is written line by line: how groups are judged of which only
  /// the end shows it, and the problems with inputs.
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
    form: .whole { MarkdownReport($0, $1).text }, isForPeople: true)

  package static let html = CheckReporter(
    name: "html", summary: "a page in one file, that filters and sorts",
    form: .whole { HTMLReport($0, $1).text }, isForPeople: true)
}

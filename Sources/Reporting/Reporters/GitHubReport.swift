import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing

/// The output of a step of a GitHub workflow, by which the worst rows stand beside the files of a
/// pull request.
///
///     ::error file=Contracts/users.contract.json,line=9,col=14,title=missing-key User.name::…
///
/// An annotation is at the contract's line, which lies beside the mapper in the repository, while
/// captures often are not in it. GitHub shows ten errors, ten warnings and ten notices of a step
/// (`actions/toolkit`, `docs/problem-matchers.md`), so ten rows are annotated, and a notice says how
/// many more there are, and what was found in all.
struct GitHubReport {
  /// How many rows are annotated.
  static let limit = 10
  /// How many endpoints of a row are named.
  private static let endpointLimit = 5

  /// The rows that are annotated: those above information that the baseline does not accept.
  private let rows: [CheckReport.Row]
  private let report: CheckReport
  /// The annotations of what could not be read.
  private let unread: [String]
  private let style: ReportStyle

  init(_ report: CheckReport, _ style: ReportStyle) {
    rows = report.rows.filter { $0.severity > .information && !$0.isAccepted }
    unread = Self.unread(in: report, style)
    (self.report, self.style) = (report, style)
  }

  /// The annotations; ends with a line end, unless there is none.
  var text: String {
    let lines =
      unread + rows.prefix(limit).map(annotation) + ([more] + report.notes).compactMap(notice)
    return lines.map { $0 + "\n" }.joined()
  }

  /// How many rows are annotated beside what could not be read.
  private var limit: Int { Self.limit - unread.count }

  /// How many rows are not annotated, and what there is of all; `nil`, if all are.
  private var more: String? {
    guard rows.count > limit else { return nil }
    let rest = counted(rows.count - limit, "more group")
    return "+\(rest); in all \(report.found)\(report.acceptedText), "
      + "\(report.refused) payloads refused"
  }

  private func notice(_ text: String?) -> String? {
    text.map { Self.command("notice", [("title", "contractcheck")], $0) }
  }

  private func annotation(_ row: CheckReport.Row) -> String {
    let example = row.examples.first.map { ReportedExample($0, in: report) }
    let title = ("title", "\(row.rule.rawValue) \(row.title)")
    let message =
      [row.extent] + endpoints(of: row) + [row.mark].filter { !$0.isEmpty }
      + (example.map { [$0.headline] + ($0.hint.map { ["hint: \($0)"] } ?? []) } ?? [])
    return Self.command(
      level(of: row), place(of: row, example) + [title], message.joined(separator: "\n"))
  }

  /// Returns the annotation's level; of a row that is let pass, a notice.
  private func level(of row: CheckReport.Row) -> String {
    if row.isLetPass { return "notice" }
    return row.severity == .error ? "error" : "warning"
  }

  private func place(of row: CheckReport.Row, _ example: ReportedExample?) -> [(String, String)] {
    guard let file = row.line?.path ?? example?.file else { return [] }
    let position = row.line?.position ?? example?.position
    let lines = position.map { [("line", "\($0.line)"), ("col", "\($0.column)")] } ?? []
    return [("file", style.source.path(of: file))] + lines
  }

  /// The worst of several, a line each.
  private func endpoints(of row: CheckReport.Row) -> [String] {
    guard row.parts.count > 1 else { return [] }
    let rest = row.parts.count - Self.endpointLimit
    return row.parts.prefix(Self.endpointLimit).map(\.text)
      + (rest > 0 ? ["and \(counted(rest, "more endpoint"))"] : [])
  }

  // MARK: - What could not be read

  /// How many inputs are annotated that could not be read.
  private static let unreadLimit = 3

  /// The first inputs that could not be read, and how many more there are.
  private static func unread(in report: CheckReport, _ style: ReportStyle) -> [String] {
    let rest = report.unread.count - unreadLimit
    let shown = report.unread.prefix(rest > 0 ? unreadLimit - 1 : unreadLimit)
    let more = "and \(counted(rest + 1, "more problem")) with the inputs"
    return shown.map { unread in
      let file = unread.file.map { [("file", style.source.path(of: $0))] } ?? []
      let place = unread.position.map { [("line", "\($0.line)"), ("col", "\($0.column)")] } ?? []
      return command(
        "error", file + (file.isEmpty ? [] : place) + [("title", "could not be read")],
        report.forPrograms.text(of: unread))
    } + (rest > 0 ? [command("error", [("title", "could not be read")], more)] : [])
  }

  // MARK: - Commands

  /// A workflow command, by the escapes of GitHub's `@actions/core` (`command.ts`): `%`, the line
  /// ends, and in properties `:` and `,`.
  static func command(_ name: String, _ properties: [(String, String)], _ text: String)
    -> String
  {
    let list = properties.map { name, value in
      let escaped = Self.escaped(displayed(value))
      return "\(name)="
        + escaped.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
    let lines = text.split(separator: "\n").map { Self.escaped(displayed($0)) }
    return "::\(name) \(list.joined(separator: ","))::\(lines.joined(separator: "%0A"))"
  }

  private static func escaped(_ text: String) -> String { text.replacing("%", with: "%25") }
}

/// The commands that a GitHub runner reads in the output of a step.
package enum WorkflowCommands {
  /// A text that holds no command: a runner obeys a line that starts with `::`, and `##[` anywhere.
  /// For reports that a person reads beside the annotations.
  package static func without(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = start(of: line)
      let rest = line.dropFirst(start.count)
      let shown = rest.hasPrefix("::") ? "\(start): :\(rest.dropFirst(2))" : String(line)
      return shown.replacing("##[", with: "## [")
    }.joined(separator: "\n")
  }

  /// Spaces, and escape sequences of colors.
  private static func start(of line: Substring) -> Substring {
    var rest = line
    while let first = rest.first, first == " " || first == "\u{1b}" {
      rest = first == " " ? rest.dropFirst() : rest.drop { $0 != "m" }.dropFirst()
    }
    return line[..<rest.startIndex]
  }
}

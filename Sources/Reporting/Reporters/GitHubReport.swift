import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing

/// The workflow commands of a GitHub step, which annotate files of a pull request with the worst
/// rows.
///
///     ::error file=Contracts/users.contract.json,line=9,col=14,title=missing-key User.name::…
///
/// An annotation is at the contract's line, since contracts are in the repository, while captures
/// often are not. GitHub shows ten errors, ten warnings and ten notices of a step
/// (`actions/toolkit`, `docs/problem-matchers.md`). So ten rows are annotated, and a notice gives
/// the number of the others and the totals.
struct GitHubReport {
  static let limit = 10
  private static let endpointLimit = 5

  /// The rows that are annotated: those above information that the baseline does not accept.
  private let rows: [CheckReport.Row]
  private let report: CheckReport
  private let style: ReportStyle

  init(_ report: CheckReport, _ style: ReportStyle) {
    rows = report.rows.filter { $0.severity > .information && !$0.isAccepted }
    (self.report, self.style) = (report, style)
  }

  /// The annotations; ends with a line end, unless empty.
  var text: String {
    let unread = unread
    // How many rows are annotated besides unreadable inputs.
    let limit = Self.limit - unread.count
    let more = more(rows.count - limit)
    let lines =
      unread + rows.prefix(limit).map(annotation) + ([more] + report.notes).compactMap(notice)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the number of rows without annotation, and the totals; `nil`, if all are annotated.
  private func more(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return "+\(counted(count, "more group")); in all \(report.found)\(report.acceptedText), "
      + "\(report.refused) payloads refused"
  }

  private func notice(_ text: String?) -> String? {
    text.map { Self.command("notice", [("title", "contractcheck")], $0) }
  }

  private func annotation(_ row: CheckReport.Row) -> String {
    let example = row.examples.first.map(report.example)
    let title = ("title", "\(row.rule.rawValue) \(row.title)")
    let message =
      [row.extent] + endpoints(of: row) + [row.mark].filter { !$0.isEmpty }
      + [example?.headline, example?.hint.map { "hint: \($0)" }].compactMap(\.self)
    return Self.command(
      level(of: row), place(of: row, example) + [title], message.joined(separator: "\n"))
  }

  /// Returns the annotation's level; a notice for a row that is let pass.
  private func level(of row: CheckReport.Row) -> String {
    if row.isLetPass { return "notice" }
    return row.severity == .error ? "error" : "warning"
  }

  private func place(of row: CheckReport.Row, _ example: ReportedExample?) -> [(String, String)] {
    guard let file = row.line?.path ?? example?.file else { return [] }
    return Self.place(style.source.path(of: file), row.line?.position ?? example?.position)
  }

  /// Returns the worst endpoints, one line each, if there are several.
  private func endpoints(of row: CheckReport.Row) -> [String] {
    guard row.parts.count > 1 else { return [] }
    let rest = row.parts.count - Self.endpointLimit
    return row.parts.prefix(Self.endpointLimit).map(row.text)
      + (rest > 0 ? ["and \(counted(rest, "more endpoint"))"] : [])
  }

  // MARK: - What could not be read

  private static let unreadLimit = 3

  /// The annotations of the first unreadable inputs, and the number of the others.
  private var unread: [String] {
    let unread = report.unread
    let rest = unread.count - Self.unreadLimit
    let shown = unread.prefix(rest > 0 ? Self.unreadLimit - 1 : Self.unreadLimit)
    let more = "and \(counted(rest + 1, "more problem")) with the inputs"
    return shown.map { unread in
      let place = unread.file.map { Self.place(style.source.path(of: $0), unread.position) } ?? []
      return Self.command(
        "error", place + [("title", "could not be read")], report.forPrograms.text(of: unread))
    } + (rest > 0 ? [Self.command("error", [("title", "could not be read")], more)] : [])
  }

  // MARK: - Commands

  /// Returns the properties of a place in a file.
  static func place(_ file: String, _ position: TextPosition?) -> [(String, String)] {
    let lines = position.map { [("line", "\($0.line)"), ("col", "\($0.column)")] } ?? []
    return [("file", file)] + lines
  }

  /// Returns a workflow command, escaped as by GitHub's `@actions/core` (`command.ts`): `%`, line
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

/// The commands that a GitHub runner reads from the output of a step.
package enum WorkflowCommands {
  /// Returns a text without commands: a runner obeys lines that start with `::`, and `##[`
  /// anywhere. For reports for people, printed beside the annotations.
  package static func without(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = start(of: line)
      let rest = line.dropFirst(start.count)
      let shown = rest.hasPrefix("::") ? "\(start): :\(rest.dropFirst(2))" : String(line)
      return shown.replacing("##[", with: "## [")
    }.joined(separator: "\n")
  }

  /// Returns the leading spaces and color escape sequences.
  private static func start(of line: Substring) -> Substring {
    var rest = line
    while let first = rest.first, first == " " || first == "\u{1b}" {
      rest = first == " " ? rest.dropFirst() : rest.drop { $0 != "m" }.dropFirst()
    }
    return line[..<rest.startIndex]
  }
}

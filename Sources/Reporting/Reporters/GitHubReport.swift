import ContractModel
import JSONParsing
import Verification

/// What a step of a GitHub workflow prints, so that the worst groups stand beside the files of a
/// pull request.
///
///     ::error file=Contracts/users.contract.json,line=9,col=14,title=missing-key User.name::…
///
/// An annotation is at the contract's line, which lies beside the mapper in the repository, while
/// captures often are not in it. GitHub shows ten annotations of a step, so the tenth says how many
/// more groups there are.
struct GitHubReport {
  /// How many annotations of a step are shown.
  static let limit = 10

  /// What is accepted is annotated nowhere.
  private let groups: [ToldGroup]
  private let notes: [String]
  private let unread: [String]
  private let style: ReportStyle

  init(_ report: CheckReport, _ style: ReportStyle) {
    unread = Self.unread(in: report, style)
    groups = report.worstGroups.filter { $0.severity > .information && !$0.isAccepted }
    (notes, self.style) = (report.notes, style)
  }

  /// The annotations; ends with a line end, unless there is none.
  var text: String {
    let limit = Self.limit - notes.count - unread.count
    let shown = groups.count > limit ? limit - 1 : groups.count
    var lines = unread + groups.prefix(shown).map(annotation)
    if groups.count > shown {
      let rest = groups.dropFirst(shown)
      let found = counted(rest.reduce(0) { $0 + $1.count }, "violation")
      lines.append(
        Self.command("notice", [("title", "contractcheck")], "+\(rest.count) more groups: \(found)")
      )
    }
    lines += notes.map { Self.command("notice", [("title", "contractcheck")], $0) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotation(_ group: ToldGroup) -> String {
    var properties: [(String, String)] = []
    if let line = group.line {
      properties = [
        ("file", style.source.path(of: line.path)), ("line", "\(line.position.line)"),
        ("col", "\(line.position.column)"),
      ]
    } else if let example = group.examples.first, let file = example.file {
      properties = [("file", style.source.path(of: file))]
      if let position = example.position {
        properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
      }
    }
    properties.append(("title", "\(group.rule.rawValue) \(group.place)"))
    let message =
      [group.extent] + (group.standing.map { [$0.text] } ?? [])
      + (group.examples.first?.lines.prefix(1) ?? [])
    return Self.command(
      group.severity == .error ? "error" : "warning", properties, message.joined(separator: "\n"))
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
  private static func command(_ name: String, _ properties: [(String, String)], _ text: String)
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

/// What a GitHub runner takes for commands in what a step prints.
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

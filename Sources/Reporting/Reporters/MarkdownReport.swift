import ContractModel
import JSONParsing
import Verification

/// The report as GitHub-flavoured Markdown: the groups by endpoint, how often keys are there, what
/// no endpoint describes, and examples behind a fold.
package struct MarkdownReport {
  /// How many examples are written.
  private static let exampleLimit = 50
  private static let cut = "\nThe rest is left out: it is too long for this page.\n"

  private let report: CheckReport

  package init(_ report: CheckReport) { self.report = report }

  /// The whole report; ends with a line end.
  package var text: String { parts.joined() }

  /// As much of the report as fits.
  ///
  /// - Parameter limit: In bytes.
  package func text(limit: Int) -> String {
    let parts = parts
    guard parts.reduce(0, { $0 + $1.utf8.count }) > limit else { return parts.joined() }
    var room = limit - Self.cut.utf8.count
    let shown = parts.prefix { part in
      room -= part.utf8.count
      return room >= 0
    }
    return shown.isEmpty ? "" : shown.joined() + Self.cut
  }

  /// Pieces of whole lines; the report may end behind each.
  private var parts: [String] {
    let groups = report.toldGroups
    return [headline(groups)] + endpoints(groups) + keys + never + unmatched + unread
      + baseline + examples(groups)
  }

  private func headline(_ groups: [ToldGroup]) -> String {
    let groups = groups.filter { $0.severity > .information }
    let found =
      groups.isEmpty
      ? "no violations"
      : "\(counted(report.violationCount, "violation")) in \(counted(groups.count, "group"))"
    // A file's name may be in it.
    let stop = report.stopText.map { "\n\(markdownCode($0))\n" } ?? ""
    return "## contractcheck: \(found)\(report.unreadCount)\n\n\(report.summary)\n" + stop
  }

  /// The rows of a table; the first has the header before it.
  private func table(_ title: String, _ header: [String], _ rows: [[String]]) -> [String] {
    let lines = rows.map { "| " + $0.joined(separator: " | ") + " |\n" }
    guard let first = lines.first else { return [] }
    let rule = String(repeating: "| --- ", count: header.count) + "|\n"
    let head = "\n### \(title)\n\n| " + header.joined(separator: " | ") + " |\n" + rule
    return [head + first] + lines.dropFirst()
  }

  // MARK: - Parts

  private func endpoints(_ groups: [ToldGroup]) -> [String] {
    var names: [String] = []
    for group in groups where names.last != group.endpoint { names.append(group.endpoint) }
    let showsValues = groups.contains { !$0.values.isEmpty }
    return names.flatMap { name in
      let rows = groups.filter { $0.endpoint == name }.map { group in
        [
          group.severity.rawValue, markdownCode(group.rule.rawValue), markdownCode(group.place),
          "\(group.count)", group.payloads, group.rate, markdownCode(group.contractPlace),
        ] + (showsValues ? [group.values.isEmpty ? "" : markdownCode(group.values)] : [])
          + (report.baseline == nil ? [] : [group.standing.map(standing) ?? ""])
      }
      let header =
        ["", "rule", "where", "count", "payloads", "rate", "contract"]
        + (showsValues ? ["values"] : []) + (report.baseline == nil ? [] : ["baseline"])
      return table(markdownCode(name), header, rows)
    }
  }

  private func standing(_ standing: DatedBaseline.Standing) -> String {
    "\(standing.words) \(standing.entry.expires.text): \(markdownCode(standing.entry.reason))"
  }

  /// The entries of the baseline that accept nothing.
  private var baseline: [String] {
    guard let baseline = report.baseline, let review = report.review else { return [] }
    let rows = report.notedEntries(review).map { note, entry in
      [note, markdownCode(entry.group.description), markdownCode(entry.reason)]
    }
    return table(
      "Entries of \(markdownCode(baseline.file)) that accept nothing", ["", "group", "reason"], rows
    )
  }

  private var keys: [String] {
    let rows = report.toldKeys.filter { $0.isSometimesAbsentOrNull }.map { key in
      [
        markdownCode(key.name), percent(key.present, of: key.total),
        key.null == 0 ? "" : percent(key.null, of: key.present),
      ]
    }
    return table("Keys that are not always there", ["key", "present", "null"], rows)
  }

  private var never: [String] {
    let rows = report.captured.rows(limit: .max).map { [$0[0], markdownCode($0[1])] }
    return table("Never captured", ["", "name"], rows)
  }

  private var unmatched: [String] {
    let rows = report.check.totals.unmatched.groups.map { group in
      [
        "\(group.count)", markdownCode(report.forPrograms.request(report.shape(group))),
        markdownCode(report.forPrograms.reason(group.reason)),
        group.nearest.map { markdownCode(report.name(of: $0)) } ?? "",
      ]
    }
    return table(
      "Not described by any endpoint", ["count", "request", "why", "nearest endpoint"], rows)
  }

  private var unread: [String] {
    table(
      "Could not be read", ["input", "why"],
      report.unread.map { unread in
        [markdownCode(unread.place ?? ""), markdownCode(report.forPrograms.message(of: unread))]
      })
  }

  private func examples(_ groups: [ToldGroup]) -> [String] {
    let all = groups.filter { $0.severity > .information && !$0.isAccepted }
      .compactMap(\.examples.first)
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.exampleLimit).map { example in
      "\n" + markdownBlock(example.lines) + "\n"
    }
    let rest = all.count > shown.count ? ["\n… and \(all.count - shown.count) more groups\n"] : []
    // In one piece, so that the fold is always closed.
    let body = (shown + rest).joined()
    return ["\n<details>\n<summary>An example of each group</summary>\n\(body)\n</details>\n"]
  }
}

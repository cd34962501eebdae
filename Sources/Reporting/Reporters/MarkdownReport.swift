import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// The report as GitHub-flavoured Markdown: the rows with their endpoints, the endpoints, the rates
/// of keys, the undescribed records, and collapsed examples.
package struct MarkdownReport {
  private static let exampleLimit = 50
  private static let cut = "\nThe rest is left out: it is too long for this page.\n"

  private let report: CheckReport

  package init(_ report: CheckReport) { self.report = report }

  package var text: String { parts.joined() }

  /// Returns as much of the report as fits.
  ///
  /// - Parameter limit: The limit in bytes.
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

  /// The report in pieces of whole lines. It may be cut after each piece.
  private var parts: [String] {
    let rows = report.rows
    let tables: [ReportedTable?] = [
      report.versionsTable, report.neverTable, report.unmatchedTable, report.unreadTable,
      report.baselineTable,
    ]
    let listed: [String] = tables.flatMap { table($0) }
    return [headline] + table(rows) + endpoints + keys + listed + examples(rows)
  }

  private var headline: String {
    // The text may contain a file's name.
    let stop = report.stopText.map { "\n\(markdownCode($0))\n" } ?? ""
    return "## contractcheck: \(report.found)\(report.unreadCount)\n\n\(report.summary)\n" + stop
  }

  /// Returns the rows of a table; the first includes the header.
  private func table(_ title: String, _ header: [String], _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let lines = markdownTable(header, rows).map { $0 + "\n" }
    return ["\n### \(title)\n\n" + lines[..<3].joined()] + lines[3...]
  }

  private func table(_ table: ReportedTable?) -> [String] {
    guard let table else { return [] }
    let rows = table.rows.map { $0.map(written) }
    return self.table(table.title.map(written).joined(), table.header, rows)
  }

  private func written(_ piece: ReportedTable.Piece) -> String {
    switch piece {
    case .words(let text): text
    case .text(let text), .code(let text): markdownCode(text)
    }
  }

  // MARK: - Parts

  /// Returns one line for each row, followed by one for each endpoint, if there are several.
  private func table(_ rows: [CheckReport.Row]) -> [String] {
    let lines = rows.flatMap { row in
      [cells(of: row)]
        + (row.parts.count > 1 ? row.parts.map { cells(of: $0, in: row) } : [])
    }
    let header = [
      "", "rule", "where", "count", "payloads", "endpoint", "rate", "contract", "values", "",
    ]
    // The last two columns are left out if they are empty.
    let columns = header.indices.filter { column in
      column < header.count - 2 || lines.contains { !$0[column].isEmpty }
    }
    return table(
      "Groups, the worst first", columns.map { header[$0] },
      lines.map { line in columns.map { line[$0] } })
  }

  private func cells(of row: CheckReport.Row) -> [String] {
    let endpoints = row.parts.count == 1 ? markdownCode(row.endpoints) : row.endpoints
    return [
      row.severity.rawValue, markdownCode(row.rule.rawValue), markdownCode(row.place),
      "\(row.count)", "\(row.payloads)", endpoints, row.rate, markdownCode(row.contractPlace),
      report.showsValues ? markdownCode(row.values) : "", markdownCode(row.mark),
    ]
  }

  private func cells(of part: CheckReport.Group, in row: CheckReport.Row) -> [String] {
    [
      "", "", "", "\(part.count)", "\(part.payloads)", markdownCode(row.endpoint(of: part)),
      part.rate, "", "", markdownCode(part.mark),
    ]
  }

  private var endpoints: [String] {
    let rows = report.checkedEndpoints.map { name, type, totals in
      [
        markdownCode(name), markdownCode(type), "\(totals.payloadCount)",
        totals.refusedCount == 0 ? "" : "\(totals.refusedCount)",
      ]
    }
    return table("Endpoints", ["endpoint", "type", "payloads", "refused"], rows)
  }

  private var keys: [String] {
    let keys = report.checkedKeys.filter {
      $0.counts.present < $0.counts.total || $0.counts.null > 0
    }
    let rows = keys.map { name, counts in
      [
        markdownCode(name), percent(counts.present, of: counts.total),
        counts.null == 0 ? "" : percent(counts.null, of: counts.present),
      ]
    }
    return table("Keys that are not always there", ["key", "present", "null"], rows)
  }

  private func examples(_ rows: [CheckReport.Row]) -> [String] {
    let all = rows.filter { $0.severity > .information && !$0.isAccepted }
      .compactMap(\.examples.first)
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.exampleLimit).map { example in
      "\n" + markdownBlock(report.example(example).lines) + "\n"
    }
    let rest = all.count > shown.count ? ["\n… and \(all.count - shown.count) more groups\n"] : []
    // In one piece, so that the element is always closed.
    let body = (shown + rest).joined()
    return ["\n<details>\n<summary>An example of each group</summary>\n\(body)\n</details>\n"]
  }
}

import CaptureChecking
package import ContractDrafting
import JSONParsing
import MappingEngine

/// The reports on statistics of captures. None shows a value of a payload.
package enum StatisticsReport: String, CaseIterable, Sendable {
  case human, json, markdown, csv
  /// Workflow annotations, only for differences.
  case github

  package func text(of statistics: CaptureStatistics) -> String {
    switch self {
    case .human: statistics.human
    case .json: statistics.json
    case .markdown: statistics.markdown
    case .csv: statistics.csv
    case .github: ""
    }
  }

  /// Returns records as CSV by RFC 4180.
  static func csv(_ records: [[String]]) -> String {
    records.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Returns a CSV field that no spreadsheet takes for a formula.
  private static func field(_ text: String) -> String {
    let isFormula = text.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) } ?? false
    let text = isFormula ? "'" + text : text
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension CaptureStatistics {
  private static let columns = ["key path", "present", "", "null", "kinds", "distinct", "formats"]

  /// The names of the columns of times, only if a payload has a date.
  private var timeColumns: [String] { hasTimes ? ["first seen", "last seen", "change"] : [] }

  private func cells(_ row: Row) -> [String] {
    let texts = row.kinds.first { $0.kind == .text }?.count ?? 0
    let kinds = row.kinds.map { kind in
      row.kinds.count == 1 ? kind.kind.shownName : "\(kind.kind.shownName) \(kind.count)"
    }
    let formats = row.formats.map { format in
      format.count == texts ? format.format.shownName : "\(format.format.shownName) \(format.count)"
    }
    let cells: [String] = [
      row.keyPath.isEmpty ? "(all)" : row.keyPath, "\(row.count)",
      row.objectCount.map { percent(row.count, of: $0) } ?? "",
      row.nullCount == 0 ? "" : percent(row.nullCount, of: row.count),
      kinds.joined(separator: ", "),
      row.distinctCount.map { $0 > 63 ? "about \($0)" : "\($0)" } ?? "",
      formats.joined(separator: ", "),
    ]
    guard hasTimes else { return cells }
    let days = row.seen.range.map { [day($0.lowerBound), day($0.upperBound)] } ?? ["", ""]
    return cells + days + [changes(row).joined(separator: ", ")]
  }

  private func changes(_ row: Row) -> [String] {
    (row.isNew ? ["new"] : []) + (row.isGone ? ["gone"] : [])
  }

  /// Returns the day of a time, in UTC.
  private func day(_ time: Int64) -> String {
    CivilDate(daysSince1970: Int(time / 86_400)).text
  }

  // MARK: - Reports

  fileprivate var human: String {
    sections.map { section in
      // Most tables have no changes.
      let hasChanges = section.rows.contains { !changes($0).isEmpty }
      let rows = ([Self.columns + timeColumns] + section.rows.map(cells)).map { row in
        row.count > Self.columns.count && !hasChanges ? row.dropLast() : row
      }
      let title = "\(section.name)   \(counted(section.payloadCount, "payload"))"
      return ([displayed(title)] + aligned(rows, right: [1, 2, 3, 5])).joined(separator: "\n")
        + "\n"
    }.joined(separator: "\n")
  }

  fileprivate var markdown: String {
    sections.map { section in
      let names = (Self.columns + timeColumns).map { $0.isEmpty ? "%" : $0 }
      let rows = section.rows.map(cells).map { [markdownCode($0[0])] + $0.dropFirst() }
      let title = "### \(markdownCode(section.name)), \(counted(section.payloadCount, "payload"))"
      return ([title, ""] + markdownTable(names, rows)).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// CSV with one line for each key path, with counts instead of shares.
  fileprivate var csv: String {
    let names =
      ["section", "payloads", "key path", "present", "objects", "null", "kinds", "distinct"]
      + ["formats"] + timeColumns
    let lines = sections.flatMap { section in
      section.rows.map { row in
        let cells = cells(row)
        let counts: [String] = [
          "\(row.count)", row.objectCount.map(String.init) ?? "", "\(row.nullCount)", cells[4],
          row.distinctCount.map(String.init) ?? "",
        ]
        return [displayed(section.name), "\(section.payloadCount)", row.keyPath] + counts
          + cells[6...]
      }
    }
    return StatisticsReport.csv([names] + lines)
  }

  fileprivate var json: String {
    JSONWriter.objectText(.indented(spaces: 2)) { writer in
      writer.member("version", 1)
      writer.objects("sections", of: sections) { section, writer in
        writer.member("name", section.name)
        writer.member("payloads", section.payloadCount)
        writer.objects("keyPaths", of: section.rows) { write($0, to: &$1) }
      }
    } + "\n"
  }

  private func write(_ row: Row, to writer: inout JSONWriter) {
    writer.member("keyPath", row.keyPath)
    writer.member("count", row.count)
    if let count = row.objectCount { writer.member("objects", count) }
    writer.member("nulls", row.nullCount)
    writer.object("kinds") { writer in
      for (kind, count) in row.kinds { writer.member(kind.shownName, count) }
    }
    if let count = row.distinctCount { writer.member("distinct", count) }
    writer.object("formats") { writer in
      for (format, count) in row.formats { writer.member(format.shownName, count) }
    }
    guard let range = row.seen.range else { return }
    writer.member("firstSeen", day(range.lowerBound))
    writer.member("lastSeen", day(range.upperBound))
    writer.array("changes", of: changes(row)) { $1.string($0) }
  }
}

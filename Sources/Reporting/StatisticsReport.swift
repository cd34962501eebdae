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
    case .human: statistics.sections.map { human($0, statistics) }.joined(separator: "\n")
    case .json: json(statistics)
    case .markdown: statistics.sections.map { markdown($0, statistics) }.joined(separator: "\n")
    case .csv: csv(statistics)
    case .github: ""
    }
  }

  private static let columns = ["key path", "present", "", "null", "kinds", "distinct", "formats"]
  private static let timeColumns = ["first seen", "last seen", "change"]

  /// Returns the names of the columns, with those of times only if a payload has a date.
  private func columns(_ statistics: CaptureStatistics) -> [String] {
    Self.columns + (statistics.hasTimes ? Self.timeColumns : [])
  }

  private func title(_ section: CaptureStatistics.Section) -> String {
    "\(section.name)   \(counted(section.payloadCount, "payload"))"
  }

  private func cells(
    _ row: CaptureStatistics.Row, _ statistics: CaptureStatistics
  ) -> [String] {
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
    return cells + (statistics.hasTimes ? timeCells(row) : [])
  }

  private func timeCells(_ row: CaptureStatistics.Row) -> [String] {
    let days = row.seen.range.map { [day($0.lowerBound), day($0.upperBound)] } ?? ["", ""]
    return days + [changes(row).joined(separator: ", ")]
  }

  private func changes(_ row: CaptureStatistics.Row) -> [String] {
    (row.isNew ? ["new"] : []) + (row.isGone ? ["gone"] : [])
  }

  /// Returns the day of a time, in UTC.
  private func day(_ time: Int64) -> String {
    CivilDate(daysSince1970: Int(time / 86_400)).text
  }

  // MARK: - Reports

  private func human(
    _ section: CaptureStatistics.Section, _ statistics: CaptureStatistics
  ) -> String {
    let cells = section.rows.map { self.cells($0, statistics) }
    // Most tables have no changes.
    let hasChanges = section.rows.contains { !changes($0).isEmpty }
    let rows = ([columns(statistics)] + cells).map { row in
      row.count > Self.columns.count && !hasChanges ? row.dropLast() : row
    }
    return ([displayed(title(section))] + aligned(rows, right: [1, 2, 3, 5]))
      .joined(separator: "\n") + "\n"
  }

  private func markdown(
    _ section: CaptureStatistics.Section, _ statistics: CaptureStatistics
  ) -> String {
    let names = columns(statistics).map { $0.isEmpty ? "%" : $0 }
    let rows = section.rows.map { row in
      let cells = self.cells(row, statistics)
      return [markdownCode(cells[0])] + cells.dropFirst()
    }
    let title = "### \(markdownCode(section.name)), \(counted(section.payloadCount, "payload"))"
    return ([title, ""] + markdownTable(names, rows)).joined(separator: "\n") + "\n"
  }

  /// Returns CSV by RFC 4180: one line for each key path, with counts instead of shares.
  private func csv(_ statistics: CaptureStatistics) -> String {
    let names =
      ["section", "payloads", "key path", "present", "objects", "null", "kinds", "distinct"]
      + ["formats"] + (statistics.hasTimes ? Self.timeColumns : [])
    let lines = statistics.sections.flatMap { section in
      section.rows.map { row in
        let cells = self.cells(row, statistics)
        let counts: [String] = [
          "\(row.count)", row.objectCount.map(String.init) ?? "", "\(row.nullCount)", cells[4],
          row.distinctCount.map(String.init) ?? "",
        ]
        return [displayed(section.name), "\(section.payloadCount)", row.keyPath] + counts
          + cells[6...]
      }
    }
    return Self.csv([names] + lines)
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

  private func json(_ statistics: CaptureStatistics) -> String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.object { writer in
      writer.member("version", 1)
      writer.array("sections", of: statistics.sections) { section, writer in
        writer.object { writer in
          writer.member("name", section.name)
          writer.member("payloads", section.payloadCount)
          writer.array("keyPaths", of: section.rows) { add($0, to: &$1) }
        }
      }
    }
    return writer.text + "\n"
  }

  private func add(_ row: CaptureStatistics.Row, to writer: inout JSONWriter) {
    writer.object { writer in
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
}

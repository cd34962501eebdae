import CaptureSummary
package import ContractDrafting
import JSONParsing

/// The ways in which statistics of captures are told. None has a value of a payload.
package enum StatisticsReport: String, CaseIterable, Sendable {
  case human, json, markdown

  package func text(of statistics: CaptureStatistics) -> String {
    switch self {
    case .human: statistics.sections.map(human).joined(separator: "\n")
    case .json: json(statistics)
    case .markdown: statistics.sections.map(markdown).joined(separator: "\n")
    }
  }

  private static let columns = ["key path", "present", "", "null", "kinds", "distinct", "formats"]

  private func title(_ section: CaptureStatistics.Section) -> String {
    "\(section.name)   \(counted(section.payloadCount, "payload"))"
  }

  private func cells(_ row: CaptureStatistics.Row) -> [String] {
    let isOnlyKind = row.kinds.count == 1
    let texts = row.kinds.first { $0.kind == .text }?.count ?? 0
    return [
      row.keyPath.isEmpty ? "(all)" : row.keyPath, "\(row.count)",
      row.objectCount.map { percent(row.count, of: $0) } ?? "",
      row.nullCount == 0 ? "" : percent(row.nullCount, of: row.count),
      row.kinds.map { isOnlyKind ? $0.kind.name : "\($0.kind.name) \($0.count)" }
        .joined(separator: ", "),
      row.distinctCount.map { $0 > 63 ? "about \($0)" : "\($0)" } ?? "",
      row.formats.map { $0.count == texts ? $0.format.name : "\($0.format.name) \($0.count)" }
        .joined(separator: ", "),
    ]
  }

  // MARK: - Reports

  private func human(_ section: CaptureStatistics.Section) -> String {
    let rows = [Self.columns] + section.rows.map(cells)
    return ([displayed(title(section))] + aligned(rows, right: [1, 2, 3, 5]))
      .joined(separator: "\n") + "\n"
  }

  private func markdown(_ section: CaptureStatistics.Section) -> String {
    let names = Self.columns.map { $0.isEmpty ? "%" : $0 }
    let rows = section.rows.map { row in
      let cells = cells(row)
      return "| " + ([markdownCode(cells[0])] + cells.dropFirst()).joined(separator: " | ") + " |"
    }
    let head = [
      "### \(markdownCode(section.name)), \(counted(section.payloadCount, "payload"))", "",
      "| " + names.joined(separator: " | ") + " |",
      String(repeating: "| --- ", count: names.count) + "|",
    ]
    return (head + rows).joined(separator: "\n") + "\n"
  }

  private func json(_ statistics: CaptureStatistics) -> String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.object { writer in
      writer.member("version", 1)
      writer.array("sections") { writer in
        for section in statistics.sections {
          writer.object { writer in
            writer.member("name", section.name)
            writer.member("payloads", section.payloadCount)
            writer.array("keyPaths") { writer in
              for row in section.rows { add(row, to: &writer) }
            }
          }
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
        for (kind, count) in row.kinds { writer.member(kind.name, count) }
      }
      if let count = row.distinctCount { writer.member("distinct", count) }
      writer.object("formats") { writer in
        for (format, count) in row.formats { writer.member(format.name, count) }
      }
    }
  }
}

extension ValueKind {
  fileprivate var name: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "number"
    case .text: "text"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension TextFormat {
  fileprivate var name: String {
    switch self {
    case .iso8601: "iso8601"
    case .day: "yyyy-MM-dd"
    case .dateAndTime: "yyyy-MM-dd HH:mm:ss"
    case .httpDate: "HTTP date"
    case .uuid: "UUID"
    case .url: "URL"
    case .integer: "digits"
    case .decimal: "decimal"
    case .empty: "empty"
    }
  }
}

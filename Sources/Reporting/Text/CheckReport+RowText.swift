import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

extension CheckReport {
  // MARK: - Endpoints

  /// Returns the table of endpoints with payloads; `nil`, if there are none.
  func endpointsText(_ colors: TextColors) -> String? {
    let rows = checkedEndpoints.map { name, type, totals in
      let refused = totals.refusedCount == 0 ? "" : ", \(totals.refusedCount) refused"
      return [name, type, counted(totals.payloadCount, "payload") + refused]
    }
    return section("endpoints", aligned(rows), colors)
  }

  // MARK: - Rows

  /// Returns the rows, the worst first, in a table for each severity; rows that are let pass have a
  /// table of their own.
  func tables(_ rows: [Row], _ colors: TextColors) -> [String?] {
    rows.parted(by: Self.title).map { section(Self.title(of: $0[0]), lines(of: $0), colors) }
  }

  private static func title(of row: Row) -> String {
    if row.isLetPass { return "let pass" }
    return row.severity > .information ? "\(row.severity.rawValue)s" : "information"
  }

  /// Returns one line for each row, followed by one for each endpoint, if there are several:
  ///
  ///       missing-key  User.name  14×  in 14 of 60  2 endpoints
  ///                               12×  in 12 of 20  GET /users/:id
  ///                                2×  in 2 of 40   GET /users
  ///
  /// and by the values, if the rule is about values.
  private func lines(of rows: [Row]) -> [String] {
    let cells = rows.map { [self.cells(of: $0)] + partCells(of: $0) }
    var lines = aligned(cells.flatMap(\.self), right: [2])[...]
    return zip(rows, cells).flatMap { row, cells in
      defer { lines = lines.dropFirst(cells.count) }
      return lines.prefix(cells.count) + (row.values.isEmpty ? [] : ["      \(row.values)"])
    }
  }

  private func cells(of row: Row) -> [String] {
    [
      row.rule.rawValue, row.place, "\(row.count)×", payloads(row.payloads), row.endpoints,
      remarks(row.rate, row.mark),
    ]
  }

  private func partCells(of row: Row) -> [[String]] {
    guard row.parts.count > 1 else { return [] }
    return row.parts.map { part in
      [
        "", "", "\(part.count)×", payloads(part.payloads), row.endpoint(of: part),
        remarks(part.rate, part.mark),
      ]
    }
  }

  private func remarks(_ texts: String...) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func payloads(_ share: PayloadShare) -> String {
    share.whole == 0 ? "" : "in \(share)"
  }
}

import CaptureChecking
import ContractModel
import ContractReporting
import FaultTolerance
import JSONParsing

// The results for released versions of the app.

extension CheckReport {
  /// How many lines of a version are listed.
  private static let rowLimit = 10

  /// The versions, the worst first.
  private var versions: [ReleasedCheck] {
    check.released.sorted { one, other -> Bool? in
      let counts = (one.totals.refusedCount, other.totals.refusedCount)
      return counts.0 == counts.1 ? nil : counts.0 > counts.1
    }
  }

  private static func words(_ answer: FaultAnswer?) -> String {
    switch answer {
    case .takes: "the app takes it"
    case .skips: "the app leaves the element out"
    case .changes: "the app has another value"
    case .refuses: "the app refuses the whole response"
    case .unknown, nil: "not measured"
    }
  }

  /// Returns `User.mail`, or `(the body)`.
  private static func name(_ key: ReleasedTotals.Key) -> String {
    key.line.text.isEmpty ? "(the body)" : displayed(key.line.text)
  }

  /// Returns the headline of a version, and a row for each line of its contracts.
  private func cells(_ released: ReleasedCheck) -> (head: String, rows: [[String]]) {
    let totals = released.totals
    let rows = totals.rows
    let taken = rows.reduce(0) { $0 + ($1.key.isTaken ? $1.count : 0) }
    let notes =
      (taken > 0 ? "; \(counted(taken, "violation")) that the app takes" : "")
      + (totals.unknownCount > 0
        ? "; \(counted(totals.unknownCount, "record")) that it never asks for" : "")
    let head =
      "\(totals.refusedCount) of \(counted(totals.payloadCount, "payload")) refused\(notes)"
    return (
      head,
      rows.map { key, count in
        [
          displayed(key.endpoint.text), Self.name(key), key.rule.rawValue, "\(count)×",
          Self.words(key.answer),
        ]
      }
    )
  }

  /// `3.1 in 1,204 requests (13 %), other 300`; `nil`, if requests are not assigned to versions.
  private var trafficText: String? {
    guard let versions = check.options.appVersions else { return nil }
    let others = check.totals.otherRequestCount
    let total = check.released.reduce(others) { $0 + $1.totals.requestCount }
    let shares = check.released.map { released in
      let count = released.totals.requestCount
      return "\(displayed(released.version.name)) in \(counted(count, "request")) "
        + "(\(percent(count, of: total)))"
    }
    return "by \(displayed(versions.name.text)): "
      + (shares + ["other \(others)"]).joined(separator: ", ")
  }

  /// Returns the section of the report for people; `nil` without versions.
  func versionsText(_ colors: TextColors) -> String? {
    guard !check.released.isEmpty else { return nil }
    let parts = versions.flatMap { released in
      let (head, rows) = cells(released)
      return ["\(displayed(released.version.name))  \(head)"]
        + aligned(rows, right: [3], most: Self.rowLimit)
    }
    let lines = parts + [trafficText].compactMap(\.self)
    return section("versions", lines.map { "  " + $0 }, colors)
  }

  /// The table for HTML and Markdown; `nil` without versions.
  var versionsTable: ReportedTable? {
    guard !check.released.isEmpty else { return nil }
    let blanks = [ReportedTable.Piece](repeating: .words(""), count: 4)
    let rows = versions.flatMap { released -> [[ReportedTable.Piece]] in
      let (head, rows) = cells(released)
      return [[.code(released.version.name), .words(head)] + blanks]
        + rows.map { row in
          [.words(""), .code(row[0]), .code(row[1]), .code(row[2]), .words(row[3]), .words(row[4])]
        }
    }
    let traffic = trafficText.map { [[.words(""), .text($0)] + blanks] } ?? []
    return ReportedTable(
      title: [.words("Versions of the app")],
      columns: ["Version", "Endpoint", "Line", "Rule", "#Count", "The app"],
      header: ["version", "endpoint", "line", "rule", "count", "the app"],
      rows: rows + traffic)
  }

  func writeVersions(to writer: inout JSONWriter) {
    guard !check.released.isEmpty else { return }
    writer.objects("versions", of: versions) { released, writer in
      let totals = released.totals
      writer.member("version", released.version.name)
      writer.members([
        "payloads": totals.payloadCount, "refused": totals.refusedCount,
        "unknown": totals.unknownCount,
      ])
      if check.options.appVersions != nil { writer.member("requests", totals.requestCount) }
      writer.member("measured", !released.version.tolerance.isUnmeasured)
      writer.objects("lines", of: totals.rows) { row, writer in
        writer.member("endpoint", row.key.endpoint.text)
        writer.member("line", row.key.line.text)
        writer.member("rule", row.key.rule.rawValue)
        writer.member("count", row.count)
        if let answer = row.key.answer { writer.member("answer", answer.rawValue) }
      }
    }
  }
}

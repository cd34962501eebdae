import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("The counts of rows equal those of the capture")
struct RowCountTests {
  static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

  private func check(
    _ capture: CountedCapture, _ body: (ReportRun) throws -> Void
  ) throws {
    let files = [
      "a.contract.json": CountedCapture.contract,
      "x.ndjson": capture.records.joined(separator: "\n"),
    ]
    try withFolder(files) { folder in
      try body(ReportRun([folder + "/x.ndjson", "-c", folder, "-q"], in: folder))
    }
  }

  @Test(
    "Rows and endpoints of reports for people have the right counts",
    .enabled(if: TestDepth.isFull), arguments: seeds
  )
  func counts(seed: UInt64) throws {
    let capture = CountedCapture(seed: seed, recordCount: 150)
    try check(capture) { run in
      for (report, rows) in [
        ("human", try ReadRow.human(run["human"])),
        ("markdown", try ReadRow.markdown(run["markdown"])),
      ] {
        #expect(Set(rows.map(\.name)) == Set(capture.counts.keys), "\(report)")
        #expect(rows.count == capture.counts.count, "\(report)")
        for row in rows {
          let expected = capture.counts[row.name] ?? [:]
          let parts = row.parts.map {
            ($0.endpoint, CountedCapture.Count(violations: $0.count, payloads: $0.payloads))
          }
          #expect(Dictionary(uniqueKeysWithValues: parts) == expected, "\(report) \(row.name)")
          #expect(row.parts.allSatisfy { $0.total == capture.payloads[$0.endpoint] })
          #expect(row.whole.count == expected.values.reduce(0) { $0 + $1.violations })
          #expect(row.whole.payloads == expected.values.reduce(0) { $0 + $1.payloads })
          #expect(row.whole.total == row.parts.reduce(0) { $0 + $1.total })
        }
      }
      let found = "\(capture.violationCount) violations in \(capture.counts.count) groups"
      for name in ["human", "markdown", "html"] { #expect(run[name].contains(found), "\(name)") }
      let cards = run["html"].matches(of: /data-count="([0-9]+)"/).compactMap { Int($0.1) }
      #expect(cards == (try ReadRow.human(run["human"])).map(\.whole.count))
    }
  }

  @Test(
    "Rows and their endpoints are ordered by severity, then by count",
    .enabled(if: TestDepth.isFull),
    arguments: seeds)
  func order(seed: UInt64) throws {
    try check(CountedCapture(seed: seed, recordCount: 150)) { run in
      let rows = try ReadRow.human(run["human"])
      #expect(rows.count > 12)
      for (row, next) in zip(rows, rows.dropFirst()) {
        let isRight =
          row.isError == next.isError ? row.whole.isAtLeastAsBad(as: next.whole) : row.isError
        #expect(isRight, "\(row.name) before \(next.name)")
      }
      for row in rows {
        for (part, next) in zip(row.parts, row.parts.dropFirst()) {
          #expect(part.isAtLeastAsBad(as: next), "\(row.name) \(part.endpoint)")
        }
      }
      let names = rows.map(\.name)
      #expect(try ReadRow.markdown(run["markdown"]).map(\.name) == names)
      let titles = run["html"].matches(
        of: /<code class="rule"[^>]*>([^<]*)<\/code> <code class="place">([^<]*)<\/code>/)
      #expect(titles.map { String($0.1) } == names.map(\.rule))
      let annotated = WorkflowLog(run["github"]).commands
      #expect(annotated.count == 11)
      for (annotation, row) in zip(annotated, rows.prefix(10)) {
        #expect(annotation.properties["title"]?.hasPrefix(row.name.rule + " ") == true)
        let extent = "\(row.whole.payloads) of \(row.whole.total) payloads of "
        #expect(annotation.message.contains(extent))
      }
    }
  }

  @Test(
    "A notice has all totals and the number of omitted rows",
    arguments: seeds)
  func totals(seed: UInt64) throws {
    let capture = CountedCapture(seed: seed, recordCount: 150)
    try check(capture) { run in
      let report = try JSONDocument(parsing: run["json"]).root
      let refused = report["endpoints"]?.elements.compactMap {
        $0["refused"]?.number?.int64.exactValue
      }
      let notice = WorkflowLog(run["github"]).commands.last
      #expect(notice?.name == "notice")
      #expect(
        notice?.message == "+\(capture.counts.count - 10) more groups; in all "
          + "\(capture.violationCount) violations in \(capture.counts.count) groups, "
          + "\(refused?.reduce(0, +) ?? 0) of 150 payloads refused")
    }
  }

  @Test("Reports for programs have a group for each endpoint", arguments: seeds)
  func programs(seed: UInt64) throws {
    let capture = CountedCapture(seed: seed, recordCount: 150)
    try check(capture) { run in
      let groups = try JSONDocument(parsing: run["json"]).root["groups"]?.elements.map { $0 } ?? []
      var counts: [CountedCapture.Name: [String: CountedCapture.Count]] = [:]
      for group in groups {
        func number(_ name: String) -> Int { Int(group[name]?.text() ?? "") ?? -1 }
        let place = [group["mapping"], group["key"]].compactMap { $0?.string }
        let name = CountedCapture.Name(
          rule: group["rule"]?.string ?? "", place: place.joined(separator: "."))
        counts[name, default: [:]][group["endpoint"]?.string ?? ""] = CountedCapture.Count(
          violations: number("count"), payloads: number("payloads"))
      }
      #expect(counts == capture.counts)
      let results = try JSONDocument(parsing: run["sarif"]).root["runs"]?[0]?["results"]
      let groupCount = capture.counts.values.reduce(0) { $0 + $1.count }
      #expect(groups.count == groupCount && results?.elements.count == groupCount)
      let prints = results?.elements.compactMap { $0["partialFingerprints"]?.text() } ?? []
      #expect(Set(prints).count == groupCount)
    }
  }
}

package import ContractDrafting
import ContractModel
import JSONParsing

/// The report on differences of two captures, in each style of statistics.
package struct ComparisonReport {
  private let comparison: CaptureComparison
  private let showsValues: Bool

  /// - Parameter showsValues: Whether `human` shows new values of small sets.
  package init(_ comparison: CaptureComparison, showsValues: Bool) {
    (self.comparison, self.showsValues) = (comparison, showsValues)
  }

  package func text(_ report: StatisticsReport) -> String {
    switch report {
    case .human: human
    case .json: json
    case .markdown: markdown
    case .csv: csv
    case .github: github
    }
  }

  private typealias Difference = CaptureComparison.Difference

  /// The differences by section, in their order.
  private var sections: [(name: String, differences: [Difference])] {
    comparison.differences.parted { MemberName($0.section) }.map { ($0[0].section, $0) }
  }

  /// `3 differences in 34 key paths of 412 payloads, before 390`
  private var summary: String {
    let count = comparison.differences.count
    let found = count == 0 ? "no difference" : counted(count, "difference")
    return "\(found) in \(counted(comparison.commonCount, "key path")), "
      + "\(counted(comparison.payloadCounts.new, "payload")) against \(comparison.payloadCounts.old)"
  }

  private func path(_ difference: Difference) -> String {
    difference.keyPath.isEmpty ? "(all)" : difference.keyPath
  }

  private func detail(_ difference: Difference, showsValues: Bool) -> String {
    guard let value = difference.value else { return difference.detail }
    return showsValues ? quoted(value.text) : ""
  }

  private func share(_ share: (count: Int, total: Int)) -> String {
    "\(share.count) of \(share.total)"
  }

  private static let columns = ["change", "key path", "", "before", "now"]

  private func cells(_ difference: Difference, _ path: String, _ detail: String) -> [String] {
    [difference.change.rawValue, path, detail, share(difference.old), share(difference.new)]
  }

  // MARK: - Reports

  private var human: String {
    let tables = sections.map { name, differences in
      let rows = differences.map {
        cells($0, path($0), displayed(detail($0, showsValues: showsValues)))
      }
      let table = aligned([Self.columns] + rows, right: [3, 4])
      return ([displayed(name)] + table).joined(separator: "\n")
        + "\n\n"
    }
    return tables.joined() + summary + "\n"
  }

  private var markdown: String {
    let tables = sections.map { name, differences in
      let rows = differences.map {
        cells($0, markdownCode(path($0)), detail($0, showsValues: false))
      }
      let table = markdownTable(Self.columns, rows)
      return (["### \(markdownCode(name))", ""] + table).joined(separator: "\n") + "\n\n"
    }
    return tables.joined() + summary + "\n"
  }

  private var github: String {
    comparison.differences.prefix(GitHubReport.limit).map { difference in
      let detail = detail(difference, showsValues: false)
      return GitHubReport.command(
        "warning", [("title", "\(difference.change.rawValue) \(path(difference))")],
        "\(difference.section): " + (detail.isEmpty ? "" : detail + " in ")
          + "\(share(difference.new)), before \(share(difference.old))") + "\n"
    }.joined() + GitHubReport.command("notice", [("title", "contractcheck")], summary) + "\n"
  }

  private var csv: String {
    let names = ["section", "key path", "change", "detail", "before", "of", "now", "of"]
    let lines = comparison.differences.map {
      [
        displayed($0.section), $0.keyPath, $0.change.rawValue, detail($0, showsValues: false),
        "\($0.old.count)", "\($0.old.total)", "\($0.new.count)", "\($0.new.total)",
      ]
    }
    return StatisticsReport.csv([names] + lines)
  }

  private var json: String {
    let payloads = comparison.payloadCounts
    return JSONWriter.objectText(.indented(spaces: 2)) { writer in
      writer.member("version", 1)
      writer.object("payloads") { $0.members(["before": payloads.old, "now": payloads.new]) }
      writer.member("keyPaths", comparison.commonCount)
      writer.objects("differences", of: comparison.differences) { difference, writer in
        writer.member("section", difference.section)
        writer.member("keyPath", difference.keyPath)
        writer.member("change", difference.change.rawValue)
        if !difference.detail.isEmpty { writer.member("detail", difference.detail) }
        for (name, share) in [("before", difference.old), ("now", difference.new)] {
          writer.object(name) { $0.members(["count": share.count, "of": share.total]) }
        }
      }
    } + "\n"
  }
}

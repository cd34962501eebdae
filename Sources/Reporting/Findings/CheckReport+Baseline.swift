package import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

extension Baseline.Standing {
  package var isAcceptance: Bool { kind == .accepted }

  /// The remark on a group in reports: one line, safe to display.
  var text: String {
    let words =
      switch kind {
      case .accepted: "accepted by the baseline until \(entry.expires.text)\(limit)"
      case .expired: "the baseline's entry expired on \(entry.expires.text)"
      case .grew: "grew: in \(share), and the baseline accepts it\(limit)"
      }
    return "\(words): \(displayed(entry.reason))"
  }

  private var limit: String { entry.upTo.map { " in up to \($0) %" } ?? "" }
}

extension CheckReport {
  /// The baseline's entries that accept no group; `nil` without a baseline. An incomplete check has
  /// only the expired ones.
  package var review: Baseline.Review? {
    guard var review = baseline?.review(findings) else { return nil }
    if !isWhole { (review.stale, review.unchecked) = ([], []) }
    return review
  }

  /// The groups that were found, and those that could have been found.
  package var findings: Baseline.Findings {
    let checked = CheckedGroups(self)
    let found = check.totals.groupKeys.map { (check.identity(of: $0), $0) }
    var findings = Baseline.Findings(found: Set(found.map(\.0))) { checked.has($0) }
    for (identity, key) in found {
      guard let share = check.totals.share(of: key) else { continue }
      let known = findings.shares[identity]
      findings.shares[identity] = known.map { $0.step > share.step ? $0 : share } ?? share
    }
    return findings
  }

  // MARK: - For people

  /// `, 6 of them accepted by the baseline`; empty without a baseline or groups.
  var acceptedText: String {
    let counts = baseline == nil ? (all: 0, accepted: 0, tolerated: 0) : rowCounts
    return counts.all == 0 ? "" : ", \(counts.accepted) of them accepted by the baseline"
  }

  /// Returns the entries that accept nothing, one row each; unchecked ones are only counted, unless
  /// verbose.
  func baselineText(_ isVerbose: Bool) -> String? {
    guard let baseline, let review else { return nil }
    let unchecked = isVerbose ? review.unchecked : []
    let noted = notedEntries(review) + unchecked.map { ("not checked in this run", $0) }
    let rows = noted.map { note, entry in
      [note, entry.group.description, displayed(entry.reason)]
    }
    var lines = aligned(rows, most: isVerbose ? .max : 10)
    if !isVerbose, !review.unchecked.isEmpty {
      let entries = counted(review.unchecked.count, "entry was", "entries were")
      lines.append("  \(entries) not checked in this run")
    }
    return section("baseline \(displayed(baseline.file)) on \(baseline.day.text)", lines, .none)
  }

  /// Returns the entries that need attention, and why.
  func notedEntries(_ review: Baseline.Review) -> [(note: String, entry: Baseline.Entry)] {
    review.expired.map { ("expired on \($0.expires.text)", $0) }
      + review.stale.map { ("stale: nothing breaks it any more", $0) }
  }

  /// The number of entries that need attention, in one line; `nil`, if none does.
  var baselineNote: String? {
    guard let baseline, let review else { return nil }
    let counts = [(review.expired.count, "expired"), (review.stale.count, "stale")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !counts.isEmpty else { return nil }
    return "entries of the baseline \(displayed(baseline.file)): \(counts.joined(separator: ", "))"
  }

  /// The notes of reports for programs, besides the groups, one line each.
  var notes: [String] { [stopText, baselineNote].compactMap { $0 } }

  // MARK: - For programs

  func write(_ standing: Baseline.Standing?, to writer: inout JSONWriter) {
    guard let standing else { return }
    let entry = standing.entry
    writer.object(standing.kind.rawValue) { writer in
      switch standing.kind {
      case .accepted: writer.member("until", entry.expires.text)
      case .expired: writer.member("on", entry.expires.text)
      case .grew:
        writer.members(["payloads": standing.share.part, "of": standing.share.whole])
      }
      if let upTo = entry.upTo { writer.member("upTo", "\(upTo)%") }
      writer.member("reason", entry.reason)
    }
  }

  func writeBaseline(to writer: inout JSONWriter) {
    guard let baseline, let review else { return }
    writer.object("baseline") { writer in
      writer.member("file", baseline.file)
      writer.member("day", baseline.day.text)
      writer.objects("expired", of: review.expired) { $0.write(to: &$1) }
      writer.objects("stale", of: review.stale) { $0.write(to: &$1) }
      writer.objects("unchecked", of: review.unchecked) { $0.write(to: &$1) }
    }
  }
}

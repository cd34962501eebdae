import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

extension CheckReport {
  /// Returns the report for people: examples, endpoints, rows, coverage, totals; ends with a line
  /// end.
  package func text(_ style: ReportStyle) -> String {
    let (rows, colors) = (rows, style.colors)
    var parts: [String?] = []
    if !style.isQuiet {
      // Accepted rows are only in the tables, so that new ones stand out.
      let shown = rows.filter { style.isVerbose || !$0.isAccepted }
      parts += shown.flatMap { row in row.examples.map { excerpt($0, colors) } + more(row) }
    }
    parts += [endpointsText(colors)] + tables(rows, colors) + [versionsText(colors)]
    if !style.isQuiet {
      parts += check.contracts.indices.flatMap {
        [besideLines($0, colors)] + drift($0, style.isVerbose, colors)
      }
      parts.append(neverCapturedText(style.isVerbose, colors))
    }
    parts += [unmatchedText(colors), unreadText(colors)]
    if !style.isQuiet { parts.append(baselineText(style.isVerbose)) }
    parts.append(summaryWithStop)
    return parts.compactMap(\.self).joined(separator: "\n\n") + "\n"
  }

  /// Returns a part of the report; `nil` without lines below the title.
  func section(_ title: String, _ lines: [String], _ colors: TextColors) -> String? {
    lines.isEmpty ? nil : ([colors(.strong, title)] + lines).joined(separator: "\n")
  }

  // MARK: - Examples

  private func excerpt(_ found: CheckViolation, _ colors: TextColors) -> String {
    let example = ReportedExample(found: found, discretion: forPeople, colors: colors)
    return SourceExcerpt.text(
      colors(.strong, example.place) + ": " + (check[found.endpoint].isRequest ? "request " : "")
        + "\(colors.severity(found.severity, found.violation.rule)): \(example.message)",
      example.excerpt.map { $0 + example.path.placeText },
      remarks: [
        contractLine(of: found).map { "in \($0)" }, example.hint.map { "hint: \($0)" },
        tolerated[found.group]?.text,
      ])
  }

  private func more(_ row: Row) -> [String] {
    let rest = row.exampleTotal - row.examples.count
    guard rest > 0, !row.examples.isEmpty else { return [] }
    let place = row.place.isEmpty ? "" : " \(row.place)"
    let isCut = row.examples.count >= CheckOptions.mostExamples
    return [
      "… and \(rest) more \(row.rule.rawValue)\(place)" + (isCut ? ": see --report ndjson" : "")
    ]
  }

  // MARK: - What was seen

  /// Returns for each mapping its count, the lines whose keys were absent or null at times, and the
  /// keys and cases that were never seen or are not in the contract.
  private func drift(_ number: Int, _ isVerbose: Bool, _ colors: TextColors) -> [String] {
    guard let tally = check.tally(ofContract: number) else { return [] }
    let types = Dictionary(
      tally.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let obstacles = isVerbose ? tally.screenObstacles : [:]
    let checked = tally.lines.filter { $0.counts.total > 0 }.parted(by: \.mapping)
    let unmapped = Dictionary(grouping: tally.unmappedKeys, by: \.mapping)
    let unseenCases = Dictionary(grouping: tally.unseenCases, by: \.mapping)
    return checked.compactMap { lines in
      guard let mapping = lines[0].mapping else { return nil }
      let mentions = types[mapping].map { type in
        "  \(type.mentions) mentioned"
          + (check.omitsExamples
            ? "" : ", \(type.distinct)\(type.isAtLeast ? " or more" : "") distinct")
      }
      let shown = lines.filter { line in
        let counts = line.counts
        let drifts = counts.present < counts.total || counts.null > 0
        return isVerbose || drifts && counts.present > 0
      }
      let rows = shown.map { line in
        [
          CheckCoverage.name(nil, line.line.source.description),
          "present \(percent(line.counts.present, of: line.counts.total))",
          line.counts.null == 0
            ? "" : "null \(percent(line.counts.null, of: line.counts.present))",
        ]
      }
      let headline = colors(.strong, displayed(mapping.text) + (mentions ?? ""))
      var notes: [String] = []
      let unseen = lines.filter { $0.counts.present == 0 }
      if !unseen.isEmpty {
        notes.append("  never seen: " + list(unseen.map { $0.line.source.description }))
      }
      if let cases = unseenCases[mapping] {
        notes.append("  cases never seen: " + list(cases.map(\.item.conditionText)))
      }
      if let keys = unmapped[mapping] {
        notes.append("  not in the contract: " + unmappedText(keys, ofContract: number))
      }
      if isVerbose, let obstacles = obstacles[mapping] {
        notes.append("  checked one by one because of " + listed(obstacles.map(text)))
      }
      return ([headline] + aligned(rows) + notes).joined(separator: "\n")
    }
  }

  private func text(_ obstacle: ScreenObstacle) -> String {
    switch obstacle {
    case .line(let source): displayed(source.description)
    case .cases: "its cases"
    case .keyStyle: "the style of its keys"
    case .keyCount: "the number of its keys"
    case .keyPaths: "its key paths"
    case .identity: "its identity"
    }
  }

  /// Returns the keys of bodies that no line of their endpoints reads.
  private func besideLines(_ number: Int, _ colors: TextColors) -> String? {
    let keys = check.tally(ofContract: number)?.unmappedKeys.filter { $0.mapping == nil } ?? []
    guard !keys.isEmpty else { return nil }
    let listed = unmappedText(keys, ofContract: number)
    return section(
      "(bodies, beside the lines of endpoints)", ["  not in the contract: \(listed)"], colors)
  }

  func list(_ names: [String]) -> String {
    listed(names.map { displayed($0) })
  }

  // MARK: - The rest

  private func unmatchedText(_ colors: TextColors) -> String? {
    let unmatched = check.totals.unmatched
    let rows = unmatched.groups.map { group in
      [
        "\(group.count)×",
        shortened(forPeople.request(group.shape.isEmpty ? group.example : group.shape)),
        forPeople.reason(group.reason)
          + (group.nearest.map { " (nearest: \(name(of: $0)))" } ?? ""),
      ]
    }
    let others =
      "  and \(counted(unmatched.otherCount, "record")) of other paths: "
      + "\(UnmatchedRecords.capacity) are told apart"
    let lines = aligned(rows, most: 10) + (unmatched.otherCount > 0 ? [others] : [])
    return section("not described by any endpoint", lines, colors)
  }

  /// The totals in one line.
  var summary: String {
    let totals = check.totals
    let captured = captured.text
    let tallies = tallies.map(\.tally)
    let unmapped = tallies.reduce(0) { $0 + $1.unmappedKeys.count }
    let isAll = tallies.allSatisfy { $0.otherUnmappedCount == 0 }
    return "checked \(counted(totals.payloadCount, "payload")) in \(counted(inputCount, "input")), "
      + "\(megabytes(totals.byteCount)): \(found + acceptedText); "
      + (captured.isEmpty ? "" : "captured \(captured); ")
      + "\(isAll ? "" : "at least ")\(counted(unmapped, "key")) not in the contract; \(totals.unmatched.count) unmatched"
      + remarks.filter { $0.count > 0 }.map { "; \($0.text)" }.joined()
  }

  /// What else is counted. Bodiless records do not count as payloads.
  private var remarks: [(count: Int, text: String)] {
    let (totals, tolerated) = (check.totals, tolerated.isEmpty ? 0 : rowCounts.tolerated)
    let cutOff = counted(totals.cutOffCount, "body", "bodies")
    return [
      (totals.bodilessCount, "\(totals.bodilessCount) without a body"),
      (totals.withoutStatusCount, "\(totals.withoutStatusCount) without a status, taken for 200"),
      (totals.cutOffCount, "\(cutOff) cut off by the log, not checked"),
      (tolerated, "\(counted(tolerated, "group")) tolerated"),
    ]
  }

  /// `25 violations in 8 groups`, above information; a group is a row.
  var found: String {
    violationCount == 0
      ? "no violations"
      : "\(counted(violationCount, "violation")) in \(counted(rowCounts.all, "group"))"
  }

  /// The totals, and where the check was ended, in one line.
  var summaryWithStop: String { summary + (stopText.map { "; \($0)" } ?? "") }

  /// Where the check was ended, safe to display; `nil`, if it was not.
  var stopText: String? {
    stop.map { "stopped at \($0) by --max-violations, what comes behind was not checked" }
  }
}

/// Returns a number of bytes for people: `27 bytes`, `12.9 kB`, `1.2 MB`.
package func megabytes(_ count: Int) -> String {
  if count < 1_000 { return counted(count, "byte") }
  let unit = count < 1_000_000 ? (1_000, "kB") : (1_000_000, "MB")
  let tenths = (count * 10 + unit.0 / 2) / unit.0
  return "\(tenths / 10).\(tenths % 10) \(unit.1)"
}

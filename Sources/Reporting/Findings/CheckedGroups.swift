import CaptureChecking
import ContractModel
import JSONParsing
import MappingEngine

/// The groups that a check could have found: those with payloads and reached lines.
struct CheckedGroups {
  /// A key path of a mapping, or of all mappings without a name.
  private struct Line: Hashable {
    var mapping: MemberName?
    var key: MemberName?
  }

  private struct Contents {
    var hasPayloads = false
    /// The endpoints with payloads.
    var endpoints: Set<MemberName> = []
    /// All endpoints of the contract.
    var known: Set<MemberName> = []
    /// Whether the lines ran, by line.
    var isReached: [Line: Bool] = [:]
  }

  /// The rules that the check does not note.
  private let off: Set<RuleID>
  private var contracts: [MemberName: [Contents]] = [:]

  init(_ report: CheckReport) {
    off = Set(
      RuleID.allCases.filter { rule in
        let isQuiet = rule.isNotedIfRaised
        let severity = report.check.options.severity(rule, isQuiet ? .information : .error)
        return severity == .off || isQuiet && severity == .information
      })
    for (number, contract) in report.check.contracts.enumerated() {
      contracts[contract.name, default: []].append(Self.contents(of: number, in: report))
    }
  }

  private static func contents(of number: Int, in report: CheckReport) -> Contents {
    var contents = Contents()
    let tally = report.check.tally(ofContract: number)
    contents.hasPayloads = tally != nil
    for (key, totals) in report.check.totals.endpoints where key.contract == number {
      if totals.payloadCount > 0 { contents.endpoints.insert(MemberName(report.name(of: key))) }
    }
    for endpoint in report.check.contracts[number].endpoints {
      contents.known.insert(MemberName(displayed(endpoint.selector.description)))
    }
    for line in tally?.lines ?? [] where line.line.property != nil || line.counts.total > 0 {
      for mapping in [nil, line.mapping] {
        for key in [nil, MemberName(line.line.source.description)] {
          let place = Line(mapping: mapping, key: key)
          contents.isReached[place] = line.counts.total > 0 || contents.isReached[place] ?? false
        }
      }
    }
    return contents
  }

  /// Whether the check could have found a group.
  func has(_ group: GroupIdentity) -> Bool {
    guard !off.contains(group.rule) else { return false }
    // All records were checked against all contracts.
    if group.rule == .unmatchedEndpoint { return true }
    return (contracts[group.contract] ?? []).contains { contents in
      isGone(group.endpoint, contents)
        || hasPayloads(group, contents) && isReached(group, contents)
    }
  }

  /// Whether the contract no longer has the endpoint.
  private func isGone(_ endpoint: MemberName, _ contents: Contents) -> Bool {
    guard case .endpoint? = try? TargetText(endpoint.text).target else { return false }
    return !contents.known.contains(endpoint)
  }

  private func hasPayloads(_ group: GroupIdentity, _ contents: Contents) -> Bool {
    switch group.rule {
    case .presenceBelow, .nullRateAbove, .identityConflict, .unseenKey, .unseenCase:
      contents.hasPayloads  // of all payloads of a mapping
    default: contents.endpoints.contains(group.endpoint)
    }
  }

  /// Whether a line of the group ran, or the contract no longer has such a line.
  private func isReached(_ group: GroupIdentity, _ contents: Contents) -> Bool {
    let mapping = group.mapping == "" ? nil : group.mapping
    return contents.isReached[Line(mapping: mapping, key: group.key)]
      ?? contents.isReached[Line(mapping: mapping)] ?? true
  }
}

package import CaptureChecking
package import ContractModel
import ContractReporting
package import JSONParsing
package import MappingEngine

extension CheckReport {
  /// A group of violations, with its place in the contract and its judgement.
  ///
  /// Its texts are computed on demand. They are safe to display, and contain no value of a payload,
  /// unless the report shows values.
  package struct Group {
    let report: CheckReport
    package let key: FindingKey
    package let totals: CheckTotals.GroupTotals
    package let identity: GroupIdentity
    /// The baseline's judgement; `nil`, if the baseline does not list the group.
    package let standing: Baseline.Standing?
    /// The limit that lets the group pass, although the baseline does not accept it.
    package let tolerated: Tolerated?
    /// The key path of the line, or the key that no line reads; `{key}` in place of hidden data.
    /// Not yet safe to display.
    package let keyPath: String
  }
}

extension CheckReport.Group {
  package var line: PropertyLine? { report.check.line(of: key) }
  package var mapping: MemberName? { identity.mapping == "" ? nil : identity.mapping }
  package var rule: RuleID { key.rule }
  package var severity: Severity { totals.severity }
  package var count: Int { totals.count }

  /// Whether the group belongs to an endpoint or a named type, rather than to all payloads of a
  /// mapping.
  var isOfEndpoint: Bool {
    if case .endpoint = report.check[key.endpoint].target { return true }
    return totals.payloadCount > 0
  }

  // MARK: - Judgement

  package var isAccepted: Bool { standing?.isAcceptance ?? false }

  /// Whether the baseline accepts the group, or a limit tolerates it.
  var isLetPass: Bool { isAccepted || tolerated != nil }

  /// Whether the group fails the check.
  package var fails: Bool {
    guard let failing = report.judging.failing else { return false }
    return severity >= failing && !isLetPass
  }

  /// The remarks of the baseline and of --tolerate, one line each.
  var remarks: [String] { [standing?.text, tolerated?.text].compactMap { $0 } }

  /// The rule of the judgement at the end of the check.
  var verdictRule: RuleID { standing?.kind == .grew ? .grew : rule }

  // MARK: - Places

  var contract: Contract { report.check.contracts[key.endpoint.contract] }

  /// The name of the contract's file for the reader; not yet safe to display.
  var contractPath: String { contract.texts.shownPath(contract.path) }

  var endpoint: String { report.name(of: key.endpoint) }

  /// The contract's type; the endpoint for bodies as a whole.
  var type: String { mapping.map { displayed($0.text) } ?? endpoint }

  /// `User.firstname`
  var place: String { keyPath.isEmpty ? type : "\(type).\(displayed(keyPath))" }

  /// Returns the contract's line of groups; its path is not yet safe to display.
  static func contractLine(of groups: [Self]) -> ContractLine? {
    guard let first = groups.first else { return nil }
    if let line = first.line { return first.report.lines[line, line.origin] }
    return groups.lazy.flatMap(\.totals.examples).first.flatMap(first.report.contractLine)
  }

  // MARK: - Figures

  var payloadTotal: Int { report.check.totals[key.endpoint].payloadCount }

  /// The counts of the group's line in the payloads of the endpoint.
  var counts: EventCounts? { key.isOfRate ? nil : report.check.counts(of: key) }

  /// How often the key is present, or null, in the objects of the endpoint: `present 80 %`; empty
  /// for other rules.
  var rate: String {
    guard let counts else { return "" }
    switch rule {
    case .missingKey, .keyCase, .nearKey:
      return "present \(percent(counts.present, of: counts.total))"
    // A null array element does not count as a null key.
    case .nullValue where counts.null > 0:
      return "null \(percent(counts.null, of: counts.present)) of those present"
    default: return ""
    }
  }

  /// `12 violations in 12 of 60 payloads of GET /users/:id, present 80 %`
  var extent: String {
    let payloads = totals.payloadCount
    let share = payloads == 0 ? PayloadShare.none : PayloadShare(payloads, of: payloadTotal)
    return CheckReport.extent(count, "\(share)", of: endpoint, rate)
  }

  /// `"unstable" 40, "draft" 12`; empty, if the rule is not about values or they are hidden.
  var values: String { report.showsValues ? report.valuesText(totals.values) : "" }
}

extension CheckReport {
  /// `12 violations in 12 of 60 payloads`
  ///
  /// - Parameter payloads: `12 of 60`; empty, if the group is not about single payloads.
  static func found(_ count: Int, _ payloads: String) -> String {
    counted(count, "violation") + (payloads.isEmpty ? "" : " in \(payloads) payloads")
  }

  static func extent(_ count: Int, _ payloads: String, of place: String, _ rate: String) -> String {
    "\(found(count, payloads)) of \(place)" + (rate.isEmpty ? "" : ", \(rate)")
  }

  static let shownValueCount = 10

  /// Returns the values of a group, the most frequent first: `"unstable" 40, "draft" 12`; empty, if
  /// the rule is not about values. Safe to display.
  func valuesText(_ values: GroupValues) -> String {
    let all = values.mostFrequent
    let shown = all.prefix(Self.shownValueCount).map { "\(displayed($0.text)) \($0.count)" }
      .joined(separator: ", ")
    if values.hasMore {
      return "\(shown); of more than \(GroupValues.capacity) values, "
        + "\(GroupValues.capacity) are told apart"
    }
    let rest = all.count - Self.shownValueCount
    return rest > 0 ? "\(shown) and \(counted(rest, "more value"))" : shown
  }
}

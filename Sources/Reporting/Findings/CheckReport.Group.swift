package import CaptureChecking
package import ContractModel
import ContractReporting
package import JSONParsing
import MappingEngine

extension CheckReport {
  /// Violations of one kind, where in the contract they belong, and how they are judged.
  ///
  /// Its texts are made when they are asked for. They are safe to display, and hold no value of a
  /// payload, unless the report shows values.
  package struct Group {
    let report: CheckReport
    package let key: CheckTotals.GroupKey
    package let totals: CheckTotals.GroupTotals
    let name: GroupNames.Name
    /// The baseline's judgement; `nil`, if the baseline does not have it.
    package let standing: DatedBaseline.Standing?
    /// The limit that lets it pass, though the baseline does not accept it.
    package let tolerated: Tolerated?
    /// The key path of the line, or the key that no line reads: `{key}`, if it is data that is not
    /// shown; not yet safe to display.
    package let keyPath: String
  }
}

extension CheckReport.Group {
  package var identity: GroupIdentity { name.identity }
  package var line: PropertyLine? { name.line }
  package var mapping: MemberName? { name.mapping }
  package var rule: RuleID { key.rule }
  package var severity: CheckOptions.Severity { totals.severity }
  package var count: Int { totals.count }

  /// Whether it is of an endpoint or a named type, and not of all payloads of a mapping.
  var isOfEndpoint: Bool {
    if case .endpoint = report.check.target(of: key.endpoint) { return true }
    return totals.payloadCount > 0
  }

  // MARK: - Judgement

  /// Whether the baseline accepts it.
  package var isAccepted: Bool { standing?.isAcceptance ?? false }

  /// Whether it does not fail the check, though it would, were it not accepted or tolerated.
  var isLetPass: Bool { isAccepted || tolerated != nil }

  /// Whether it fails the check.
  package var fails: Bool {
    guard let failing = report.judging.failing else { return false }
    return severity >= failing && !isLetPass
  }

  /// The remarks of the baseline and of --tolerate, a line each.
  var remarks: [String] { [standing?.text, tolerated?.text].compactMap { $0 } }

  // MARK: - Places

  var contract: Contract { report.check.contracts[key.endpoint.contract] }

  /// How the contract's file is named to the reader; not yet safe to display.
  var contractPath: String { report.path(contract.path) }

  var endpoint: String { report.name(of: key.endpoint) }

  /// The contract's type, or the endpoint, if it is about bodies as a whole.
  var type: String { mapping.map { displayed($0.text) } ?? endpoint }

  /// `User.firstname`
  var place: String { keyPath.isEmpty ? type : "\(type).\(displayed(keyPath))" }

  /// The line of the contract that groups are of; its path is not yet safe to display.
  static func contractLine(of groups: [Self]) -> ContractLine? {
    guard let first = groups.first else { return nil }
    if let line = first.line { return first.report.lines[line, line.origin]?.line }
    return groups.lazy.flatMap(\.totals.examples).first.flatMap(first.report.contractLine)?.line
  }

  // MARK: - Figures

  /// How many payloads the endpoint has.
  var payloadTotal: Int { report.check.totals.endpoints[key.endpoint]?.payloadCount ?? 0 }

  /// The counts of its line in the payloads of its endpoint.
  var counts: EventCounts? {
    key.isOfRate
      ? nil
      : report.check.tally(ofContract: key.endpoint.contract)?
        .counts(of: key.group, at: key.endpoint.number)
  }

  /// How often its key is there, or null, of the objects of its endpoint: `present 80 %`; empty for
  /// other rules.
  var rate: String {
    guard let counts else { return "" }
    switch rule {
    case .missingKey, .keyCase, .nearKey:
      return "present \(percent(counts.present, of: counts.total))"
    // A null element is no null key.
    case .nullValue where counts.null > 0:
      return "null \(percent(counts.null, of: counts.present)) of those present"
    default: return ""
    }
  }

  /// `12 violations in 12 of 60 payloads of GET /users/:id, present 80 %`
  var extent: String {
    let payloads = totals.payloadCount == 0 ? "" : "\(totals.payloadCount) of \(payloadTotal)"
    return CheckReport.extent(count, payloads, of: endpoint, rate)
  }

  /// `"unstable" 40, "draft" 12`; empty, unless values are what is wrong, and are shown.
  var values: String { report.showsValues ? report.valuesText(totals.values) : "" }
}

extension CheckReport {
  /// `12 violations in 12 of 60 payloads`
  ///
  /// - Parameter payloads: `12 of 60`; empty, if it is not about single payloads.
  static func found(_ count: Int, _ payloads: String) -> String {
    counted(count, "violation") + (payloads.isEmpty ? "" : " in \(payloads) payloads")
  }

  static func extent(_ count: Int, _ payloads: String, of place: String, _ rate: String) -> String {
    "\(found(count, payloads)) of \(place)" + (rate.isEmpty ? "" : ", \(rate)")
  }
}

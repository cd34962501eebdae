package import CaptureChecking
import CaptureSources
package import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// The findings of a check, in an order that depends only on the contracts.
package struct CheckReport: Sendable {
  /// The finished check. Line-by-line reports are written while the check runs, and have a check
  /// without counts.
  package var check: CaptureCheck { didSet { tolerated = toleratedGroups() } }
  let lines: ContractLines
  package var inputCount: Int
  /// One sentence for each input or contract that was not found.
  package var notFound: [String] = []
  /// Whether reports for programs show values of payloads.
  let showsValues: Bool
  /// Whether `human` and `short` show values of payloads.
  package var showsValuesToPeople = true
  /// The words of each contract. Any other word may be data.
  let words: [ContractWords]
  /// The accepted groups; `nil`: none.
  package var baseline: Baseline? { didSet { tolerated = toleratedGroups() } }
  package var judging = Judging() { didSet { tolerated = toleratedGroups() } }
  /// The limits that let failing groups pass.
  private(set) var tolerated: [FindingKey: Tolerated] = [:]
  /// Where the limit of violations ended the check.
  package var stop: ViolationPlace?
  /// Whether the user ended the check.
  package var isInterrupted = false

  /// - Parameter showsValues: Whether reports for programs show values of payloads. If not, a
  ///   message is the general one of its rule.
  package init(
    _ check: CaptureCheck, inputCount: Int = 0, showsValues: Bool = false, of set: ContractSet,
    baseline: Baseline? = nil
  ) {
    (self.check, self.inputCount) = (check, inputCount)
    lines = ContractLines(set)
    (self.showsValues, self.baseline) = (showsValues, baseline)
    words = check.contracts.map(ContractWords.init)
  }

  /// The inputs, or parts of them, that could not be read.
  var unread: [CaptureProblem] {
    notFound.map { CaptureProblem(nil, nil, $0) } + check.totals.inputs.problems
  }

  /// Whether all inputs were checked to their ends.
  package var isWhole: Bool {
    !isInterrupted && stop == nil && notFound.isEmpty && check.totals.inputs.count == 0
  }

  // MARK: - In order

  /// The endpoints with payloads or violations, in the order of the contracts.
  var endpoints: [EndpointKey] {
    Set(check.totals.endpoints.map(\.key) + check.totals.groupKeys.map(\.endpoint)).sorted()
  }

  /// All groups, sorted by endpoint, severity, rule, and line of the contract.
  package var groups: [Group] {
    check.totals.groupKeys.compactMap(group).sorted { precedes($0, $1) }
  }

  /// All groups, the worst first; those that the baseline accepts come last.
  var worstGroups: [Group] {
    groups.sorted { left, right -> Bool? in
      if left.isAccepted != right.isAccepted { return right.isAccepted }
      return left.severity == right.severity ? nil : left.severity > right.severity
    }
  }

  private func group(of key: FindingKey) -> Group? {
    check.totals.violations[key].map { totals in
      var totals = totals
      totals.severity = severity(of: key, totals)
      let identity = check.identity(of: key)
      return Group(
        report: self, key: key, totals: totals, identity: identity, standing: standing(of: key),
        tolerated: tolerated[key], keyPath: forPrograms.key(of: key, identity.key))
    }
  }

  private func precedes(_ left: Group, _ right: Group) -> Bool {
    if left.key.endpoint != right.key.endpoint { return left.key.endpoint < right.key.endpoint }
    if left.totals.severity != right.totals.severity {
      return left.totals.severity > right.totals.severity
    }
    if left.rule != right.rule { return left.rule.rank < right.rule.rank }
    let (start, other) = (left.line?.origin.range.lowerBound, right.line?.origin.range.lowerBound)
    if start != other { return start ?? -1 < other ?? -1 }
    return left.identity.key < right.identity.key
  }

  // MARK: - What was checked, in the order of the contracts

  /// The contracts with payloads, and their tallies.
  var tallies: [(contract: Contract, tally: MappingTally)] {
    check.contracts.enumerated().compactMap { number, contract in
      check.tally(ofContract: number).map { (contract, $0) }
    }
  }

  /// The lines that ran.
  var checkedLines: [(contract: Contract, totals: MappingTally.LineTotals)] {
    tallies.flatMap { contract, tally in
      tally.lines.filter { $0.counts.total > 0 }.map { (contract, $0) }
    }
  }

  /// The key paths of the lines that ran, as `User.firstname`, safe to display.
  var checkedKeys: [(name: String, counts: EventCounts)] {
    checkedLines.map { _, line in
      (CheckCoverage.name(line.mapping, line.line.source.description), line.counts)
    }
  }

  /// The endpoints with payloads, and their types, safe to display. The type is empty, if the
  /// endpoint is named by its type.
  var checkedEndpoints: [(name: String, type: String, totals: CheckTotals.EndpointTotals)] {
    check.totals.endpoints.filter { $0.key != check.outside }
      .map { key, totals in (name(of: key), type(of: key) ?? "", totals) }
  }

  /// The share of payloads with an error.
  var refused: PayloadShare {
    check.totals.endpoints.reduce(.none) {
      $0 + PayloadShare($1.totals.refusedCount, of: $1.totals.payloadCount)
    }
  }

  // MARK: - Names

  /// Returns the endpoint or type as a contract writes it.
  func name(of key: EndpointKey) -> String { check[key].name }

  /// Returns the type of the endpoint's payloads, as a contract writes it, safe to display.
  func type(of key: EndpointKey) -> String? {
    guard let endpoint = check[key].endpoint else { return nil }
    switch endpoint.body {
    case .value(let value): return displayed(value.description)
    case .map(let lines):
      return displayed(
        lines.map { line in
          let type = "\(line.value.type)"
          return line.source == .representation ? type : "\(line.source): \(type)"
        }.joined(separator: ", "))
    case .absent: return "null"
    }
  }

  // MARK: - Discretion

  /// The discretion of all reports but `human` and `short`, since they may leave the user's
  /// terminal.
  var forPrograms: Discretion {
    Discretion(showsData: showsValues, places: check.places, words: words)
  }

  var forPeople: Discretion {
    Discretion(showsData: showsValuesToPeople, places: check.places, words: words)
  }

  var violationCount: Int {
    check.totals.groups.values.filter { $0.severity > .information }.reduce(0) { $0 + $1.count }
  }
}

/// Returns a share in percent with one decimal: `39.1 %`.
func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "0 %" }
  let tenths = (part * 2_000 + whole) / (whole * 2)
  // Only a full share is shown as 100 %, and only an empty one as 0 %.
  let shown = part < whole ? min(tenths, 999) : tenths
  let lower = part > 0 ? max(shown, 1) : shown
  return lower % 10 == 0 ? "\(lower / 10) %" : "\(lower / 10).\(lower % 10) %"
}

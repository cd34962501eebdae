package import CaptureSources
package import ContractModel
import JSONParsing
package import MappingEngine

/// The counts of a check, exact for captures of any length.
package struct CheckTotals: Codable, Sendable {
  package struct EndpointTotals: Hashable, Codable, Sendable {
    package var payloadCount = 0
    package var refusedCount = 0
    /// Payloads that are `[]` or `{}`.
    package var emptyCount = 0
    /// The number of payloads that break a rule, by rule.
    package var rules: [RuleID: Int] = [:]

    package var isEmpty: Bool { self == EndpointTotals() }

    fileprivate mutating func add(_ other: EndpointTotals) {
      payloadCount += other.payloadCount
      refusedCount += other.refusedCount
      emptyCount += other.emptyCount
      rules.merge(other.rules) { $0 + $1 }
    }
  }

  package var recordCount = 0
  package var byteCount = 0
  /// Records that the filters exclude.
  package var filteredCount = 0
  /// Responses that have no body, and need none.
  package var bodilessCount = 0
  /// Exchanges without a status in the capture; the status is then taken for 200.
  package var withoutStatusCount = 0
  /// Bodies that the log cut off. They are not checked.
  package var cutOffCount = 0
  /// Responses whose requests name none of the released versions.
  package var otherRequestCount = 0
  /// The number of violations of records above information that this check found, without those of
  /// merged totals.
  package private(set) var foundCount = 0
  /// The totals of endpoints, by contract and number.
  private var table: [[EndpointTotals]] = []
  package internal(set) var violations = ViolationGroups()
  /// The number of records by endpoint and status; 0 is the status of events and requests.
  package private(set) var statuses: [EndpointKey: [Int: Int]] = [:]
  package var unmatched = UnmatchedRecords()
  package var inputs = InputLog()

  /// The members of a part.
  private enum CodingKeys: CodingKey {
    case recordCount, byteCount, filteredCount, bodilessCount, withoutStatusCount, cutOffCount
    case otherRequestCount, table, violations, statuses, unmatched, inputs
  }

  /// The totals of an endpoint; a payload counts without a lookup by hash.
  package private(set) subscript(key: EndpointKey) -> EndpointTotals {
    get {
      guard table.indices.contains(key.contract), table[key.contract].indices.contains(key.number)
      else { return EndpointTotals() }
      return table[key.contract][key.number]
    }
    _modify {
      while table.count <= key.contract { table.append([]) }
      while table[key.contract].count <= key.number { table[key.contract].append(EndpointTotals()) }
      yield &table[key.contract][key.number]
    }
  }

  /// The endpoints with payloads, or with violations of records, in the order of the contracts.
  package var endpoints: [(key: EndpointKey, totals: EndpointTotals)] {
    table.enumerated().flatMap { contract, rows in
      rows.enumerated().filter { !$0.element.isEmpty }
        .map { (EndpointKey(contract: contract, number: $0), $1) }
    }
  }

  package var payloadCount: Int { table.joined().reduce(0) { $0 + $1.payloadCount } }

  /// The number of records that are no payloads, because there is no endpoint or nothing to check.
  var unjudgedCount: Int { unmatched.count + filteredCount + bodilessCount + cutOffCount }

  package var groups: [FindingKey: GroupTotals] { violations.totals }

  /// In the order of the contracts.
  package var groupKeys: [FindingKey] { groups.keys.sorted() }

  // MARK: - Noting

  mutating func notePayload(_ key: EndpointKey, isEmpty: Bool = false) {
    self[key].payloadCount += 1
    if isEmpty { self[key].emptyCount += 1 }
  }

  /// Notes that a payload breaks a rule; called once for each payload and rule.
  mutating func note(_ rule: RuleID, of key: EndpointKey) {
    self[key].rules[rule, default: 0] += 1
  }

  /// Notes the status of an endpoint's record, with or without a body.
  package mutating func noteStatus(_ status: Int, of key: EndpointKey) {
    statuses[key, default: [:]][status, default: 0] += 1
  }

  mutating func noteRefusal(_ key: EndpointKey) { self[key].refusedCount += 1 }

  /// - Returns: Whether to keep the violation as an example, since it is one of the first.
  mutating func note(
    _ key: FindingKey, _ severity: Severity, value: PayloadValue? = nil,
    isFirst: ViolationGroups.IsFirst = (true, true), at order: RecordOrder, _ exampleCount: Int
  ) -> Bool {
    if severity > .information { foundCount += 1 }
    return violations.note(key, severity, value, isFirst, at: order, exampleCount)
  }

  // MARK: - Merging

  /// Adds the counts of other totals. The order of merging does not matter, and empty totals are
  /// the neutral element.
  package mutating func merge(_ other: CheckTotals, exampleCount: Int) {
    recordCount += other.recordCount
    byteCount += other.byteCount
    filteredCount += other.filteredCount
    bodilessCount += other.bodilessCount
    withoutStatusCount += other.withoutStatusCount
    cutOffCount += other.cutOffCount
    otherRequestCount += other.otherRequestCount
    for (key, totals) in other.endpoints { self[key].add(totals) }
    violations.merge(other.violations, exampleCount)
    statuses.merge(other.statuses) { $0.merging($1) { $0 + $1 } }
    unmatched.merge(other.unmatched)
    inputs.merge(other.inputs)
  }

  /// Removes all text of payloads, paths and inputs. The counts remain, by names that contracts
  /// have.
  mutating func removeValues() {
    let counts = endpoints.map { ($0.key, $0.totals.payloadCount) }
    violations.removeValues(payloadCounts: Dictionary(uniqueKeysWithValues: counts))
    unmatched.removeValues()
    inputs.removeValues()
  }

  /// Converts line numbers within segments to those of the file, after all of it was read.
  mutating func resolveLines() {
    let linesBefore = inputs.linesBefore
    guard linesBefore.values.contains(where: { $0 > 0 }) else { return }
    violations.resolveLines(linesBefore)
  }
}

extension CaptureRecord {
  /// The record in a few words: `GET /api/users 200`, the event's name, or the input's.
  package var summary: String {
    if let event { return "event \(displayed(event))" }
    guard let url else { return displayed(input) }
    guard !isRequest else {
      return displayed("request \(method ?? "GET") \(RequestURL(url).path)")
    }
    return summary(path: RequestURL(url).path)
  }

  /// The summary and the record's own name; `nil` for a bare body.
  var namedSummary: String? {
    guard kind != .body else { return nil }
    return summary + (name.map { ", \(displayed(shortened($0)))" } ?? "")
  }

  /// The record in a few words, without anything that looks like an identity: `GET /api/users/:id
  /// 200`, the event's name; empty for a bare body.
  package var shape: String {
    if let event { return "event \(displayed(event))" }
    guard let url else { return "" }
    return summary(path: PathShape.text(of: RequestURL(url).segments))
  }

  private func summary(path: String) -> String {
    let words = [method ?? "GET", path, status.map(String.init) ?? ""]
    return words.filter { !$0.isEmpty }.map { displayed($0) }.joined(separator: " ")
  }
}

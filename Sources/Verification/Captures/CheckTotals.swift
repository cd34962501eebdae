package import CaptureSources
package import ContractModel
import JSONParsing
package import MappingEngine

/// What a check has counted: exact, however long the capture.
package struct CheckTotals: Sendable {
  /// An endpoint or type of a contract.
  package struct EndpointKey: Hashable, Sendable {
    package let contract: Int
    package let target: MappingTarget
    /// Its place in the contract, which names it there.
    package let number: Int

    package static func == (left: EndpointKey, right: EndpointKey) -> Bool {
      left.contract == right.contract && left.number == right.number
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(contract)
      hasher.combine(number)
    }
  }

  /// Violations of one kind: of one endpoint, rule, and line or key.
  package struct GroupKey: Hashable, Sendable {
    package var endpoint: EndpointKey
    package var rule: RuleID
    /// `nil`: of the body as a whole.
    package var group: PayloadProblems.Group?
    /// The line of what is about all payloads.
    package var line: PropertyRule?

    init(
      endpoint: EndpointKey, rule: RuleID, group: PayloadProblems.Group?, line: PropertyRule? = nil
    ) {
      (self.endpoint, self.rule, self.group, self.line) = (endpoint, rule, group, line)
    }
  }

  package struct GroupTotals: Sendable {
    package var severity: CheckOptions.Severity
    package var count = 0
    /// How many payloads have one.
    package var payloadCount = 0
    /// The first, as many as are wanted.
    package var examples: [CheckViolation] = []
  }

  package struct EndpointTotals: Sendable {
    package var payloadCount = 0
    package var refusedCount = 0

    package init() {}
  }

  package var recordCount = 0
  package var byteCount = 0
  /// Records that were left out on purpose.
  package var filteredCount = 0
  /// Responses that have no body, and need none.
  package var bodilessCount = 0
  /// In the order in which they were met first.
  package private(set) var endpointKeys: [EndpointKey] = []
  package private(set) var endpoints: [EndpointKey: EndpointTotals] = [:]
  package private(set) var groupKeys: [GroupKey] = []
  package private(set) var groups: [GroupKey: GroupTotals] = [:]
  package private(set) var unmatched = UnmatchedRecords()

  package init() {}

  package var payloadCount: Int { endpoints.values.reduce(0) { $0 + $1.payloadCount } }

  // MARK: - Noting

  mutating func notePayload(_ key: EndpointKey) {
    if let index = endpoints.index(forKey: key) {
      endpoints.values[index].payloadCount += 1
    } else {
      endpointKeys.append(key)
      endpoints[key, default: EndpointTotals()].payloadCount = 1
    }
  }

  mutating func noteRefusal(_ key: EndpointKey) { endpoints[key]?.refusedCount += 1 }

  /// - Returns: Whether the violation is one of the first, of which an example is kept.
  mutating func note(
    _ key: GroupKey, _ severity: CheckOptions.Severity, isFirstOfPayload: Bool, _ exampleCount: Int
  ) -> Bool {
    if groups[key] == nil {
      groupKeys.append(key)
      groups[key] = GroupTotals(severity: severity)
    }
    groups[key]?.count += 1
    if severity > groups[key]?.severity ?? severity { groups[key]?.severity = severity }
    if isFirstOfPayload { groups[key]?.payloadCount += 1 }
    return exampleCount == 0 || groups[key]?.count ?? 0 <= exampleCount
  }

  /// Notes a violation of the capture as a whole.
  mutating func noteRate(
    _ violation: Violation, _ severity: CheckOptions.Severity, _ endpoint: EndpointKey,
    _ exampleCount: Int
  ) {
    let key = GroupKey(
      endpoint: endpoint, rule: violation.rule, group: nil, line: violation.line)
    _ = note(key, severity, isFirstOfPayload: false, exampleCount)
    keep(CheckViolation(violation, severity: severity, of: endpoint), of: key, exampleCount)
  }

  mutating func keep(_ violation: CheckViolation, of key: GroupKey, _ exampleCount: Int) {
    guard exampleCount == 0 || groups[key]?.examples.count ?? 0 < exampleCount else { return }
    groups[key]?.examples.append(violation)
  }

  mutating func noteUnexpectedStatus(
    _ key: EndpointKey, _ record: CaptureRecord, _ severity: CheckOptions.Severity
  ) {
    let status = record.status ?? 0
    unmatched.note(record, nearest: key, reason: "the status \(status) is not described")
    guard severity > .information else { return }
    let group = GroupKey(endpoint: key, rule: .unexpectedStatus, group: nil)
    _ = note(group, severity, isFirstOfPayload: true, 0)
  }

  mutating func noteUnmatched(_ record: CaptureRecord, nearest: EndpointKey?, reason: String) {
    unmatched.note(record, nearest: nearest, reason: reason)
  }
}

/// The records that no endpoint describes: how many, and why.
package struct UnmatchedRecords: Sendable {
  /// Records of one kind.
  package struct Group: Hashable, Sendable {
    /// The endpoint that came nearest.
    package var nearest: CheckTotals.EndpointKey?
    package var reason: String
    /// One of them: `GET /groups/avatar 200`, or an input's name.
    package var example: String
    package var count: Int
  }

  /// Reasons that name what a capture has are without end, so no more are told apart.
  private static let capacity = 200

  package private(set) var count = 0
  /// In the order in which they were met first.
  package private(set) var groups: [Group] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    var nearest: CheckTotals.EndpointKey?
    var reason: String
  }

  init() {}

  mutating func note(_ record: CaptureRecord, nearest: CheckTotals.EndpointKey?, reason: String) {
    count += 1
    let key = Key(nearest: nearest, reason: reason)
    if let number = numbers[key] {
      groups[number].count += 1
    } else if groups.count < Self.capacity {
      numbers[key] = groups.count
      groups.append(
        Group(nearest: nearest, reason: reason, example: record.summary, count: 1))
    }
  }
}

extension CaptureRecord {
  /// The record in a few words: `GET /api/users 200`, the event's name, or the input's.
  package var summary: String {
    if let event { return "event \(displayed(event))" }
    guard let url else { return displayed(input) }
    let words = [method ?? "GET", CapturedURL(url).path, status.map(String.init) ?? ""]
    return words.filter { !$0.isEmpty }.map { displayed($0) }.joined(separator: " ")
  }
}

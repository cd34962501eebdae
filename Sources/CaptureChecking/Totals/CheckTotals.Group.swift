package import ContractModel
import JSONParsing
package import MappingEngine

extension CheckTotals {
  /// Violations of one kind: of one endpoint, rule, and line or key.
  package struct GroupKey: Hashable, Sendable {
    package var endpoint: EndpointKey
    package var rule: RuleID
    /// `nil`: of the body as a whole.
    package var group: PayloadProblems.Group?
    /// The line of what is about all payloads.
    package var line: PropertyLine?

    package init(
      endpoint: EndpointKey, rule: RuleID, group: PayloadProblems.Group?, line: PropertyLine? = nil
    ) {
      (self.endpoint, self.rule, self.group, self.line) = (endpoint, rule, group, line)
    }
  }

  package struct GroupTotals: Codable, Sendable {
    package var severity: CheckOptions.Severity
    package var count = 0
    /// How many payloads have one.
    package var payloadCount = 0
    /// The first, as many as are wanted, in the order of the capture.
    package internal(set) var examples: [CheckViolation] = []
    /// The values found in place of the one that the contract wants.
    package internal(set) var values = GroupValues()

    package init(severity: CheckOptions.Severity) { self.severity = severity }

    /// - Returns: Whether the violation is one of the first, of which an example is kept.
    mutating func note(
      _ severity: CheckOptions.Severity, _ value: PayloadValue?, isFirstOfPayload: Bool,
      at order: ViolationOrder, _ exampleCount: Int
    ) -> Bool {
      count += 1
      if let value { values.note(value) }
      if severity > self.severity { self.severity = severity }
      if isFirstOfPayload { payloadCount += 1 }
      guard exampleCount > 0, examples.count >= exampleCount else { return true }
      return order < examples[exampleCount - 1].order
    }

    mutating func keep(_ violation: CheckViolation, _ exampleCount: Int) {
      let place = examples.lastIndex { $0.order < violation.order }.map { $0 + 1 } ?? 0
      examples.insert(violation, at: place)
      if exampleCount > 0, examples.count > exampleCount { examples.removeLast() }
    }

    mutating func add(_ other: GroupTotals, _ exampleCount: Int) {
      count += other.count
      payloadCount += other.payloadCount
      severity = max(severity, other.severity)
      values.merge(other.values)
      examples = (examples + other.examples).sorted { $0.order < $1.order }
      if exampleCount > 0 { examples.removeLast(max(0, examples.count - exampleCount)) }
    }

    mutating func resolveLines(_ linesBefore: [ItemPlace: Int]) {
      examples = examples.map { example in
        let record = example.order.record
        let place = ItemPlace(input: record.input, segment: record.segment)
        return example.moved(byLines: linesBefore[place] ?? 0)
      }
    }
  }
}

/// A key is encoded with the numbers of its line and mapping from 1 on, so that none of all numbers is
/// negative.
extension CheckTotals.GroupKey: Codable {
  private enum CodingKeys: CodingKey { case endpoint, rule, line, mapping, key }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      endpoint: try container.decode(CheckTotals.EndpointKey.self, forKey: .endpoint),
      rule: try container.decode(RuleID.self, forKey: .rule), group: nil)
    guard let line = try container.decodeIfPresent(Int32.self, forKey: .line) else { return }
    let group = PayloadProblems.Group(
      rule: rule, line: line - 1, mapping: try container.decode(Int32.self, forKey: .mapping) - 1,
      key: try container.decodeIfPresent(MemberName.self, forKey: .key))
    guard decoder.part?.tallies[endpoint.contract].has(group) == true else {
      throw decoder.corrupted("the contract has no such line")
    }
    self.group = group
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(endpoint, forKey: .endpoint)
    try container.encode(rule, forKey: .rule)
    guard let group else { return }
    try container.encode(group.line + 1, forKey: .line)
    try container.encode(group.mapping + 1, forKey: .mapping)
    try container.encodeIfPresent(group.key, forKey: .key)
  }
}

extension CheckTotals.GroupKey: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.endpoint != right.endpoint { return left.endpoint < right.endpoint }
    if left.rule != right.rule { return left.rule.rank < right.rule.rank }
    if left.group != right.group { return left.group.precedes(right.group) }
    return left.lineStart < right.lineStart
  }

  private var lineStart: Int { line?.origin.range.lowerBound ?? -1 }
}

extension PayloadProblems.Group? {
  fileprivate func precedes(_ other: Self) -> Bool {
    guard let other else { return false }
    guard let self else { return true }
    if self.line != other.line { return self.line < other.line }
    if self.mapping != other.mapping { return self.mapping < other.mapping }
    return self.key ?? "" < other.key ?? ""
  }
}

extension RuleID {
  /// Its place in the table of rules.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

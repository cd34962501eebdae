package import ContractModel
package import JSONParsing

/// An endpoint or named type of a contract, or all payloads of a mapping, in a check of contracts.
package struct EndpointKey: Hashable, Comparable, Codable, Sendable {
  package let contract: Int
  package let number: Int

  package init(contract: Int, number: Int) { (self.contract, self.number) = (contract, number) }

  package func hash(into hasher: inout Hasher) { hasher.combine(contract << 32 ^ number) }

  package static func < (left: EndpointKey, right: EndpointKey) -> Bool {
    (left.contract, left.number) < (right.contract, right.number)
  }
}

/// The key of a group of violations: those of one endpoint, rule, and line or key. It is a place in
/// a contract, not in a payload.
package struct FindingKey: Hashable, Codable, Sendable {
  package var endpoint: EndpointKey
  package var rule: RuleID
  /// The line, by its number in the plan; `nil` if the group belongs to no line.
  package var line: Int32?
  /// The mapping; `nil` for a group outside of all mappings, or of bodies as a whole.
  package var mapping: Int32?
  /// The key path in the mapping of an unread or duplicate key, as contracts write it: `repo.id`.
  package var key: MemberName?

  /// A negative number stands for no line, or for no mapping.
  package init(
    _ endpoint: EndpointKey, _ rule: RuleID, line: Int32 = -1, mapping: Int32 = -1,
    key: MemberName? = nil
  ) {
    (self.endpoint, self.rule, self.key) = (endpoint, rule, key)
    (self.line, self.mapping) = (line < 0 ? nil : line, mapping < 0 ? nil : mapping)
  }

  /// Whether the rule limits how often the line's key is present or null.
  package var isOfRate: Bool { rule.traits.scope == .line }
}

extension FindingKey: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.endpoint != right.endpoint { return left.endpoint < right.endpoint }
    if left.rule != right.rule { return left.rule.rank < right.rule.rank }
    return left.place < right.place
  }

  private var place: (Int32, Int32, MemberName) { (line ?? -1, mapping ?? -1, key ?? "") }
}

extension RuleID {
  /// The rule's place in the table of rules.
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Mapper {
  package func line(of key: FindingKey) -> PropertyLine? { key.line.flatMap(plan.line) }

  /// Returns the mapping of a group's line or key; `nil` for the lines of an endpoint.
  package func mapping(of key: FindingKey) -> MemberName? {
    let number = key.line.map { plan.ownersOfLines[$0] } ?? key.mapping ?? -1
    return number < 0 ? nil : plan.name(of: plan.tables.mappings[number])
  }

  /// Returns the place in the contract of the cases that a group is about; `nil`, if none.
  package func caseOrigin(of key: FindingKey) -> Origin? {
    guard key.line == nil, let mapping = key.mapping,
      [.noCase, .noSwitchKey].contains(key.rule)
    else { return nil }
    return plan.caseOrigin(of: plan.tables.mappings[mapping])
  }

  /// Whether the plan has the line and the mapping of a group.
  package func has(_ key: FindingKey) -> Bool {
    key.line.map { plan.tables.sourceLines.indices.contains(Int($0)) } ?? true
      && key.mapping.map { plan.tables.mappings.indices.contains(Int($0)) } ?? true
  }
}

package import ContractModel
package import JSONParsing

/// The problems of one payload. What is told of each is made only when it is asked for.
package struct PayloadProblems: Sendable {
  private let moments: [MappingMoment]
  private let plan: MappingPlan
  private let document: JSONDocument

  init(_ moments: [MappingMoment], _ plan: MappingPlan, _ document: JSONDocument) {
    (self.moments, self.plan, self.document) = (moments, plan, document)
  }

  package var isEmpty: Bool { moments.isEmpty }
  package var count: Int { moments.count }

  /// What problems of one kind share: where in the contract, not where in the payload.
  package struct Group: Hashable, Sendable {
    package var rule: RuleID
    /// The line, by its number in the plan; −1 for what no line speaks of.
    package var line: Int32
    /// The mapping; −1 for what is outside of all.
    package var mapping: Int32
    /// The key, of those that no line reads, or that are there twice.
    package var key: MemberName?

    package init(rule: RuleID, line: Int32, mapping: Int32 = -1, key: MemberName? = nil) {
      (self.rule, self.line, self.mapping, self.key) = (rule, line, mapping, key)
    }
  }

  package func group(at index: Int) -> Group {
    let moment = moments[index]
    let rule = moment.problem?.rule ?? .nothingMapped
    var key: MemberName?
    switch rule {
    case .unknownKey, .duplicateKey: key = MemberName(document.string(Int(moment.node)))
    default: break
    }
    return Group(rule: rule, line: moment.rule, mapping: moment.mapping, key: key)
  }

  /// Where in the payload a value that may not change is, in bytes.
  package func offset(of constant: ConstantMention) -> Int {
    document.byteRange(Int(constant.node)).lowerBound
  }

  package func severity(at index: Int) -> ContractError.Severity {
    moments[index].problem?.severity ?? .error
  }

  /// The violations at some indices.
  package func violations(at indices: [Int]) -> [Violation] {
    guard !indices.isEmpty else { return [] }
    let chosen = indices.map { moments[$0] }
    let describer = ViolationDescriber(chosen, plan, document)
    return chosen.compactMap { describer.violation(of: $0) }
  }
}

extension MappingTally {
  /// The line that a group is about.
  package func line(of group: PayloadProblems.Group) -> PropertyRule? {
    group.line >= 0 ? mapper.plan.parts.sourceRules[Int(group.line)] : nil
  }

  /// The mapping that a group is about.
  package func mapping(of group: PayloadProblems.Group) -> MemberName? {
    guard group.line < 0 else {
      let owner = mapper.plan.mappings.first { mapper.plan.lines(of: $0).contains(group.line) }
      return owner.flatMap { mapper.plan.name(of: $0) }
    }
    return group.mapping >= 0
      ? mapper.plan.name(of: mapper.plan.mappings[Int(group.mapping)]) : nil
  }
}

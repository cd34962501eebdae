package import ContractModel
package import JSONParsing

/// The problems of one payload. What is told of each is made only when it is asked for.
package struct PayloadProblems: Sendable {
  let moments: [MappingMoment]
  let plan: MappingPlan
  let document: JSONDocument
  /// The objects that were mapped, and by what, if the payload has a member twice.
  private let representations: [(node: Int32, mapping: Int32)]

  init(
    _ moments: [MappingMoment], _ plan: MappingPlan, _ document: JSONDocument,
    _ representations: [(node: Int32, mapping: Int32)]
  ) {
    (self.moments, self.plan, self.document) = (moments, plan, document)
    self.representations = representations
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
    /// The key path in the mapping, as a contract writes it, of a key that no line reads, or that is
    /// there twice: `repo.id`.
    package var key: MemberName?

    package init(rule: RuleID, line: Int32, mapping: Int32 = -1, key: MemberName? = nil) {
      (self.rule, self.line, self.mapping, self.key) = (rule, line, mapping, key)
    }
  }

  /// What each of the problems is about.
  package var groups: [Group] {
    var paths: MemberPaths?
    return moments.map { moment in
      let rule = moment.problem?.rule ?? .nothingMapped
      var group = Group(rule: rule, line: moment.rule, mapping: moment.mapping)
      let place = moment.problem?.place ?? -1
      switch rule {
      case .unknownKey,
        .duplicateKey where place >= 0:
        group.key = keyPath(of: moment, at: place)
      case .duplicateKey:
        if paths == nil { paths = MemberPaths(plan, document, representations) }
        if let path = paths?.path(to: Int(moment.node)) {
          (group.mapping, group.key) = (path.mapping, path.keyPath)
        } else {
          group.key = MemberName(document.string(Int(moment.node)))
        }
      default: break
      }
      return group
    }
  }

  /// The key path of a member that stands at a place: of one that no line reads and that is data,
  /// with a placeholder for its name.
  private func keyPath(of moment: MappingMoment, at place: Int32) -> MemberName {
    let name = MemberName(document.string(Int(moment.node)))
    let isTold = !KeyName.isData(name.text) || plan.place(behind: .segment(name), of: place) >= 0
    return plan.keyPath(of: isTold ? name : MemberName(KeyName.placeholder), at: place)
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

package import ContractModel
package import JSONParsing

/// The problems of one payload. Their descriptions are made only on request.
package struct PayloadProblems: Sendable {
  let events: [RawEvent]
  /// The events that would have rejected the elements that were left out.
  private let causes: [RawEvent]
  let plan: MappingPlan
  let document: JSONDocument
  /// The mapped objects and their mappings, if the payload has a duplicate member.
  private let representations: [(node: Int32, mapping: Int32)]

  init(
    _ events: [RawEvent], causes: [RawEvent], _ plan: MappingPlan, _ document: JSONDocument,
    _ representations: [(node: Int32, mapping: Int32)]
  ) {
    (self.events, self.causes, self.plan, self.document) = (events, causes, plan, document)
    self.representations = representations
  }

  package var isEmpty: Bool { events.isEmpty }
  package var count: Int { events.count }

  /// The kind of a problem: its place in the contract, not in the payload.
  package struct Group: Hashable, Codable, Sendable {
    package var rule: RuleID
    /// The line, by its number in the plan; `nil` if the problem belongs to no line.
    package var line: Int32?
    /// The mapping; `nil` for a problem outside of all mappings.
    package var mapping: Int32?
    /// The key path in the mapping of an unread or duplicate key, as contracts write it: `repo.id`.
    package var key: MemberName?

    /// A negative number stands for no line, or for no mapping.
    package init(rule: RuleID, line: Int32 = -1, mapping: Int32 = -1, key: MemberName? = nil) {
      (self.rule, self.key) = (rule, key)
      (self.line, self.mapping) = (line < 0 ? nil : line, mapping < 0 ? nil : mapping)
    }
  }

  package var groups: [Group] {
    var paths: MemberPaths?
    return events.map { event in
      let rule = event.problem?.rule ?? .nothingMapped
      var group = Group(rule: rule, line: event.line, mapping: event.mapping)
      let place = event.problem?.place ?? -1
      switch rule {
      case .unknownKey,
        .duplicateKey where place >= 0:
        group.key = keyPath(of: event, at: place)
      case .duplicateKey:
        if paths == nil { paths = MemberPaths(plan, document, representations) }
        if let path = paths?.path(to: Int(event.node)) {
          (group.mapping, group.key) = (path.mapping, path.keyPath)
        } else {
          // Outside of all mappings no key path names a member.
          group.key = MemberName(KeyName.placeholder)
        }
      default: break
      }
      return group
    }
  }

  /// Returns the key path of a member at a place; the name of an unread member that is data is
  /// replaced by a placeholder.
  private func keyPath(of event: RawEvent, at place: Int32) -> MemberName {
    let name = MemberName(document.string(Int(event.node)))
    let isShown = !KeyName.isData(name.text) || plan.place(behind: .segment(name), of: place) >= 0
    return plan.keyPath(of: isShown ? name : MemberName(KeyName.placeholder), at: place)
  }

  /// Returns the byte offset in the payload of a value that must not change.
  package func offset(of constant: ConstantMention) -> Int {
    document.byteRange(Int(constant.node)).lowerBound
  }

  package func severity(at index: Int) -> ContractError.Severity {
    events[index].problem?.severity ?? .error
  }

  package func violations(at indices: [Int]) -> [Violation] {
    guard !indices.isEmpty else { return [] }
    let chosen = indices.map { events[$0] }
    let describer = ViolationDescriber(chosen, causes: causes, plan, document)
    return chosen.compactMap { describer.violation(of: $0) }
  }
}

extension MappingTally {
  package func line(of group: PayloadProblems.Group) -> PropertyLine? {
    group.line.flatMap(mapper.plan.line)
  }

  /// The mapping of each line, by line number; the lines of an endpoint have none.
  package var mappingsOfLines: [Int32: MemberName] {
    var names: [Int32: MemberName] = [:]
    // If several mappings have a line, the first one counts.
    for mapping in mapper.plan.tables.mappings.reversed() {
      let name = mapper.plan.name(of: mapping)
      for line in mapper.plan.lines(of: mapping) { names[line] = name }
    }
    return names
  }

  package func mapping(of group: PayloadProblems.Group) -> MemberName? {
    let plan = mapper.plan
    if let line = group.line {
      let owner = plan.tables.mappings.first { plan.lines(of: $0).contains(line) }
      return owner.flatMap { plan.name(of: $0) }
    }
    return group.mapping.flatMap { plan.name(of: plan.tables.mappings[$0]) }
  }
}

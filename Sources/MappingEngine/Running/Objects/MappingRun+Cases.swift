import ContractModel
import JSONParsing

extension MappingRun {
  /// Chooses the variant or mapping for a representation: that of the first matching case (§ 36).
  mutating func choose(_ mapping: PlanMapping, _ frame: Frame, _ place: Place) -> PlanUse {
    guard mapping.hasCases else { return .variant(mapping.outer) }
    if sink.wantsReads { noteLooks(mapping, frame) }
    for index in mapping.cases.indices where fits(plan.tables.cases[index], frame) {
      sink.noteCase(index)
      return plan.tables.cases[index].use
    }
    switch mapping.otherwise {
    case .none:
      decline(mapping, frame)
      let hasLines = !plan.tables.variants[mapping.outer].lines.isEmpty
      return hasLines ? .variant(mapping.outer) : .none
    case .skip:
      if isSwitchBroken(mapping, frame) {
        tell(mapping.switchLine, frame)
      } else if !mayBeLeftOut(place) {
        decline(mapping, frame)
      }
      return .none
    default: return mapping.otherwise
    }
  }

  /// Reports to the sink the values that the conditions of all cases read, also after the first
  /// match.
  private mutating func noteLooks(_ mapping: PlanMapping, _ frame: Frame) {
    for condition in mapping.cases.indices.flatMap({ plan.tables.cases[$0].conditions.indices }) {
      if case .value(let node) = resolve(plan.tables.conditions[condition].source, frame) {
        sink.noteLook(node, by: condition)
      }
    }
  }

  /// Returns whether the discriminator is absent, null or of a kind that the outer line for it
  /// rejects. An object without it does not count as an unknown case.
  private func isSwitchBroken(_ mapping: PlanMapping, _ frame: Frame) -> Bool {
    guard mapping.switchLine >= 0 else { return false }
    let line = plan.tables.lines[mapping.switchLine]
    switch resolve(line, frame) {
    case .missing: return !line.isOptional || line.missing == .fail
    case .blocked: return true
    case .value(let node):
      let (kind, value) = (document.word(node).kind, plan.tables.values[line.value])
      guard kind == .null else { return value.refusedKinds &>> UInt16(kind.rawValue) & 1 != 0 }
      return line.null == .reject && !value.takesNull
    case .elsewhere, .collected: return false
    }
  }

  /// Runs a line over an object that is left out, to report the line's problems only.
  private mutating func tell(_ line: Int32, _ frame: Frame) {
    let outer = recording.dry
    recording.dry = outer ?? .declined
    _ = run(line, frame)
    recording.dry = outer
  }

  /// Returns whether an object may be left out on purpose: it is an element, or optional.
  private func mayBeLeftOut(_ place: Place) -> Bool {
    guard place.position < 0, place.line >= 0 else { return true }
    let line = plan.tables.lines[place.line]
    return line.isOptional || plan.tables.values[line.value].allowsNull
  }

  private mutating func decline(_ mapping: PlanMapping, _ frame: Frame) {
    var rule = RuleID.noCase
    if mapping.switchCondition >= 0,
      !holds(plan.tables.conditions[mapping.switchCondition], frame, trims: false)
    {
      rule = .noSwitchKey
    }
    report(MappingProblem(rule), at: frame.node, mapping: frame.mapping)
  }

  private func fits(_ item: PlanCase, _ frame: Frame) -> Bool {
    item.conditions.indices.allSatisfy {
      holds(plan.tables.conditions[$0], frame, trims: item.trims)
    }
  }

  private func holds(_ condition: PlanCondition, _ frame: Frame, trims: Bool) -> Bool {
    switch resolve(condition.source, frame) {
    case .value(let node): return holds(condition.test, node, document, trims: trims)
    case .elsewhere(let value):
      return holds(condition.test, value.node, value.document, trims: trims)
    case .collected(let all):
      return all.found.contains { one in
        guard case .value(let node, _) = one else { return false }
        return holds(condition.test, node, document, trims: trims)
      }
    case .missing, .blocked: return false
    }
  }

  /// Returns whether a value passes a test. Kinds are distinguished: `false` is not 0 (§ 36).
  private func holds(
    _ test: PlanCondition.Test, _ node: Int, _ document: JSONDocument, trims: Bool
  ) -> Bool {
    switch test {
    case .exists: return true
    case .kind(let kind): return JSONValue(document: document, node: node).kind == kind
    case .equals(let literal):
      let wanted = plan.tables.literals[literal]
      guard trims, case .string(let text) = wanted else {
        return wanted.matches(JSONValue(document: document, node: node))
      }
      guard let string = JSONValue(document: document, node: node).string else { return false }
      return trimmed(string).utf8.elementsEqual(trimmed(text.text).utf8)
    }
  }
}

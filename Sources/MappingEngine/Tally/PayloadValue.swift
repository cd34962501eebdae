package import ContractModel
import JSONParsing

/// A value of a payload that is not one of those that the contract lists, not in its range or not in
/// its format.
package struct PayloadValue: Sendable {
  /// A number that two values share which say the same, the same in every process.
  package let fingerprint: UInt64
  private let document: JSONDocument
  private let node: Int

  init(_ node: Int, in document: JSONDocument) {
    (self.node, self.document) = (node, document)
    switch document.word(node).kind {
    case .plainString, .escapedString:
      fingerprint = MappingEngine.fingerprint(of: document.contentBytes(node))
    default:
      // Not that of a text that reads as the number.
      fingerprint = ~MappingEngine.fingerprint(of: document.bytes[document.byteRange(node)])
    }
  }

  /// The value as JSON, safe to display, and cut if it is long.
  package var text: String { document.text(node) }
}

extension PayloadProblems {
  /// The value that is wrong at a problem; `nil`, where not a value is what is wrong, or no report
  /// may tell it.
  package func value(at index: Int) -> PayloadValue? {
    let moment = moments[index]
    guard let rule = moment.problem?.rule, rule.isAboutValues, !moment.isElsewhere else {
      return nil
    }
    if rule == .noCase { return caseValue(moment) }
    guard moment.rule >= 0, !plan.rules[Int(moment.rule)].isSensitive else { return nil }
    return PayloadValue(Int(moment.node), in: document)
  }

  /// The value that no case is for.
  private func caseValue(_ moment: MappingMoment) -> PayloadValue? {
    guard moment.mapping >= 0,
      let source = plan.caseSource(of: plan.mappings[Int(moment.mapping)]),
      !plan.hasSensitiveLine(at: source, of: moment.mapping),
      let value = JSONValue(document: document, node: Int(moment.node)).value(at: source)
    else { return nil }
    return PayloadValue(value.node, in: document)
  }
}

extension RuleID {
  /// Whether what breaks it is a value outside of a list, a range or a format.
  fileprivate var isAboutValues: Bool {
    switch self {
    case .notACase, .newValue, .noCase, .outOfRange, .badLength, .badFormat, .cannotCoerce,
      .lossyNumber:
      true
    default: false
    }
  }
}

extension MappingPlan {
  /// The key path by which cases are told apart: that of the switch, or of the first text that a
  /// case asks for.
  func caseSource(of mapping: PlanMapping) -> SourceKeyPath? {
    if mapping.switchCondition >= 0 {
      return parts.paths[Int(conditions[Int(mapping.switchCondition)].source.path)]
    }
    return mapping.cases.indices.flatMap { parts.sourceCases[$0].conditions }
      .compactMap { condition in
        if case .equals(let source, .string) = condition { source } else { nil }
      }.first
  }

  fileprivate func hasSensitiveLine(at source: SourceKeyPath, of mapping: Int32) -> Bool {
    guard rules.contains(where: \.isSensitive) else { return false }
    return lines(of: mappings[Int(mapping)]).contains {
      rules[Int($0)].isSensitive && parts.sourceRules[Int($0)].source == source
    }
  }

  /// Where a contract says the cases of a mapping: at its switch, or else at the first of them.
  func caseOrigin(of mapping: PlanMapping) -> Origin? {
    let source = mapping.source >= 0 ? parts.sourceMappings[Int(mapping.source)] : nil
    if let origin = source?.dispatch?.switchPath?.origin { return origin }
    return mapping.cases.indices.first.map { parts.sourceCases[$0].origin }
  }
}

extension MappingTally {
  /// Where the contract says the cases that a group is about; `nil`, if it is about none.
  package func caseOrigin(of group: PayloadProblems.Group) -> Origin? {
    guard group.line < 0, group.mapping >= 0, [.noCase, .noSwitchKey].contains(group.rule) else {
      return nil
    }
    return mapper.plan.caseOrigin(of: mapper.plan.mappings[Int(group.mapping)])
  }
}

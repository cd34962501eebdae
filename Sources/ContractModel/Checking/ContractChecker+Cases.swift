import JSONParsing

extension ContractChecker {
  mutating func checkCases(of mapping: ContractMapping, _ settings: MappingSettings) {
    guard let dispatch = mapping.dispatch else { return }
    for use in dispatch.uses { check(use, of: mapping, settings) }
    for (position, rule) in dispatch.cases.enumerated() {
      checkReached(rule, behind: dispatch.cases[..<position])
    }
  }

  private mutating func check(
    _ use: CaseUse, of mapping: ContractMapping, _ settings: MappingSettings
  ) {
    switch use {
    case .rules(let rules):
      for rule in rules { check(rule, settings) }
    case .name(let name):
      // A name without a mapping is a type of object that this mapping makes; a near one is
      // probably a typo.
      guard index[name.value] == nil, !mapping.isSwitchText(name.value),
        let hint = didYouMean(name.value.text, among: index.names)
      else { return }
      log.warning(
        "there is no mapping \(quoted(name.value.text)): the case makes objects of that type by "
          + "the mapping \(quoted(mapping.name.text))", hint: hint, at: name.origin)
    }
  }

  /// A case whose conditions include all those of an earlier one never gets its turn.
  private mutating func checkReached(_ rule: CaseRule, behind earlier: ArraySlice<CaseRule>) {
    let conditions = Set(rule.normalizedConditions)
    for other in earlier {
      let others = Set(other.normalizedConditions)
      if others.isSubset(of: conditions), other.trims || !rule.trims {
        return log.error(
          "the case is never reached: what fits it fits \(quoted(other.summary)) above",
          at: rule.origin)
      }
    }
    for other in earlier where overlaps(rule, other) {
      return log.warning(
        "a payload can fit this case and \(quoted(other.summary)) above, which then wins",
        at: rule.origin)
    }
  }

  /// Whether two cases tell apart by one key, agree on it, and each ask for something the other
  /// does not: then nothing but their order decides. A case that asks for more than a later one is
  /// meant to come first.
  private func overlaps(_ left: CaseRule, _ right: CaseRule) -> Bool {
    let (lefts, rights) = (Set(left.normalizedConditions), Set(right.normalizedConditions))
    guard !lefts.isDisjoint(with: rights), !lefts.isSubset(of: rights), !rights.isSubset(of: lefts)
    else { return false }
    return !lefts.contains { one in rights.contains { one.contradicts($0) } }
  }
}

extension ContractMapping {
  /// Whether a case's name is the very text it is chosen by: `"Boy": "Boy"`.
  fileprivate func isSwitchText(_ name: MemberName) -> Bool {
    dispatch?.cases.contains { rule in
      guard case .equals(_, .string(let text)) = rule.conditions.first else { return false }
      return text == name && rule.conditions.count == 1
    } ?? false
  }
}

extension CaseRule {
  /// The conditions with the white space at the ends of texts left out, if the case compares
  /// without it.
  fileprivate var normalizedConditions: [CaseCondition] {
    guard trims else { return conditions }
    return conditions.map { condition in
      guard case .equals(let source, .string(let text)) = condition else { return condition }
      return .equals(source, .string(MemberName(trimmed(text.text))))
    }
  }

  /// The conditions in words: `type = 'Boy' and exists friends`.
  var summary: String { conditions.map(\.description).joined(separator: " and ") }
}

/// Returns a text without the white space at its ends.
package func trimmed(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let start = scalars.drop { $0.properties.isWhitespace }
  let end = start.lastIndex { !$0.properties.isWhitespace }
  return end.map { String(start[...$0]) } ?? ""
}

extension CaseCondition: CustomStringConvertible {
  public var description: String {
    switch self {
    case .equals(let source, let literal): "\(source) = \(literal)"
    case .exists(let source): "exists \(source)"
    case .kind(let source, let kind):
      source.steps.isEmpty ? "kind \(kind.rawValue)" : "\(source) of kind \(kind.rawValue)"
    }
  }

  /// Whether no payload fits both.
  fileprivate func contradicts(_ other: CaseCondition) -> Bool {
    guard source == other.source else { return false }
    switch (self, other) {
    case (.equals(_, let left), .equals(_, let right)): return left != right
    case (.kind(_, let left), .kind(_, let right)): return left != right
    default: return false
    }
  }
}

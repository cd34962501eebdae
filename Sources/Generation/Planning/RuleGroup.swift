import ContractModel
import JSONParsing

/// The lines of one source.
struct RuleGroup {
  var source: SourceKeyPath
  var rules: [PropertyRule]

  /// In the order of the first line of each.
  static func groups(_ rules: [PropertyRule]) -> [RuleGroup] {
    var groups: [RuleGroup] = []
    var numbers: [SourceKeyPath: Int] = [:]
    for rule in rules {
      if let number = numbers[rule.source] {
        groups[number].rules.append(rule)
      } else {
        numbers[rule.source] = groups.count
        groups.append(RuleGroup(source: rule.source, rules: [rule]))
      }
    }
    return groups
  }

  /// Whether a value is made here: not where anything does, and lines that look inside make it.
  func isMade(among all: [PropertyRule]) -> Bool {
    guard source.base == .representation else { return false }
    let takesAny = rules.allSatisfy { rule in
      rule.value.type.takesAnyJSON || rule.value.type.elementTakesAnyJSON
    }
    return !takesAny
      || !all.contains { other in
        other.source.base == source.base && !other.isOptional
          && other.source.steps.count > source.steps.count
          && other.source.steps.starts(with: source.steps)
      }
  }

  /// The line that takes least.
  var pickiest: PropertyRule { rules.max { $0.value.pickiness < $1.value.pickiness } ?? rules[0] }

  /// Whether whatever the pickiest line takes, the others take too.
  var isOfOneMind: Bool {
    let value = pickiest.value
    return rules.allSatisfy { rule in
      rule.value == value
        || rule.value.constraints.isEmpty
          && (rule.value.type == .scalar(ScalarType(.any))
            || rule.value.type == .scalar(ScalarType(.string))
              && value.type.acceptedKinds == [.string]
            || rule.value.type == .scalar(ScalarType(.string, [.number]))
              && value.type.acceptedKinds == [.number])
    }
  }

  /// Whether lines of another source look at the same values.
  func overlaps(_ other: RuleGroup) -> Bool {
    guard source.base == other.source.base, source != other.source else { return false }
    let (own, foreign) = (source.steps, other.source.steps)
    if own.starts(with: foreign) || foreign.starts(with: own) { return true }
    let common = zip(own, foreign).prefix { $0 == $1 }.map(\.0)
    return common.contains(.fanOut)
  }
}

extension RuleGroup {
  var hasIndex: Bool {
    source.steps.contains { step in
      if case .segment(let name) = step { SourceKeyPath.index(name) != nil } else { false }
    }
  }

  func startsLike(_ other: RuleGroup) -> Bool {
    source.steps.isEmpty
      || source.base == other.source.base && source.steps.first == other.source.steps.first
  }

  /// Whether the value has to be equal to another one, or one that may not fit has to be equal to
  /// it.
  func isEqual(among groups: [RuleGroup]) -> Bool {
    if rules.contains(where: { $0.value.hasEqual }) { return true }
    return groups.flatMap(\.rules).contains { rule in
      guard rule.value.equalSource == source else { return false }
      let other = rule.value.constraints.map(\.value).filter { !$0.isEqual }
      return rules.count > 1 || rule.value.type != rules[0].value.type
        || !Set(other).isSubset(of: Set(rules[0].value.constraints.map(\.value)))
    }
  }

  func isLookedAt(by groups: [RuleGroup]) -> Bool {
    groups.flatMap(\.rules).contains { $0.value.equalSource == source }
  }
}

extension ValueType {
  var isOrdered: Bool {
    switch self {
    case .array, .set: true
    default: false
    }
  }

  fileprivate var elementTakesAnyJSON: Bool {
    switch self {
    case .array(let element), .set(let element): element.type.takesAnyJSON
    default: false
    }
  }
}

extension Constraint {
  fileprivate var isEqual: Bool { if case .equals = self { true } else { false } }
}

extension ValueRule {
  fileprivate var hasEqual: Bool { constraints.contains { $0.value.isEqual } }

  /// The key path of the same representation that the value has to be equal to.
  var equalSource: SourceKeyPath? {
    constraints.lazy.compactMap { constraint in
      if case .equals(let other) = constraint.value, other.base == .representation {
        other
      } else {
        nil
      }
    }.first
  }
}

extension CaseCondition {
  func literal(at source: SourceKeyPath) -> Literal? {
    if case .equals(source, let literal) = self { literal } else { nil }
  }
}

extension SourceKeyPath {
  var firstName: MemberName? {
    if case .segment(let name)? = steps.first { name } else { nil }
  }
}

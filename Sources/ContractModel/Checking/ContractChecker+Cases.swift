import JSONParsing

extension ContractChecker {
  mutating func checkCases(of mapping: ContractMapping, _ settings: MappingSettings) {
    guard let dispatch = mapping.dispatch else { return }
    for use in dispatch.uses { check(use, of: mapping, settings) }
    for line in dispatch.cases {
      checkFits(line, of: mapping)
      if let (first, second) = line.normalizedConditions.contradiction {
        log.error("the case never fits: it asks for \(first) and \(second)", at: line.origin)
      }
      if settings.coercion != .lenient { checkLiterals(of: line, in: mapping) }
    }
    // The texts of a switch are member names, whose duplicates are reported elsewhere.
    if dispatch.switchPath == nil { checkReached(dispatch.cases) }
  }

  private mutating func check(
    _ use: CaseUse, of mapping: ContractMapping, _ settings: MappingSettings
  ) {
    switch use {
    case .lines(let lines):
      for line in lines { check(line, settings) }
    case .name(let name):
      // A name without a mapping is a type that this mapping makes; a near name is probably a typo.
      guard index[name.value] == nil, !mapping.isSwitchText(name.value),
        let hint = didYouMean(name.value.text, among: index.names + ["skip"])
      else { return }
      log.warning(
        "there is no mapping \(quoted(name.value.text)): the case makes objects of that type by "
          + "the mapping \(quoted(mapping.name.text))", hint: hint, at: name.origin)
    }
  }

  /// Reports a case for a kind of value that the mapping does not read, or that has no keys
  /// although the case requires one.
  private mutating func checkFits(_ line: MappingCase, of mapping: ContractMapping) {
    guard let kind = line.kindOfRepresentation, kind != .object, !isPartial(mapping) else { return }
    let lines = index.allLines(of: mapping)
    let isRead =
      lines.contains(where: \.readsRepresentation)
      || kind == .array && lines.contains(where: \.readsElements)
    if !isRead {
      log.error(
        "the case never fits: \(quoted(mapping.name.text)) reads keys, which \(kind.words) does not have",
        hint: "a line for the value itself is written \"\": \"text: String\"; "
          + "\"else\": \"skip\" leaves elements of other kinds out",
        at: line.origin)
    } else if kind != .array, let key = line.keyOfRepresentation {
      log.error(
        "the case never fits: \(kind.words) has no key \(quoted(key.description))", at: line.origin)
    }
  }

  /// Reports a case that requires a value that the line for the key rejects: a payload that matches
  /// it violates the line.
  private mutating func checkLiterals(of item: MappingCase, in mapping: ContractMapping) {
    let lines: [PropertyLine]
    switch item.use {
    case .lines(let own): lines = index.lines(of: mapping) + own
    case .name(let name): lines = index.lines(of: index[name.value] ?? mapping)
    }
    for case .equals(let source, let literal) in item.normalizedConditions {
      guard let line = lines.first(where: { $0.source == source && $0.value.refuses(literal) })
      else { continue }
      let listed = line.value.type.literals.compactMap { literal in
        if case .string(let text) = literal { text.text } else { nil }
      }
      let isNumber = line.value.type.acceptedKinds.contains(.number)
      let hint: String? =
        switch literal {
        case .string(let text) where !listed.isEmpty: didYouMean(text.text, among: listed)
        case .string(let text) where isNumber && JSONNumber(text.text) != nil:
          "\"cases\": [{ \"when\": { \(quoted(source.description)): \(text.text) }, \"use\": … }] "
            + "compares numbers"
        default: nil
        }
      log.warning(
        "the case never fits: the line for \(quoted(source.description)) takes \(line.value), "
          + "and not \(literal)", hint: hint, at: item.origin)
    }
  }

  /// Reports a case whose conditions include all those of an earlier case, so it is never reached.
  private mutating func checkReached(_ cases: [MappingCase]) {
    var earlier = EarlierCases()
    for line in cases {
      let conditions = Set(line.normalizedConditions)
      if let other = earlier.fitting(conditions, trims: line.trims) {
        log.error(
          "the case is never reached: what fits it fits \(quoted(other.summary)) above",
          at: line.origin)
      } else if let other = earlier.overlapping(conditions) {
        log.warning(
          "a payload can fit this case and \(quoted(other.summary)) above, which then wins",
          at: line.origin)
      }
      earlier.append(line, conditions)
    }
  }
}

/// Indexes the earlier cases of a mapping by their conditions, so that one pass checks all cases.
private struct EarlierCases {
  /// The maximum number of conditions for which all subsets are looked up.
  private static let mostConditions = 8
  /// The maximum number of cases with a common condition that are examined.
  private static let mostNeighbours = 50

  private var byConditions: [Set<CaseCondition>: [MappingCase]] = [:]
  private var byCondition: [CaseCondition: [(line: MappingCase, conditions: Set<CaseCondition>)]] =
    [:]

  mutating func append(_ line: MappingCase, _ conditions: Set<CaseCondition>) {
    byConditions[conditions, default: []].append(line)
    for condition in conditions
    where byCondition[condition, default: []].count < Self.mostNeighbours {
      byCondition[condition, default: []].append((line, conditions))
    }
  }

  /// Returns an earlier case whose conditions are a subset of these: it matches whenever they do.
  func fitting(_ conditions: Set<CaseCondition>, trims: Bool) -> MappingCase? {
    let list = Array(conditions)
    guard list.count <= Self.mostConditions else { return byConditions[conditions]?.first }
    for bits in 1..<(1 << list.count) {
      let subset = Set(list.indices.filter { bits >> $0 & 1 == 1 }.map { list[$0] })
      // A case that trims texts matches everything that the same case without trimming matches, but
      // not the other way round.
      if let line = byConditions[subset]?.first(where: { $0.trims || !trims }) { return line }
    }
    return nil
  }

  /// Returns an earlier case that overlaps these conditions: it shares one of them, excludes none,
  /// and each side has a condition that the other lacks. Then only the order decides. A case with
  /// additional conditions is not returned, because specific cases are meant to come first.
  func overlapping(_ conditions: Set<CaseCondition>) -> MappingCase? {
    let neighbours = conditions.flatMap { byCondition[$0] ?? [] }
    return neighbours.filter { _, others in
      !conditions.isSubset(of: others) && !others.isSubset(of: conditions)
        && !conditions.contains { one in others.contains { one.excludes($0) } }
    }
    .min { $0.line.origin.range.lowerBound < $1.line.origin.range.lowerBound }?.line
  }
}

extension ContractMapping {
  /// Returns whether a case's name equals the text that selects the case: `"Boy": "Boy"`.
  fileprivate func isSwitchText(_ name: MemberName) -> Bool {
    dispatch?.cases.contains { line in
      guard case .equals(_, .string(let text)) = line.conditions.first else { return false }
      return text == name && line.conditions.count == 1
    } ?? false
  }
}

extension MappingCase {
  /// The conditions; if the case trims, their texts are without the white space at their ends.
  var normalizedConditions: [CaseCondition] {
    guard trims else { return conditions }
    return conditions.map { condition in
      guard case .equals(let source, .string(let text)) = condition else { return condition }
      return .equals(source, .string(MemberName(trimmed(text.text))))
    }
  }

  fileprivate var kindOfRepresentation: JSONKind? {
    conditions.lazy.compactMap { condition in
      if case .kind(.representation, let kind) = condition { kind } else { nil }
    }.first
  }

  /// A key path into the representation that the case requires.
  fileprivate var keyOfRepresentation: SourceKeyPath? {
    conditions.lazy.map(\.source).first { $0.base == .representation && !$0.steps.isEmpty }
  }

  package var summary: String { conditions.map(\.description).joined(separator: " and ") }
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

  /// Returns whether no payload meets both conditions.
  package func excludes(_ other: CaseCondition) -> Bool {
    guard source == other.source else { return false }
    switch (self, other) {
    case (.equals(_, let left), .equals(_, let right)): return left != right
    case (.equals(_, let literal), .kind(_, let kind)),
      (.kind(_, let kind), .equals(_, let literal)):
      return literal.kind != kind
    case (.kind(_, let left), .kind(_, let right)): return left != right
    default: return false
    }
  }
}

extension [CaseCondition] {
  package var contradiction: (CaseCondition, CaseCondition)? {
    // Conditions on one key that do not exclude each other are few, so each list stays short.
    var known: [SourceKeyPath: [CaseCondition]] = [:]
    for condition in self {
      let others = known[condition.source] ?? []
      if let other = others.first(where: condition.excludes) { return (other, condition) }
      if !others.contains(condition) { known[condition.source, default: []].append(condition) }
    }
    return nil
  }
}

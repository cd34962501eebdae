import ContractModel
import JSONParsing

/// A case of a mapping that payloads can be made for.
struct DrawableCase {
  /// Those of the case, and those that keep the cases before it from fitting.
  var conditions: [CaseCondition]
  /// The mapping that it hands over to.
  var name: MemberName?
  var lines: [PropertyLine]
  var absent: Set<SourceKeyPath> = []
}

extension DrawPlanBuilder {
  /// The case that the canonical representation of a mapping is made by.
  func canonicalOption(of mapping: ContractMapping) -> FiniteMappings.Option {
    if let choice = choices[mapping.name] {
      let options = index.options(of: mapping)
      if options.indices.contains(choice) { return options[choice] }
    }
    return finite.firstOption(of: mapping)
  }

  /// The cases of a mapping, the `else` last, without those that need an endless payload or whose
  /// place an earlier case always takes.
  func drawableCases(of mapping: ContractMapping) -> (options: [DrawableCase], simplest: Int) {
    guard isForDrawing else { return ([DrawableCase(canonicalOption(of: mapping))], 0) }
    let options = index.options(of: mapping)
    let isEnding = options.map { option in
      option.needs.allSatisfy { finite.contains($0.mapping) || index[$0.mapping] == nil }
    }
    let first = isEnding.firstIndex(of: true) ?? 0
    var simplest = 0
    var drawable: [DrawableCase] = []
    for (number, option) in options.enumerated() {
      let made = DrawableCase(option)
      if number == first {
        simplest = drawable.count
        drawable.append(made)
      } else if isEnding[number],
        let made = avoiding(options[..<number].map(\.conditions), made, mapping)
      {
        drawable.append(made)
      }
    }
    if let last = otherwise(of: mapping, options) { drawable.append(last) }
    return (drawable, simplest)
  }

  private func otherwise(
    of mapping: ContractMapping, _ options: [FiniteMappings.Option]
  ) -> DrawableCase? {
    guard let use = index.dispatch(of: mapping)?.otherwise else { return nil }
    var made = DrawableCase(conditions: [], name: nil, lines: [])
    switch use {
    case .lines(let lines): made.lines = lines
    case .name(let name):
      if index[name.value] != nil, name.value != mapping.name { made.name = name.value }
    }
    // Only where it is sure to end.
    guard made.name == nil, made.lines.allSatisfy({ $0.value.type.mappings.isEmpty }) else {
      return nil
    }
    return avoiding(options.map(\.conditions), made, mapping)
  }

  /// The case, with what keeps others from fitting; `nil` if one of them always fits.
  private func avoiding(
    _ others: [[CaseCondition]], _ option: DrawableCase, _ mapping: ContractMapping
  ) -> DrawableCase? {
    var option = option
    let lines = option.name.flatMap { index[$0] }.map { index.lines(of: $0) }
    let groups = LineGroup.groups(lines ?? index.lines(of: mapping) + option.lines)
    for conditions in others {
      let isAvoided = conditions.contains { other in
        option.conditions.contains { $0.excludes(other) } || option.absent.contains(other.source)
      }
      if isAvoided { continue }
      guard conditions.contains(where: { avoid($0, groups, &option) }) else { return nil }
    }
    return option
  }

  /// Makes a condition not hold.
  private func avoid(
    _ condition: CaseCondition, _ groups: [LineGroup], _ option: inout DrawableCase
  ) -> Bool {
    let source = condition.source
    guard source.base == .representation, !source.steps.isEmpty else { return false }
    guard let group = groups.first(where: { $0.source == source }) else {
      // Nothing is made there, unless something around it is.
      return !groups.contains {
        $0.source.steps.starts(with: source.steps) || source.steps.starts(with: $0.source.steps)
      }
    }
    let type = group.pickiest.value.type
    switch condition {
    case .exists:
      guard option.name == nil, group.lines.allSatisfy(\.isOptional) else { return false }
      option.absent.insert(source)
      return true
    case .kind(_, let kind): return !type.acceptedKinds.contains(kind)
    case .equals(_, .bool(let bool)) where type == .scalar(ScalarType(.bool)):
      option.conditions.append(.equals(source, .bool(!bool)))
      return true
    case .equals(_, let literal):
      let others = type.literals.filter { $0 != literal }
      if let other = others.first {
        option.conditions.append(.equals(source, other))
        return true
      }
      // The canonical text or number is hardly the one that a case is told by.
      return type.literals.isEmpty && literal.description != "0"
    }
  }
}

extension DrawableCase {
  fileprivate init(_ option: FiniteMappings.Option) {
    self.init(conditions: option.conditions, name: option.name?.value, lines: option.lines)
  }
}

extension ValueType {
  fileprivate var literals: [Literal] {
    switch self {
    case .literal(let literal): [literal]
    case .union(let types): types.flatMap(\.literals)
    default: []
    }
  }
}

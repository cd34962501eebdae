import ContractModel
import JSONParsing

/// A case of a mapping for which payloads can be made.
struct DrawableCase {
  /// The conditions of the case, and those that prevent the earlier cases from fitting.
  var conditions: [CaseCondition]
  /// The mapping to which the case delegates.
  var name: MemberName?
  /// The mapping that makes the object, and the added lines.
  var mapping: ContractMapping
  var lines: [PropertyLine]
  var absent: Set<SourceKeyPath> = []
}

extension DrawPlanBuilder {
  /// Returns the cases of a mapping, the `else` last. Cases are omitted if they need an endless
  /// payload, if no payload fits them, or if an earlier case always precludes them.
  func drawableCases(of mapping: ContractMapping) -> (options: [DrawableCase], simplest: Int) {
    guard isForDrawing else { return ([canonicalCase(of: mapping)], 0) }
    let options = index.options(of: mapping)
    var simplest: Int?
    var drawable: [DrawableCase] = []
    for (number, option) in options.enumerated() where finite.isEnding(option) {
      let cases = drawn(number, of: mapping, options)
      if simplest == nil, !cases.isEmpty, finite.isSimple(option, of: mapping) {
        simplest = drawable.count
      }
      drawable += cases
    }
    guard let simplest else { return ([canonicalCase(of: mapping)] + drawable, 0) }
    return (drawable, simplest)
  }

  /// Returns the case that makes the canonical representation of a mapping.
  private func canonicalCase(of mapping: ContractMapping) -> DrawableCase {
    if let chosenOption = chosenOption(of: mapping) {
      let made = DrawableCase(chosenOption, of: mapping)
      return chosen(among: expanded(made), made)
    }
    let options = index.options(of: mapping)
    for (number, option) in options.enumerated() where finite.isSimple(option, of: mapping) {
      let cases = drawn(number, of: mapping, options)
      if !cases.isEmpty { return chosen(among: cases, DrawableCase(option, of: mapping)) }
    }
    return DrawableCase(finite.firstOption(of: mapping), of: mapping)
  }

  /// Returns the case that ends in the canonical case of the mapping to which it delegates; if
  /// there is none, the first case.
  private func chosen(among cases: [DrawableCase], _ option: DrawableCase) -> DrawableCase {
    let chosen = option.name.flatMap { index[$0] }.map(canonicalOption)
    return cases.first { $0.ends(with: chosen?.conditions ?? []) } ?? cases.first ?? option
  }

  func canonicalOption(of mapping: ContractMapping) -> FiniteMappings.Option {
    chosenOption(of: mapping) ?? finite.firstOption(of: mapping)
  }

  private func chosenOption(of mapping: ContractMapping) -> FiniteMappings.Option? {
    choices[mapping.name].flatMap { index.options(of: mapping).dropFirst($0).first }
  }

  /// Returns the drawable cases of an option: with conditions that prevent earlier options from
  /// fitting, and expanded into the cases of the mapping to which the option delegates.
  private func drawn(
    _ number: Int, of mapping: ContractMapping, _ options: [FiniteMappings.Option]
  ) -> [DrawableCase] {
    avoiding(options[..<number], DrawableCase(options[number], of: mapping)).map(expanded) ?? []
  }

  /// The most cases into which a delegating case is expanded.
  private static let expandedCount = 256

  /// Returns the case. If it delegates to a mapping whose cases use the same keys, returns instead
  /// those of these cases that are compatible with its own conditions; empty if there are none.
  private func expanded(_ option: DrawableCase) -> [DrawableCase] {
    var (expanded, waiting) = ([DrawableCase](), [(case: option, outer: [MemberName]())])
    while let (option, outer) = waiting.popLast(), expanded.count < Self.expandedCount {
      guard let name = option.name, !outer.contains(name), let other = index[name] else {
        expanded.append(option)
        continue
      }
      let options = index.options(of: other)
      let sources = Set(option.conditions.map(\.source)).union(option.absent)
      guard options.contains(where: { $0.conditions.contains { sources.contains($0.source) } })
      else {
        expanded.append(option)
        continue
      }
      var cases: [DrawableCase] = []
      for (number, inner) in options.enumerated() where cases.count < Self.expandedCount {
        guard finite.isEnding(inner), option.fits(inner) else { continue }
        var made = DrawableCase(inner, of: other)
        made.conditions = option.conditions + made.conditions
        made.absent = option.absent
        if let made = avoiding(options[..<number], made) { cases.append(made) }
      }
      waiting += cases.reversed().map { ($0, outer + [name]) }
    }
    return expanded
  }

  /// Returns the case with conditions that prevent the others from fitting; `nil` if one of them
  /// always fits, or if a line rejects a value that the case requires.
  private func avoiding(
    _ others: ArraySlice<FiniteMappings.Option>, _ option: DrawableCase
  ) -> DrawableCase? {
    if others.isEmpty, option.conditions.isEmpty { return option }
    var option = option
    let mapping = option.name.flatMap { index[$0] } ?? option.mapping
    let lines = index.lines(of: mapping) + (option.name == nil ? option.lines : [])
    let isLenient = (mapping.settings.coercion ?? contract.settings.coercion) == .lenient
    if !isLenient, lines.contains(where: { $0.refuses(option.conditions) }) { return nil }
    if option.conditions.contradiction != nil { return nil }
    let groups = LineGroup.groups(lines)
    for conditions in others.map(\.conditions) {
      let isAvoided = conditions.contains { other in
        option.conditions.contains { $0.excludes(other) } || option.absent.contains(other.source)
      }
      if isAvoided { continue }
      guard conditions.contains(where: { avoid($0, others, groups, &option) }) else {
        return nil
      }
    }
    return option
  }

  /// Makes a condition fail; returns `false` if that is not known to be possible.
  ///
  /// - Parameter others: The cases to avoid, all of them if possible.
  private func avoid(
    _ condition: CaseCondition, _ others: ArraySlice<FiniteMappings.Option>,
    _ groups: [LineGroup], _ option: inout DrawableCase
  ) -> Bool {
    let source = condition.source
    guard source.base == .representation, !source.steps.isEmpty else { return false }
    guard let group = groups.first(where: { $0.source == source }) else {
      // No line makes a value there, except one that makes a value around or inside it.
      return !groups.contains {
        $0.source.steps.starts(with: source.steps) || source.steps.starts(with: $0.source.steps)
      }
    }
    switch condition {
    case .exists:
      let isNeeded = option.conditions.contains { other in
        other.source.base == source.base && other.source.steps.starts(with: source.steps)
      }
      guard option.name == nil, !isNeeded, group.lines.allSatisfy(\.isOptional) else {
        return false
      }
      option.absent.insert(source)
      return true
    case .kind(_, let kind): return !group.strictest.value.type.acceptedKinds.contains(kind)
    case .equals:
      if option.conditions.contains(where: { $0.literal(at: source) != nil }) { return false }
      let taken = Set(others.flatMap(\.conditions).compactMap { $0.literal(at: source) })
      if taken.allSatisfy({ group.isHardly($0) }) { return true }
      let free = group.literals.filter { literal in
        condition.literal(at: source) != literal
          && !option.conditions.contains { $0.excludes(.equals(source, literal)) }
      }
      guard let literal = free.first(where: { !taken.contains($0) }) ?? free.first else {
        return false
      }
      option.conditions.append(.equals(source, literal))
      return true
    }
  }
}

extension DrawableCase {
  fileprivate init(_ option: FiniteMappings.Option, of mapping: ContractMapping) {
    self.init(
      conditions: option.conditions, name: option.name?.value, mapping: mapping,
      lines: option.lines)
  }

  fileprivate func ends(with inner: [CaseCondition]) -> Bool {
    conditions.suffix(inner.count).elementsEqual(inner)
  }

  /// Returns whether an object of this case can match a case of the mapping to which it delegates.
  fileprivate func fits(_ inner: FiniteMappings.Option) -> Bool {
    inner.conditions.allSatisfy { condition in
      !absent.contains(condition.source) && !conditions.contains { $0.excludes(condition) }
    }
  }
}

extension PropertyLine {
  fileprivate func refuses(_ conditions: [CaseCondition]) -> Bool {
    conditions.contains { $0.literal(at: source).map(value.refuses) ?? false }
  }
}

extension LineGroup {
  /// Literals that all lines accept: the listed ones, or else some short ones.
  fileprivate var literals: [Literal] {
    let value = strictest.value
    let listed = value.type.literals
    let least = value.range?.lower?.int64.value ?? 0
    let numbers = (0...3).map { Literal(integerLiteral: Int(clamping: least &+ $0)) }
    let text = String(repeating: "x", count: min(value.lengths.lowerBound, 64))
    let made: [Literal] =
      ["other", "a", "b", "c", .string(MemberName(text))] + numbers + [true, false]
    return (listed.isEmpty ? made : listed).filter { literal in
      lines.allSatisfy { $0.value.takes(literal) }
    }
  }

  /// Returns whether the made value is unlikely to be the literal: the literal is not of the type,
  /// or it is a text or number that differs from the simplest one of an unconstrained type.
  fileprivate func isHardly(_ literal: Literal) -> Bool {
    let value = strictest.value
    guard value.type.acceptedKinds.contains(literal.kind) else { return true }
    guard case .scalar(let scalar) = value.type, scalar.name != .bool, value.constraints.isEmpty
    else { return false }
    return switch literal {
    case .string(let text): text.text.utf8.count > 2
    case .number: literal.description != "0"
    case .bool, .null: true
    }
  }
}

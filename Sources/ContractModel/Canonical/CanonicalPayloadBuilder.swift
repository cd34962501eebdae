import JSONParsing

/// Makes up canonical payloads; the counters go on from one value to the next.
struct CanonicalPayloadBuilder {
  static let largestValueCount = 100_000
  private static let deepestNesting = 200

  /// How many values a payload has at most.
  private let mostValues: Int
  private let contract: Contract
  private let index: MappingIndex
  private let finite: FiniteMappings
  /// The cases to take instead of the first, by their positions.
  var choices: [MemberName: Int]
  private var valueCount = 0
  /// Whether something was left out because a payload would be too large or too deep with it.
  private(set) var isTooLarge = false
  /// The mappings around the value that is being made.
  private var trail: [MemberName] = []
  var identities: [MemberName: Int] = [:]
  var textCount = 0
  var dateCount = 0
  /// How many values that this one has to differ from stand before it in its collection.
  var rank = 0

  init(
    _ contract: Contract, choosing choices: [MemberName: Int] = [:],
    mostValues: Int = largestValueCount
  ) {
    self.contract = contract
    (self.choices, self.mostValues) = (choices, mostValues)
    index = MappingIndex(contract)
    finite = FiniteMappings(index)
  }

  /// A value of a type, or `nil` if recursion has to be cut here or no value fits.
  ///
  /// - Parameter identityOf: The type of object that the value identifies, if it does.
  mutating func value(_ rule: ValueRule, identityOf type: MemberName? = nil) -> PayloadNode? {
    valueCount += 1
    guard valueCount <= mostValues, trail.count <= Self.deepestNesting else {
      isTooLarge = true
      return nil
    }
    switch rule.type {
    case .scalar(let scalar): return self.scalar(scalar, rule, identityOf: type)
    case .literal(let literal): return Self.node(literal)
    case .mapping(let name): return object(of: name.value)
    case .array(let element), .set(let element):
      return elements(of: element, rule)?.array
    case .dictionary(let element):
      return elements(of: element, rule)?.object
    case .keyed(_, let name):
      return elements(of: ValueRule(.mapping(name)), rule)?.object
    case .union:
      let types = rule.possibleAlternatives
      guard !types.isEmpty else { return nil }
      return self.value(
        ValueRule(types[min(rank, types.count - 1)], constraints: rule.constraints))
    }
  }

  static func node(_ literal: Literal) -> PayloadNode {
    switch literal {
    case .string(let text): .string(text.text)
    case .number(let number): .text(number.text)
    case .bool(let bool): .text(bool ? "true" : "false")
    case .null: .null
    }
  }

  // MARK: - Collections

  private struct Elements {
    var nodes: [PayloadNode]

    var array: PayloadNode { .array(nodes) }

    /// An object of the elements, keyed `a`, `b`, `c`.
    var object: PayloadNode {
      .object(nodes.enumerated().map { (MemberName(canonicalText($0)), $1) })
    }
  }

  /// As many elements as there have to be, at least one; none if recursion has to be cut and none
  /// has to be.
  private mutating func elements(of element: ValueRule, _ rule: ValueRule) -> Elements? {
    guard rule.leastCount <= mostValues else {
      isTooLarge = true
      return nil
    }
    var nodes: [PayloadNode] = []
    let outerRank = rank
    defer { rank = outerRank }
    let isDistinct = rule.type.isSet || rule.constraints.contains { $0.value == .unique }
    for position in 0..<max(1, rule.leastCount) {
      rank = isDistinct ? outerRank + position : outerRank
      guard let node = value(element) ?? (element.allowsNull ? .null : nil) else {
        return rule.leastCount == 0 ? Elements(nodes: []) : nil
      }
      nodes.append(node)
    }
    if isDistinct, nodes.count > 1, Set(nodes.map { MemberName($0.text) }).count < nodes.count {
      return nil
    }
    return Elements(nodes: nodes)
  }

  // MARK: - Objects

  private mutating func object(of name: MemberName) -> PayloadNode? {
    guard !trail.contains(name), trail.count <= Self.deepestNesting, let mapping = index[name]
    else { return nil }
    trail.append(name)
    defer { trail.removeLast() }
    let chosen = choices[name].flatMap { index.options(of: mapping)[at: $0] }
    let first = chosen ?? finite.firstOption(of: mapping)
    if let other = first.name {
      guard var node = object(of: other.value) else { return nil }
      for condition in first.conditions { Self.satisfy(condition, in: &node) }
      return node
    }
    return object(
      index.rules(of: mapping) + first.rules, conditions: first.conditions,
      identity: index.identity(of: mapping).map(\.value), typeName: mapping.typeName)
  }

  /// An object that rules read, and that a case's conditions hold of.
  mutating func object(
    _ rules: [PropertyRule], conditions: [CaseCondition], identity: [PropertyPath],
    typeName: MemberName
  ) -> PayloadNode? {
    var node = PayloadNode.object([])
    var absent: [SourceKeyPath] = []
    for (source, group) in Self.grouped(rules) {
      guard source.base == .representation, !Self.isMadeByOthers(source, group, rules) else {
        continue
      }
      // Below what was left out to end a recursion, there is nothing.
      let isBelowAbsent = absent.contains { source.steps.starts(with: $0.steps) }
      if isBelowAbsent, group.allSatisfy(\.isOptional) { continue }
      let literal = conditions.lazy.compactMap { $0.literal(at: source) }.first
      let type = group.contains { $0.property.map(identity.contains) ?? false } ? typeName : nil
      let made = literal.map(Self.node) ?? self.member(group, identityOf: type)
      switch made {
      case .array(let nodes)? where source.steps.contains(.fanOut):
        node.place(collected: nodes, at: source.steps)
      case let made?: node.place(made, at: source.steps[...])
      case nil:
        guard let fallback = Self.cut(group) else { return nil }
        switch fallback {
        case .value(let value): node.place(value, at: source.steps[...])
        case .absent: absent.append(source)
        }
      }
    }
    for condition in conditions { Self.satisfy(condition, in: &node) }
    copyEqualValues(rules, in: &node)
    return node
  }

  /// Whether anything does at a key path, and the lines that look inside it make something there.
  private static func isMadeByOthers(
    _ source: SourceKeyPath, _ group: [PropertyRule], _ rules: [PropertyRule]
  ) -> Bool {
    group.allSatisfy { rule in
      rule.value.type.takesAnyJSON || rule.value.type.elementTakesAnyJSON
    }
      && rules.contains { other in
        other.source.base == source.base && !other.isOptional
          && other.source.steps.count > source.steps.count
          && other.source.steps.starts(with: source.steps)
      }
  }

  /// The rules by their sources, in the order of the first of each.
  private static func grouped(
    _ rules: [PropertyRule]
  ) -> [(source: SourceKeyPath, rules: [PropertyRule])] {
    let groups = Dictionary(grouping: rules) { rule in rule.source }
    var seen: Set<SourceKeyPath> = []
    return rules.filter { seen.insert($0.source).inserted }
      .map { ($0.source, groups[$0.source] ?? []) }
  }

  /// A value that all rules of one source take: the example of one of them, or else what the
  /// pickiest admits.
  private mutating func member(
    _ rules: [PropertyRule], identityOf type: MemberName?
  ) -> PayloadNode? {
    if let example = rules.lazy.compactMap(\.options.example).first {
      return .text(example.value.text())
    }
    // A recursion is cut here and not further in, so that the member is absent rather than empty.
    let repeats = rules.contains { $0.value.type.mappings.contains { trail.contains($0.value) } }
    if repeats, rules.allSatisfy({ $0.isOptional || $0.value.allowsNull }) { return nil }
    let kinds = rules.map { $0.value.type.acceptedKinds }
    let common = kinds.dropFirst().reduce(kinds.first ?? []) { $0.intersection($1) }
    let rule = rules.max { $0.value.pickiness < $1.value.pickiness }
    return rule.flatMap { value($0.value.reading(common), identityOf: type) }
  }

  private enum Cut {
    case absent
    case value(PayloadNode)
  }

  /// What a member is that cannot be made: absent, or null.
  private static func cut(_ rules: [PropertyRule]) -> Cut? {
    if rules.allSatisfy(\.isOptional) { return .absent }
    return rules.allSatisfy(\.value.allowsNull) ? .value(.null) : nil
  }

  /// Makes a condition hold, if something the rules made does not make it hold already.
  private static func satisfy(_ condition: CaseCondition, in node: inout PayloadNode) {
    guard condition.source.base == .representation else { return }
    let steps = condition.source.steps[...]
    switch condition {
    case .equals(_, let literal):
      node.place(Self.node(literal), at: steps)
      node.replace(with: Self.node(literal), at: steps)
    case .exists: if node.node(at: steps) == nil { node.place(.null, at: steps) }
    case .kind(_, let kind):
      if node.node(at: steps)?.kind == kind { return }
      node.place(simplest(kind), at: steps)
      node.replace(with: simplest(kind), at: steps)
    }
  }

  private static func simplest(_ kind: JSONKind) -> PayloadNode {
    switch kind {
    case .null: .null
    case .bool: .text("false")
    case .number: .text("0")
    case .string: .text("\"\"")
    case .array: .array([])
    case .object: .object([])
    }
  }

  /// Makes values equal that have to be: both are in this object.
  private func copyEqualValues(_ rules: [PropertyRule], in node: inout PayloadNode) {
    let equal = rules.filter { $0.source.base == .representation && $0.value.equalSource != nil }
    // What a line is equal to may itself be equal to another; a chain is as long as there are such
    // lines at most.
    for _ in 0..<min(equal.count, 16) {
      for rule in equal {
        guard let other = rule.value.equalSource, let value = node.node(at: other.steps[...]) else {
          continue
        }
        node.replace(with: value, at: rule.source.steps[...])
      }
    }
  }
}

extension PayloadNode {
  /// Puts a value where another stands.
  fileprivate mutating func replace(
    with value: PayloadNode, at steps: ArraySlice<SourceKeyPath.Step>
  ) {
    guard let step = steps.first else {
      self = value
      return
    }
    if case .segment(let name) = step, case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == name })
    {
      members[index].value.replace(with: value, at: steps.dropFirst())
      self = .object(members)
    }
  }
}

extension ValueType {
  /// Whether it is a collection of anything.
  fileprivate var elementTakesAnyJSON: Bool {
    switch self {
    case .array(let element), .set(let element): element.type.takesAnyJSON
    default: false
    }
  }
}

extension ValueRule {
  /// The key path of the same representation that the value has to be equal to.
  fileprivate var equalSource: SourceKeyPath? {
    constraints.lazy.compactMap { constraint in
      if case .equals(let other) = constraint.value, other.base == .representation {
        other
      } else {
        nil
      }
    }.first
  }
}

extension PayloadNode {
  /// The kind of the JSON; of a given piece, the kind of its first character.
  fileprivate var kind: JSONKind? {
    switch self {
    case .array: .array
    case .object: .object
    case .text(let text): try? JSONDocument(parsing: text).root.kind
    }
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension CaseCondition {
  fileprivate func literal(at source: SourceKeyPath) -> Literal? {
    if case .equals(source, let literal) = self { literal } else { nil }
  }
}

/// `a`, `b`, … `z`, `aa`, `ab`, …
package func canonicalText(_ index: Int) -> String {
  var text = ""
  var rest = index
  repeat {
    text = String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest % 26))) + text
    rest = rest / 26 - 1
  } while rest >= 0
  return text
}

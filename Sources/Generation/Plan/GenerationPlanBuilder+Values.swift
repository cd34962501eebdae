import ContractModel
import JSONParsing

extension GenerationPlanBuilder {
  /// Adds a value, with what is in it.
  ///
  /// - Parameter role: The type of object that the value identifies.
  mutating func node(_ rule: ValueRule, role: MemberName?) -> Int32 {
    var node = made(rule, role: role)
    node.allowsNull = rule.allowsNull
    return append(node)
  }

  private mutating func made(_ rule: ValueRule, role: MemberName?) -> PlanNode {
    switch rule.type {
    case .scalar(let scalar): return self.scalar(scalar, rule, role: role)
    case .literal(let literal): return constantNode(Self.text(of: literal))
    case .mapping(let name): return object(name.value)
    case .array(let element), .set(let element): return collection(.array, element, rule)
    case .dictionary(let element): return collection(.dictionary, element, rule)
    case .keyed(_, let name):
      return collection(.dictionary, ValueRule(.mapping(name)), rule)
    case .union: return union(rule)
    }
  }

  mutating func constantNode(_ text: String) -> PlanNode {
    var node = PlanNode(.constant)
    node.table = constant(text)
    node.isFixed = true
    return node
  }

  static func text(of literal: Literal) -> String {
    switch literal {
    case .string(let text): quoted(text.text)
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    }
  }

  private mutating func object(_ name: MemberName) -> PlanNode {
    guard let number = number(of: name) else { return PlanNode(.unknown) }
    var node = PlanNode(.object)
    node.table = number
    node.closure = closure(of: ValueRule(.mapping(Located(name))))
    return node
  }

  private mutating func collection(
    _ kind: PlanNode.Kind, _ element: ValueRule, _ rule: ValueRule
  ) -> PlanNode {
    var node = PlanNode(kind)
    node.child = self.node(element, role: nil)
    // What the simplest element needs.
    node.closure = closure(of: element)
    node.low = UInt64(rule.leastCount)
    node.high = UInt64(rule.mostCount)
    node.isDistinct = rule.isDistinct
    return node
  }

  private mutating func union(_ rule: ValueRule) -> PlanNode {
    let alternatives = rule.possibleAlternatives
    guard !alternatives.isEmpty else { return PlanNode(.unknown) }
    let made = alternatives.map {
      self.made(ValueRule($0, constraints: rule.constraints), role: nil)
    }
    var node = PlanNode(.union)
    node.child = Int32(plan.nodes.count)
    node.childCount = Int32(made.count)
    plan.nodes += made
    return node
  }
}

extension ValueRule {
  /// The most elements that a collection may have.
  fileprivate var mostCount: Int {
    let most = constraints.lazy.compactMap {
      if case .count(let range, _) = $0.value { range.upper } else { nil }
    }.first
    return max(most ?? Int(Int32.max), leastCount)
  }

  /// Whether the elements have to differ.
  fileprivate var isDistinct: Bool {
    if case .set = type { return true }
    return constraints.contains { $0.value == .unique }
  }
}

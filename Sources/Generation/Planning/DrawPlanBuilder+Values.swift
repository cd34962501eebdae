import ContractModel
import JSONParsing

extension DrawPlanBuilder {
  /// Adds a value, with what is in it.
  ///
  /// - Parameter role: The type of object that the value identifies.
  mutating func node(_ rule: ConstrainedType, role: MemberName?) -> Int32 {
    var node = made(rule, role: role)
    node.allowsNull = rule.allowsNull
    return append(node)
  }

  private mutating func made(_ rule: ConstrainedType, role: MemberName?) -> DrawNode {
    switch rule.type {
    case .scalar(let scalar): return self.scalar(scalar, rule, role: role)
    case .literal(let literal): return constantNode(literal.json)
    case .mapping(let name): return object(name.value)
    case .array(let element), .set(let element): return collection(.array, element, rule)
    case .dictionary(let element): return collection(.dictionary, element, rule)
    case .keyed(_, let name):
      return collection(.dictionary, ConstrainedType(.mapping(name)), rule)
    case .union: return union(rule)
    }
  }

  mutating func constantNode(_ text: String) -> DrawNode {
    var node = DrawNode(.constant)
    node.table = constant(text)
    node.isFixed = true
    return node
  }

  private mutating func object(_ name: MemberName) -> DrawNode {
    guard let number = number(of: name) else { return DrawNode(.unknown) }
    var node = DrawNode(.object)
    node.table = number
    node.closure = closure(of: ConstrainedType(.mapping(Located(name))))
    return node
  }

  private mutating func collection(
    _ kind: DrawNode.Kind, _ element: ConstrainedType, _ rule: ConstrainedType
  ) -> DrawNode {
    var node = DrawNode(kind)
    node.child = self.node(element, role: nil)
    // What the simplest element needs.
    node.closure = closure(of: element)
    node.low = UInt64(rule.leastCount)
    node.high = UInt64(rule.mostCount)
    node.isDistinct = rule.isDistinct
    return node
  }

  private mutating func union(_ rule: ConstrainedType) -> DrawNode {
    let alternatives = rule.possibleAlternatives
    guard !alternatives.isEmpty else { return DrawNode(.unknown) }
    let made = alternatives.map {
      self.made(ConstrainedType($0, constraints: rule.constraints), role: nil)
    }
    var node = DrawNode(.union)
    node.child = Int32(tables.nodes.count)
    node.childCount = Int32(made.count)
    tables.nodes += made
    return node
  }
}

extension ConstrainedType {
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

import ContractModel
import JSONParsing

extension DrawPlanBuilder {
  /// Adds a value with its content; `role` is the type of object that the value, or each element of
  /// it, identifies.
  mutating func node(_ value: ConstrainedType, role: MemberName?) -> Int32 {
    var node = made(value, role: role)
    node.allowsNull = value.allowsNull
    return tables.nodes.add(node)
  }

  private mutating func made(_ value: ConstrainedType, role: MemberName?) -> DrawNode {
    switch value.type {
    case .scalar(let scalar): return self.scalar(scalar, value, role: role)
    case .literal(let literal): return constantNode(literal.json)
    case .mapping(let name): return object(name.value)
    case .array(let element), .set(let element):
      return collection(.array, element, value, role: role)
    case .dictionary(let element): return collection(.dictionary, element, value, role: nil)
    case .keyed(_, let name):
      return collection(.dictionary, ConstrainedType(.mapping(name)), value, role: nil)
    case .union: return union(value)
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
    _ kind: DrawNode.Kind, _ element: ConstrainedType, _ value: ConstrainedType, role: MemberName?
  ) -> DrawNode {
    var node = DrawNode(kind)
    node.child = self.node(element, role: role)
    // The mappings that the simplest element requires.
    node.closure = closure(of: element)
    node.low = UInt64(value.leastCount)
    node.high = UInt64(value.mostCount)
    node.isDistinct = value.isDistinct
    return node
  }

  private mutating func union(_ value: ConstrainedType) -> DrawNode {
    // A list may be empty where an object would require itself.
    let alternatives =
      value.type.listAndObject.map { [$0.list, $0.object] } ?? value.possibleAlternatives
    guard !alternatives.isEmpty else { return DrawNode(.unknown) }
    let made = alternatives.map {
      self.made(ConstrainedType($0, constraints: value.constraints), role: nil)
    }
    var node = DrawNode(.union)
    node.child = Int32(tables.nodes.count)
    node.childCount = Int32(made.count)
    tables.nodes += made
    return node
  }
}

extension ConstrainedType {
  fileprivate var mostCount: Int {
    let most = constraints.lazy.compactMap {
      if case .count(let range, _) = $0.value { range.upper } else { nil }
    }.first
    return max(most ?? Int(Int32.max), leastCount)
  }

  fileprivate var isDistinct: Bool {
    if case .set = type { return true }
    return constraints.contains { $0.value == .unique }
  }
}

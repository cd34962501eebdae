/// The steps of a source, with the plan that has their names.
struct DraftPath {
  let plan: DrawPlan
  var steps: Range<Int>

  var first: DrawStep? { steps.isEmpty ? nil : plan.tables.steps[steps.lowerBound] }
  var rest: DraftPath { DraftPath(plan: plan, steps: steps.dropFirst()) }
}

extension Draft {
  /// Puts a value at the end of a path, making the objects and arrays on the way. An existing value
  /// stays, except that the members of objects are joined.
  mutating func place(_ value: Int32, at path: DraftPath, in container: Int32) {
    guard let step = path.first else { return join(value, to: container) }
    guard step.name < 0 else { return placeMember(value, step, path.rest, container) }
    if nodes[Int(container)].kind != .array { clear(container, as: .array) }
    if nodes[Int(container)].first < 0 { append(add(.object), to: container) }
    for element in children(of: container) { place(shared(value), at: path.rest, in: element) }
  }

  private mutating func clear(_ node: Int32, as kind: Kind) {
    nodes[Int(node)].kind = kind
    (nodes[Int(node)].first, nodes[Int(node)].last) = (-1, -1)
  }

  private mutating func placeMember(
    _ value: Int32, _ step: DrawStep, _ rest: DraftPath, _ container: Int32
  ) {
    let node = nodes[Int(container)]
    if node.kind == .object, node.first < 0, step.element >= 0 { clear(container, as: .array) }
    switch nodes[Int(container)].kind {
    case .array: placeElement(value, step.element, rest, container)
    case .object:
      if let member = self.member(step.name, of: container) {
        place(value, at: rest, in: member)
      } else if rest.first == nil {
        appendMember(value, step.name, rest.plan, to: container)
      } else {
        let member = add(.object)
        appendMember(member, step.name, rest.plan, to: container)
        place(value, at: rest, in: member)
      }
    case .scalar, .alias: break
    }
  }

  private mutating func placeElement(
    _ value: Int32, _ index: Int32, _ rest: DraftPath, _ container: Int32
  ) {
    guard index >= 0 else { return }
    var elements = children(of: container)
    while elements.count <= Int(index) {
      elements.append(add(.object))
      append(elements[elements.count - 1], to: container)
    }
    place(value, at: rest, in: elements[Int(index)])
  }

  @inline(__always)
  mutating func appendMember(
    _ member: Int32, _ name: Int32, _ plan: DrawPlan, to container: Int32
  ) {
    let token = plan.tables.names[Int(name)]
    nodes[Int(member)].nameNumber = name
    (nodes[Int(member)].nameStart, nodes[Int(member)].nameEnd) = (token.start, token.end)
    append(member, to: container)
  }

  func member(_ name: Int32, of container: Int32) -> Int32? {
    var child = nodes[Int(container)].first
    while child >= 0 {
      if nodes[Int(child)].nameNumber == name { return child }
      child = nodes[Int(child)].next
    }
    return nil
  }

  private mutating func join(_ value: Int32, to node: Int32) {
    guard nodes[Int(node)].kind == .object else { return }
    let value = resolved(value)
    guard nodes[Int(node)].first >= 0 else { return assign(node, valueOf: value) }
    guard nodes[Int(value)].kind == .object else { return }
    for child in children(of: value) {
      let name = nodes[Int(child)].nameNumber
      if name >= 0, member(name, of: node) != nil { continue }
      nodes[Int(child)].next = -1
      append(child, to: node)
    }
  }

  /// Puts values into the elements of the last array on a path, one into each.
  mutating func place(collected values: [Int32], at path: DraftPath, in container: Int32) {
    guard let step = path.first else { return }
    let isLast = !path.rest.steps.contains { path.plan.tables.steps[$0].name < 0 }
    guard step.name < 0, isLast else {
      placeOnWay(values, step, path.rest, container)
      return
    }
    if nodes[Int(container)].kind != .array { clear(container, as: .array) }
    for (index, value) in values.enumerated() {
      placeElement(shared(value), Int32(index), path.rest, container)
    }
  }

  private mutating func placeOnWay(
    _ values: [Int32], _ step: DrawStep, _ rest: DraftPath, _ container: Int32
  ) {
    if step.name < 0 {
      if nodes[Int(container)].kind != .array { clear(container, as: .array) }
      if nodes[Int(container)].first < 0 { append(add(.object), to: container) }
      for element in children(of: container) {
        place(collected: values, at: rest, in: element)
      }
    } else if let member = member(step.name, of: container) {
      place(collected: values, at: rest, in: member)
    } else {
      let member = add(.object)
      appendMember(member, step.name, rest.plan, to: container)
      place(collected: values, at: rest, in: member)
    }
  }
}

extension Draft {
  /// Returns the value at the end of a path, along names and first elements.
  func node(at path: DraftPath, in container: Int32) -> Int32? {
    let container = resolved(container)
    guard let step = path.first else { return container }
    switch nodes[Int(container)].kind {
    case .array:
      let children = children(of: container)
      let index = step.name < 0 ? 0 : Int(step.element)
      guard children.indices.contains(index) else { return nil }
      return node(at: path.rest, in: children[index])
    case .object:
      guard step.name >= 0, let member = member(step.name, of: container) else { return nil }
      return node(at: path.rest, in: member)
    case .scalar, .alias: return nil
    }
  }

  mutating func replace(with value: Int32, at path: DraftPath, in container: Int32) {
    guard let step = path.first else { return assign(container, valueOf: value) }
    guard step.name >= 0 else { return }
    switch nodes[Int(container)].kind {
    case .object:
      guard let member = member(step.name, of: container) else { return }
      replace(with: value, at: path.rest, in: member)
    case .array:
      let children = children(of: container)
      guard children.indices.contains(Int(step.element)) else { return }
      replace(with: value, at: path.rest, in: children[Int(step.element)])
    case .scalar, .alias: return
    }
  }
}

import ContractModel
import Generation
import JSONParsing

extension PayloadTree {
  typealias Steps = ArraySlice<SourceKeyPath.Step>

  /// The payload as a document; `nil` if it is nested deeper than documents may be.
  var document: JSONDocument? { try? JSONDocument(parsing: bytes) }

  /// Returns the value at the end of a source key path, along names and first elements.
  func value(at path: SourceKeyPath) -> PayloadTree? {
    node(at: path.steps[...], from: 0).map { subtree($0) }
  }

  mutating func remove(_ path: SourceKeyPath) {
    if let node = node(at: path.steps[...], from: 0) { remove(node) }
  }

  /// Puts a value at the end of a source key path, replacing the value there; if both are objects,
  /// its members are put into the existing object. Objects and arrays on the way are made.
  mutating func replace(_ path: SourceKeyPath, with value: PayloadTree) {
    replace(0, path.steps[...], ArrayPlaces([path]).elements(of: path), with: value)
  }

  private func node(at steps: Steps, from node: Int) -> Int? {
    guard let step = steps.first else { return node }
    return child(of: node, by: step).flatMap { self.node(at: steps.dropFirst(), from: $0) }
  }

  private func child(of node: Int, by step: SourceKeyPath.Step) -> Int? {
    switch (step, nodes[node].kind) {
    case (.fanOut, .array): children(of: node).first
    case (.segment(let name), .array):
      SourceKeyPath.index(name).flatMap { children(of: node).dropFirst($0).first }
    case (.segment(let name), .object):
      children(of: node).first { memberName(of: $0) == name }
    default: nil
    }
  }

  /// - Parameter elements: The indices of the steps that mean a position in an array.
  private mutating func replace(
    _ node: Int, _ steps: Steps, _ elements: Set<Int>, with value: PayloadTree
  ) {
    guard case .segment(let name)? = steps.first else { return merge(value, into: node) }
    if let child = child(of: node, by: .segment(name)) {
      return steps.count > 1
        ? replace(child, steps.dropFirst(), elements, with: value) : replace(child, with: value)
    }
    let children = children(of: node)
    let isPlace = elements.contains(steps.startIndex)
    switch nodes[node].kind {
    case .object where !children.isEmpty || !isPlace:
      let made = Self.made(of: value, at: steps.dropFirst(), elements)
      let token = JSONWriter.text(of: name.text).utf8
      insert(made, name: token, at: Int(nodes[node].end), in: node)
    case .array:
      var list = children.map { subtree($0) }
      guard let index = Self.place(name) else { return }
      while list.count < index { list.append(PayloadTree(json: "{}")) }
      list.append(Self.made(of: value, at: steps.dropFirst(), elements))
      replace(node, with: PayloadTree(list: list))
    case .object, .scalar: replace(node, with: Self.made(of: value, at: steps, elements))
    }
  }

  /// Puts the members of another object into this one; any other value replaces the node.
  private mutating func merge(_ value: PayloadTree, into node: Int) {
    guard nodes[node].kind == .object, value.nodes[0].kind == .object else {
      return replace(node, with: value)
    }
    for member in value.children(of: 0) {
      let name = SourceKeyPath.Step.segment(value.memberName(of: member))
      replace(node, [name], [], with: value.subtree(member))
    }
  }

  /// Returns the value wrapped in the objects and arrays of the steps.
  private static func made(
    of value: PayloadTree, at steps: Steps, _ elements: Set<Int>
  ) -> PayloadTree {
    guard let step = steps.first else { return value }
    let inner = made(of: value, at: steps.dropFirst(), elements)
    guard case .segment(let name) = step else { return PayloadTree(list: [inner]) }
    guard elements.contains(steps.startIndex), let index = place(name) else {
      return PayloadTree(members: [(name.text, inner)])
    }
    let before = Array(repeating: PayloadTree(json: "{}"), count: index)
    return PayloadTree(list: before + [inner])
  }

  private static func place(_ name: MemberName) -> Int? {
    SourceKeyPath.index(name).flatMap { $0 <= ArrayPlaces.largestIndex ? $0 : nil }
  }
}

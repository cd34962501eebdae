package import JSONParsing

/// JSON while it is generated.
package indirect enum PayloadNode {
  /// A scalar, or a piece of JSON that is given, as text.
  case text(String)
  case array([PayloadNode])
  case object([(name: MemberName, value: PayloadNode)])

  package static func string(_ string: String) -> PayloadNode {
    .text(JSONWriter.text(of: string))
  }

  package static let null = PayloadNode.text("null")

  /// The JSON; `nil` if it is nested deeper than documents may be.
  package var document: JSONDocument? { try? JSONDocument(parsing: text) }

  /// The JSON as compact text.
  package var text: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .text(let scalar): text += scalar
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.append(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        PayloadNode.string(member.name.text).append(to: &text)
        text += ":"
        member.value.append(to: &text)
      }
      text += "}"
    }
  }
}

// MARK: - Placing

extension PayloadNode {
  /// Puts a value where a source key path leads, making the objects and arrays on the way.
  ///
  /// A value that is there already stays, but for the members of objects, which are joined.
  ///
  /// - Parameter places: Of all key paths of the representation.
  package mutating func place(
    _ value: PayloadNode, at path: SourceKeyPath, _ places: ArrayPlaces
  ) {
    place(value, path.steps[...], places.elements(of: path))
  }

  /// - Parameter elements: The indices of the steps that lead to a place of an array; where one is
  ///   already, each number does.
  package mutating func place(
    _ value: PayloadNode, _ steps: ArraySlice<SourceKeyPath.Step>, _ elements: Set<Int>
  ) {
    guard let step = steps.first else { return join(value) }
    switch step {
    case .fanOut:
      var nodes = if case .array(let nodes) = self { nodes } else { [PayloadNode]() }
      if nodes.isEmpty { nodes.append(.object([])) }
      for index in nodes.indices { nodes[index].place(value, steps.dropFirst(), elements) }
      self = .array(nodes)
    case .segment(let name):
      placeMember(value, name, steps, elements)
    }
  }

  private mutating func placeMember(
    _ value: PayloadNode, _ name: MemberName, _ steps: ArraySlice<SourceKeyPath.Step>,
    _ elements: Set<Int>
  ) {
    switch self {
    case .array(var nodes):
      guard let index = SourceKeyPath.index(name), index <= ArrayPlaces.largestIndex else { return }
      while nodes.count <= index { nodes.append(.object([])) }
      nodes[index].place(value, steps.dropFirst(), elements)
      self = .array(nodes)
    case .object(let members) where members.isEmpty && elements.contains(steps.startIndex):
      self = .array([])
      placeMember(value, name, steps, elements)
    case .object(var members):
      let index = members.firstIndex { $0.name == name } ?? members.count
      if index == members.count { members.append((name, .object([]))) }
      members[index].value.place(value, steps.dropFirst(), elements)
      self = .object(members)
    case .text: break
    }
  }

  private mutating func join(_ value: PayloadNode) {
    guard case .object(let members) = self, case .object(let others) = value, !members.isEmpty
    else {
      if case .object(let members) = self, members.isEmpty { self = value }
      return
    }
    self = .object(members + others.filter { other in !members.contains { $0.name == other.name } })
  }

  /// The value where a source key path leads, along names and first elements.
  package func node(at steps: ArraySlice<SourceKeyPath.Step>) -> PayloadNode? {
    guard let step = steps.first else { return self }
    switch (step, self) {
    case (.fanOut, .array(let elements)): return elements.first?.node(at: steps.dropFirst())
    case (.segment(let name), .object(let members)):
      return members.first { $0.name == name }?.value.node(at: steps.dropFirst())
    case (.segment(let name), .array(let elements)):
      guard let index = SourceKeyPath.index(name), index < elements.count else { return nil }
      return elements[index].node(at: steps.dropFirst())
    default: return nil
    }
  }
}

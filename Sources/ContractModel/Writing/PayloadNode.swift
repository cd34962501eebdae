package import JSONParsing

/// JSON while it is made up.
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
  /// The largest index that is made up by filling an array; a larger one is a member's name.
  private static let largestIndex = 10_000

  /// Puts a value where a source key path leads, making the objects and arrays on the way.
  ///
  /// A value that is there already stays, but for the members of objects, which are joined.
  package mutating func place(_ value: PayloadNode, at steps: ArraySlice<SourceKeyPath.Step>) {
    guard let step = steps.first else { return join(value) }
    switch step {
    case .fanOut:
      var elements = if case .array(let elements) = self { elements } else { [PayloadNode]() }
      if elements.isEmpty { elements.append(.object([])) }
      for index in elements.indices { elements[index].place(value, at: steps.dropFirst()) }
      self = .array(elements)
    case .segment(let name):
      placeMember(value, name, steps.dropFirst())
    }
  }

  private mutating func placeMember(
    _ value: PayloadNode, _ name: MemberName, _ rest: ArraySlice<SourceKeyPath.Step>
  ) {
    switch self {
    case .array(var elements):
      guard let index = SourceKeyPath.index(name), index <= Self.largestIndex else { return }
      while elements.count <= index { elements.append(.object([])) }
      elements[index].place(value, at: rest)
      self = .array(elements)
    case .object(let members) where members.isEmpty && Self.isIndex(name):
      self = .array([])
      placeMember(value, name, rest)
    case .object(var members):
      let index = members.firstIndex { $0.name == name } ?? members.count
      if index == members.count { members.append((name, .object([]))) }
      members[index].value.place(value, at: rest)
      self = .object(members)
    case .text: break
    }
  }

  private static func isIndex(_ name: MemberName) -> Bool {
    SourceKeyPath.index(name).map { $0 <= largestIndex } ?? false
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

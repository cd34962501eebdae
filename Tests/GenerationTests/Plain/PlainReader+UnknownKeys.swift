import ContractModel
import JSONParsing

/// The rest of a key path that is followed through a payload: the steps that remain at a value.
struct PlainLook {
  var steps: ArraySlice<SourceStep>
  /// Whether a line reads the value at the end of the key path. If so, the type of the line decides
  /// which members of the value are read.
  let takes: Bool
  let settings: MappingSettings
  private let folding: KeyFolding

  init(_ source: SourceKeyPath, takes: Bool, _ settings: MappingSettings) {
    (steps, self.takes, self.settings) = (source.steps[...], takes, settings)
    folding = KeyFolding(settings)
  }

  fileprivate var isAtEnd: Bool { steps.isEmpty }

  fileprivate var next: PlainLook {
    var look = self
    look.steps = steps.dropFirst()
    return look
  }

  fileprivate func isNamed(_ name: MemberName) -> Bool {
    guard case .segment(let wanted)? = steps.first else { return false }
    return name == wanted
      || MemberName(folding.folded(name.text)) == MemberName(folding.folded(wanted.text))
  }

  /// Returns the rest of the key path in an element of an array; `nil` if it does not lead there.
  fileprivate func inElement(_ position: Int) -> PlainLook? {
    switch steps.first {
    case .fanOut?: return next
    case .segment(let name)?:
      if let index = SourceKeyPath.index(name) { return index == position ? next : nil }
      return settings.coercion == .lenient ? self : nil
    case nil: return nil
    }
  }
}

extension PlainReader {
  /// Returns the key paths of an endpoint's lines, or of a mapping's lines and conditions.
  private func looks(
    _ lines: [PlainLine], _ conditions: [SourceKeyPath], _ settings: MappingSettings
  ) -> [PlainLook] {
    let own = lines.filter { $0.source.base == .representation && !$0.isAggregate }
      .map { PlainLook($0.source, takes: true, settings) }
    let looked = conditions.filter { $0.base == .representation }
      .map { PlainLook($0, takes: false, settings) }
    return own + looked
  }

  /// Returns the key paths of the objects that are made of keys of the representation.
  private func aggregateLooks(_ lines: [PlainLine], _ known: Set<MemberName> = []) -> [PlainLook] {
    lines.filter(\.isAggregate).flatMap { $0.value.type.mappings }.flatMap { name in
      guard !known.contains(name.value), let inner = contract[name.value] else {
        return [PlainLook]()
      }
      return looks(inner.allLines, inner.conditionSources, inner.settings)
        + aggregateLooks(inner.allLines, known.union([name.value]))
    }
  }

  /// Reports the members of a representation that no line reads, and remembers the key paths that
  /// lead into its content.
  mutating func readUnknownKeys(
    _ lines: [PlainLine], _ conditions: [SourceKeyPath] = [], in scope: PlainScope
  ) {
    guard contract.forbidsUnknownKeys else { return }
    let own = looks(lines, conditions, scope.settings) + aggregateLooks(lines)
    if !own.contains(where: { $0.isAtEnd && $0.takes }), scope.settings.unknownKeys == .error {
      visit(scope.object, own + (outerLooks[scope.object.node] ?? []))
    }
    for look in own { remember(look, scope.object) }
  }

  /// Remembers the conditions of a mapping for the representation that its cases delegate.
  mutating func rememberConditions(_ mapping: PlainMapping, of value: JSONValue) {
    guard contract.forbidsUnknownKeys else { return }
    outerLooks[value.node, default: []] += looks([], mapping.conditionSources, mapping.settings)
  }

  /// Remembers the rest of a key path at each object that it leads through after the first one.
  private mutating func remember(_ look: PlainLook, _ value: JSONValue) {
    guard !look.isAtEnd else { return }
    for (child, next) in behind(look, value) where !next.isAtEnd {
      if child.kind == .object { outerLooks[child.node, default: []].append(next) }
      remember(next, child)
    }
  }

  private func behind(_ look: PlainLook, _ value: JSONValue) -> [(JSONValue, PlainLook)] {
    switch value.kind {
    case .object:
      value.members.filter { look.isNamed($0.name) }.map { ($0.value, look.next) }
    case .array:
      value.elements.enumerated().compactMap { position, element in
        look.inElement(position).map { (element, $0) }
      }
    default: []
    }
  }

  private mutating func visit(_ value: JSONValue, _ looks: [PlainLook]) {
    switch value.kind {
    case .object:
      for member in value.members {
        let there = looks.filter { $0.isNamed(member.name) }.map(\.next)
        if there.isEmpty { report(.unknownKey, value, behind: [.segment(member.name)]) }
        goOn(member.value, there)
      }
    case .array:
      for (position, element) in value.elements.enumerated() {
        goOn(element, looks.compactMap { $0.inElement(position) })
      }
    default: break
    }
  }

  private mutating func goOn(_ value: JSONValue, _ looks: [PlainLook]) {
    guard !looks.contains(where: { $0.isAtEnd && $0.takes }) else { return }
    let leading = looks.filter { !$0.isAtEnd }
    if !leading.isEmpty { visit(value, leading) }
  }
}

extension PlainLine {
  /// Whether the line makes objects of keys of the representation (§ 26).
  fileprivate var isAggregate: Bool { source == .representation && hasMappings }
}

extension PlainMapping {
  /// The lines of the mapping, and the lines that its cases add.
  var allLines: [PlainLine] {
    lines + (uses + (otherwise.map { [$0] } ?? [])).flatMap(\.lines)
  }
}

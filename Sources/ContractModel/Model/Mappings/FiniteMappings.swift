package import JSONParsing

/// The mappings that have a finite payload.
///
/// A mapping is finite if one of its options needs only finite mappings. The set is the smallest
/// one with this property. It is found in one pass over the needs of mappings (Dowling and
/// Gallier's algorithm for Horn formulas, 1984).
package struct FiniteMappings: Sendable {
  /// A way to satisfy a mapping: a case, the `else`, or its lines alone.
  package struct Option: Sendable {
    package var conditions: [CaseCondition] = []
    /// The mapping to which the case delegates.
    package var name: Located<MemberName>?
    package var lines: [PropertyLine] = []
    package var needs: [Need]
  }

  /// A mapping that every object needs inside, and the line that requires it.
  package struct Need: Sendable {
    package var mapping: MemberName
    package var origin: Origin
  }

  private let index: MappingIndex
  /// The order in which the mappings were found to be finite.
  private var ranks: [MemberName: Int] = [:]
  /// The cycles formed by the needs of the mappings' options.
  private let circles: MappingCircles

  package init(_ index: MappingIndex) {
    self.index = index
    var waiting: [MemberName: [Int]] = [:]
    var options: [(mapping: MemberName, openCount: Int)] = []
    var needs: [MemberName: [MemberName]] = [:]
    var settled: [MemberName] = []
    for mapping in index.mappingsInOrder {
      for option in index.options(of: mapping) {
        // A name without a mapping is a separate error, and is ignored here.
        let open = Set(option.needs.map(\.mapping)).filter { index[$0] != nil }
        if open.isEmpty { settled.append(mapping.name) }
        for name in open { waiting[name, default: []].append(options.count) }
        options.append((mapping.name, open.count))
        needs[mapping.name, default: []] += open
      }
    }
    circles = MappingCircles(index.mappingsInOrder.map(\.name)) { needs[$0] ?? [] }
    while let name = settled.popLast() {
      guard ranks[name] == nil else { continue }
      ranks[name] = ranks.count
      for option in waiting[name] ?? [] {
        options[option].openCount -= 1
        if options[option].openCount == 0 { settled.append(options[option].mapping) }
      }
    }
  }

  package func contains(_ name: MemberName) -> Bool { ranks[name] != nil }

  /// Returns the first option with a finite payload; if there is none, the first option.
  package func firstOption(of mapping: ContractMapping) -> Option {
    let options = index.options(of: mapping)
    return options.first { isSimple($0, of: mapping) } ?? options.first(where: isEnding)
      ?? options[0]
  }

  /// Returns whether an option is simple: a payload with only simple options is finite.
  package func isSimple(_ option: Option, of mapping: ContractMapping) -> Bool {
    option.needs.allSatisfy { isBefore($0.mapping, mapping.name) }
  }

  /// Returns whether an option needs only finite mappings.
  package func isEnding(_ option: Option) -> Bool {
    option.needs.allSatisfy { contains($0.mapping) || index[$0.mapping] == nil }
  }

  /// Returns whether an object of the inner mapping ends inside of an object of the outer one: the
  /// inner mapping does not lead back to the outer one, or was found to be finite earlier.
  private func isBefore(_ inner: MemberName, _ outer: MemberName) -> Bool {
    guard index[inner] != nil else { return true }
    guard let rank = ranks[inner] else { return false }
    return !circles.join(outer, inner) || rank < ranks[outer] ?? .max
  }
}

extension MappingIndex {
  /// Returns the ways to satisfy a mapping, at least one: its cases in order, with the `else` last.
  package func options(of mapping: ContractMapping) -> [FiniteMappings.Option] {
    let own = lines(of: mapping)
    guard let dispatch = dispatch(of: mapping), !dispatch.cases.isEmpty else {
      return [FiniteMappings.Option(needs: needs(own))]
    }
    let ownNeeds = needs(own)
    func option(_ use: CaseUse, _ conditions: [CaseCondition] = []) -> FiniteMappings.Option {
      switch use {
      case .lines(let added):
        return FiniteMappings.Option(
          conditions: conditions, lines: added, needs: ownNeeds + needs(added))
      case .name(let name) where self[name.value] != nil && name.value != mapping.name:
        let need = FiniteMappings.Need(mapping: name.value, origin: name.origin)
        return FiniteMappings.Option(conditions: conditions, name: name, needs: [need])
      case .name: return FiniteMappings.Option(conditions: conditions, needs: ownNeeds)
      }
    }
    return dispatch.cases.map { option($0.use, $0.conditions) }
      + (dispatch.otherwise.map { [option($0)] } ?? [])
  }

  /// Returns the mappings that lines need in every payload.
  private func needs(_ lines: [PropertyLine]) -> [FiniteMappings.Need] {
    lines.flatMap { line in
      line.isOptional || line.source.base != .representation || line.options.example != nil
        ? [] : line.value.needs.map { FiniteMappings.Need(mapping: $0, origin: line.origin) }
    }
  }
}

extension ConstrainedType {
  /// The mappings of which the value contains an object; an empty collection or null has none.
  fileprivate var needs: [MemberName] {
    guard !allowsNull else { return [] }
    switch type {
    case .mapping(let name): return [name.value]
    case .array(let element), .set(let element), .dictionary(let element):
      return leastCount > 0 ? element.needs : []
    case .keyed(_, let name): return leastCount > 0 ? [name.value] : []
    case .scalar, .literal, .union: return []
    }
  }
}

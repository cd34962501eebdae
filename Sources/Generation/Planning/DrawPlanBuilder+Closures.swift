import ContractModel
import JSONParsing

extension DrawPlanBuilder {
  /// Returns the recursive mappings, including this one, that have an object in the simplest
  /// representation of a mapping. The canonical payload ends inside an object of one of them.
  private mutating func closure(of name: MemberName) -> Set<MemberName> {
    // The stack is explicit, because mappings can form chains as long as the contract.
    var waiting = [(name: name, isLeft: false)]
    while let (name, isLeft) = waiting.popLast() {
      guard isLeft || closureNames[name] == nil, let mapping = index[name] else { continue }
      let needs = canonicalOption(of: mapping).needs.map(\.mapping)
      if isLeft {
        for need in needs { closureNames[name, default: []].formUnion(closureNames[need] ?? []) }
      } else {
        closureNames[name] = recursiveNames.contains(name) ? [name] : []
        waiting.append((name, true))
        waiting += needs.reversed().map { ($0, false) }
      }
    }
    return closureNames[name] ?? []
  }

  /// Returns the closure of the mappings that a value requires inside.
  mutating func closure(of value: ConstrainedType) -> DrawRange {
    guard !recursiveNames.isEmpty else { return .empty }
    var names: Set<MemberName> = []
    for need in value.neededMappings { names.formUnion(closure(of: need)) }
    return closure(names)
  }

  /// Returns the recursive mappings that lines name.
  mutating func mentions(of lines: [PropertyLine]) -> DrawRange {
    let names = lines.flatMap { $0.value.type.mappings.map(\.value) }
    return closure(Set(names.filter(recursiveNames.contains)))
  }

  private mutating func closure(_ names: Set<MemberName>) -> DrawRange {
    let numbers = names.sorted().compactMap { number(of: $0) }
    return tables.closures.add(contentsOf: numbers)
  }
}

extension ConstrainedType {
  /// The mappings that have an object in the simplest non-null value.
  fileprivate var neededMappings: [MemberName] {
    switch type {
    case .mapping(let name): [name.value]
    case .array(let element), .set(let element), .dictionary(let element):
      leastCount > 0 && !element.allowsNull ? element.neededMappings : []
    case .keyed(_, let name): leastCount > 0 ? [name.value] : []
    case .scalar, .literal, .union: []
    }
  }
}

extension MappingIndex {
  /// The mappings that lead back to themselves, through lines, cases and mappings that they extend.
  var recursiveNames: Set<MemberName> {
    let names = mappingsInOrder.map(\.name)
    let circles = MappingCircles(names, leadingTo: next)
    return Set(names.filter(circles.contains))
  }

  private func next(_ name: MemberName) -> [MemberName] {
    guard let mapping = self[name] else { return [] }
    let named = allLines(of: mapping).flatMap { $0.value.type.mappings.map(\.value) }
    return named + caseMappings(of: mapping).filter { $0 != mapping.name }
  }

  /// Returns the mappings that the cases of a mapping, and of those that it extends, name.
  func caseMappings(of mapping: ContractMapping) -> [MemberName] {
    lineage(of: mapping).flatMap { $0.dispatch?.uses ?? [] }.compactMap { use in
      if case .name(let name) = use { name.value } else { nil }
    }
  }

  /// Returns all names in the key paths of the contract.
  func segmentNames(of contract: Contract) -> [MemberName] {
    allSources(endpoints: contract.endpoints).flatMap(\.segmentNames)
  }

  /// The first names of the key paths that start outside of the object.
  var namesSeenFromOutside: Set<MemberName> {
    let outside = allSources(endpoints: []).filter { source in
      source.base != .representation && source.base != .index && !source.isOfExchange
    }
    return Set(outside.flatMap(\.segmentNames))
  }

  private func allSources(endpoints: [Endpoint]) -> [SourceKeyPath] {
    let own = mappingsInOrder.flatMap { mapping in
      let conditions = mapping.cases.flatMap(\.conditions).map(\.source)
      return allLines(of: mapping).flatMap(\.sources) + conditions
    }
    return own + endpoints.flatMap(\.body.lines).flatMap(\.sources)
  }
}

extension PropertyLine {
  fileprivate var sources: [SourceKeyPath] { [source] + value.equalSources }
}

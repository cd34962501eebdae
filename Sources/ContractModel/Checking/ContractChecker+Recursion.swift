package import JSONParsing

extension ContractChecker {
  /// Finds mappings that need an object of their own type inside every object: no payload of them
  /// ends.
  mutating func checkRecursion() {
    var finished: Set<MemberName> = []
    for mapping in contract.mappings { checkRecursion(from: mapping, &finished) }
  }

  /// A depth-first search along what mappings cannot do without; a list of iterators stands for the
  /// stack.
  private mutating func checkRecursion(
    from start: ContractMapping, _ finished: inout Set<MemberName>
  ) {
    guard !finished.contains(start.name) else { return }
    var trail: [(name: MemberName, needs: [Need])] = [(start.name, index.needs(of: start))]
    while let (name, needs) = trail.last {
      guard let need = needs.first else {
        finished.insert(name)
        trail.removeLast()
        continue
      }
      trail[trail.count - 1].needs.removeFirst()
      if let cycle = trail.firstIndex(where: { $0.name == need.mapping }) {
        let names = trail[cycle...].map(\.name) + [need.mapping]
        log.error(
          "the recursion never ends: \(names.map(\.text).joined(separator: " → "))",
          hint: "let a key be absent (\"key?\"), its value be null (Type?), or the array be empty",
          at: need.origin)
      } else if !finished.contains(need.mapping), let mapping = index[need.mapping] {
        trail.append((mapping.name, index.needs(of: mapping)))
      }
    }
  }
}

/// A mapping that every object of another has inside, and the line that says so.
package struct Need {
  var mapping: MemberName
  var origin: Origin
}

extension MappingIndex {
  /// The mappings that the canonical payload of a mapping cannot do without.
  package func needs(of mapping: ContractMapping) -> [Need] {
    if let name = canonicalCase(of: mapping).name {
      return [Need(mapping: name.value, origin: name.origin)]
    }
    return (rules(of: mapping) + canonicalCase(of: mapping).rules).flatMap { rule in
      rule.isOptional || rule.source.base != .representation
        ? [] : rule.value.needs.map { Need(mapping: $0, origin: rule.origin) }
    }
  }

  /// What the first case does, which is the canonical payload's: a mapping that it hands over to,
  /// or rules it adds.
  package func canonicalCase(
    of mapping: ContractMapping
  ) -> (conditions: [CaseCondition], name: Located<MemberName>?, rules: [PropertyRule]) {
    guard let first = lineage(of: mapping).lazy.compactMap(\.dispatch).first?.cases.first else {
      return ([], nil, [])
    }
    switch first.use {
    case .rules(let rules): return (first.conditions, nil, rules)
    case .name(let name):
      let isOther = self[name.value] != nil && name.value != mapping.name
      return (first.conditions, isOther ? name : nil, [])
    }
  }
}

extension ValueRule {
  /// The mappings of which the value holds an object at least; an empty collection or null holds
  /// none.
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

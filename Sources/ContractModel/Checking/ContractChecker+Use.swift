import JSONParsing

extension ContractChecker {
  /// Warns of mappings that no endpoint and no example leads to. A file without endpoints is there
  /// for others.
  mutating func checkUse() {
    guard !contract.endpoints.isEmpty else { return }
    var pending = contract.endpoints.flatMap { $0.values.flatMap(\.type.mappings) }.map(\.value)
    for example in contract.statedExamples {
      if case .type(_, let value) = example.target { pending += value.type.mappings.map(\.value) }
    }
    var used: Set<MemberName> = []
    while let name = pending.popLast() {
      guard used.insert(name).inserted, let mapping = index[name] else { continue }
      pending += index.uses(of: mapping)
    }
    for mapping in contract.mappings where !used.contains(mapping.name) {
      log.warning(
        "nothing uses the mapping \(quoted(mapping.name.text))", at: mapping.origin)
    }
  }
}

extension MappingIndex {
  /// The mappings that a mapping names.
  fileprivate func uses(of mapping: ContractMapping) -> [MemberName] {
    var names = allLines(of: mapping).flatMap(\.value.type.mappings).map(\.value)
    names += lineage(of: mapping).dropFirst().map(\.name)
    names += connections(of: mapping).compactMap { $0.value.connectedMapping?.value }
    for use in mapping.dispatch?.uses ?? [] {
      if case .name(let name) = use { names.append(name.value) }
    }
    return names
  }
}

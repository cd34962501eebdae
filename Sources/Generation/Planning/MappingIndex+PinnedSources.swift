import ContractModel
import JSONParsing

extension MappingIndex {
  /// Returns the sources that distinguish the cases of a mapping, and of those that delegate to it.
  func pinnedSources(of name: MemberName) -> Set<SourceKeyPath> {
    var names: Set<MemberName> = [name]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for mapping in mappingsInOrder where !names.contains(mapping.name) {
        if hands(over: mapping, to: names) {
          names.insert(mapping.name)
          isGrowing = true
        }
      }
    }
    let conditions = mappingsInOrder.filter { names.contains($0.name) }.flatMap { mapping in
      lineage(of: mapping).flatMap(\.cases).flatMap(\.conditions)
    }
    return Set(conditions.map(\.source))
  }

  private func hands(over mapping: ContractMapping, to names: Set<MemberName>) -> Bool {
    lineage(of: mapping).contains { base in
      (base.dispatch?.uses ?? []).contains { use in
        if case .name(let name) = use { names.contains(name.value) } else { false }
      }
    }
  }
}

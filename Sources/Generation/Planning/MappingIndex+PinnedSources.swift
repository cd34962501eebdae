import ContractModel
import JSONParsing

extension MappingIndex {
  /// Returns the sources that distinguish the cases of a mapping, and of those that delegate to it.
  func pinnedSources(of name: MemberName) -> Set<SourceKeyPath> {
    var names: Set<MemberName> = [name]
    let isNext = { (mapping: ContractMapping) in
      !names.contains(mapping.name) && caseMappings(of: mapping).contains(where: names.contains)
    }
    while let next = mappingsInOrder.first(where: isNext) { names.insert(next.name) }
    let conditions = mappingsInOrder.filter { names.contains($0.name) }.flatMap { mapping in
      lineage(of: mapping).flatMap(\.cases).flatMap(\.conditions)
    }
    return Set(conditions.map(\.source))
  }
}

import ContractModel
import JSONParsing

extension MappingIndex {
  /// Returns the sources that distinguish the cases of a mapping, and of those that delegate to it.
  func pinnedSources(of name: MemberName) -> Set<SourceKeyPath> {
    var names: Set<MemberName> = [name]
    var next = [name]
    while !next.isEmpty {
      next = mappingsInOrder.filter { mapping in
        !names.contains(mapping.name) && caseMappings(of: mapping).contains(where: names.contains)
      }.map(\.name)
      names.formUnion(next)
    }
    let conditions = mappingsInOrder.filter { names.contains($0.name) }.flatMap { mapping in
      lineage(of: mapping).flatMap(\.cases).flatMap(\.conditions)
    }
    return Set(conditions.map(\.source))
  }
}

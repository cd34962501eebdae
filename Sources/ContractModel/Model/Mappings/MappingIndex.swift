package import JSONParsing

/// The mappings of a contract by name, with inheritance (`extends`) resolved.
package struct MappingIndex: Sendable {
  private let mappings: [MemberName: ContractMapping]
  private let settings: MappingSettings
  package let mappingsInOrder: [ContractMapping]
  /// The names in the order of their code points.
  package let names: [String]

  package init(_ contract: Contract) {
    mappingsInOrder = contract.mappings + contract.includedMappings
    settings = contract.settings
    // A duplicate name is an error that the checker reports; the file's own mapping counts.
    mappings = Dictionary(
      mappingsInOrder.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    names = mappings.keys.sorted().map(\.text)
  }

  package subscript(name: MemberName) -> ContractMapping? { mappings[name] }

  /// The maximum length of a chain of mappings that extend each other.
  package static let longestLineage = 32

  /// Returns the mapping and those that it extends, the outermost base last. Errors, such as a
  /// cycle or a too long lineage, are cut off.
  package func lineage(of mapping: ContractMapping) -> [ContractMapping] {
    var lineage = [mapping]
    while lineage.count < Self.longestLineage,
      let base = lineage.last?.extends.flatMap({ mappings[$0.value] }),
      !lineage.contains(where: { $0.name == base.name })
    {
      lineage.append(base)
    }
    return lineage
  }

  /// Returns the settings of the mapping: its own, then those of its bases, then those of the file.
  package func settings(of mapping: ContractMapping) -> MappingSettings {
    lineage(of: mapping).reduce(MappingSettings()) { $0.filled(from: $1.settings) }
      .filled(from: settings)
  }

  /// Returns the lines of the mapping, preceded by inherited lines.
  package func lines(of mapping: ContractMapping) -> [PropertyLine] {
    guard mapping.extends != nil else { return mapping.lines }
    return lineage(of: mapping).reversed().flatMap(\.lines)
  }

  package func connections(of mapping: ContractMapping) -> [Connection] {
    lineage(of: mapping).reversed().flatMap(\.connections)
  }

  /// Returns the identity of the mapping: its own, or else an inherited one.
  package func identity(of mapping: ContractMapping) -> [Located<PropertyPath>] {
    lineage(of: mapping).first { !$0.identifiedBy.isEmpty }?.identifiedBy ?? []
  }

  /// Returns the cases of the mapping: its own, or else inherited ones.
  package func dispatch(of mapping: ContractMapping) -> CaseDispatch? {
    lineage(of: mapping).lazy.compactMap(\.dispatch).first
  }

  /// Returns the lines of the mapping and those that its cases add.
  package func allLines(of mapping: ContractMapping) -> [PropertyLine] {
    // Most mappings have neither a base nor cases, and their lines need no copy.
    if mapping.extends == nil, mapping.dispatch == nil { return mapping.lines }
    return lines(of: mapping) + lineage(of: mapping).flatMap(\.addedLines)
  }

  /// Returns the types of objects that a mapping can make: its own, and those that its cases name.
  package func typeNames(of mapping: ContractMapping) -> [MemberName] {
    [mapping.typeName] + (mapping.dispatch?.uses ?? []).compactMap { typeName(of: $0) }
  }

  /// The names of the properties that lines or connections set in objects, by the objects' types. A
  /// property with dots whose first name is one of them is a property of that object; any other is
  /// a name with dots.
  package var holders: [MemberName: Set<MemberName>] {
    var holders: [MemberName: Set<MemberName>] = [:]
    for mapping in mappingsInOrder {
      let properties =
        allLines(of: mapping).compactMap(\.property) + connections(of: mapping).map(\.property)
      let names = properties.lazy.filter { $0.names.count == 1 }.map { $0.names[0] }
      for type in ownTypeNames(of: mapping) { holders[type, default: []].formUnion(names) }
    }
    return holders
  }

  /// Returns the types of objects that a mapping makes by its own lines: not by another mapping that
  /// a case names.
  package func ownTypeNames(of mapping: ContractMapping) -> [MemberName] {
    typeNames(of: mapping).filter { $0 == mapping.typeName || mappings[$0] == nil }
  }

  /// Returns the type that a case makes, if it is not that of the enclosing mapping.
  package func typeName(of use: CaseUse) -> MemberName? {
    guard case .name(let name) = use else { return nil }
    return mappings[name.value]?.typeName ?? name.value
  }
}

extension CaseDispatch {
  /// The uses of the cases, followed by the use if none matches.
  package var uses: [CaseUse] { cases.map(\.use) + (otherwise.map { [$0] } ?? []) }

  package var addedLines: [PropertyLine] { uses.flatMap(\.addedLines) }
}

extension ContractMapping {
  package var addedLines: [PropertyLine] { dispatch?.addedLines ?? [] }
}

extension ValueType {
  /// The keyed collections in the type, with their mappings and key properties.
  package var keyed: [(mapping: MemberName, property: PropertyPath)] {
    switch self {
    case .keyed(let property, let mapping): [(mapping.value, property)]
    case .array(let element), .set(let element), .dictionary(let element): element.type.keyed
    case .union(let types): types.flatMap(\.keyed)
    case .scalar, .literal, .mapping: []
    }
  }

  package var mappings: [Located<MemberName>] {
    switch self {
    case .scalar, .literal: []
    case .mapping(let name), .keyed(_, let name): [name]
    case .array(let element), .set(let element), .dictionary(let element): element.type.mappings
    case .union(let types): types.flatMap(\.mappings)
    }
  }
}

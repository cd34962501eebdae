import ContractModel
import JSONParsing

/// A contract's mappings with what they take over, looked up once.
final class PlainContract: Sendable {
  let index: MappingIndex
  let settings: MappingSettings
  private let mappings: [MemberName: PlainMapping]

  init(_ contract: Contract) {
    index = MappingIndex(contract)
    settings = contract.settings
    var mappings: [MemberName: PlainMapping] = [:]
    for mapping in index.mappingsInOrder where mappings[mapping.name] == nil {
      mappings[mapping.name] = PlainMapping(mapping, index, contract.settings)
    }
    self.mappings = mappings
  }

  subscript(name: MemberName) -> PlainMapping? { mappings[name] }
}

/// A mapping with what it takes over.
struct PlainMapping: Sendable {
  let name: MemberName
  let typeName: MemberName
  let rules: [PropertyRule]
  let settings: MappingSettings
  let dispatch: CaseDispatch?
  let identity: [PropertyPath]
  let foreignKeys: [PropertyPath]
  let missingIdentity: ContractMapping.MissingIdentityPolicy

  init(_ mapping: ContractMapping, _ index: MappingIndex, _ file: MappingSettings) {
    let lineage = index.lineage(of: mapping)
    name = mapping.name
    typeName = mapping.typeName
    rules = index.rules(of: mapping)
    settings = lineage.dropFirst().reduce(mapping.settings) { $0.filled(from: $1.settings) }
      .filled(from: file)
    dispatch = lineage.lazy.compactMap(\.dispatch).first
    identity = index.identity(of: mapping).map(\.value)
    foreignKeys = index.connections(of: mapping).flatMap(\.keys).map(\.own.value)
    missingIdentity = lineage.lazy.compactMap(\.missingIdentity).first ?? .create
  }

  /// The lines, and those that its cases add.
  var allRules: [PropertyRule] {
    rules
      + (dispatch?.uses ?? []).flatMap { use in
        if case .rules(let added) = use { added } else { [PropertyRule]() }
      }
  }

  /// What its cases look at.
  var conditionSources: [SourceKeyPath] {
    (dispatch?.cases ?? []).flatMap(\.conditions).map(\.source)
      + (dispatch?.switchPath.map { [$0.value] } ?? [])
  }

  /// Whether it takes what is no object: it has a line for the representation itself.
  var takesItself: Bool {
    allRules.contains { $0.source == .representation && $0.value.type.mappings.isEmpty }
  }

  /// Whether it takes arrays: it has a line for elements of them.
  var takesArrays: Bool {
    allRules.contains { rule in
      guard rule.source.base == .representation else { return false }
      switch rule.source.steps.first {
      case .fanOut?: return true
      case .segment(let name)?: return SourceKeyPath.index(name) != nil
      case nil: return false
      }
    }
  }
}

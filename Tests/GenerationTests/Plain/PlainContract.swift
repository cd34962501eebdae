import ContractModel
import JSONParsing

/// A contract's mappings with their inherited parts, looked up once.
final class PlainContract: Sendable {
  let settings: MappingSettings
  /// Whether a member that no line reads is an error in any mapping.
  let forbidsUnknownKeys: Bool
  private let mappings: [MemberName: PlainMapping]

  init(_ contract: Contract) {
    let index = MappingIndex(contract)
    let holders = index.holders
    settings = contract.settings
    var mappings: [MemberName: PlainMapping] = [:]
    for mapping in index.mappingsInOrder where mappings[mapping.name] == nil {
      mappings[mapping.name] = PlainMapping(
        mapping, index, contract.settings,
        holders: Set(index.ownTypeNames(of: mapping).flatMap { holders[$0] ?? [] }))
    }
    self.mappings = mappings
    forbidsUnknownKeys =
      settings.unknownKeys == .error
      || mappings.values.contains { $0.settings.unknownKeys == .error }
  }

  subscript(name: MemberName) -> PlainMapping? { mappings[name] }
}

/// A line of a contract. It is a class, because it is passed on with every value.
final class PlainLine: Sendable {
  let rule: PropertyLine
  let source: SourceKeyPath
  let isOptional: Bool
  let property: PropertyPath?
  let value: ConstrainedType
  let options: PropertyLine.Options
  /// The effect of a null.
  let null: PropertyLine.NullPolicy
  let hasMappings: Bool
  /// Whether the property is one of another object.
  let isInner: Bool

  init(_ rule: PropertyLine, holders: Set<MemberName> = []) {
    self.rule = rule
    isInner = rule.property.map { $0.names.count > 1 && holders.contains($0.names[0]) } ?? false
    (source, isOptional, property) = (rule.source, rule.isOptional, rule.property)
    (value, options) = (rule.value, rule.options)
    null = rule.options.null ?? (rule.value.allowsNull ? .assign : .reject)
    hasMappings = !rule.value.type.mappings.isEmpty
  }

  /// Whether the line reads the representation itself, which then need not be an object.
  var takesItself: Bool { source == .representation && !hasMappings }

  /// Whether the line accepts an array.
  var takesArrays: Bool { value.type.element != nil || value.type.takesAnyJSON }

  /// Whether a value of the line makes an object of its representation. A value that is only
  /// checked, or written into another object, does not.
  var touches: Bool { property != nil && !isInner }

  /// Whether the line makes an object even if its key is absent (§ 16).
  var touchesAbsent: Bool {
    guard touches else { return false }
    switch options.missing {
    case nil: return rule.defaultValue != nil
    // A union keeps the existing values (§ 22).
    case .null: return options.assign != .union
    case .keep, .fail: return false
    }
  }

  /// Whether an object that the line reads can be omitted: an element, or an optional object.
  var mayBeLeftOut: Bool {
    switch value.type {
    case .mapping, .union: isOptional || value.allowsNull
    default: true
    }
  }

  /// Whether the line reads elements of the representation, which then may be an array.
  var takesElements: Bool {
    guard source.base == .representation else { return false }
    return source.steps.first == .fanOut || "\(source)".hasPrefix("[")
  }

  /// Whether a null on the way to the value counts as a null value (§ 7).
  var takesNullOnWay: Bool { isOptional && (null != .reject || value.type.takesNull) }
}

/// A mapping with its inherited parts.
final class PlainMapping: Sendable {
  /// The effect of a case.
  enum Use: Sendable {
    case name(MemberName)
    case lines([PlainLine])
    /// The representation is skipped.
    case nothing
  }

  let name: MemberName
  let typeName: MemberName
  let lines: [PlainLine]
  let settings: MappingSettings
  let dispatch: CaseDispatch?
  /// The effects of the cases, in order.
  let uses: [Use]
  let otherwise: Use?
  let identity: [PropertyPath]
  let missingIdentity: ContractMapping.MissingIdentityPolicy
  /// The key paths of the mapping's lines, and of the lines that its cases add.
  let sources: [SourceKeyPath]
  /// The key paths that the cases read.
  let conditionSources: [SourceKeyPath]
  /// Whether the mapping accepts values other than objects, and whether it accepts arrays.
  let takesItself: Bool
  let takesArrays: Bool
  /// Whether an object without any of its keys breaks a rule.
  let requiresKeys: Bool

  init(
    _ mapping: ContractMapping, _ index: MappingIndex, _ file: MappingSettings,
    holders: Set<MemberName>
  ) {
    let lineage = index.lineage(of: mapping)
    name = mapping.name
    typeName = mapping.typeName
    let lines = index.lines(of: mapping).map { PlainLine($0, holders: holders) }
    self.lines = lines
    settings = lineage.dropFirst().reduce(mapping.settings) { $0.filled(from: $1.settings) }
      .filled(from: file)
    let dispatch = lineage.lazy.compactMap(\.dispatch).first
    self.dispatch = dispatch
    uses = (dispatch?.cases ?? []).map { Use($0.use, holders) }
    otherwise = dispatch?.otherwise.map { Use($0, holders) }
    identity = index.identity(of: mapping).map(\.value)
    missingIdentity = lineage.lazy.compactMap(\.missingIdentity).first ?? .create
    let all = lines + (uses + (otherwise.map { [$0] } ?? [])).flatMap(\.lines)
    sources = all.map(\.source)
    conditionSources =
      (dispatch?.cases ?? []).flatMap(\.conditions).map(\.source)
      + (dispatch?.switchPath.map { [$0.value] } ?? [])
    takesItself = all.contains(where: \.takesItself)
    requiresKeys =
      dispatch.map { $0.otherwise == nil && !$0.skipsOthers } ?? false
      || lines.contains { !$0.isOptional && $0.source.base == .representation }
    takesArrays = all.contains(where: \.takesElements)
  }
}

extension PlainMapping.Use {
  init(_ use: CaseUse, _ holders: Set<MemberName>) {
    switch use {
    case .name(let name): self = .name(name.value)
    case .lines(let rules): self = .lines(rules.map { PlainLine($0, holders: holders) })
    }
  }

  var lines: [PlainLine] { if case .lines(let lines) = self { lines } else { [] } }
}

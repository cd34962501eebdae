import ContractModel
import JSONParsing
import MappingEngine

/// The types of a contract, as a comparison needs them.
struct ComparedTypes {
  let index: MappingIndex
  /// The type of the payload; `nil` for lines over the payload.
  let root: ValueType?
  /// The part of the payload that the mapper returns; `nil` if it returns all of it.
  let returned: ReturnedPart?
  /// The mappings whose cases have types of their own, by these types and by the mapping's type.
  private let variants: [MemberName: [Variants]]
  /// Whether members of objects, or the elements of a set, may become elements in any order.
  let hasUnorderedElements: Bool
  let hasConnections: Bool
  /// Whether the result for an element depends on other elements: by its position or a connection.
  let hasDependentElements: Bool
  /// The properties that no line of a mapping sets, by the types of the objects.
  private let derived: [MemberName: [DerivedProperty]]
  /// The kinds of objects that each mapping can make.
  private let kinds: [MemberName: [ObjectKind]]

  /// The names that the app has for objects of the cases.
  let seen = SeenVariants()

  /// A mapping, and its cases that have types of their own, each with the place that says so.
  private typealias Variants = (mapping: ContractMapping, origins: [MemberName: Origin])

  init(_ contract: Contract, as target: MappingTarget, returning part: ReturnedPart? = nil) {
    returned = part
    let index = MappingIndex(contract)
    self.index = index
    switch target {
    case .type(_, let value): root = value.type
    case .endpoint(let selector):
      let body = contract.endpoints.first { $0.selector == selector }?.body
      root = if case .value(let value)? = body { value.type } else { nil }
    }
    var variants: [MemberName: [Variants]] = [:]
    for mapping in index.mappingsInOrder {
      let origins = index.caseOrigins(of: mapping)
      for type in Set(origins.keys).union([mapping.typeName]) where !origins.isEmpty {
        variants[type, default: []].append((mapping, origins))
      }
    }
    self.variants = variants
    kinds = Dictionary(
      index.mappingsInOrder.map { ($0.name, index.kinds(of: $0)) }, uniquingKeysWith: { $1 })
    let lines = contract.ownedLines.map(\.line)
    let types = lines.map(\.value.type) + [root].compactMap(\.self)
    hasUnorderedElements = types.contains { $0.key != nil || $0.hasSet }
    var derived: [MemberName: [DerivedProperty]] = [:]
    func derive(_ mapping: ContractMapping?, _ property: DerivedProperty) {
      for type in mapping.map(index.typeNames) ?? []
      where !derived[type, default: []].contains(where: { $0.property == property.property }) {
        derived[type, default: []].append(property)
      }
    }
    let text = ConstrainedType(.scalar(ScalarType(.string)))
    for (type, origin) in zip(types, lines.map(\.origin) + [.none]) {
      guard let key = type.key else { continue }
      derive(index[key.mapping], DerivedProperty(key.property, text, origin))
    }
    for mapping in index.mappingsInOrder {
      for one in index.connections(of: mapping) {
        derive(mapping, DerivedProperty(one.property, one.value, one.origin, one.keys))
      }
    }
    self.derived = derived
    hasConnections = derived.values.contains { $0.contains { !$0.keys.isEmpty } }
    hasDependentElements = hasConnections || lines.contains { $0.source.base == .index }
  }

  /// The types with properties that no line sets, with these properties as lines.
  var derivedLines: [(type: MemberName, line: PropertyLine)] {
    derived.sorted { $0.key < $1.key }.flatMap { type, all in all.map { (type, $0.line) } }
  }

  /// Returns the properties of a type's objects that no line sets.
  func derived(of type: MemberName) -> [DerivedProperty] { derived[type] ?? [] }

  /// Returns whether the objects of a type's mappings are distinguished by cases.
  func hasCases(_ type: ValueType?) -> Bool {
    (type?.mappings ?? []).contains { name in
      index[name.value].map { index.dispatch(of: $0) != nil } ?? false
    }
  }

  /// The types of the cases of each mapping that has cases, with the mapping's name.
  var variantTypes: [(mapping: MemberName, types: [MemberName])] {
    index.mappingsInOrder.compactMap { mapping in
      let types = variants.filter { $0.value.contains { $0.mapping.name == mapping.name } }
        .map(\.key).sorted()
      return types.isEmpty ? nil : (mapping.name, types)
    }
  }

  /// Returns whether a mapping may set nothing from an object that the contract admits.
  func mayBeBlank(_ mapping: MemberName, depth: Int = 0) -> Bool {
    depth < ReflectedValue.wrapperLimit
      && kinds(of: mapping).contains { kind in
        kind.lines.allSatisfy { line in
          if line.property == nil || line.isOptional { return true }
          guard case .mapping(let name) = line.value.type else { return false }
          return mayBeBlank(name.value, depth: depth + 1)
        }
      }
  }

  func kinds(of mapping: MemberName) -> [ObjectKind] { kinds[mapping] ?? [] }

  /// Returns whether a mapping distinguishes objects of this type from those of other types.
  func hasVariants(_ type: MemberName) -> Bool { variants[type] != nil }

  /// Returns the variant that the app made instead of this type, given the names that the app has
  /// for an object; `nil` if it has the name of no other case of a mapping.
  func otherVariant(
    than type: MemberName, where isNamed: (MemberName) -> Bool
  ) -> VariantDifference? {
    for variants in variants[type] ?? [] {
      let others = variants.origins.keys.filter { $0 != variants.mapping.typeName && isNamed($0) }
      guard let found = others.min() else { continue }
      return VariantDifference(
        mapping: variants.mapping.name, expected: type, found: found,
        origin: variants.origins[type] ?? variants.mapping.origin)
    }
    return nil
  }
}

struct ObjectKind {
  var type: MemberName
  var lines: [PropertyLine]
}

/// A property that no line sets: it gets the name of the member that became the object, or the
/// objects to which a connection leads.
struct DerivedProperty {
  /// The property as a line, for reports.
  let line: PropertyLine
  let property: PropertyPath
  /// The keys of a connection; empty for the name of a member.
  let keys: [Connection.Key]

  init(
    _ property: PropertyPath, _ value: ConstrainedType, _ origin: Origin,
    _ keys: [Connection.Key] = []
  ) {
    (self.property, self.keys) = (property, keys)
    var value = value
    value.origin = .none
    line = PropertyLine(
      source: SourceKeyPath(steps: property.names.map { .segment($0) }), isOptional: false,
      property: property, value: value, origin: origin)
  }
}

/// The difference that an object became one case of a mapping where the contract says another.
struct VariantDifference {
  var mapping: MemberName
  /// The contract's names of the two types.
  var expected: MemberName
  var found: MemberName
  /// The place where the contract says the expected type.
  var origin: Origin
}

extension ValueType {
  /// Whether the type, or that of its elements, is a set.
  fileprivate var hasSet: Bool {
    switch self {
    case .set: true
    case .array(let element), .dictionary(let element): element.type.hasSet
    case .scalar, .literal, .mapping, .keyed, .union: false
    }
  }
}

extension MappingIndex {
  /// Returns the kinds of objects that a mapping can make: with its own lines, with the lines that
  /// a case adds, and by the mappings to which cases delegate.
  ///
  /// - Parameter around: The mappings that delegate to this one.
  fileprivate func kinds(
    of mapping: ContractMapping, around: [MemberName] = []
  ) -> [ObjectKind] {
    let own = lines(of: mapping)
    guard let dispatch = dispatch(of: mapping) else {
      return [ObjectKind(type: mapping.typeName, lines: own)]
    }
    let ofCases = dispatch.uses.flatMap { use -> [ObjectKind] in
      switch use {
      case .lines(let added): return [ObjectKind(type: mapping.typeName, lines: own + added)]
      case .name(let name):
        guard name.value != mapping.name, let other = self[name.value] else {
          return [ObjectKind(type: name.value, lines: own)]
        }
        if around.contains(other.name) { return [] }
        return kinds(of: other, around: around + [mapping.name])
      }
    }
    // If no case fits, only the mapping's own lines are mapped.
    return own.isEmpty ? ofCases : ofCases + [ObjectKind(type: mapping.typeName, lines: own)]
  }

  /// Returns the types that the cases of a mapping name, each with the first case that names it.
  fileprivate func caseOrigins(of mapping: ContractMapping) -> [MemberName: Origin] {
    guard let dispatch = mapping.dispatch else { return [:] }
    let uses =
      dispatch.cases.map { ($0.use, $0.origin) }
      + (dispatch.otherwise.map { [($0, mapping.origin)] } ?? [])
    return Dictionary(
      uses.compactMap { use, origin in typeName(of: use).map { ($0, origin) } },
      uniquingKeysWith: { first, _ in first })
  }
}

package import ContractModel
package import JSONParsing
import MappingEngine

/// The types of a contract that a comparison goes by.
struct ComparedTypes {
  let index: MappingIndex
  /// The type of the payload; `nil`, of lines over it.
  let root: ValueType?
  /// The part of the payload that the mapper returns; `nil`, of one that returns all of it.
  let returned: ReturnedPart?
  /// The mappings with cases that become types of their own, by those types and the mapping's.
  private let variants: [MemberName: [Variants]]
  /// Whether members of objects become elements, so that these may be in any order.
  let readsNames: Bool
  /// The kinds of objects that each mapping can make.
  private let kinds: [MemberName: [ObjectKind]]

  /// The names that the app has for their objects.
  let seen = SeenVariants()

  /// The cases of a mapping that become types of their own, each with what says so.
  private struct Variants {
    var mapping: ContractMapping
    var origins: [MemberName: Origin]
  }

  init(_ contract: Contract, as target: MappingTarget, returning part: ReturnedPart? = nil) {
    returned = part
    index = MappingIndex(contract)
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
        variants[type, default: []].append(Variants(mapping: mapping, origins: origins))
      }
    }
    self.variants = variants
    var kinds: [MemberName: [ObjectKind]] = [:]
    for mapping in index.mappingsInOrder { kinds[mapping.name] = index.kinds(of: mapping) }
    self.kinds = kinds
    let lines = index.mappingsInOrder.flatMap { $0.lines + $0.addedLines }
    readsNames = root?.key != nil || lines.contains { $0.value.type.key != nil }
  }

  /// Whether objects of a type's mappings are distinguished by cases.
  func hasCases(_ type: ValueType?) -> Bool {
    (type?.mappings ?? []).contains { name in
      index[name.value].map { index.dispatch(of: $0) != nil } ?? false
    }
  }

  /// The types of the cases of each mapping that has any, with the mapping's name.
  var variantTypes: [(mapping: MemberName, types: [MemberName])] {
    index.mappingsInOrder.compactMap { mapping in
      let types = variants.filter { $0.value.contains { $0.mapping.name == mapping.name } }
        .map(\.key).sorted()
      return types.isEmpty ? nil : (mapping.name, types)
    }
  }

  /// Whether a mapping may find nothing in an object that the contract admits.
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

  /// The kinds of objects that a mapping can make.
  func kinds(of mapping: MemberName) -> [ObjectKind] { kinds[mapping] ?? [] }

  /// Whether a mapping tells objects of a type from those of others.
  func hasVariants(_ type: MemberName) -> Bool { variants[type] != nil }

  /// The variant that objects of a type are not, by a name that the app has for an object.
  ///
  /// - Returns: `nil`, if it is the name of no other case of a mapping.
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

/// A kind of object that a mapping can make, and its lines.
struct ObjectKind {
  var type: MemberName
  var lines: [PropertyLine]
}

/// An object that became one case of a mapping where its contract says another.
package struct VariantDifference: Hashable, Sendable {
  package var mapping: MemberName
  /// The contract's names of the two types.
  package var expected: MemberName
  package var found: MemberName
  /// Where the contract says what it is.
  package var origin: Origin
}

extension MappingIndex {
  /// The kinds of objects that a mapping can make: by its own lines, by those with what a case adds,
  /// and by the mappings that cases hand over to.
  ///
  /// - Parameter around: The mappings that hand over to it.
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
    // Without a case that fits, lines of its own are all that is mapped.
    return own.isEmpty ? ofCases : ofCases + [ObjectKind(type: mapping.typeName, lines: own)]
  }

  /// The types that cases of a mapping name, each with the first case that does.
  fileprivate func caseOrigins(of mapping: ContractMapping) -> [MemberName: Origin] {
    guard let dispatch = mapping.dispatch else { return [:] }
    let uses =
      dispatch.cases.map { ($0.use, $0.origin) }
      + (dispatch.otherwise.map { [($0, mapping.origin)] } ?? [])
    var origins: [MemberName: Origin] = [:]
    for (use, origin) in uses {
      guard case .name(let name) = use else { continue }
      let type = self[name.value]?.typeName ?? name.value
      if origins[type] == nil { origins[type] = origin }
    }
    return origins
  }
}

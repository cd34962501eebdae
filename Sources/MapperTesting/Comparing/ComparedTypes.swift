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
  }

  /// The types of the cases of each mapping that has any, with the mapping's name.
  var variantTypes: [(mapping: MemberName, types: [MemberName])] {
    index.mappingsInOrder.compactMap { mapping in
      let types = variants.filter { $0.value.contains { $0.mapping.name == mapping.name } }
        .map(\.key).sorted()
      return types.isEmpty ? nil : (mapping.name, types)
    }
  }

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

import ContractModel
import JSONParsing
import MappingEngine

/// Compares the objects in a store of the app with those that the contract makes of the same
/// payloads: their counts by type, and what each has.
struct StoreComparison {
  private let store: ObjectStore
  private let contract: Contract
  private let options: ComparisonOptions
  private let lines: ObjectLines
  private let result: MappingResult?

  init(_ results: [MappingResult], _ contract: Contract, _ options: ComparisonOptions) {
    result = results.last
    store = results.last?.store ?? ObjectStore()
    lines = ObjectLines(results)
    (self.contract, self.options) = (contract, options)
  }

  func disagreements(_ objects: StoredObjects) -> [Disagreement] {
    guard let result else { return [] }
    let types = store.typeNames.filter { objects.byType[$0] != nil || isExpected($0, objects) }
    let others = objects.byType.keys.filter { !store.typeNames.contains($0) && knows($0) }.sorted()
    return (types + others).flatMap { type in
      compare(type, objects.byType[type] ?? [], result)
    }
  }

  /// Whether the app's store has to have objects of a type: those that payloads become, if the app
  /// does not say which types it stores.
  private func isExpected(_ type: MemberName, _ objects: StoredObjects) -> Bool {
    guard !objects.isComplete, let result else { return false }
    return result.objects.contains { $0.type == type }
  }

  private func knows(_ type: MemberName) -> Bool {
    (contract.mappings + contract.includedMappings).contains { $0.typeName == type }
  }

  private func compare(
    _ type: MemberName, _ found: [Any], _ result: MappingResult
  ) -> [Disagreement] {
    let expected = store.objects(ofType: type)
    guard expected.count == found.count else {
      let text = { (count: Int) in
        "\(count) \(displayed(type.text)) object\(count == 1 ? "" : "s")"
      }
      return [
        Disagreement(
          kind: .count, rule: identityLine(type, expected),
          path: InstancePath([.member(type)]), contract: text(expected.count),
          mapper: text(found.count), payloads: [])
      ]
    }
    var comparison = ResultComparison(result, lines, options)
    var rest = found
    for (index, object) in expected.enumerated() {
      let match = rest.firstIndex { hasIdentity(of: object, $0) } ?? 0
      let path = InstancePath([.member(type), .element(index)])
      comparison.compare(object.id, rest.remove(at: match), path, nil)
    }
    return comparison.differences.map { Disagreement($0) }
  }

  // MARK: - Identities

  /// The app's object that is the one of the contract; of a type without an identity, the one at
  /// its place.
  func match(of object: MappedObject, in objects: StoredObjects) -> Any? {
    let found = objects.byType[object.type] ?? []
    if let match = found.first(where: { hasIdentity(of: object, $0) }) { return match }
    guard identity(of: object.type).isEmpty else { return nil }
    let index = store.objects(ofType: object.type).firstIndex { $0.id == object.id }
    return index.flatMap { found.indices.contains($0) ? found[$0] : nil }
  }

  /// Whether the app's object is the one of the contract, by what identifies it.
  private func hasIdentity(of object: MappedObject, _ found: Any) -> Bool {
    let properties = identity(of: object.type)
    guard !properties.isEmpty else { return false }
    return properties.allSatisfy { property in
      let labels = options.labels(of: property, of: object.type)
      guard let value = ReflectedPath.value(of: labels, in: found),
        let scalar = ReflectedValue(value), let expected = object[property]
      else { return false }
      return ScalarComparison.agrees(expected, scalar)
    }
  }

  private func identity(of type: MemberName) -> [PropertyPath] {
    let mappings = (contract.mappings + contract.includedMappings).filter { $0.typeName == type }
    return mappings.first { !$0.identifiedBy.isEmpty }?.identifiedBy.map(\.value) ?? []
  }

  /// The line that reads the identity, which most likely is what the app does not look at.
  private func identityLine(_ type: MemberName, _ objects: [MappedObject]) -> PropertyRule? {
    let identity = identity(of: type)
    let mapped = objects.lazy.flatMap { lines.of($0.id) }
    return mapped.first { line in line.property.map { identity.contains($0) } ?? false }
  }
}

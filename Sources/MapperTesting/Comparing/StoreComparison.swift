import ContractModel
import JSONParsing
import MappingEngine

/// Compares the objects in a store of the app with those that the contract makes of the same
/// payloads: their counts by type, and their values.
struct StoreComparison {
  let types: ComparedTypes
  private let options: ComparisonOptions
  private let store: ObjectStore
  /// The comparison of single objects; `nil` without a payload.
  private let comparison: ResultComparison?

  /// - Parameter keepsOrder: Whether the last of several mentions of an object has to win, at
  ///   whatever key path it is.
  init(
    _ results: [MappingResult], _ types: ComparedTypes, _ options: ComparisonOptions,
    keepsOrder: Bool = false
  ) {
    (self.types, self.options) = (types, options)
    store = results.last?.store ?? ObjectStore()
    comparison = results.last.map {
      ResultComparison(
        $0, ObjectLines(results), options, types, after: results.dropLast(),
        keepsOrder: keepsOrder)
    }
  }

  func differences(_ objects: StoredObjects) -> [Disagreement] {
    guard let comparison else { return [] }
    let types = store.typeNames.filter { objects.byType[$0] != nil || isExpected($0, objects) }
    let others = objects.byType.keys.filter { !store.typeNames.contains($0) && knows($0) }.sorted()
    let all = (types + others).flatMap { compare($0, in: objects, comparison) }
    // Wrong values follow from objects that are in the store twice, or not at all.
    let found = all.filter { $0.kind == .count }
    // Objects without an identity exist because of those that have one.
    let counts = found.filter { $0.line != nil } + found.filter { $0.line == nil }
    guard var first = counts.first else { return all }
    // If an object is not found again, the objects that it refers to are duplicated too.
    first.otherLines = counts.dropFirst().compactMap(\.line)
    first.contract = counts.map(\.contract).joined(separator: ", ")
    first.mapper = counts.map(\.mapper).joined(separator: ", ")
    first.hint = counts.lazy.compactMap(\.hint).first
    return [first]
  }

  /// Returns whether a store of which the app does not name the types has to have objects of a
  /// type: one that the store has shown before, or that the payload makes.
  private func isExpected(_ type: MemberName, _ objects: StoredObjects) -> Bool {
    guard !objects.isComplete, !types.seen.unshown.contains(type), let comparison else {
      return false
    }
    return types.seen.shown.contains(type)
      || comparison.result.objects.contains { $0.type == type }
  }

  private func knows(_ type: MemberName) -> Bool { !mappings(making: type).isEmpty }

  private func mappings(making type: MemberName) -> [ContractMapping] {
    types.index.mappingsInOrder.filter { types.index.typeNames(of: $0).contains(type) }
  }

  private func compare(
    _ type: MemberName, in objects: StoredObjects, _ comparison: ResultComparison
  ) -> [Disagreement] {
    let all = objects.byType[type] ?? []
    let expected = expected(type, all)
    let found = withoutBlanks(all, type, expected, comparison)
    guard expected.count == found.count else {
      let text = { (count: Int, type: MemberName) in
        counted(count, displayed(type.text) + " object")
      }
      // The types of the app's objects that no mapping makes, unless the app names its types.
      let others =
        found.isEmpty && !objects.isComplete
        ? objects.byType.keys.filter { !knows($0) }.sorted() : []
      let counts = others.map { text(objects.byType[$0]?.count ?? 0, $0) }
      let hint = others.first.map {
        "the contract has no type \(quoted($0.text)): name the types of the objects, as in "
          + "objectsByType: { store in [\(quoted(type.text)): …] }"
      }
      var difference = Disagreement(
        at: InstancePath(), identityLine(type), text(expected.count, type),
        text(found.count, type)
          + (counts.isEmpty ? "" : " (but \(counts.joined(separator: ", ")))"), hint: hint)
      (difference.kind, difference.path) = (.count, InstancePath([.member(type)]))
      return [difference]
    }
    var differing = comparison
    let matches = matches(of: expected, in: found, comparison)
    for (index, (object, other)) in zip(expected, matches).enumerated() {
      differing.compare(object.id, other, InstancePath([.member(type), .element(index)]), nil)
    }
    return differing.differences
  }

  /// Returns the app's objects without the blank ones, which the contract does not make (§ 16).
  private func withoutBlanks(
    _ found: [Any], _ type: MemberName, _ expected: [MappedObject], _ comparison: ResultComparison
  ) -> [Any] {
    var surplus = found.count - expected.count
    guard surplus > 0 else { return found }
    let mappings = mappings(making: type)
    var rest = expected[...]
    return found.filter { object in
      let isBlank =
        surplus > 0
        && (ReflectedValue(object).map { value in
          mappings.contains { comparison.isBlank(value, $0.name) }
        } ?? true)
      if isBlank, !(rest.first.map { comparison.agrees(.object($0.id), object) } ?? false) {
        surplus -= 1
        return false
      }
      rest = rest.dropFirst()
      return true
    }
  }

  // MARK: - Identities

  /// Returns as many of the app's objects as the contract has, in the contract's order: those with
  /// the same identities, or, for a type without an identity, the same values; the remaining
  /// objects follow in their own order.
  private func matches(
    of expected: [MappedObject], in found: [Any], _ comparison: ResultComparison
  ) -> [Any] {
    guard let type = expected.first?.type else { return [] }
    let isAnonymous = identity(of: type).isEmpty
    // Most stores keep their objects in the order in which they came.
    if isAnonymous, zip(expected, found).allSatisfy({ comparison.agrees(.object($0.id), $1) }) {
      return found
    }
    var rest = found
    let known = expected.map { object in
      rest.take { candidate in
        isAnonymous
          ? comparison.agrees(.object(object.id), candidate) : hasIdentity(of: object, candidate)
      }
    }
    var others = rest[...]
    return known.compactMap { $0 ?? others.popFirst() }
  }

  /// Returns the app's object for a contract's object; without an identity, that at its position.
  func match(of object: MappedObject, in objects: StoredObjects) -> Any? {
    let found = objects.byType[object.type] ?? []
    if let match = found.first(where: { hasIdentity(of: object, $0) }) { return match }
    guard identity(of: object.type).isEmpty else { return nil }
    let index = store.objects(ofType: object.type).firstIndex { $0.id == object.id }
    return index.flatMap { found.indices.contains($0) ? found[$0] : nil }
  }

  /// Returns the contract's objects of a type, without the orphans that the app does not have.
  private func expected(_ type: MemberName, _ found: [Any]) -> [MappedObject] {
    let objects = store.objects(ofType: type)
    let rest = objects.filter { !store.orphans.contains($0.id) }
    guard rest.count < objects.count, identity(of: type).isEmpty else {
      return objects.filter { object in
        !store.orphans.contains(object.id) || found.contains { hasIdentity(of: object, $0) }
      }
    }
    return found.count > rest.count ? objects : rest
  }

  /// Returns the orphans that the app does not have, of the types that it shows.
  func deletedOrphans(_ objects: StoredObjects) -> Set<ObjectID> {
    var orphans = store.orphans
    for type in Set(orphans.map { store[$0].type }) {
      let there = objects.byType[type].map { expected(type, $0) } ?? store.objects(ofType: type)
      orphans.subtract(there.map(\.id))
    }
    return orphans
  }

  func hasIdentity(of object: MappedObject, _ found: Any) -> Bool {
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

  /// Returns the properties that identify objects of a type; a case's type has its mapping's.
  func identity(of type: MemberName) -> [PropertyPath] {
    mappings(making: type).lazy.map { types.index.identity(of: $0).map(\.value) }
      .first { !$0.isEmpty } ?? []
  }

  /// Returns the text of an app object's identity; `nil` for a type without an identity.
  func identityText(of object: ReflectedValue, _ type: MemberName) -> MemberName? {
    let properties = identity(of: type)
    guard !properties.isEmpty else { return nil }
    let parts = properties.map { property in
      let labels = options.labels(of: property, of: type)
      let part = ReflectedPath.value(of: labels, in: object.readable)
      return ReflectedText(complete: part as Any).description
    }
    return MemberName(parts.joined(separator: ", "))
  }

  /// Returns the line that reads the identity, which the app most likely ignores.
  private func identityLine(_ type: MemberName) -> PropertyLine? {
    let identity = identity(of: type)
    return mappings(making: type).lazy.flatMap { types.index.allLines(of: $0) }
      .first { line in line.property.map { identity.contains($0) } ?? false }
  }

  // MARK: - Values

  /// Returns the app's value for a property of an object of the contract.
  ///
  /// - Parameter holders: The function that `holders(in:)` returns.
  func value(
    of property: PropertyPath, of object: ObjectID?, by holders: (ObjectID?) -> Any?
  ) -> Any? {
    let type = object.map { store[$0].type } ?? ""
    let labels = options.labels(of: property, of: type)
    return holders(object).flatMap { ReflectedPath.value(of: labels, in: $0) }
  }

  /// Returns a function from the contract's objects to the app's; `nil` gives the whole value.
  func holders(in answer: MapperAnswer) -> (ObjectID?) -> Any? {
    switch answer {
    case .refused: return { _ in nil }
    case .stored(let objects):
      return { $0.flatMap { match(of: store[$0], in: objects) } }
    case .value(let value):
      let holders = comparison.map { ObjectHolders($0.result, value, self, options) }
      return { object in
        guard let object, let holders else { return types.returned == nil ? value : nil }
        return holders[object]
      }
    }
  }
}

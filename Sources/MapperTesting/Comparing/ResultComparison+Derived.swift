import ContractModel
import JSONParsing
import MappingEngine

// Properties that no line sets. The app's type may lack them.

extension ResultComparison {
  mutating func compareDerived(
    _ id: ObjectID, _ mapped: [PropertyLine], _ fields: ReflectedProperties, _ path: InstancePath
  ) {
    let object = store[id]
    for derived in types.derived(of: object.type) {
      let property = derived.property
      guard !mapped.contains(where: { $0.property == property }),
        case .found(let found) = fields.value(
          at: options.labels(of: property, of: object.type)[...])
      else { continue }
      if derived.keys.isEmpty {
        // A key that the app converts to another type is not compared.
        guard let name = object[property], !name.isNull,
          ReflectedValue(found).map({ $0.scalar?.string != nil }) ?? true
        else { continue }
        compare(property, name, of: object.type, in: fields, path, derived.line)
      } else if connected.contains(ObjectProperty(object: id, property: property)),
        options.way(of: property, of: object.type) == nil
      {
        compare(connected: object[property], found, of: id, derived, path.appending(property))
      }
    }
  }

  /// Compares connected objects by the properties that connect them. Their other properties are
  /// compared at the objects' own places. If a key leads to no object, the app may have an object
  /// with that key.
  private mutating func compare(
    connected expected: MappedValue?, _ found: Any, of id: ObjectID, _ derived: DerivedProperty,
    _ path: InstancePath
  ) {
    let targets = expected?.objects ?? []
    guard let value = ReflectedValue(found) else {
      return targets.isEmpty ? () : report(expected, found, path, derived.line)
    }
    let isSingle = if case .mapping = derived.line.value.type { true } else { false }
    guard let others = isSingle ? [value.readable] : value.layeredElements else { return }
    let own = derived.keys.map { store[id][$0.own.value] }
    let known = targets.map { target in derived.keys.map { store[target][$0.other.value] } }
    let isRight =
      isSingle
      ? ([own] + known).contains { hasKeys(others[0], $0, derived) }
      // The keys of a list may be there twice.
      : known.allSatisfy { keys in others.contains { hasKeys($0, keys, derived) } }
        && others.allSatisfy { other in known.contains { hasKeys(other, $0, derived) } }
    guard !isRight else { return }
    report(
      text(expected), ReflectedText(found).description, at: path, derived.line,
      outcome: .otherObject)
  }

  /// Returns whether the app's object has the keys, as far as it has properties for them.
  private func hasKeys(_ found: Any, _ keys: [MappedValue?], _ derived: DerivedProperty) -> Bool {
    guard keys.contains(where: { !($0?.isNull ?? true) }) else { return false }
    let type = derived.line.value.type.mappings.first.flatMap { types.index[$0.value]?.typeName }
    return zip(keys, derived.keys).allSatisfy { expected, key in
      let labels = options.labels(of: key.other.value, of: type ?? "")
      guard let expected, !expected.isNull,
        let value = ReflectedPath.value(of: labels, in: found)
      else { return true }
      return ReflectedValue(value).map { ScalarComparison.agrees(expected, $0) } ?? false
    }
  }
}

extension MappedValue {
  fileprivate var objects: [ObjectID] {
    switch self {
    case .object(let id): [id]
    case .array(let collection), .set(let collection): collection.elements.flatMap(\.objects)
    default: []
    }
  }
}

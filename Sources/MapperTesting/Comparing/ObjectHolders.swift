import ContractModel
import JSONParsing
import MappingEngine

/// The app's values for the objects of a contract.
///
/// They are found by following both results at once: by the app's names, skipping the elements that
/// were left out, and in sets by the objects' identities.
struct ObjectHolders {
  private var holders: [ObjectID: Any] = [:]

  init(
    _ result: MappingResult, _ found: Any, _ stores: StoreComparison, _ options: ComparisonOptions
  ) {
    guard let root = result.value else { return }
    let store = result.store
    var pending: [(MappedValue, Any)] = []
    // The app may return only the value of the line over the payload.
    if let part = stores.types.returned {
      pending = part.values(in: result).map { ($0.value, found) }
    } else if case .dictionary(let entries) = root, entries.count == 1, let entry = entries.first {
      let labels = options.labels(of: PropertyPath([entry.name]), of: "")
      pending = [(entry.value, ReflectedPath.value(of: labels, in: found) ?? found)]
    } else {
      pending = [(root, found)]
    }
    func follow(
      _ properties: [(name: PropertyPath, value: MappedValue)], of type: MemberName, in found: Any
    ) {
      for (name, value) in properties {
        let labels = options.labels(of: name, of: type)
        if let next = ReflectedPath.value(of: labels, in: found) { pending.append((value, next)) }
      }
    }
    // An explicit stack: references may nest as deeply as there are objects.
    while let (value, found) = pending.popLast() {
      guard let other = ReflectedValue(found) else { continue }
      switch value {
      case .object(let id):
        guard holders[id] == nil else { continue }
        holders[id] = other.readable
        follow(store[id].properties, of: store[id].type, in: other.readable)
      case .array(let collection), .set(let collection):
        pending += Self.elements(collection, other) { object, element in
          stores.hasIdentity(of: store[object], element)
        }
      case .dictionary(let entries):
        let properties = entries.map { (PropertyPath([$0.name]), $0.value) }
        follow(properties, of: "", in: other.readable)
      default: break
      }
    }
  }

  subscript(object: ObjectID) -> Any? { holders[object] }

  private static func elements(
    _ collection: MappedCollection, _ found: ReflectedValue,
    _ hasIdentity: (ObjectID, Any) -> Bool
  ) -> [(MappedValue, Any)] {
    let layer = found.layers.first { $0.elements != nil || $0.isDictionary }
    guard let layer else { return [] }
    if layer.isDictionary {
      return zip(collection.names, collection.elements).compactMap { name, value in
        ReflectedPath.value(of: [name.text], in: layer.readable).map { (value, $0) }
      }
    }
    let elements = layer.elements ?? []
    guard layer.isSet else { return Array(zip(collection.elements, elements)) }
    return collection.elements.compactMap { value in
      guard let id = value.objectID else { return nil }
      let match =
        elements.first { hasIdentity(id, $0) } ?? (elements.count == 1 ? elements[0] : nil)
      return match.map { (value, $0) }
    }
  }
}

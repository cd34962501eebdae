import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Returns the objects that a store may have or not after a response. Neither is said by a
  /// contract:
  ///
  /// - An object that an update makes of a part of its properties. Many stores ignore an update of
  ///   an object that they do not have.
  /// - An object that belongs to a deleted one, by a connection. Many stores delete both.
  ///
  /// - Parameter earlier: The model's store before the response.
  func optionalObjects(in result: MappingResult, after earlier: ObjectStore) -> Set<ObjectID> {
    var found = isUpdate ? incompleteObjects(in: result) : []
    let deleted = Set(result.events.filter { $0.name == .deleted }.compactMap(\.object))
    guard types.hasConnections, !deleted.isEmpty else { return found }
    for mapping in types.index.mappingsInOrder {
      let owners = types.index.connections(of: mapping).map(\.property)
      guard !owners.isEmpty else { continue }
      for object in types.index.typeNames(of: mapping).flatMap({ earlier.objects(ofType: $0) })
      where owners.contains(where: { object[$0]?.objectID.map(deleted.contains) ?? false }) {
        found.insert(object.id)
      }
    }
    return found.subtracting(deleted)
  }

  /// Whether a response changes nothing but incomplete objects, which the store may not have.
  func isOnlyOptional(_ result: MappingResult) -> Bool {
    isUpdate && !result.events.contains { $0.name == .deleted }
      && !result.mentioned.isEmpty && result.mentioned == incompleteObjects(in: result)
  }

  /// Whether the response is an event, or the answer to a request that changes something.
  private var isUpdate: Bool {
    guard case .endpoint(let selector) = target else { return false }
    switch selector {
    case .event: return true
    case .http(let http): return http.method != "GET"
    case .request: return false
    }
  }

  /// Returns the objects without a property that another mapping of their type requires.
  private func incompleteObjects(in result: MappingResult) -> Set<ObjectID> {
    result.mentioned.filter { id in
      let object = result.store[id]
      return types.index.mappingsInOrder.contains { mapping in
        types.index.typeNames(of: mapping).contains(object.type)
          && types.index.lines(of: mapping).contains { line in
            line.isRequired && line.property.map { object[$0] == nil } ?? false
          }
      }
    }
  }
}

extension MappingResult {
  fileprivate var mentioned: Set<ObjectID> {
    Set(events.filter { $0.name == .created || $0.name == .reused }.compactMap(\.object))
  }
}

extension PropertyLine {
  fileprivate var isRequired: Bool {
    !isOptional && !value.allowsNull && defaultValue == nil && deletes == nil
      && !source.isOfExchange
  }
}

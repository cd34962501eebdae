package import Generation
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Returns cases of two payloads in a row whose objects have nearly equal identities, if the
  /// contract admits both and takes the objects for different ones.
  ///
  /// - Parameter endpoint: The number of the endpoint, for a store that loads several; `nil` if
  ///   there is only one.
  package func nearIdentities(in cases: GeneratedCases, of endpoint: Int? = nil) -> [MapperCase] {
    guard mapper.keepsObjects else { return [] }
    return NearIdentities.all(in: cases.sweep).filter(areTwo).map { near in
      let name = "\(near.place) is \(near.names.second), after it was \(near.names.first)"
      guard let endpoint else {
        var item = MapperCase(name: name, payloads: [near.first.bytes, near.second.bytes])
        (item.line, item.place) = (near.line, near.place)
        return item
      }
      let responses = [near.first, near.second].map {
        DrawnResponse(endpoint: endpoint, payload: $0)
      }
      return MapperCase(name: name, id: nil, history: responses)
    }
  }

  private func areTwo(_ near: NearIdentities) -> Bool {
    var store = ObjectStore()
    let objects = [near.first, near.second].map { payload -> ObjectID? in
      guard let document = try? JSONDocument(parsing: payload.bytes) else { return nil }
      let result = contract.map(document, as: target, into: &store, exchange: exchange)
      guard result.isAdmitted, OpenValues(document).isEmpty else { return nil }
      return result.events.first { $0.isTerminal && $0.path == near.place }?.object
    }
    return !objects.contains(nil) && objects[0] != objects[1]
  }
}

/// A session whose answers are transformed, to use names that the app or the contract gives.
struct TransformedSession: MapperSession {
  var session: any MapperSession
  var value: (Any) -> Any = { $0 }
  let objects: (StoredObjects) -> StoredObjects

  var stored: StoredObjects? { session.stored.map(objects) }
  var awaits: Bool { session.awaits }

  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    session.mapAtOnce(first, second, noting: begin)?.map(transformed)
  }

  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    transformed(session.map(payload, noting: begin))
  }

  private func transformed(_ answer: MapperAnswer) -> MapperAnswer {
    switch answer {
    case .value(let value): .value(self.value(value))
    case .stored(let objects): .stored(self.objects(objects))
    case .refused(let refusal): .refused(refusal)
    }
  }
}

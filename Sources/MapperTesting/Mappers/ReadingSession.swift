/// A mapper whose values are read by the names that the app gives.
struct ReadingSession: MapperSession {
  var session: any MapperSession
  let readers: PropertyReaders

  var stored: StoredObjects? { session.stored?.readable(by: readers) }

  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    session.mapAtOnce(first, second, noting: begin)?.map(readable)
  }

  mutating func map(_ payload: EndpointPayload) -> MapperAnswer { readable(session.map(payload)) }

  private func readable(_ answer: MapperAnswer) -> MapperAnswer {
    switch answer {
    case .value(let value): .value(ReadableValue(value: value, readers: readers))
    case .stored(let objects): .stored(objects.readable(by: readers))
    case .refused(let refusal): .refused(refusal)
    }
  }
}

/// A value whose type reads from a recording decoder.
struct Recorded<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    guard let log = DecodingLog.of(decoder) else {
      preconditionFailure("a recording decode has a log")
    }
    let name = decoder.codingPath.last?.stringValue
    let (place, isNoted) = log.arrival(at: name ?? "")
    guard !isNoted else {
      value = try Value(from: RecordingDecoder(base: decoder, place: place, log: log))
      return
    }
    let reading = DecodingReading(access: .decode, place: place, key: name, type: Value.self)
    value = try log.note(reading, codingPath: decoder.codingPath) {
      var source = SingleValueSource(base: try decoder.singleValueContainer())
      return try log.decodeValue(Value.self, at: place, from: &source)
    }
  }
}

extension DecodingLog {
  /// Returns the place from which a `Recorded` is decoded, and whether its reading is noted
  /// already: that of the root, and of a value in a dictionary, is not.
  fileprivate func arrival(at name: String) -> (place: DecodingPlace, isNoted: Bool) {
    update { state in
      switch state.handover {
      case .root: return (.root(document), false)
      case .place(let place): return (place, true)
      case .dictionary(var places):
        state.handover = .root  // releases the places, so that they are not copied
        let place = places.next(named: name)
        state.handover = .dictionary(places)
        return (place, false)
      }
    }
  }
}

struct SingleValueSource: DecodingSource {
  let base: any SingleValueDecodingContainer

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? { try base.decode(type) }
}

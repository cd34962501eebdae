/// A value whose type reads from a recording decoder.
struct Recorded<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    guard let log = DecodingLog.of(decoder) else {
      preconditionFailure("a recording decode has a log")
    }
    value = try log.receive(Value.self, from: decoder)
  }
}

extension DecodingLog {
  fileprivate func receive<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    let key = decoder.codingPath.last
    let (place, isNoted) = arrival(at: key)
    if isNoted { return try Value(from: RecordingDecoder(base: decoder, place: place, log: self)) }
    let reading = DecodingReading(access: .decode, place: place, key: key?.stringValue, type: type)
    return try note(reading, codingPath: decoder.codingPath) {
      var source = SingleValueSource(base: try decoder.singleValueContainer())
      return try decodeValue(type, at: place, from: &source)
    }
  }

  /// Returns the place from which a `Recorded` is decoded, and whether its reading is noted
  /// already: that of the root, and of a value in a dictionary, is not.
  private func arrival(at key: (any CodingKey)?) -> (place: DecodingPlace, isNoted: Bool) {
    let name = key?.stringValue ?? ""
    return update { state in
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

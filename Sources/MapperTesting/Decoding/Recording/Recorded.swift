import JSONParsing

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
  /// The place from which a `Recorded` is decoded.
  private enum Arrival: Sendable {
    case root
    case place(DecodingPlace)
    case dictionaryValue(DecodingPlace)
  }

  fileprivate func receive<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    switch arrival(at: decoder.codingPath.last) {
    case .root: try receiveRoot(type, from: decoder)
    case .place(let place):
      try Value(from: RecordingDecoder(base: decoder, place: place, log: self))
    case .dictionaryValue(let place):
      try note(
        DecodingQuestion(
          access: .decode, place: place, key: decoder.codingPath.last, type: type),
        codingPath: decoder.codingPath
      ) { try decode(type, at: place, from: decoder) }
    }
  }

  private func arrival(at key: (any CodingKey)?) -> Arrival {
    let name = key?.stringValue ?? ""
    return update { state in
      switch state.handover {
      case .root: return .root
      case .place(let place): return .place(place)
      case .dictionary(var places):
        state.handover = .root  // releases the places, so that they are not copied
        let place = places.next(named: name)
        state.handover = .dictionary(places)
        return .dictionaryValue(place)
      }
    }
  }

  private func receiveRoot<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    let root = DecodingPlace.root(document)
    return try note(DecodingQuestion(access: .decode, place: root, type: type), codingPath: []) {
      try decode(type, at: root, from: decoder)
    }
  }

  /// Decodes the value at which one of Foundation's decoders stands.
  private func decode<Value: Decodable>(
    _ type: Value.Type, at place: DecodingPlace, from decoder: any Decoder
  ) throws -> Value {
    var source = SingleValueSource(base: try decoder.singleValueContainer())
    guard let value = try decode(type, at: place, from: &source) else {
      preconditionFailure("decode answers with a value or throws")
    }
    return value
  }
}

struct SingleValueSource: DecodingSource {
  let base: any SingleValueDecodingContainer

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? { try base.decode(type) }
}

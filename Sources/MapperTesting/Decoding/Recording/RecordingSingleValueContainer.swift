import JSONParsing

/// A container of one value, of Foundation's, that tells a log what is read from it.
struct RecordingSingleValueContainer: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let place: DecodingPlace
  let log: DecodingLog

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool {
    let isNil = base.decodeNil()
    log.note(question(.decodeNil), isNil: isNil)
    return isNil
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try log.note(question(.decode, type), codingPath: codingPath) {
      var source = SingleValueSource(base: base)
      guard let value = try log.decode(type, at: place, from: &source) else {
        preconditionFailure("decode answers with a value or throws")
      }
      return value
    }
  }

  private func question(
    _ access: DecodingReading.Access, _ type: (any Any.Type)? = nil
  ) -> DecodingQuestion {
    DecodingQuestion(access: access, place: place, type: type)
  }
}

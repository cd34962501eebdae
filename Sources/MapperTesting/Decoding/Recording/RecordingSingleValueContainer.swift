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

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  // The standard library's own throw.
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.Int128.Type) throws -> Swift.Int128 { try value(type) }
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.UInt128.Type) throws -> Swift.UInt128 { try value(type) }

  /// Does what `decode` does, for types that have one of their own, too.
  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
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

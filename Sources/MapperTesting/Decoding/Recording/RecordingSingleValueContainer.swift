/// A wrapper of one of Foundation's single-value containers that logs what is read from it.
struct RecordingSingleValueContainer: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let place: DecodingPlace
  let log: DecodingLog

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool {
    let isNil = base.decodeNil()
    log.note(reading(.decodeNil), isNil: isNil)
    return isNil
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  // The standard library's default implementations throw.
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.Int128.Type) throws -> Swift.Int128 { try value(type) }
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.UInt128.Type) throws -> Swift.UInt128 { try value(type) }

  /// Implements `decode`, also for the types that have their own overload.
  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try log.note(reading(.decode, type), codingPath: codingPath) {
      var source = SingleValueSource(base: base)
      return try log.decodeValue(type, at: place, from: &source)
    }
  }

  private func reading(
    _ access: DecodingReading.Access, _ type: (any Any.Type)? = nil
  ) -> DecodingReading {
    DecodingReading(access: access, place: place, type: type)
  }
}

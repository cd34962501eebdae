/// A place in one of Foundation's containers, which can be decoded as any type.
protocol DecodingSource {
  /// Decodes the value; returns `nil` if the source may do so and there is no value.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension DecodingLog {
  /// Decodes a value from one of Foundation's containers and also records what the value's type
  /// reads. Foundation treats the type as it would without a recording.
  func decode<Value: Decodable>(
    _ type: Value.Type, at place: DecodingPlace, from source: inout some DecodingSource
  ) throws -> Value? {
    if DecodingLeaf.contains(type) {
      let value = try source.decode(type)
      update { $0.marks.readWhole(place.value) }
      return value
    }
    if !conversion.isDefault, let dictionary = type as? any StringKeyedDictionary.Type {
      return try decode(dictionary: dictionary, at: place, from: &source) as? Value
    }
    return try handing(.place(place)) { try source.decode(Recorded<Value>.self)?.value }
  }

  /// Decodes a value in the same way, from a source that has one or throws.
  func decodeValue<Value: Decodable>(
    _ type: Value.Type, at place: DecodingPlace, from source: inout some DecodingSource
  ) throws -> Value {
    guard let value = try decode(type, at: place, from: &source) else {
      preconditionFailure("decode answers with a value or throws")
    }
    return value
  }

  private func decode<Value: StringKeyedDictionary>(
    dictionary type: Value.Type, at place: DecodingPlace, from source: inout some DecodingSource
  ) throws -> Value? {
    update { $0.marks.open(place.value) }
    return try handing(.dictionary(DictionaryPlaces(of: place))) {
      try source.decode(Value.Wrapped.self).map(Value.init)
    }
  }

  /// Calls Foundation, which may make a `Recorded` from the handover.
  private func handing<Value>(_ handover: Handover, _ body: () throws -> Value) rethrows -> Value {
    let old = update { state in
      let old = state.handover
      state.handover = handover
      return old
    }
    defer { update { $0.handover = old } }
    return try body()
  }
}

import JSONParsing

/// One place of one of Foundation's containers, to be decoded as any type.
protocol DecodingSource {
  /// Returns the value, or `nil` if the source may answer so and there is none.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension DecodingLog {
  /// Decodes a value from one of Foundation's containers, so that what the value's type reads is
  /// recorded too, and that Foundation treats the type as it would without a recording.
  func decode<Value: Decodable>(
    _ type: Value.Type, at place: DecodingPlace, from source: inout some DecodingSource
  ) throws -> Value? {
    if DecodingLeaf.contains(type) { return try decodeLeaf(type, at: place, from: &source) }
    if !conversion.isDefault, let dictionary = type as? any StringKeyedDictionary.Type {
      return try decode(dictionary: dictionary, at: place, from: &source) as? Value
    }
    return try handing(.place(place)) { try source.decode(Recorded<Value>.self)?.value }
  }

  private func decodeLeaf<Value: Decodable>(
    _ type: Value.Type, at place: DecodingPlace, from source: inout some DecodingSource
  ) throws -> Value? {
    let value = try source.decode(type)
    markWhole(place)
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

  func markWhole(_ place: DecodingPlace) { update { $0.marks.readWhole(place.value) } }

  /// Calls Foundation, which may make a `Recorded` of what is handed over.
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

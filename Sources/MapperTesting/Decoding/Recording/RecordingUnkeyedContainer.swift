import JSONParsing

/// A wrapper of one of Foundation's unkeyed containers that logs what is read from it.
struct RecordingUnkeyedContainer: UnkeyedDecodingContainer {
  private var base: any UnkeyedDecodingContainer
  let log: DecodingLog
  private let place: DecodingPlace
  private let elements: JSONElements?
  /// The index of the element that was reached, and its position.
  private var reached: JSONChildIndex?
  private var position = 0

  init(base: any UnkeyedDecodingContainer, place: DecodingPlace, log: DecodingLog) {
    self.base = base
    self.place = place
    self.log = log
    elements = place.value?.elements
    reached = elements?.startIndex
    log.update { $0.marks.open(place.value) }
  }

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool {
    try note(.decodeNil, next()) { try $0.base.decodeNil() }
  }

  // MARK: - Values

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  /// Implements `decode`, also for the types that have their own overload.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let place = next()
    return try note(.decode, place, type) { container in
      var source = UnkeyedSource(base: container.base)
      defer { container.base = source.base }
      return try container.log.decodeValue(type, at: place, from: &source)
    }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try ifPresent(type)
  }

  /// Implements `decodeIfPresent`, also for the types that have their own overload.
  mutating func ifPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let place = next()
    return try note(.decodeIfPresent, place, type, isNil: \.isNil) { container in
      var source = UnkeyedSource(base: container.base, mayBeAbsent: true)
      defer { container.base = source.base }
      return try container.log.decode(type, at: place, from: &source)
    }
  }

  // MARK: - Containers

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let place = next()
    let nested = try note(.nestedContainer, place) { try $0.base.nestedContainer(keyedBy: type) }
    return KeyedDecodingContainer(
      RecordingKeyedContainer<Nested>(base: nested, place: place, log: log))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let place = next()
    let nested = try note(.nestedUnkeyedContainer, place) {
      try $0.base.nestedUnkeyedContainer()
    }
    return RecordingUnkeyedContainer(base: nested, place: place, log: log)
  }

  mutating func superDecoder() throws -> any Decoder {
    let place = next()
    let decoder = try note(.superDecoder, place) { try $0.base.superDecoder() }
    return RecordingDecoder(base: decoder, place: place, log: log)
  }
}

// MARK: - Places

extension RecordingUnkeyedContainer {
  private mutating func next() -> DecodingPlace {
    while position < currentIndex, let elements, let index = reached, index < elements.endIndex {
      reached = elements.index(after: index)
      position += 1
    }
    let index = reached.flatMap { index in elements.flatMap { index < $0.endIndex ? index : nil } }
    return place.element(currentIndex, index.flatMap { elements?[$0] })
  }

  private mutating func note<Value>(
    _ access: DecodingReading.Access, _ place: DecodingPlace, _ type: (any Any.Type)? = nil,
    isNil: (Value) -> Bool = { _ in false },
    _ body: (inout RecordingUnkeyedContainer) throws -> Value
  ) throws -> Value {
    let reading = DecodingReading(access: access, place: place, type: type)
    let path = { [self] in codingPath + [NamedCodingKey(intValue: currentIndex)] }
    return try log.note(reading, codingPath: path(), isNil: isNil) { try body(&self) }
  }
}

private struct UnkeyedSource: DecodingSource {
  var base: any UnkeyedDecodingContainer
  /// Whether there may be no value.
  var mayBeAbsent = false

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try mayBeAbsent ? base.decodeIfPresent(type) : base.decode(type)
  }
}

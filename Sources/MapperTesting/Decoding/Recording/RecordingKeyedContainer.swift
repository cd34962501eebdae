import JSONParsing

/// A wrapper of one of Foundation's keyed containers that logs what is read from it.
struct RecordingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let log: DecodingLog
  private let place: DecodingPlace
  /// The members of the payload, by the keys that they become.
  private let members: [String: JSONMember]

  init(base: KeyedDecodingContainer<Key>, place: DecodingPlace, log: DecodingLog) {
    self.base = base
    self.place = place
    self.log = log
    members = place.value.map { log.members(of: $0, at: base.codingPath) } ?? [:]
    log.update { $0.marks.open(place.value) }
  }

  var codingPath: [any CodingKey] { base.codingPath }

  /// The keys in the order of the text; Foundation's keys have no order.
  var allKeys: [Key] {
    let keys = base.allKeys.map { (key: $0, member: members[$0.stringValue]) }
    log.note(DecodingReading(access: .allKeys, place: place))
    log.update { state in
      for (_, member) in keys { state.marks.see(member?.value) }
    }
    return keys.map { ($0.key, rank: ($0.member?.nameRange.lowerBound ?? .max)) }
      .sorted { ($0.rank, MemberName($0.0.stringValue)) < ($1.rank, MemberName($1.0.stringValue)) }
      .map(\.0)
  }

  func contains(_ key: Key) -> Bool {
    let isThere = base.contains(key)
    log.note(reading(.contains, key), isNil: !isThere)
    return isThere
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try note(.decodeNil, key) { try base.decodeNil(forKey: key) }
  }

  // MARK: - Values

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(type, forKey: key)
  }

  /// Implements `decode`, also for the types that have their own overload.
  func value<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try note(.decode, key, type) {
      var source = KeyedSource(base: base, key: key)
      return try log.decodeValue(type, at: place(of: key), from: &source)
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(type, forKey: key)
  }

  /// Implements `decodeIfPresent`, also for the types that have their own overload.
  func ifPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try note(.decodeIfPresent, key, type, isNil: \.isNil) {
      var source = KeyedSource(base: base, key: key, mayBeAbsent: true)
      return try log.decode(type, at: place(of: key), from: &source)
    }
  }

  // MARK: - Containers

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try note(.nestedContainer, key) {
      try base.nestedContainer(keyedBy: type, forKey: key)
    }
    return KeyedDecodingContainer(
      RecordingKeyedContainer<Nested>(base: nested, place: place(of: key), log: log))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let nested = try note(.nestedUnkeyedContainer, key) {
      try base.nestedUnkeyedContainer(forKey: key)
    }
    return RecordingUnkeyedContainer(base: nested, place: place(of: key), log: log)
  }

  func superDecoder() throws -> any Decoder {
    let key = NamedCodingKey(stringValue: "super")
    let place = place(of: key)
    let reading = DecodingReading(access: .superDecoder, place: place, key: key.stringValue)
    let decoder = try log.note(reading, codingPath: codingPath + [key]) {
      try base.superDecoder()
    }
    return RecordingDecoder(base: decoder, place: place, log: log)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let decoder = try note(.superDecoder, key) { try base.superDecoder(forKey: key) }
    return RecordingDecoder(base: decoder, place: place(of: key), log: log)
  }
}

// MARK: - Places

extension RecordingKeyedContainer {
  private func place(of key: any CodingKey) -> DecodingPlace {
    let name = key.stringValue
    return members[name].map(place.member)
      ?? place.missingMember(log.conversion.memberName(for: name))
  }

  private func reading(
    _ access: DecodingReading.Access, _ key: Key, _ type: (any Any.Type)? = nil
  ) -> DecodingReading {
    DecodingReading(access: access, place: place(of: key), key: key.stringValue, type: type)
  }

  private func note<Value>(
    _ access: DecodingReading.Access, _ key: Key, _ type: (any Any.Type)? = nil,
    isNil: (Value) -> Bool = { _ in false }, _ body: () throws -> Value
  ) throws -> Value {
    try log.note(
      reading(access, key, type), codingPath: codingPath + [key], isNil: isNil, body)
  }
}

private struct KeyedSource<Key: CodingKey>: DecodingSource {
  let base: KeyedDecodingContainer<Key>
  let key: Key
  /// Whether there may be no value.
  var mayBeAbsent = false

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try mayBeAbsent ? base.decodeIfPresent(type, forKey: key) : base.decode(type, forKey: key)
  }
}

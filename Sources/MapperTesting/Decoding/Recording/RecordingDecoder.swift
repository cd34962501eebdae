/// A wrapper of one of Foundation's decoders that logs what is read through it, and where.
struct RecordingDecoder: Decoder {
  let base: any Decoder
  let place: DecodingPlace
  let log: DecodingLog

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { log.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      RecordingKeyedContainer(base: try base.container(keyedBy: type), place: place, log: log))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    RecordingUnkeyedContainer(base: try base.unkeyedContainer(), place: place, log: log)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    RecordingSingleValueContainer(
      base: try base.singleValueContainer(), place: place, log: log)
  }
}

// The standard library has a separate `decodeIfPresent` for each of these types, which asks other
// questions, and a throwing `decode` for integers of 128 bits.

extension RecordingKeyedContainer {
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.Int128.Type, forKey key: Key) throws -> Swift.Int128 {
    try value(type, forKey: key)
  }

  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.UInt128.Type, forKey key: Key) throws -> Swift.UInt128 {
    try value(type, forKey: key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try ifPresent(type, forKey: key)
  }

  @available(macOS 15, iOS 18, *)
  func decodeIfPresent(_ type: Swift.Int128.Type, forKey key: Key) throws -> Swift.Int128? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(type, forKey: key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(type, forKey: key)
  }

  @available(macOS 15, iOS 18, *)
  func decodeIfPresent(_ type: Swift.UInt128.Type, forKey key: Key) throws -> Swift.UInt128? {
    try ifPresent(type, forKey: key)
  }
}

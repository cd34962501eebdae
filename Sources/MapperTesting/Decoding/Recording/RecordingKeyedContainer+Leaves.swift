// The standard library has a method for each of these types, so Foundation's own is called.

extension RecordingKeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.Int128.Type, forKey key: Key) throws -> Swift.Int128 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }

  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.UInt128.Type, forKey key: Key) throws -> Swift.UInt128 {
    try leaf(key) { try base.decode(type, forKey: key) }
  }
}

extension RecordingKeyedContainer {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  @available(macOS 15, iOS 18, *)
  func decodeIfPresent(_ type: Swift.Int128.Type, forKey key: Key) throws -> Swift.Int128? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }

  @available(macOS 15, iOS 18, *)
  func decodeIfPresent(_ type: Swift.UInt128.Type, forKey key: Key) throws -> Swift.UInt128? {
    try leafIfPresent(key) { try base.decodeIfPresent(type, forKey: key) }
  }
}

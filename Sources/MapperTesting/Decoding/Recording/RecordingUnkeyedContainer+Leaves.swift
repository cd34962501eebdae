// The standard library has a separate `decodeIfPresent` for each of these types, which asks other
// questions, and a throwing `decode` for integers of 128 bits.

extension RecordingUnkeyedContainer {
  @available(macOS 15, iOS 18, *)
  mutating func decode(_ type: Swift.Int128.Type) throws -> Swift.Int128 { try value(type) }
  @available(macOS 15, iOS 18, *)
  mutating func decode(_ type: Swift.UInt128.Type) throws -> Swift.UInt128 { try value(type) }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try ifPresent(type) }
  @available(macOS 15, iOS 18, *)
  mutating func decodeIfPresent(_ type: Swift.Int128.Type) throws -> Swift.Int128? {
    try ifPresent(type)
  }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try ifPresent(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try ifPresent(type) }
  @available(macOS 15, iOS 18, *)
  mutating func decodeIfPresent(_ type: Swift.UInt128.Type) throws -> Swift.UInt128? {
    try ifPresent(type)
  }
}

// The standard library has a method for each of these types, so Foundation's own is called.

extension RecordingSingleValueContainer {
  func decode(_ type: Bool.Type) throws -> Bool { try leaf { try base.decode(type) } }
  func decode(_ type: String.Type) throws -> String { try leaf { try base.decode(type) } }
  func decode(_ type: Double.Type) throws -> Double { try leaf { try base.decode(type) } }
  func decode(_ type: Float.Type) throws -> Float { try leaf { try base.decode(type) } }
  func decode(_ type: Int.Type) throws -> Int { try leaf { try base.decode(type) } }
  func decode(_ type: Int8.Type) throws -> Int8 { try leaf { try base.decode(type) } }
  func decode(_ type: Int16.Type) throws -> Int16 { try leaf { try base.decode(type) } }
  func decode(_ type: Int32.Type) throws -> Int32 { try leaf { try base.decode(type) } }
  func decode(_ type: Int64.Type) throws -> Int64 { try leaf { try base.decode(type) } }
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.Int128.Type) throws -> Swift.Int128 {
    try leaf { try base.decode(type) }
  }
  func decode(_ type: UInt.Type) throws -> UInt { try leaf { try base.decode(type) } }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf { try base.decode(type) } }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf { try base.decode(type) } }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf { try base.decode(type) } }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf { try base.decode(type) } }
  @available(macOS 15, iOS 18, *)
  func decode(_ type: Swift.UInt128.Type) throws -> Swift.UInt128 {
    try leaf { try base.decode(type) }
  }
}

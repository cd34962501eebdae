/// The bytes that have a meaning in JSON.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let asterisk: UInt8 = 0x2a
  static let plus: UInt8 = 0x2b
  static let comma: UInt8 = 0x2c
  static let minus: UInt8 = 0x2d
  static let dot: UInt8 = 0x2e
  static let slash: UInt8 = 0x2f
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3a
  static let openBracket: UInt8 = 0x5b
  static let backslash: UInt8 = 0x5c
  static let closeBracket: UInt8 = 0x5d
  static let lowerE: UInt8 = 0x65
  static let lowerF: UInt8 = 0x66
  static let lowerN: UInt8 = 0x6e
  static let lowerT: UInt8 = 0x74
  static let lowerU: UInt8 = 0x75
  static let openBrace: UInt8 = 0x7b
  static let closeBrace: UInt8 = 0x7d

  /// The bit that differs between `E` and `e`.
  static let lowercaseBit: UInt8 = 0x20

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// Returns whether a byte is a printable character that needs no escape in a string.
  @inline(__always)
  static func isPlainInString(_ byte: UInt8) -> Bool {
    space..<0x7f ~= byte && byte != quote && byte != backslash
  }

  /// Returns the value of a hexadecimal digit, or `nil`.
  static func hexadecimalValue(_ byte: UInt8) -> UInt16? {
    if isDigit(byte) { return UInt16(byte - zero) }
    let letter = (byte | lowercaseBit) &- 0x61  // a
    return letter < 6 ? UInt16(letter) + 10 : nil
  }
}

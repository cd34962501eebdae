import JSONParsing

/// A reason why a text is not base64.
enum Base64Error: Error, Equatable {
  /// The byte is outside of the alphabet, or padding comes too early, at an offset in bytes.
  case unexpected(UInt8, offset: Int)
  /// The length of the text is not a multiple of four characters.
  case incomplete(count: Int)
}

extension Base64Error: CustomStringConvertible {
  var description: String {
    switch self {
    case .unexpected(let byte, let offset):
      byte < 0x80
        ? "expected base64, found \"\(displayed("\(Unicode.Scalar(byte))"))\" at offset \(offset)"
        : "expected base64, found a byte that is not ASCII at offset \(offset)"
    case .incomplete(let count):
      "expected base64 in groups of four characters, found \(count) characters"
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Decodes the base64 text in the first `count` bytes in place (RFC 4648, section 4, with
  /// padding, without line breaks); returns the number of decoded bytes.
  func decodeBase64(count: Int) throws(Base64Error) -> Int {
    var digitCount = count
    while digitCount > 0, count - digitCount < 2, self[digitCount - 1] == UInt8(ascii: "=") {
      digitCount -= 1
    }
    var (written, bits, bitCount) = (0, UInt32(0), 0)
    for offset in 0..<digitCount {
      guard let value = base64Value(self[offset]) else {
        throw .unexpected(self[offset], offset: offset)
      }
      (bits, bitCount) = (bits << 6 | value, bitCount + 6)
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      self[written] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
      written += 1
    }
    guard count.isMultiple(of: 4) else { throw .incomplete(count: count) }
    return written
  }
}

private func base64Value(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  default: nil
  }
}

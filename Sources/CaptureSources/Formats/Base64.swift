import JSONParsing

extension UnsafeMutableBufferPointer<UInt8> {
  /// Decodes the base64 text in the first `count` bytes in place (RFC 4648, section 4, with
  /// padding, without line breaks); returns the number of decoded bytes.
  func decodeBase64(count: Int) throws(ReadFailure) -> Int {
    var digitCount = count
    while digitCount > 0, count - digitCount < 2, self[digitCount - 1] == UInt8(ascii: "=") {
      digitCount -= 1
    }
    var (written, bits, bitCount) = (0, UInt32(0), 0)
    for offset in 0..<digitCount {
      guard let value = base64Value(self[offset]) else {
        throw .unexpectedInBase64(self[offset], at: offset)
      }
      (bits, bitCount) = (bits << 6 | value, bitCount + 6)
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      self[written] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
      written += 1
    }
    guard count.isMultiple(of: 4) else {
      throw ReadFailure("expected base64 in groups of four characters, found \(count) characters")
    }
    return written
  }
}

extension ReadFailure {
  /// The byte is outside of the alphabet, or padding comes too early, at an offset in bytes.
  fileprivate static func unexpectedInBase64(_ byte: UInt8, at offset: Int) -> ReadFailure {
    let found =
      byte < 0x80 ? "\"\(displayed("\(Unicode.Scalar(byte))"))\"" : "a byte that is not ASCII"
    return ReadFailure("expected base64, found \(found) at offset \(offset)")
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

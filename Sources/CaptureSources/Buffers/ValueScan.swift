/// Finds the end of a JSON value in a text that arrives in pieces.
///
/// The scan only examines brackets and quotes; the parser decides whether the value is valid. If
/// the brackets of an invalid value do not match, the scan ends elsewhere, and the parser stops
/// earlier.
struct ValueScan {
  private enum Context {
    /// Before the first byte, or between the tokens of a container.
    case structure
    case string
    /// After a backslash.
    case escape
    /// In a number, a literal or something invalid, outside of all containers.
    case word
  }

  private var context = Context.structure
  private var depth = 0

  /// Scans a piece, from the offset of its first byte to that after its last one; returns the
  /// offset after the value, or `nil` if the piece ends before the value.
  mutating func end(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var scan = self  // in registers
    defer { self = scan }
    var offset = start
    while offset < end {
      if scan.context == .string, offset + 8 <= end {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let count = min(
          word.bytesBefore(UInt8(ascii: "\"")), word.bytesBefore(UInt8(ascii: "\\")))
        offset += count
        if count == 8 { continue }
      }
      switch scan.step(bytes[offset]) {
      case .inside: offset += 1
      case .last: return offset + 1
      case .behind: return offset
      }
    }
    return nil
  }

  private enum Step {
    case inside
    case last
    /// The byte is after the value.
    case behind
  }

  @inline(__always)
  private mutating func step(_ byte: UInt8) -> Step {
    switch context {
    case .string: return stepInString(byte)
    case .escape:
      context = .string
      return .inside
    case .structure: return stepInStructure(byte)
    case .word: return Self.endsWord(byte) ? .behind : .inside
    }
  }

  @inline(__always)
  private mutating func stepInString(_ byte: UInt8) -> Step {
    if byte == UInt8(ascii: "\\") {
      context = .escape
    } else if byte == UInt8(ascii: "\"") {
      context = .structure
      return depth == 0 ? .last : .inside
    }
    return .inside
  }

  @inline(__always)
  private mutating func stepInStructure(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "\""): context = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { return .behind }
      depth -= 1
      return depth == 0 ? .last : .inside
    default:
      guard depth == 0 else { return .inside }
      guard !Self.endsWord(byte) else { return .behind }
      context = .word
    }
    return .inside
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"):
      true
    default: isBlank(byte)
    }
  }
}

extension UInt64 {
  /// Returns how many of the eight bytes, in memory order, precede the first occurrence of a byte;
  /// 8, if there is none. From Mycroft's test for a zero byte: its flags above the first match may
  /// be wrong, the first match is always right.
  @inline(__always)
  func bytesBefore(_ byte: UInt8) -> Int {
    let difference = littleEndian ^ UInt64(byte) &* 0x0101_0101_0101_0101
    let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    return zeros.trailingZeroBitCount / 8
  }
}

extension Span<UInt8> {
  /// Whether the text contains only JSON's white space.
  package var isBlank: Bool {
    for index in indices {
      guard CaptureSources.isBlank(self[index]) else { return false }
    }
    return true
  }
}

/// Returns whether a byte is JSON's white space.
package func isBlank(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
  default: false
  }
}

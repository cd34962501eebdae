/// The bytes of a text, followed by zeros.
///
/// The zeros are the scanner's sentinel: a zero is invalid everywhere in JSON, so every loop of the
/// scanner stops at the first one, and no loop needs to check for the end of the text. A loop stops
/// at `count` at the latest, and reads at most `padding` bytes from there.
///
/// The type holds a pointer, because the scanner must store it and a `Span` cannot be stored yet.
/// The reads are checked anyway: the bytes come from outside, and the checks cost 10 % of 3.2 GB/s
/// (webhook payloads, medians of 8 rounds).
struct PaddedText {
  /// The number of zeros after the text: the size of the widest read.
  static let padding = 8
  /// The zeros, as an array: a build without optimisation appends an array at once, but repeated
  /// elements one by one.
  static let zeros = [UInt8](repeating: 0, count: padding)
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The number of bytes in the text, without the zeros.
  let count: Int
  private let base: UnsafeRawPointer

  /// - Parameter bytes: The text and `padding` zeros; it must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count >= Self.padding, "a padded text ends in \(Self.padding) zeros")
    count = bytes.count - Self.padding
    base = bytes.baseAddress.unsafelyUnwrapped  // a buffer of at least eight bytes has an address
  }

  /// The offset after a byte order mark, which is not a part of the JSON; 0 without one.
  var start: Int {
    let mark = Self.byteOrderMark
    return mark.indices.allSatisfy { self[$0] == mark[$0] } ? mark.count : 0
  }

  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: count &+ Self.padding))
    return base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns the eight bytes from an offset; the first is the lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: count))
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the four bytes from an offset; the first is the lowest.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: count &+ 4))
    return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns whether the eight bytes from an offset are ASCII without a line feed. The function
  /// uses Mycroft's test for a zero byte: a flag above the first match may be wrong, but the test
  /// is always right about whether there is a match.
  @inline(__always)
  func isPlainLine(at offset: Int) -> Bool {
    let (word, ones) = (word(at: offset), 0x0101_0101_0101_0101 as UInt64)
    let difference = word ^ ones &* UInt64(ASCII.lineFeed)
    return (word | (difference &- ones) & ~difference) & (ones &* 0x80) == 0
  }
}

// MARK: - UTF-8

/// Returns the length in bytes of the well-formed UTF-8 sequence at an offset, or 0 if there is
/// none. The ranges are those of table 3-7 of the Unicode Standard: no overlong form, no surrogate,
/// nothing over U+10FFFF.
func utf8Length(_ text: PaddedText, at offset: Int) -> Int {
  let lead = text[offset]
  let second = text[offset &+ 1]
  let isContinued = { (step: Int) in text[offset &+ step] & 0xc0 == 0x80 }
  switch lead {
  case 0..<0x80: return 1
  case 0xc2...0xdf: return isContinued(1) ? 2 : 0
  case 0xe0...0xef:
    let isInRange =
      switch lead {
      case 0xe0: second >= 0xa0
      case 0xed: second < 0xa0
      default: true
      }
    return isInRange && isContinued(1) && isContinued(2) ? 3 : 0
  case 0xf0...0xf4:
    let isInRange =
      switch lead {
      case 0xf0: second >= 0x90
      case 0xf4: second < 0x90
      default: true
      }
    return isInRange && isContinued(1) && isContinued(2) && isContinued(3) ? 4 : 0
  default: return 0
  }
}

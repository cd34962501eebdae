/// The sequence of the simplest texts: `a`, `b`, … `z`, `aa`, `ab`, …
enum CanonicalText {
  static func append(_ index: Int, to scalars: inout [UInt32]) {
    let start = scalars.count
    var rest = index
    repeat {
      scalars.append(0x61 + UInt32(truncatingIfNeeded: rest % 26))
      rest = rest / 26 - 1
    } while rest >= 0
    if scalars.count - start > 1 { scalars[start...].reverse() }
  }
}

enum TextToken {
  /// Appends scalars as a string, with the escapes that JSON requires.
  static func append(_ scalars: [UInt32], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in scalars {
      if scalar >= 0x20, scalar < 0x7f, scalar != 0x22, scalar != 0x5c {
        bytes.append(UInt8(truncatingIfNeeded: scalar))
      } else {
        appendOther(scalar, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendOther(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0x22, 0x5c:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    case 0..<0x20:
      for byte in "\\u00".utf8 { bytes.append(byte) }
      bytes.append(hexDigit(scalar >> 4, isLower: true))
      bytes.append(hexDigit(scalar & 15, isLower: true))
    default: appendUTF8(scalar, to: &bytes)
    }
  }

  static func appendUTF8(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if let scalar = Unicode.Scalar(scalar) { bytes.append(contentsOf: scalar.utf8) }
  }
}

func hexDigit(_ value: UInt32, isLower: Bool) -> UInt8 {
  UInt8(truncatingIfNeeded: (value < 10 ? 0x30 : isLower ? 0x57 : 0x37) + value)
}

enum DecimalToken {
  static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(value.magnitude, to: &bytes)
  }

  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// Appends a number with leading zeros.
  static func append(_ value: Int64, digitCount: Int, to bytes: inout [UInt8]) {
    var rest = value.magnitude
    let start = bytes.count
    for _ in 0..<digitCount { bytes.append(UInt8(ascii: "0")) }
    var position = start + digitCount - 1
    while rest > 0, position >= start {
      bytes[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      position -= 1
    }
  }
}

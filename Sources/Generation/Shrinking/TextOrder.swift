/// The order of characters by simplicity, and the distance of texts.
enum TextOrder {
  /// Returns the distance of two texts: the difference of their lengths, and for the characters at
  /// the same positions the distance of their code points.
  static func distance(_ left: [UInt32], _ right: [UInt32]) -> Double {
    let apart = zip(left, right).map { abs(Double($0) - Double($1)) / 0x11_0000 }
    return Double(abs(left.count - right.count)) + apart.reduce(0, +)
  }

  /// Returns the rank of a character: a–z, 0–9, A–Z, then by code point.
  static func rank(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7a: scalar - 0x61
    case 0x30...0x39: 26 + scalar - 0x30
    case 0x41...0x5a: 36 + scalar - 0x41
    default: 62 + scalar
    }
  }

  static func scalar(rank: UInt32) -> UInt32 {
    switch rank {
    case 0..<26: 0x61 + rank
    case 26..<36: 0x30 + rank - 26
    case 36..<62: 0x41 + rank - 36
    default: rank - 62
    }
  }
}

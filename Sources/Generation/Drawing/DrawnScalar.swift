import JSONParsing

/// A scalar that was drawn, in 16 bytes.
struct DrawnScalar: Sendable {
  enum Kind: UInt8, Sendable {
    /// The bits are an `Int64`.
    case integer
    /// The bits are a `UInt64` that no `Int64` holds.
    case largeInteger
    /// The bits are where the scalars of a text begin, in what keeps them.
    case text
  }

  var kind: Kind
  /// How the value is written: 0 plainly; the ways depend on what it is.
  var spelling: UInt8 = 0
  /// The number of scalars of a text.
  var length: UInt32 = 0
  var bits: UInt64 = 0

  static func integer(_ value: Int64) -> DrawnScalar {
    DrawnScalar(kind: .integer, bits: UInt64(bitPattern: value))
  }

  static func integer(_ value: Int128) -> DrawnScalar {
    guard let narrow = Int64(exactly: value) else {
      return DrawnScalar(kind: .largeInteger, bits: value.low)
    }
    return integer(narrow)
  }
}

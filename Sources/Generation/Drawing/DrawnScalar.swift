import JSONParsing

/// A drawn scalar, in 16 bytes.
struct DrawnScalar: Sendable {
  enum Kind: UInt8, Sendable {
    /// The bits are an `Int64`.
    case integer
    /// The bits are a `UInt64` beyond the range of `Int64`.
    case largeInteger
    /// The bits are the start of the text's Unicode scalars in the array that stores them.
    case text
  }

  var kind: Kind
  /// The way in which the value is written; 0 is the plain way, others depend on the kind.
  var spelling: UInt8 = 0
  /// The number of Unicode scalars of a text.
  var length: UInt32 = 0
  var bits: UInt64 = 0

  static func integer(_ value: Int64) -> DrawnScalar {
    DrawnScalar(kind: .integer, bits: UInt64(bitPattern: value))
  }

  static func integer(_ value: Int128) -> DrawnScalar {
    DrawnScalar(kind: Int64(exactly: value) == nil ? .largeInteger : .integer, bits: value.low)
  }
}

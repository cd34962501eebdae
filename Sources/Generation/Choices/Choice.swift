package import JSONParsing

/// One decision on the way to a payload, in 16 bytes.
///
/// `simplest` is whatever is simplest where it stands: the member present, the collection at its
/// end, the canonical text. So a choice says nothing about what the contract decides alone, and
/// stays right when choices before it are taken out.
package struct Choice: Sendable {
  package enum Kind: UInt8, Sendable {
    case simplest
    /// Of a candidate for replay alone: all choices of the span that begins here are simplest; or
    /// all but the first, which is the alternative of the `length`, if the `spelling` is 1.
    case simplestSpan
    /// The bits are an `Int64`: a number, a count of 0 and 1, the index of an alternative.
    case integer
    /// The bits are a `UInt64` that no `Int64` holds.
    case largeInteger
    /// The bits are a `Double`'s.
    case real
    /// The bits are where the scalars begin in the sequence.
    case text
  }

  package var kind: Kind
  /// How the value is written: 0 plainly; the ways depend on what it is.
  package var spelling: UInt8 = 0
  /// The number of scalars of a text.
  package var length: UInt32 = 0
  package var bits: UInt64 = 0

  package static let simplest = Choice(kind: .simplest)
  package static let simplestSpan = Choice(kind: .simplestSpan)

  /// A span that is simplest under an alternative.
  static func simplestSpan(under alternative: Int) -> Choice {
    Choice(kind: .simplestSpan, spelling: 1, length: UInt32(alternative))
  }

  package static func integer(_ value: Int64) -> Choice {
    Choice(kind: .integer, bits: UInt64(bitPattern: value))
  }

  package static func integer(_ value: Int) -> Choice { integer(Int64(value)) }

  package static func integer(_ value: Int128) -> Choice {
    guard let narrow = Int64(exactly: value) else {
      return Choice(kind: .largeInteger, bits: value.low)
    }
    return integer(narrow)
  }

  package static func real(_ value: Double) -> Choice {
    Choice(kind: .real, bits: value.bitPattern)
  }

  /// The whole number that the choice is, if it is one.
  package var integer: Int128? {
    switch kind {
    case .integer: Int128(Int64(bitPattern: bits))
    case .largeInteger: Int128(bits)
    case .simplest, .simplestSpan, .real, .text: nil
    }
  }

  /// The whole number that the choice is, if an `Int` holds it.
  var int: Int? { kind == .integer ? Int(truncatingIfNeeded: bits) : nil }

  package var isSimplest: Bool { kind == .simplest }

  /// Whether two choices are the same but for a text's scalars.
  func isLike(_ other: Choice) -> Bool {
    kind == other.kind && spelling == other.spelling && length == other.length
      && (kind == .text || bits == other.bits)
  }
}

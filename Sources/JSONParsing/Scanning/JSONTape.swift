/// The kind of a node on the tape.
///
/// Numbers and strings have two kinds each, so that readers see at once whether the bytes can be
/// used unchanged.
@usableFromInline
package enum TapeKind: UInt8, CaseIterable, Sendable {
  case null, `false`, `true`
  /// A number of digits only, possibly with a minus sign.
  case integer
  /// A number with a fraction or an exponent.
  case real
  /// A string or member name without escapes.
  case plainString
  /// A string or member name with at least one escape.
  case escapedString
  case array, object

  @inlinable @inline(__always)
  package var isContainer: Bool { rawValue >= Self.array.rawValue }
}

/// One word of the tape: the start, kind and length of a node.
///
///     bits  0–29   start, the offset of the node's first byte (of a string: its opening quote)
///     bits 30–59   length in bytes (a string's with its quotes); of a container: its child count
///     bits 60–63   kind
///
/// A leaf or a member name is one word. An array or object is two: this one, and a `ContainerWord`;
/// its children follow. In an object names and values alternate. So a subtree is a contiguous run
/// of words, and a document is an array.
///
/// The format follows simdjson's tape, with lengths instead of pointers into a second buffer.
@usableFromInline
package struct TapeWord: Sendable {
  /// The maximum number of bytes in a text, so that every start and length fits.
  static let maximumByteCount = 1 << 30 - 1

  @usableFromInline package let bits: UInt64

  @inlinable @inline(__always)
  package init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always)
  package init(_ kind: TapeKind, start: Int, length: Int) {
    bits =
      UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: length) &<< 30
      | UInt64(kind.rawValue) &<< 60
  }

  @inlinable @inline(__always)
  package var start: Int { Int(bits & 0x3fff_ffff) }

  @inlinable @inline(__always)
  package var length: Int { Int(bits &>> 30 & 0x3fff_ffff) }

  @inlinable @inline(__always)
  package var kind: TapeKind {
    // All words were written from a kind.
    TapeKind(rawValue: UInt8(truncatingIfNeeded: bits &>> 60)).unsafelyUnwrapped
  }
}

/// The second word of an array or object: its end in the text and on the tape.
///
///     bits  0–29   end, the offset behind the closing bracket
///     bits 30–63   next, the index of the first word behind the subtree
///
/// While the container is open, the word holds the state that the scanner needs to continue after
/// it: the parent's number of children so far, and the parent's index.
@usableFromInline
package struct ContainerWord: Sendable {
  @usableFromInline package let bits: UInt64

  @inlinable @inline(__always)
  package init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always)
  package init(end: Int, next: Int) {
    bits = UInt64(truncatingIfNeeded: end) | UInt64(truncatingIfNeeded: next) &<< 30
  }

  @inlinable @inline(__always)
  package var end: Int { Int(bits & 0x3fff_ffff) }

  @inlinable @inline(__always)
  package var next: Int { Int(bits &>> 30) }
}

/// A hash that is the same on every machine and in every run: for names of files, for seeds, and
/// for what equal names share.
///
/// It is FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): short, and not safe
/// against somebody who looks for collisions. Nothing here depends on there being none: whoever
/// uses it compares what was hashed too, or reads from a file what that says itself.
@usableFromInline
package struct StableHash: Equatable, Sendable {
  @usableFromInline package internal(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Hashes bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { combine(bytes) }

  /// Hashes texts, so that `["ab", "c"]` and `["a", "bc"]` differ.
  package init(texts: [String]) {
    for text in texts {
      combine(text.utf8)
      combine(CollectionOfOne(0xff))  // no UTF-8 holds this byte
    }
  }

  @inlinable
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// The hash in 16 hexadecimal digits.
  package var text: String { hexadecimal(value) }
}

/// A number as 16 hexadecimal digits.
package func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

extension UInt64 {
  /// The number spread over all 64 bits, one to one: the finalizer of SplitMix64 (G. Steele et al.,
  /// “Fast splittable pseudorandom number generators”, OOPSLA 2014).
  @inlinable @inline(__always)
  package var mixed: UInt64 {
    var value = (self ^ (self >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

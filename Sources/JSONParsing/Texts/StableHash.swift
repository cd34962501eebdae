/// A hash that is the same on every machine and in every run: for names of files, for seeds, and as
/// a fingerprint of equal names.
///
/// The algorithm is FNV-1a with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): short, and
/// not safe against deliberate collisions. No code depends on the absence of collisions: users of
/// the hash also compare the hashed values, or read them from the file.
@usableFromInline
package struct StableHash: Equatable, Sendable {
  @usableFromInline package internal(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { combine(bytes) }

  /// Hashes texts in such a way that `["ab", "c"]` and `["a", "bc"]` differ.
  package init(texts: [String]) {
    for text in texts {
      combine(text.utf8)
      combine(CollectionOfOne(0xff))  // no UTF-8 contains this byte
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
  /// The number spread over all 64 bits by a bijection: the finalizer of SplitMix64 (G. Steele et
  /// al., “Fast splittable pseudorandom number generators”, OOPSLA 2014).
  @inlinable @inline(__always)
  package var mixed: UInt64 {
    var value = (self ^ (self >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

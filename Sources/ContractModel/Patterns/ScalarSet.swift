/// A set of Unicode scalars, as in a pattern's character classes.
public struct ScalarSet: Equatable, Sendable {
  /// The code points, ascending, without overlapping or adjacent ranges.
  package let ranges: [ClosedRange<UInt32>]

  static let lastCodePoint: UInt32 = 0x10ffff

  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  static let digits = ScalarSet([0x30...0x39])
  static let words = ScalarSet([0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a])
  /// ECMAScript's white space and line terminators.
  static let spaces = ScalarSet([
    0x09...0x0d, 0x20...0x20, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a, 0x2028...0x2029,
    0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000, 0xfeff...0xfeff,
  ])
  /// The set of `.`: everything but ECMAScript's line terminators.
  static let anyButLineEnds = ScalarSet([
    0x0a...0x0a, 0x0d...0x0d, 0x2028...0x2029,
  ]).complement

  var complement: ScalarSet {
    var next: UInt32 = 0
    var gaps: [ClosedRange<UInt32>] = []
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.lastCodePoint { gaps.append(next...Self.lastCodePoint) }
    return ScalarSet(gaps)
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }

  /// The most readable scalar: the first one of a–z, 0–9, A–Z, then the first visible one, then the
  /// first one. `nil` if the set has no scalar.
  var simplest: Unicode.Scalar? {
    let easy: [ClosedRange<UInt32>] = [0x61...0x7a, 0x30...0x39, 0x41...0x5a, 0x21...0x7e]
    for range in easy + ranges {
      let overlap = ranges.lazy.filter { $0.overlaps(range) }.first
      guard let overlap else { continue }
      let first = max(range.lowerBound, overlap.lowerBound)
      // Only surrogates are not scalars; the first scalar after them is U+E000.
      if let scalar = Unicode.Scalar(first) { return scalar }
      if overlap.contains(0xe000) { return "\u{e000}" }
    }
    return nil
  }
}

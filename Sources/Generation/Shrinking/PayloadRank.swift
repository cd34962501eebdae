import JSONParsing

/// The simplicity of a payload.
///
/// A payload is simpler than another if it differs less from the canonical payload; then if it has
/// fewer values; then if its text is shorter; then if its first different byte is simpler.
struct PayloadRank: Comparable {
  private let differenceCount: Int
  private let valueCount: Int
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - bytes: The payload's bytes.
  ///   - canonical: The canonical payload; without one, all payloads are considered to differ
  ///     equally.
  init(_ tree: PayloadTree, _ bytes: [UInt8], near canonical: PayloadTree?) {
    differenceCount = canonical.map { PayloadDeviations(of: tree, from: $0).weight } ?? 0
    valueCount = tree.nodes.count
    self.bytes = bytes
  }

  static func < (left: PayloadRank, right: PayloadRank) -> Bool {
    let (own, other) = (left.counts, right.counts)
    if own != other { return own < other }
    return left.bytes.lexicographicallyPrecedes(right.bytes) {
      TextOrder.rank(UInt32($0)) < TextOrder.rank(UInt32($1))
    }
  }

  private var counts: (Int, Int, Int) { (differenceCount, valueCount, bytes.count) }
}

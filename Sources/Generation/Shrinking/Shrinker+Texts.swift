extension Shrinker {
  /// Shortens a text, from its end; then makes its characters simpler, one by one.
  mutating func minimiseText(_ positions: [Int]) {
    shorten(positions)
    guard var text = text(positions) else { return }
    let plain = [UInt32](repeating: 0x61, count: text.count)
    if consider(plain, at: positions) { return }
    for index in text.indices {
      if text.count > 8, isExhausted { return }
      minimise(index, of: &text, positions)
    }
  }

  private func text(_ positions: [Int]) -> [UInt32]? {
    let first = positions[0]
    guard first < current.sequence.count, current.sequence[first].kind == .text else { return nil }
    return Array(current.sequence.scalars(of: current.sequence[first]))
  }

  private mutating func consider(_ text: [UInt32], at positions: [Int]) -> Bool {
    guard positions.allSatisfy({ $0 < current.sequence.count }) else { return false }
    var candidate = current.sequence
    for position in positions { candidate.replace(position, withText: text) }
    return consider(candidate)
  }

  /// Takes out all, halves, quarters, single characters.
  private mutating func shorten(_ positions: [Int]) {
    guard var text = text(positions) else { return }
    var size = text.count
    while size > 0 {
      var end = text.count
      while end > 0 {
        let start = max(0, end - size)
        var shorter = text
        shorter.removeSubrange(start..<end)
        if consider(shorter, at: positions) { text = shorter }
        end = start
      }
      size /= 2
    }
  }

  /// Where kinds of characters begin: control characters, Latin, combining, beyond the BMP.
  private var thresholds: [Int128] {
    let first: [UInt32] = [
      0x20, 0x7f, 0x80, 0xa0, 0x100, 0x300, 0x370, 0x2000, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10001,
      0x1f300,
    ]
    return first.map { Int128($0 + 62) }
  }

  private mutating func minimise(_ index: Int, of text: inout [UInt32], _ positions: [Int]) {
    let rank = Int128(TextOrder.rank(text[index]))
    guard rank > 0 else { return }
    var best = text
    let attempt: Attempt = { shrinker, rank in
      let scalar = TextOrder.scalar(rank: UInt32(rank))
      guard Unicode.Scalar(scalar) != nil else { return false }
      var candidate = best
      candidate[index] = scalar
      guard shrinker.consider(candidate, at: positions) else { return false }
      best = candidate
      return true
    }
    if !attempt(&self, 0), !(rank > 1 && attempt(&self, 1)) {
      lower(below: rank, thresholds: thresholds, attempt)
    }
    text = best
  }
}

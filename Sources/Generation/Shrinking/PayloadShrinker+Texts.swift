import JSONParsing

extension PayloadShrinker {
  typealias TextAttempt = (inout Self, [UInt32]) -> Bool

  /// Shortens a text, from its end; then simplifies its characters one by one; then sorts them, so
  /// that of all texts with the same failure one remains. The year of a date becomes 2000 or stays:
  /// the year 0 would look like the failure.
  mutating func minimise(_ text: [UInt32], _ attempt: TextAttempt) {
    var text = text
    shorten(&text, attempt)
    let plain = [UInt32](repeating: TextOrder.scalar(rank: 0), count: text.count)
    if text == plain || attempt(&self, plain) { return }
    let isDate = Self.startsWithYear(text)
    if isDate {
      let simpler = Array("2000".unicodeScalars.map(\.value)) + text.dropFirst(4)
      if simpler != text, attempt(&self, simpler) { text = simpler }
    }
    for index in text.indices.dropFirst(isDate ? 4 : 0) {
      if isExhausted { return }
      minimise(index, of: &text, attempt)
    }
    if !isDate { sort(&text, attempt) }
  }

  /// Returns whether a text starts with a year and a month, such as `2012-01`.
  private static func startsWithYear(_ text: [UInt32]) -> Bool {
    text.count >= 7
      && text.prefix(7).enumerated().allSatisfy { index, scalar in
        index == 4 ? scalar == 0x2d : (0x30...0x39).contains(scalar)
      }
  }

  /// Removes characters: all, halves, quarters, single ones.
  private mutating func shorten(_ text: inout [UInt32], _ attempt: TextAttempt) {
    var size = text.count
    while size > 0 {
      var end = text.count
      while end > 0, !isExhausted {
        let start = max(0, end - size)
        var shorter = text
        shorter.removeSubrange(start..<end)
        if attempt(&self, shorter) { text = shorter }
        end = start
      }
      size /= 2
    }
  }

  private mutating func minimise(
    _ index: Int, of text: inout [UInt32], _ attempt: TextAttempt
  ) {
    let rank = Int128(TextOrder.rank(text[index]))
    guard rank > 0 else { return }
    var best = text
    func attemptRank(_ shrinker: inout Self, _ rank: Int128) -> Bool {
      let scalar = TextOrder.scalar(rank: UInt32(rank))
      guard Unicode.Scalar(scalar) != nil else { return false }
      var candidate = best
      candidate[index] = scalar
      guard attempt(&shrinker, candidate) else { return false }
      best = candidate
      return true
    }
    if !attemptRank(&self, 0), !(rank > 1 && attemptRank(&self, 1)) {
      lower(below: rank, thresholds: Self.characterThresholds, attemptRank)
    }
    text = best
  }

  /// Ranks where kinds of characters begin: control characters, Latin, combining, beyond the BMP.
  private static var characterThresholds: [Int128] {
    let first: [UInt32] = [
      0x20, 0x7f, 0x80, 0xa0, 0x100, 0x300, 0x370, 0x2000, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10001,
      0x1f300,
    ]
    return first.map { Int128($0 + 62) }
  }

  /// Sorts the characters: all at once, or else each as far to the front as possible.
  private mutating func sort(_ text: inout [UInt32], _ attempt: TextAttempt) {
    let sorted = text.sorted { TextOrder.rank($0) < TextOrder.rank($1) }
    if sorted == text || attempt(&self, sorted) { return }
    for index in text.indices.dropFirst() {
      var place = index
      while place > 0, !isExhausted, TextOrder.rank(text[place]) < TextOrder.rank(text[place - 1]) {
        var candidate = text
        candidate.swapAt(place, place - 1)
        guard attempt(&self, candidate) else { break }
        text = candidate
        place -= 1
      }
    }
  }
}

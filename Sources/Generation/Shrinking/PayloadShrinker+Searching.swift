import JSONParsing

extension PayloadShrinker {
  /// Tries a candidate; returns whether it was accepted.
  typealias Attempt = (inout Self, Int128) -> Bool

  /// Distances from the simplest number at which programs change their behaviour. If a failure
  /// begins at one of them, it is found in a few steps (24 evaluations against 105 without the
  /// table).
  static var thresholds: [Int128] {
    [
      2, 3, 10, 100, 127, 128, 255, 256, 257, 1000, 32_767, 32_768, 65_535, 65_536, 65_537,
      1_000_000, 2_147_483_647, 2_147_483_648, 2_147_483_649, 4_294_967_295, 4_294_967_296,
      9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993,
      9_007_199_254_740_994,
      9_223_372_036_854_775_807, Int128(1) << 63,
    ]
  }

  /// Lowers a number towards 0: tries 0, the positive number if it is negative, the number next to
  /// 0, a known threshold, and then bisects the rest.
  mutating func lower(_ value: Int128, _ attempt: Attempt) {
    if value == 0 || attempt(&self, 0) { return }
    if value < 0, attempt(&self, -value) { return lower(-value, attempt) }
    let sign: Int128 = value < 0 ? -1 : 1
    let size = value.magnitude
    if size > 1, attempt(&self, sign) { return }
    var least = size
    lower(below: size, thresholds: Self.thresholds) { shrinker, size in
      guard attempt(&shrinker, sign * size) else { return false }
      least = size
      return true
    }
    // In zigzag order, −1 is before 2.
    if sign > 0, least > 1 { _ = attempt(&self, 1 - least) }
  }

  /// Finds the least size that fails, given that 1 passes and `size` fails.
  mutating func lower(below size: Int128, thresholds: [Int128], _ attempt: Attempt) {
    guard size > 2 else { return }
    var (low, high) = (Int128(1), size)
    let known = thresholds.filter { $0 > 1 && $0 < size }
    var (first, last) = (0, known.count)
    while first < last {
      let middle = (first + last) / 2
      if attempt(&self, known[middle]) {
        (high, last) = (known[middle], middle)
      } else {
        (low, first) = (known[middle], middle + 1)
      }
    }
    while low + 1 < high, !isExhausted {
      let middle = low + (high - low) / 2
      if attempt(&self, middle) { high = middle } else { low = middle }
    }
    // The failure may not be monotonic, so try smaller sizes as well.
    while high > 2, attempt(&self, high - 2) { high -= 2 }
  }

  /// Tries ranges of a number of items, from first to last: all, halves, quarters, single items.
  /// After a range was accepted, the items that are now at its place are tried.
  mutating func byHalves(
    countingBy count: (Self) -> Int, attempt: (inout Self, Range<Int>) -> Bool
  ) {
    var left = count(self)
    var size = left
    while size > 0 {
      var start = 0
      while start < left, !isExhausted {
        if attempt(&self, start..<min(start + size, left)) {
          left = count(self)
        } else {
          start += size
        }
      }
      size /= 2
    }
  }

  /// Takes the largest accepted step up to a bound: the bound, or the one that doubling and halving
  /// finds.
  mutating func farthest(_ bound: Int128, _ attempt: Attempt) {
    if attempt(&self, bound) { return }
    guard bound > 1, attempt(&self, 1) else { return }
    var (taken, step) = (Int128(1), Int128(2))
    while taken + step <= bound, attempt(&self, taken + step) {
      taken += step
      step += step
    }
    while step > 1 {
      step = step / 2
      if taken + step <= bound, attempt(&self, taken + step) { taken += step }
    }
  }
}

/// The bytes of a body that are not shown.
struct HiddenBytes: Sendable {
  /// Ascending, without overlaps.
  private var ranges: [Range<Int>] = []

  /// - Parameter ranges: In any order.
  init(_ ranges: [Range<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound..<end
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Returns the parts of a range that are not shown, ascending.
  ///
  /// - Complexity: O(log *n* + *k*) for *n* ranges, *k* of them in this one.
  func ranges(in window: Range<Int>) -> [Range<Int>] {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= window.lowerBound { low = middle + 1 } else { high = middle }
    }
    return ranges[low...].prefix { $0.lowerBound < window.upperBound }
      .map { $0.clamped(to: window) }
  }
}

/// Counts the lines that begin in each of the first segments of a file.
struct LineCounter {
  private let segmentByteCount: Int
  private(set) var counts: [Int]
  private var offset = 0

  /// - Parameter count: The number of segments.
  init(segmentByteCount: Int, count: Int) {
    self.segmentByteCount = segmentByteCount
    counts = Array(repeating: 0, count: count)
    if count > 0 { counts[0] = 1 }
  }

  /// Whether no more bytes need to be counted.
  var isDone: Bool { offset >= counts.count * segmentByteCount }

  /// Takes the next bytes of the file.
  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      guard let found = System.firstOffset(of: UInt8(ascii: "\n"), in: rest) else { break }
      position += found + 1
      // The line begins after the line feed.
      let segment = (offset + position) / segmentByteCount
      guard segment < counts.count else { break }
      counts[segment] += 1
    }
    offset += bytes.count
  }
}

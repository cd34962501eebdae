/// How inputs are shared out: the items that workers claim, in the order of the capture.
///
/// A file whose records are lines is cut into segments if it is large; any other input is one item,
/// and so is one that is packed, for it can be unpacked from its start alone.
/// The plan depends on the inputs alone, so every machine that sees the same files makes the same
/// one, and a share of it is every *n*-th item. What comes on standard input has no size: each share
/// reads all of it and takes every *n*-th line, and the first what is not lines.
package struct CapturePlan: Sendable {
  package static let standardSegmentByteCount = 4 << 20

  package let inputs: [CaptureInput]
  /// Those of the share.
  package let items: [CaptureItem]
  /// How many bytes each input has; 0 of what has no size.
  package let byteCounts: [Int]
  private let segmentByteCount: Int

  /// - Parameters:
  ///   - format: What the inputs are.
  ///   - packing: How inputs may be packed.
  ///   - share: What of the plan is wanted.
  ///   - segmentByteCount: How large a segment is; a file is cut that has more than two.
  package init(
    _ inputs: [CaptureInput], format: CaptureFormat, limits: CaptureLimits = CaptureLimits(),
    packing: InputPacking? = nil, share: CaptureShare = .all,
    segmentByteCount: Int = standardSegmentByteCount
  ) {
    precondition(segmentByteCount > 3, "a segment has room for a byte order mark")
    (self.inputs, self.segmentByteCount) = (inputs, segmentByteCount)
    var reader = CaptureReader(format: format, limits: limits)
    reader.packing = packing
    var (items, byteCounts): ([CaptureItem], [Int]) = ([], [])
    var count = 0
    for (number, input) in inputs.enumerated() {
      let byteCount = input.byteCount
      byteCounts.append(byteCount)
      let cuts = Self.segments(of: input, byteCount, segmentByteCount, &reader)
      var pieces = cuts.map { CaptureItem(input, number: number, segment: $0) }
      if pieces.isEmpty { pieces = [CaptureItem(input, number: number)] }
      for var piece in pieces {
        piece.byteCount = byteCount
        if input.source == .standardInput {
          piece.share = share
          items.append(piece)
        } else {
          if share.has(count) { items.append(piece) }
          count += 1
        }
      }
    }
    (self.items, self.byteCounts) = (items, byteCounts)
  }

  /// How many bytes the items have together; `nil`, if one has no size.
  package var itemByteCount: Int? {
    var sum = 0
    for item in items {
      let byteCount = byteCounts[item.number]
      if item.input.source == .standardInput { return nil }
      sum += item.segment.map { $0.range.clamped(to: 0..<byteCount).count } ?? byteCount
    }
    return sum
  }

  /// The segments of a large file that can be cut; none of any other input.
  private static func segments(
    of input: CaptureInput, _ byteCount: Int, _ segmentByteCount: Int,
    _ reader: inout CaptureReader
  ) -> [CaptureSegment] {
    guard byteCount / 2 > segmentByteCount,
      let kind = reader.lineKind(of: input, within: segmentByteCount)
    else { return [] }
    let starts = Array(stride(from: 0, to: byteCount, by: segmentByteCount))
    return starts.enumerated().map { number, start in
      // A file that has grown since is read to its end.
      let end = number + 1 < starts.count ? starts[number + 1] : .max
      return CaptureSegment(number: number, range: start..<end, lines: kind)
    }
  }

  /// How many lines begin in each segment of a file before another.
  ///
  /// - Parameters:
  ///   - input: The number of a file that is cut.
  ///   - segment: The other segment's number.
  /// - Throws: Why the file cannot be read.
  /// - Complexity: Reads all before the segment, at the speed of memory.
  package func lineCounts(ofInput input: Int, before segment: Int) throws(ReadFailure) -> [Int] {
    var source = try inputs[input].open()
    var counter = LineCounter(segmentByteCount: segmentByteCount, count: segment)
    var bytes = [UInt8](repeating: 0, count: ReadBuffer.standardByteCount)
    while !counter.isDone {
      var failure: ReadFailure?
      let count = bytes.withUnsafeMutableBytes { bytes in
        do throws(ReadFailure) {
          return try source.read(into: bytes)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      guard count > 0 else { break }
      bytes.withUnsafeBytes { counter.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return counter.counts
  }
}

extension CaptureInput {
  /// 0, if that is not known.
  fileprivate var byteCount: Int {
    switch source {
    case .file(let path): System.byteCount(ofFile: path) ?? 0
    case .standardInput: 0
    }
  }
}

extension CaptureReader {
  /// Returns the kind of a file's lines; `nil`, if its records are not lines, it is packed, or no
  /// line tells.
  ///
  /// - Parameter byteCount: How far is looked for the first line that is JSON, which tells.
  fileprivate mutating func lineKind(of input: CaptureInput, within byteCount: Int) -> LineKind? {
    guard let source = try? input.open() else { return nil }
    buffer.begin(source)
    defer { buffer.finish() }
    if let packing, buffer.isPacked(packing, named: input.name) { return nil }
    guard case .lines(var kind) = framing(of: input) else { return nil }
    buffer.skipByteOrderMark()
    while kind == .unknown, buffer.inputPosition < byteCount {
      switch buffer.nextLine(limit: limits.maximumRecordByteCount) {
      case .none: return nil
      case .tooLong: continue
      case .line(let range): kind = lineKind(by: range)
      }
    }
    return kind == .unknown ? nil : kind
  }
}

/// How inputs are shared out: the items that workers claim, in the order of the capture.
///
/// A file whose records are lines is cut into segments if it is large; any other input is one item,
/// and so is one that is packed, for it can be unpacked from its start alone.
/// The plan depends on the inputs alone, so every machine that sees the same files makes the same
/// one, and a share of it is every *n*-th item. What comes on standard input has no size: each share
/// reads all of it and takes every *n*-th line, and the first what is not lines.
package struct CapturePlan: Sendable {
  package static let standardSegmentByteCount = 4 << 20
  /// How many inputs there may be of which each is looked at for its size before it is read.
  ///
  /// Of more, those that are JSON by their names are not: they are shared out well as they are, and
  /// one that turns out to be large is read in one go. To look took a seventh of the time that the
  /// check of many small files takes.
  static let standardLookCount = 4_096

  /// Those of the share.
  package let items: Items
  /// What the configuration says of lines, by their inputs' names.
  package let maps: [CaptureReader.Map]

  package var inputs: [CaptureInput] { items.inputs }

  /// - Parameters:
  ///   - format: What the inputs are.
  ///   - packing: How inputs may be packed.
  ///   - share: What of the plan is wanted.
  ///   - segmentByteCount: How large a segment is; a file is cut that has more than two.
  package init(
    _ inputs: [CaptureInput], format: CaptureFormat, limits: CaptureLimits = CaptureLimits(),
    packing: InputPacking? = nil, share: CaptureShare = .all, maps: [CaptureReader.Map] = [],
    segmentByteCount: Int = standardSegmentByteCount
  ) {
    self.init(
      inputs, format: format, limits: limits, packing: packing, share: share, maps: maps,
      segmentByteCount: segmentByteCount, lookCount: Self.standardLookCount)
  }

  /// - Parameter lookCount: How many inputs there may be of which each is looked at.
  init(
    _ inputs: [CaptureInput], format: CaptureFormat, limits: CaptureLimits = CaptureLimits(),
    packing: InputPacking? = nil, share: CaptureShare = .all, maps: [CaptureReader.Map] = [],
    segmentByteCount: Int, lookCount: Int
  ) {
    precondition(segmentByteCount > 3, "a segment has room for a byte order mark")
    // The shares of a plan are made on machines that have to agree.
    let looksAtAll = inputs.count <= lookCount || share != .all || format != .auto
    var reader = CaptureReader(format: format, limits: limits)
    (reader.packing, reader.maps, self.maps) = (packing, maps, maps)
    var (pieces, byteCounts): ([Piece], [Int]) = ([], [])
    pieces.reserveCapacity(inputs.count)
    byteCounts.reserveCapacity(inputs.count)
    var cuts: [Int: LineKind] = [:]
    var count = 0
    func append(_ piece: Piece) {
      if share.has(count) { pieces.append(piece) }
      count += 1
    }
    for (number, input) in inputs.enumerated() {
      if input.isStream {
        byteCounts.append(0)
        pieces.append(Piece(input: number))
        continue
      }
      let byteCount = looksAtAll || !input.name.hasEnding(".json") ? input.byteCount : -1
      byteCounts.append(byteCount)
      if byteCount / 2 > segmentByteCount,
        let kind = reader.lineKind(of: input, within: segmentByteCount)
      {
        cuts[number] = kind
        let segmentCount = (byteCount - 1) / segmentByteCount + 1
        for segment in 0..<segmentCount { append(Piece(input: number, segment: segment)) }
      } else {
        append(Piece(input: number))
      }
    }
    items = Items(
      pieces: pieces, inputs: inputs, byteCounts: byteCounts, cuts: cuts, share: share,
      segmentByteCount: segmentByteCount)
  }

  /// How many bytes an input has; 0 of what has no size.
  package func byteCount(ofInput number: Int) -> Int {
    let known = items.byteCounts[number]
    return known < 0 ? inputs[number].byteCount : known
  }

  /// How many inputs the first items are of.
  package func inputCount(ofFirstItems count: Int) -> Int {
    var (inputCount, last) = (0, -1)
    for piece in items.pieces.prefix(count) where piece.input != last {
      (inputCount, last) = (inputCount + 1, piece.input)
    }
    return inputCount
  }

  /// How many bytes the items have together; `nil`, if one has no size.
  package var itemByteCount: Int? {
    var sum = 0
    for item in items {
      if item.input.isStream { return nil }
      let byteCount = byteCount(ofInput: item.number)
      sum += item.segment.map { $0.range.clamped(to: 0..<byteCount).count } ?? byteCount
    }
    return sum
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
    var counter = LineCounter(segmentByteCount: items.segmentByteCount, count: segment)
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

extension CapturePlan {
  typealias LineKind = CaptureReader.LineKind

  /// An item by numbers, of which there may be a million.
  struct Piece {
    /// The input's place among all, zero-based.
    var input: Int
    /// Zero-based; `nil`: the whole input.
    var segment: Int?
  }

  /// Items that are made when they are asked for.
  package struct Items: RandomAccessCollection, Sendable {
    let pieces: [Piece]
    let inputs: [CaptureInput]
    /// How many bytes each input has; -1 of what was not looked at, 0 of what has no size.
    let byteCounts: [Int]
    /// The kind of lines of those inputs that are cut.
    let cuts: [Int: LineKind]
    let share: CaptureShare
    let segmentByteCount: Int

    package var startIndex: Int { 0 }
    package var endIndex: Int { pieces.count }

    package subscript(index: Int) -> CaptureItem {
      let piece = pieces[index]
      var item = CaptureItem(inputs[piece.input], number: piece.input)
      item.byteCount = Swift.max(0, byteCounts[piece.input])
      if item.input.isStream { item.share = share }
      item.segment = piece.segment.flatMap { segment($0, of: piece.input) }
      return item
    }

    private func segment(_ number: Int, of input: Int) -> CaptureSegment? {
      let start = number * segmentByteCount
      let end = start + segmentByteCount
      return cuts[input].map { kind in
        // A file that has grown since is read to its end.
        CaptureSegment(
          number: number, range: start..<(end < byteCounts[input] ? end : .max), lines: kind)
      }
    }
  }
}

extension CaptureInput {
  /// 0, if that is not known.
  fileprivate var byteCount: Int {
    switch source {
    case .file(let path): System.byteCount(ofFile: path) ?? 0
    case .standardInput, .pipe: 0
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

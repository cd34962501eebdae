/// The division of inputs into items, which workers claim in the order of the capture.
///
/// A large file whose records are lines is divided into segments; any other input is one item. So
/// is a packed file, which can only be unpacked from its start.
///
/// The plan depends only on the inputs, so every machine with the same files makes the same plan; a
/// share is every *n*-th item. Standard input has no size: each share reads all of it and takes
/// every *n*-th line, and the first share takes everything that is not lines.
package struct CapturePlan: Sendable {
  package static let standardSegmentByteCount = 4 << 20
  /// The maximum number of inputs whose sizes are all determined before reading.
  ///
  /// If there are more, inputs that are JSON by their names are not examined. The inputs divide the
  /// work well enough without segments, and one that turns out to be large is read in one go.
  /// Examining them took a seventh of the time of the check of many small files.
  package static let standardLookCount = 4_096

  package let items: Items
  let format: CaptureFormat
  let limits: CaptureLimits
  /// The compression that inputs may have.
  let packing: InputPacking?
  /// The configuration's layouts of lines, by the names of inputs.
  let maps: [CaptureReader.Map]

  package var inputs: [CaptureInput] { items.inputs }

  /// - Parameters:
  ///   - segmentByteCount: The size of a segment; a file is divided if it is larger than two
  ///     segments.
  ///   - lookCount: The maximum number of inputs whose sizes are all determined.
  package init(
    _ inputs: [CaptureInput], format: CaptureFormat, limits: CaptureLimits = CaptureLimits(),
    packing: InputPacking? = nil, share: CaptureShare = .all, maps: [CaptureReader.Map] = [],
    segmentByteCount: Int = standardSegmentByteCount, lookCount: Int = standardLookCount
  ) {
    precondition(segmentByteCount > 3, "a segment has room for a byte order mark")
    // The shares of a plan are made on different machines, which must agree.
    let looksAtAll = inputs.count <= lookCount || share != .all || format != .auto
    var reader = CaptureReader(format: format, limits: limits)
    (reader.packing, reader.maps) = (packing, maps)
    (self.format, self.limits, self.packing, self.maps) = (format, limits, packing, maps)
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

  var reader: CaptureReader {
    var reader = CaptureReader(format: format, limits: limits)
    (reader.packing, reader.maps) = (packing, maps)
    return reader
  }

  /// Returns the size of an input in bytes; 0, if it has no size.
  package func byteCount(ofInput number: Int) -> Int {
    let known = items.byteCounts[number]
    return known < 0 ? inputs[number].byteCount : known
  }

  /// Returns the number of inputs to which the first items belong.
  package func inputCount(ofFirstItems count: Int) -> Int {
    var (inputCount, last) = (0, -1)
    for piece in items.pieces.prefix(count) where piece.input != last {
      (inputCount, last) = (inputCount + 1, piece.input)
    }
    return inputCount
  }

  /// The size of all items in bytes; `nil`, if one has no size.
  package var itemByteCount: Int? {
    var sum = 0
    for item in items {
      if item.input.isStream { return nil }
      let byteCount = byteCount(ofInput: item.number)
      sum += item.segment.map { $0.range.clamped(to: 0..<byteCount).count } ?? byteCount
    }
    return sum
  }

  /// Returns the number of lines that begin in each segment of a file before another segment.
  ///
  /// - Parameter input: The number of a file that is divided into segments.
  /// - Throws: An error, if the file cannot be read.
  /// - Complexity: Reads everything before the segment, at the speed of memory.
  package func lineCounts(ofInput input: Int, before segment: Int) throws(ReadFailure) -> [Int] {
    var source = try inputs[input].open()
    var counter = LineCounter(segmentByteCount: items.segmentByteCount, count: segment)
    var bytes = [UInt8](repeating: 0, count: ReadBuffer.standardByteCount)
    while !counter.isDone {
      let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(ReadFailure) in
        try source.read(into: UnsafeMutableRawBufferPointer(bytes))
      }
      guard count > 0 else { break }
      bytes.withUnsafeBytes { counter.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return counter.counts
  }
}

extension CapturePlan {
  typealias LineKind = CaptureReader.LineKind

  /// An item in numbers, because there may be a million.
  struct Piece {
    /// The index of the input among all inputs, zero-based.
    var input: Int
    /// The index of the segment, zero-based; `nil` for the whole input.
    var segment: Int?
  }

  /// The items, which are made on access.
  package struct Items: RandomAccessCollection, Sendable {
    let pieces: [Piece]
    let inputs: [CaptureInput]
    /// The size of each input in bytes; −1, if it was not determined, and 0, if the input has no
    /// size.
    let byteCounts: [Int]
    /// The kind of lines of those inputs that are divided into segments.
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
  /// The size in bytes; 0, if it is unknown.
  fileprivate var byteCount: Int {
    switch source {
    case .file(let path): System.byteCount(ofFile: path) ?? 0
    case .standardInput, .pipe: 0
    }
  }
}

extension CaptureReader {
  /// Returns the kind of a file's lines; `nil`, if its records are not lines, it is packed, or no
  /// line determines the kind.
  ///
  /// - Parameter byteCount: The number of bytes in which the first line of valid JSON is searched
  ///   for, which determines the kind.
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

package import JSONParsing

/// Reads inputs of any size as streams of records, in the memory of one record.
///
///     var reader = CaptureReader()
///     let problems = reader.read(CaptureInput(file: "users.ndjson")) { record, body in
///       print(record.place, body.count)
///       return .goOn
///     }
///
/// Bodies are parsed only if that is needed to find them: exchanges, events and entries are parsed,
/// but their bodies are not interpreted. A reader reuses its memory from one input to the next, so
/// each worker has its own reader.
package struct CaptureReader {
  /// The handler's answer to a record.
  package enum Answer: Sendable {
    case goOn
    /// The handler wants no more records of the input.
    case stop
    /// The record has `isUnparsed`, and must be parsed before the handler can accept it.
    case unknown
    /// The body is not JSON, which becomes a problem of the input; for records with `isBareLine`.
    case notJSON(JSONParseError)
  }

  /// Receives a record and the bytes of its body, which are valid during the call.
  package typealias Handler = (_ record: CaptureRecord, _ body: Span<UInt8>) -> Answer

  let format: CaptureFormat
  let limits: CaptureLimits
  var buffer: ReadBuffer
  /// The parsed envelope around bodies.
  var document = JSONDocument.empty
  var text = BodyText()
  var record = CaptureRecord(input: "", place: .file)
  var problems = ProblemLog(of: "")
  /// Whether requests of exchanges are handed over, too: as separate records, before the responses.
  package var readsRequests = false
  /// Whether events that look plain are handed over before their lines are parsed. Those that the
  /// handler answers with `unknown` are handed over again after parsing.
  package var handsOverUnparsed = false
  /// The compression that inputs may have; `nil`, if inputs are not unpacked.
  package var packing: InputPacking?
  /// Returns whether to stop waiting for standard input.
  package var isStopped: @Sendable () -> Bool = { false }
  /// Receives the number of bytes of each read, as stored on the disk.
  package var onRead: (@Sendable (Int) -> Void)?
  /// The configuration's layouts of lines, by the names of inputs.
  package var maps: [Map] = [] {
    didSet {
      layouts.replaceSubrange((layouts.count - oldValue.count)..., with: maps.map(\.layout))
    }
  }
  /// The known layouts, followed by those of the maps.
  private(set) var layouts = RecordLayout.known()
  var mapTrial: MapTrial?
  /// The file that is being read; `nil`, if the input is no file.
  var path: String?
  var lineCount = 0
  /// The share of standard input's lines that is read.
  var share = CaptureShare.all

  /// - Parameter bufferByteCount: The number of bytes per read; `nil` for the usual one.
  package init(
    format: CaptureFormat = .auto, limits: CaptureLimits = CaptureLimits(),
    bufferByteCount: Int? = nil
  ) {
    self.format = format
    self.limits = limits
    buffer = ReadBuffer(
      byteCount: bufferByteCount ?? ReadBuffer.standardByteCount,
      recordByteLimit: limits.maximumRecordByteCount)
  }

  /// Reads an input, and hands over its records in order. Returns the problems of parts that could
  /// not be read, in the order of the input: the first hundred, and the number of the others.
  package mutating func read(_ input: CaptureInput, _ handle: Handler) -> [CaptureProblem] {
    read(CaptureItem(input, number: 0), handle).problems.problems
  }

  /// The result of reading a part of a capture, besides the records.
  package struct Outcome: Sendable {
    package var problems: ProblemLog
    /// The number of lines that begin in a segment; zero for other items.
    package var lineCount = 0
  }

  /// Reads a whole input, or a segment of one, whose lines are counted from its first line.
  package mutating func read(_ item: CaptureItem, _ handle: Handler) -> Outcome {
    do throws(ReadFailure) {
      guard let segment = item.segment else {
        share = item.share
        let source = try item.input.open(
          byteCount: item.byteCount, isStopped: isStopped, onRead: onRead)
        _ = read(item.input, from: source, handle)
        return Outcome(problems: problems)
      }
      return try read(segment, of: item.input, handle)
    } catch {
      problems = ProblemLog(of: item.input.name)
      problems.end(error)
      return Outcome(problems: problems)
    }
  }

  /// Reads an input from another source; the input gives only its name, and is not opened.
  package mutating func read(
    _ input: CaptureInput, from source: any ByteSource, _ handle: Handler
  ) -> [CaptureProblem] {
    problems = ProblemLog(of: input.name)
    record = CaptureRecord(input: input.name, place: .file)
    path = if case .file(let path) = input.source { path } else { nil }
    buffer.begin(source)
    if let packing { buffer.unpack(packing, named: input.name) }
    lineCount = 0
    switch framing(of: input) {
    case .whole: if share.hasFirst { readWhole(handle) }
    case .lines(let kind): readLines(kind, handle)
    case .archive(let format): if share.hasFirst { readArchive(format, handle) }
    case .records(let layout, let isArray):
      if share.hasFirst { readRecords(layout, isArray: isArray, handle) }
    case .collection: if share.hasFirst { readCollection(handle) }
    case .mapping: if share.hasFirst { readMapping(handle) }
    case .response: if share.hasFirst { readResponse(handle) }
    }
    return finished()
  }

  private mutating func finished() -> [CaptureProblem] {
    if let failure = buffer.failure, failure != .stopped { problems.end(failure) }
    buffer.finish()
    return problems.problems
  }

  /// Reads the lines that begin in a segment.
  private mutating func read(
    _ segment: CaptureSegment, of input: CaptureInput, _ handle: Handler
  ) throws(ReadFailure) -> Outcome {
    problems = ProblemLog(of: input.name)
    record = CaptureRecord(input: input.name, place: .file)
    share = .all
    // A line of an earlier segment may extend over this whole segment, so that no line begins in
    // it.
    lineCount = 0
    // A line begins after a line feed, so the byte before the segment is read, too.
    let start = max(0, segment.range.lowerBound - 1)
    let source = try input.open(start..<segment.range.upperBound, onRead: onRead)
    buffer.begin(source, at: start)
    if start == 0 && segment.range.lowerBound == 0
      || buffer.moveBehindLineFeed(before: segment.range.upperBound)
    {
      readLines(segment.lines, upTo: segment.range.upperBound, handle)
    }
    _ = finished()
    return Outcome(problems: problems, lineCount: lineCount)
  }

  /// Reads the whole input as one body, whatever it contains.
  private mutating func readWhole(_ handle: Handler) {
    guard let range = wholeBody() else { return }
    record.bodyStart = BodyStart(offset: 0, position: TextPosition(line: 1, column: 1))
    _ = hand(range, handle)
  }

  /// Reads the whole input; returns `nil`, if it cannot be read, or if it is too large, which is
  /// reported.
  mutating func wholeBody() -> Range<Int>? {
    while buffer.fill() {}
    guard buffer.failure == nil else { return nil }
    let range = buffer.start..<buffer.end
    guard range.count > limits.maximumRecordByteCount else { return range }
    problems.append(limits.excess(of: "the body"))
    return nil
  }
}

package import JSONParsing

/// Reads inputs as streams of records, whatever their size, in the memory of one record.
///
///     var reader = CaptureReader()
///     let problems = reader.read(CaptureInput(file: "users.ndjson")) { record, body in
///       print(record.place, body.count)
///       return .goOn
///     }
///
/// Bodies are not parsed, but where it takes that to find them: an exchange, an event or an entry
/// is, and what it wraps is not looked at. A reader uses its memory again from one input to the
/// next, so each worker has one of its own.
package struct CaptureReader {
  /// The handler's answer to a record.
  package enum Answer: Sendable {
    case goOn
    /// Nothing more of the input is wanted.
    case stop
    /// The kind of a record with `isUnparsed`, which has to be determined before it can be taken.
    case unknown
    /// The body is not JSON, which becomes a problem of the input: for records with `isBareLine`.
    case notJSON(JSONParseError)
  }

  /// Takes a record and the bytes of its body, which are valid during the call.
  package typealias Handler = (_ record: CaptureRecord, _ body: Span<UInt8>) -> Answer

  let format: CaptureFormat
  let limits: CaptureLimits
  var buffer: ReadBuffer
  /// The parsed envelope around bodies.
  var document = JSONDocument.empty
  var text = BodyText()
  var record = CaptureRecord(input: "", place: .file)
  var problems = ProblemLog(of: "")
  /// Whether what an exchange asked is handed over, too: as a record of its own, before the response.
  package var readsRequests = false
  /// Whether events that look plain are handed over before their lines are parsed; those that come
  /// back as `unknown` are handed over once more.
  package var handsOverUnparsed = false
  /// How inputs may be packed; `nil`: they are read as they are.
  package var packing: InputPacking?
  /// Whether what has not come yet on standard input is not waited for any more.
  package var isStopped: @Sendable () -> Bool = { false }
  /// Gets how many bytes of the inputs were read, each time, as they are on the disk.
  package var onRead: (@Sendable (Int) -> Void)?
  /// What the configuration says of lines, by their inputs' names.
  package var maps: [Map] = [] {
    didSet { layouts = RecordLayout.known() + maps.map(\.layout) }
  }
  /// Those that are known, then those of the maps.
  private(set) var layouts = RecordLayout.known()
  var mapTrial: MapTrial?
  /// The file that is read; `nil`, if it is not a file.
  var path: String?
  /// How many lines were read.
  var lineCount = 0
  /// Which lines of standard input are taken.
  var share = CaptureShare.all

  package init(format: CaptureFormat = .auto, limits: CaptureLimits = CaptureLimits()) {
    self.init(format: format, limits: limits, bufferByteCount: ReadBuffer.standardByteCount)
  }

  /// - Parameter bufferByteCount: How much is read at once.
  init(format: CaptureFormat, limits: CaptureLimits = CaptureLimits(), bufferByteCount: Int) {
    self.format = format
    self.limits = limits
    buffer = ReadBuffer(
      byteCount: bufferByteCount, recordByteLimit: limits.maximumRecordByteCount)
  }

  /// Reads an input, and hands over its records in their order.
  ///
  /// - Returns: What could not be read, in the order of the input; the first hundred, and how many
  ///   more there were.
  package mutating func read(_ input: CaptureInput, _ handle: Handler) -> [CaptureProblem] {
    read(CaptureItem(input, number: 0), handle).problems.problems
  }

  /// The result of reading a part of a capture, besides the records.
  package struct Outcome: Sendable {
    package var problems: ProblemLog
    /// How many lines were begun in a segment; of another item, zero.
    package var lineCount = 0
  }

  /// Reads a whole input, or a segment of one.
  ///
  /// Lines are counted from the segment's first.
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

  /// Reads an input from another source.
  ///
  /// - Parameter input: Names the input; it is not opened.
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
    // A line of another segment may go through all of this one: then none begins here.
    lineCount = 0
    // A line begins after a line feed, so the byte before the segment is looked at too.
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

  /// Reads the whole input as one body, whatever it holds.
  private mutating func readWhole(_ handle: Handler) {
    guard let range = wholeBody() else { return }
    record.bodyStart = BodyStart(offset: 0, position: TextPosition(line: 1, column: 1))
    _ = hand(range, handle)
  }

  /// Reads all of the input; `nil`, if it cannot be read or is too large, which is noted.
  mutating func wholeBody() -> Range<Int>? {
    while buffer.fill() {}
    guard buffer.failure == nil else { return nil }
    let range = buffer.start..<buffer.end
    guard range.count > limits.maximumRecordByteCount else { return range }
    problems.append(limits.excess(of: "the body"))
    return nil
  }
}

import JSONParsing

extension CaptureReader {
  /// Reads NDJSON: one record per line; blank lines are skipped, and broken lines are reported.
  ///
  /// Bodies are handed over unparsed, because their checker parses them anyway. The first record
  /// decides for the whole file: if it is a body, a line that looks like an exchange is a body,
  /// too; if it is an exchange or event, any other line is a problem.
  ///
  /// - Parameter end: Lines that begin at or after this offset are not read; in bytes from the
  ///   start of the input.
  mutating func readLines(_ kind: LineKind, upTo end: Int = .max, _ handle: Handler) {
    var kind = kind
    lineCount = 0
    if case .envelopes(let number) = kind, buffer.inputPosition == 0, share.hasFirst {
      beginTrial(number)
    }
    defer { endTrial() }
    if buffer.inputPosition == 0 { buffer.skipByteOrderMark() }
    while buffer.inputPosition < end {
      let line = buffer.nextLine(limit: limits.maximumRecordByteCount)
      if line == .none { return }
      lineCount += 1
      let isTaken = share.has(lineCount - 1)
      switch line {
      case .line(let range) where isTaken:
        guard readLine(range, lineCount, &kind, handle) else { return }
      case .line(let range): if kind == .unknown { kind = lineKind(by: range) }
      case .tooLong where isTaken:
        problems.append(
          at: TextPosition(line: lineCount, column: 1), limits.excess(of: "the line"))
      case .tooLong, .none: break
      }
    }
  }

  /// Determines the kind of all lines from one of them; returns `unknown`, if it is not JSON.
  mutating func lineKind(by line: Range<Int>) -> LineKind {
    guard (try? buffer.parse(line, into: &document)) != nil else { return .unknown }
    return layoutNumber(of: document.root).map { .envelopes(layout: $0) } ?? .bodies
  }

  /// - Parameters:
  ///   - number: The number of the line, one-based.
  ///   - kind: The kind of lines; it is determined, if it was unknown.
  /// - Returns: Whether to continue.
  private mutating func readLine(
    _ range: Range<Int>, _ number: Int, _ kind: inout LineKind, _ handle: Handler
  ) -> Bool {
    guard beginLine(range, number, kind) else { return true }
    if kind == .bodies { return hand(range, handle) }
    if kind == .envelopes(layout: 0), let goesOn = handUnparsed(range, handle) { return goesOn }
    guard parseLine(range, &kind) else { return true }
    guard case .envelopes(let layout) = kind else { return hand(range, handle) }
    return handRecord(layout, in: range, handle)
  }

  /// Hands over the exchange or event in `document`, if it is one; returns whether to continue.
  mutating func handRecord(_ layout: Int, in range: Range<Int>, _ handle: Handler) -> Bool {
    let members = layouts[layout].members(of: document.root)
    let found = Envelope(members, isStated: true)
    found?.describe(&record)
    guard mapTrial == nil || noteMapped(members, isEnvelope: found != nil) else { return false }
    guard let envelope = found else {
      noteNoEnvelope()
      return true
    }
    guard handRequest(readsRequests ? envelope.requestBody : nil, in: range, handle),
      hand(envelope.body, isBase64: envelope.isBase64, in: range, handle)
    else {
      mapTrial = nil
      return false
    }
    return true
  }

  /// Begins the record of a line; returns whether the line is more than white space.
  mutating func beginLine(_ range: Range<Int>, _ number: Int, _ kind: LineKind) -> Bool {
    guard !buffer.bytes[range].allSatisfy(isBlank) else { return false }
    if kind != .bodies { record = CaptureRecord(input: record.input, place: .file) }
    record.place = .line(number)
    record.bodyStart = BodyStart(
      offset: buffer.inputOffset(range.lowerBound), position: TextPosition(line: number, column: 1))
    return true
  }

  /// Parses a line, which determines the kind of lines, if it was unknown. Returns whether the line
  /// is JSON; if not, that is reported.
  mutating func parseLine(_ range: Range<Int>, _ kind: inout LineKind) -> Bool {
    do throws(JSONParseError) {
      try buffer.parse(range, into: &document)
    } catch {
      noteNotJSON(error, in: range)
      return false
    }
    if kind == .unknown {
      kind = layoutNumber(of: document.root).map { .envelopes(layout: $0) } ?? .bodies
    }
    return true
  }

  /// Reports that the record's line or entry is JSON, but not like those before it.
  mutating func noteNoEnvelope() {
    let what = if case .entry = record.place { "entry" } else { "line" }
    problems.append(
      at: record.bodyStart?.position, "the \(what) is neither an exchange nor an event")
  }
}

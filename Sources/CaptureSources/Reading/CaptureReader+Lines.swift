import JSONParsing

extension CaptureReader {
  /// Reads NDJSON: a record a line, blank lines skipped, a broken one noted.
  ///
  /// Bodies are handed over as they are, for whoever judges them parses them anyway. Whether lines
  /// are bodies is told once: in a file whose first record is a body, a line that looks like an
  /// exchange is a body; in one whose first record is an exchange or event, any other line is a
  /// problem.
  ///
  /// - Parameter end: No line is read that begins there or behind, in bytes from the start of the
  ///   input.
  mutating func readLines(_ kind: LineKind, upTo end: Int = .max, _ handle: Handler) {
    var kind = kind
    lineCount = 0
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

  /// Returns the kind of all lines by one of them; `unknown`, if it is not JSON.
  mutating func lineKind(by line: Range<Int>) -> LineKind {
    do throws(JSONParseError) {
      try buffer.parse(line, into: &document)
    } catch {
      return .unknown
    }
    return Envelope(document.root, isStated: false) == nil ? .bodies : .envelopes
  }

  /// - Parameters:
  ///   - range: The line in the buffer.
  ///   - number: One-based.
  ///   - kind: Becomes known, if it was not.
  /// - Returns: Whether to go on.
  private mutating func readLine(
    _ range: Range<Int>, _ number: Int, _ kind: inout LineKind, _ handle: Handler
  ) -> Bool {
    guard !buffer.bytes[range].allSatisfy(isBlank) else { return true }
    if kind != .bodies { record = CaptureRecord(input: record.input, place: .file) }
    record.place = .line(number)
    record.bodyStart = BodyStart(
      offset: buffer.inputOffset(range.lowerBound), position: TextPosition(line: number, column: 1))
    if kind == .bodies { return hand(range, handle) }
    if kind == .envelopes, let goesOn = handUnparsed(range, handle) { return goesOn }
    do throws(JSONParseError) {
      try buffer.parse(range, into: &document)
    } catch {
      noteNotJSON(error, in: range)
      return true
    }
    return readValue(range, &kind, handle)
  }

  /// Reads a line of which nothing or more is known than that it is JSON.
  private mutating func readValue(
    _ range: Range<Int>, _ kind: inout LineKind, _ handle: Handler
  ) -> Bool {
    if let envelope = Envelope(document.root, isStated: kind == .envelopes) {
      kind = .envelopes
      envelope.describe(&record)
      guard handRequest(envelope.requestBody, in: range, handle) else { return false }
      return hand(envelope.body, in: range, handle)
    }
    if kind == .unknown {
      kind = .bodies
      return hand(range, handle)
    }
    problems.append(
      at: record.bodyStart?.position, "the line is neither an exchange nor an event")
    return true
  }
}

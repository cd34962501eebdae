import JSONParsing

/// A part of an input's text, for callers that rewrite the input.
package enum CapturePiece: Equatable {
  /// The whole text, which is a single body.
  case body
  /// A line that is a body; a line that is an exchange or event, or is among such lines; a blank
  /// line.
  case bodyLine, envelopeLine, blankLine
  /// A bracket of an archive's outermost object, of its log, or of the entries.
  case opening(UInt8)
  case closing(UInt8)
  /// The name of a member of these objects.
  case name(String)
  /// The value of such a member.
  case member
  /// An entry and its format; a single entry may be the whole text.
  case entry(CaptureFormat)
  /// The head of a response, before its body.
  case head
}

extension CaptureReader {
  /// Receives a piece and its bytes, which are valid during the call; returns whether to continue.
  package typealias PieceHandler = (_ piece: CapturePiece, _ bytes: Span<UInt8>) -> Bool

  /// Reads an input piece by piece, in the memory of one record; returns the problems of parts that
  /// could not be read, which are left out.
  package mutating func readPieces(
    of input: CaptureInput, _ handle: PieceHandler
  ) -> [CaptureProblem] {
    problems = ProblemLog(of: input.name)
    do throws(ReadFailure) {
      buffer.begin(try input.open(isStopped: isStopped, onRead: onRead))
      if let packing { buffer.unpack(packing, named: input.name) }
      switch framing(of: input) {
      case .whole: readWholePiece(handle)
      case .lines(let kind): readLinePieces(kind, handle)
      case .archive(let format): readArchivePieces(format, handle)
      case .collection: problems.append("a Postman collection is read, and not written")
      case .mapping:
        if let range = wholeMapping() { _ = hand(.entry(.wiremock), range, handle) }
      case .response:
        guard let (head, body) = responseParts(), hand(.head, head.range, handle) else { break }
        _ = hand(.body, body, handle)
      }
      if let failure = buffer.failure { problems.end(failure) }
      buffer.finish()
    } catch {
      problems.end(error)
    }
    return problems.problems
  }

  private func hand(_ piece: CapturePiece, _ range: Range<Int>, _ handle: PieceHandler) -> Bool {
    let bytes = buffer.bytes[range]
    return handle(piece, bytes.span)
  }

  private mutating func readWholePiece(_ handle: PieceHandler) {
    if let range = wholeBody() { _ = hand(.body, range, handle) }
  }

  private mutating func readLinePieces(_ kind: LineKind, _ handle: PieceHandler) {
    var (kind, number) = (kind, 0)
    buffer.skipByteOrderMark()
    while true {
      number += 1
      switch buffer.nextLine(limit: limits.maximumRecordByteCount) {
      case .none: return
      case .tooLong:
        problems.append(
          at: TextPosition(line: number, column: 1), limits.excess(of: "the line"))
      case .line(let range):
        let isEmpty = buffer.bytes[range].allSatisfy(isBlank)
        if !isEmpty, kind == .unknown { kind = lineKind(by: range) }
        let piece: CapturePiece =
          isEmpty ? .blankLine : kind == .bodies ? .bodyLine : .envelopeLine
        if !isEmpty, let own = ownLine(range, kind) {
          let bytes = own[...]
          guard handle(piece, bytes.span) else { return }
        } else {
          guard hand(piece, range, handle) else { return }
        }
      }
    }
  }

  /// Returns a record of a log in the native format, without its other members; `nil`, if the line
  /// is already in that format, or is no record.
  private mutating func ownLine(_ range: Range<Int>, _ kind: LineKind) -> [UInt8]? {
    guard case .envelopes(let number) = kind, number > 0,
      (try? buffer.parse(range, into: &document)) != nil
    else { return nil }
    return Envelope(layouts[number].members(of: document.root), isStated: true)?.text
  }

  // MARK: - Archives

  private mutating func readArchivePieces(_ format: CaptureFormat, _ handle: PieceHandler) {
    buffer.skipByteOrderMark()
    buffer.beginStreaming()
    do throws(JSONParseError) {
      _ = try readObjectPieces(format, isLog: false, handle)
    } catch {
      noteBroken(error)
    }
  }

  /// Reads the outermost object, or the log in it; returns whether to continue.
  private mutating func readObjectPieces(
    _ format: CaptureFormat, isLog: Bool, _ handle: PieceHandler
  ) throws(JSONParseError) -> Bool {
    try buffer.expect(UInt8(ascii: "{"), .value)
    guard hand(.opening(UInt8(ascii: "{")), 0..<0, handle) else { return false }
    var isFirst = true
    while let name = try buffer.nextName(&isFirst) {
      guard hand(.name(name), 0..<0, handle) else { return false }
      let goesOn =
        switch (name, buffer.token()) {
        case ("log", UInt8(ascii: "{")) where format == .har && !isLog:
          try readObjectPieces(format, isLog: true, handle)
        case (format.entriesName, UInt8(ascii: "[")) where isLog == (format == .har):
          try readEntryPieces(format, handle)
        default: try readValuePiece(.member, handle)
        }
      guard goesOn else { return false }
    }
    return hand(.closing(UInt8(ascii: "}")), 0..<0, handle)
  }

  private mutating func readEntryPieces(
    _ format: CaptureFormat, _ handle: PieceHandler
  ) throws(JSONParseError) -> Bool {
    try buffer.expect(UInt8(ascii: "["), .value)
    guard hand(.opening(UInt8(ascii: "[")), 0..<0, handle) else { return false }
    var isFirst = true
    while try buffer.moveToChild(&isFirst, closing: UInt8(ascii: "]")) {
      guard try readValuePiece(.entry(format), handle) else { return false }
    }
    return hand(.closing(UInt8(ascii: "]")), 0..<0, handle)
  }

  private mutating func readValuePiece(
    _ piece: CapturePiece, _ handle: PieceHandler
  ) throws(JSONParseError) -> Bool {
    _ = buffer.token()
    let start = buffer.inputPosition
    let isHeld = try buffer.moveBehindValue(from: start)
    guard isHeld, buffer.position - buffer.start <= limits.maximumRecordByteCount else {
      problems.append(
        at: buffer.textPosition(of: start), limits.excess(of: "a value of the archive"))
      // A value follows each name.
      if case .entry = piece { return true }
      return hand(piece, 0..<0, handle)
    }
    return hand(piece, buffer.start..<buffer.position, handle)
  }
}

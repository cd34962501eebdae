package import JSONParsing

/// A part of an input's text, for callers that rewrite the input.
package enum CapturePiece {
  /// The head of a response, before its body.
  case head
  /// The whole text, or what follows a head, which is a single body and need not be JSON.
  case body
  /// A line that is a body, or an exchange or event; `nil`, if it is blank or cannot be read.
  case line(JSONValue?, CaptureFormat)
  /// A bracket of an archive's outermost object, of its log, or of the entries.
  case opening(UInt8)
  case closing(UInt8)
  /// The name of a member of these objects.
  case name(String)
  /// The value of such a member; `nil`, if it is too large.
  case member(JSONValue?)
  /// An entry and its format; a single entry may be the whole text.
  case entry(JSONValue, CaptureFormat)
}

extension CaptureReader {
  /// Receives a piece, and the bytes of a head or body, which are valid during the call; returns
  /// whether to continue.
  package typealias PieceHandler = (_ piece: CapturePiece, _ bytes: Span<UInt8>) -> Bool

  /// Reads an input piece by piece, in the memory of one record. Parts that cannot be read are left
  /// out; returns their problems, which are the same as those of `read`.
  package mutating func readPieces(
    of input: CaptureInput, _ handle: PieceHandler
  ) -> [CaptureProblem] {
    problems = ProblemLog(of: input.name)
    record = CaptureRecord(input: input.name, place: .file)
    do throws(ReadFailure) {
      buffer.begin(try input.open(isStopped: isStopped, onRead: onRead))
      if let packing { buffer.unpack(packing, named: input.name) }
      switch framing(of: input) {
      case .whole: if let range = wholeBody() { _ = hand(.body, range, handle) }
      case .lines(let kind): readLinePieces(kind, handle)
      case .archive(let format): readArchivePieces(format, handle)
      case .records(let layout, let isArray): readRecordPieces(layout, isArray: isArray, handle)
      case .collection: problems.append("a Postman collection is read, and not written")
      case .mapping:
        if let (_, start) = parsedWhole(), isEntry(nil, at: start) {
          _ = hand(.entry(document.root, .wiremock), handle)
        }
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

  private func hand(_ piece: CapturePiece, _ handle: PieceHandler) -> Bool {
    hand(piece, 0..<0, handle)
  }

  private mutating func readLinePieces(_ kind: LineKind, _ handle: PieceHandler) {
    var (kind, number, goesOn) = (kind, 0, true)
    buffer.skipByteOrderMark()
    while goesOn {
      number += 1
      switch buffer.nextLine(limit: limits.maximumRecordByteCount) {
      case .none: return
      case .tooLong:
        problems.append(
          at: TextPosition(line: number, column: 1), limits.excess(of: "the line"))
        goesOn = hand(.line(nil, .json), handle)
      case .line(let range):
        let piece = piece(ofLine: range, number, &kind)
        goesOn = hand(piece, handle)
      }
    }
  }

  /// Returns the piece of a line. A record of a log is in the native format, without its other
  /// members.
  private mutating func piece(
    ofLine range: Range<Int>, _ number: Int, _ kind: inout LineKind
  ) -> CapturePiece {
    guard beginLine(range, number, kind), parseLine(range, &kind) else { return .line(nil, .json) }
    guard case .envelopes(let layout) = kind else { return .line(document.root, .json) }
    return .line(envelope(layout), .exchanges)
  }

  /// Returns the exchange or event in `document`, in the native format; `nil`, if it is none, which
  /// is reported.
  private mutating func envelope(_ layout: Int) -> JSONValue? {
    let members = layouts[layout].members(of: document.root)
    guard let envelope = Envelope(members, isStated: true) else {
      noteNoEnvelope()
      return nil
    }
    guard layout > 0 else { return document.root }
    return (try? JSONDocument(parsing: envelope.text, options: .anyDepth))?.root
  }

  private mutating func readRecordPieces(_ layout: Int, isArray: Bool, _ handle: PieceHandler) {
    guard isArray else {
      if parsedWhole() != nil, let root = envelope(layout) {
        _ = hand(.entry(root, .exchanges), handle)
      }
      return
    }
    guard hand(.opening(UInt8(ascii: "[")), handle) else { return }
    var goesOn = true
    readElements { reader, index, _, start in
      reader.beginEntry(index, at: start)
      if let root = reader.envelope(layout) {
        goesOn = reader.hand(.entry(root, .exchanges), handle)
      }
      return goesOn
    }
    if goesOn { _ = hand(.closing(UInt8(ascii: "]")), handle) }
  }

  // MARK: - Archives

  private mutating func readArchivePieces(_ format: CaptureFormat, _ handle: PieceHandler) {
    buffer.skipByteOrderMark()
    buffer.beginStreaming()
    do throws(JSONParseError) {
      var count: Int?
      guard try readObjectPieces(format, &count, isLog: false, handle) else { return }
      if buffer.token() != nil { throw buffer.unexpected(.endOfText) }
      if count == nil { noteNoEntries(format) }
    } catch {
      noteBroken(error)
    }
  }

  /// Reads the outermost object, or the log in it; returns whether to continue. `count` is the
  /// number of entries so far; `nil`, if there was no list of entries.
  private mutating func readObjectPieces(
    _ format: CaptureFormat, _ count: inout Int?, isLog: Bool, _ handle: PieceHandler
  ) throws(JSONParseError) -> Bool {
    try buffer.expect(UInt8(ascii: "{"), .value)
    guard hand(.opening(UInt8(ascii: "{")), handle) else { return false }
    var isFirst = true
    while let name = try buffer.nextName(&isFirst) {
      guard hand(.name(name), handle) else { return false }
      let goesOn =
        switch (name, buffer.token()) {
        case ("log", UInt8(ascii: "{")) where format == .har && !isLog:
          try readObjectPieces(format, &count, isLog: true, handle)
        case (format.entriesName, UInt8(ascii: "[")) where isLog == (format == .har):
          try readEntryPieces(format, &count, handle)
        default: try readMemberPiece(handle)
        }
      guard goesOn else { return false }
    }
    return hand(.closing(UInt8(ascii: "}")), handle)
  }

  private mutating func readEntryPieces(
    _ format: CaptureFormat, _ count: inout Int?, _ handle: PieceHandler
  ) throws(JSONParseError) -> Bool {
    guard hand(.opening(UInt8(ascii: "[")), handle) else { return false }
    var index = count ?? 0
    let goesOn = try readEntries(&index) { reader, _, _, _ in
      reader.hand(.entry(reader.document.root, format), handle)
    }
    count = index
    return goesOn && hand(.closing(UInt8(ascii: "]")), handle)
  }

  private mutating func readMemberPiece(_ handle: PieceHandler) throws(JSONParseError) -> Bool {
    let isHeld = try parseValue("a value of the archive") != nil
    return hand(.member(isHeld ? document.root : nil), handle)
  }
}

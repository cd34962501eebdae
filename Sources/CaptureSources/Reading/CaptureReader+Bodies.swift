import JSONParsing

extension CaptureReader {
  /// Hands over the record with a part of the buffer as its body; returns whether to continue.
  mutating func hand(_ body: Range<Int>, _ handle: Handler) -> Bool {
    goesOn(answer(to: buffer.bytes[body], handle), body: body)
  }

  /// Calls the handler. The slice must be released when it returns, because memory that is still
  /// referenced cannot be read into.
  private func answer(to body: ArraySlice<UInt8>, _ handle: Handler) -> Answer {
    handle(record, body.span)
  }

  /// - Parameter body: The place of the body in the buffer; `nil`, if it is not there.
  private mutating func goesOn(_ answer: Answer, body: Range<Int>?) -> Bool {
    switch answer {
    case .goOn, .unknown: return true
    case .stop: return false
    case .notJSON(let error):
      noteNotJSON(error, in: body)
      return true
    }
  }

  /// Reports the error of the text at a range of the buffer, where the record's body starts.
  mutating func noteNotJSON(_ error: JSONParseError, in range: Range<Int>?) {
    var position: TextPosition?
    if let start = record.bodyStart, let range, !problems.isFull {
      position = start.position(of: TextPosition(offset: error.offset, in: buffer.bytes[range]))
    }
    let what = record.isBareLine ? "line" : "body"
    problems.append(at: position, "the \(what) \(error.verdict)", detail: "\(error.reason)")
  }
}

// MARK: - Bodies in envelopes

extension CaptureReader {
  /// Hands over the record with the body from its envelope in `document`.
  ///
  /// A value is handed over as it is written, and a text without its escapes: the text is the body,
  /// whether or not it is JSON.
  ///
  /// - Parameters:
  ///   - body: A value of `document`; `nil`, if there is none.
  ///   - isJSON: Whether a text is handed over as it is written, too.
  ///   - envelope: The envelope in the buffer; the record's body start is the envelope's.
  /// - Returns: Whether to continue.
  mutating func hand(
    _ body: JSONValue?, isBase64: Bool = false, isJSON: Bool = false, in envelope: Range<Int>,
    _ handle: Handler
  ) -> Bool {
    guard !record.isCutOff else { return handCutOff(handle) }
    guard let body, record.admitsBody || !body.isBlank else {
      record.bodyState = .absent
      record.bodyStart = nil
      return hand(envelope.prefix(0), handle)
    }
    let written = body.byteRange
    let start = envelope.lowerBound + written.lowerBound
    let range = start..<start + written.count
    if body.kind == .string, !isJSON {
      return handText(range.dropFirst().dropLast(), isBase64: isBase64, handle)
    }
    record.bodyStart = place(of: range.lowerBound, in: envelope)
    return hand(range, handle)
  }

  /// Hands over the request of the exchange in `document`, if requests are wanted.
  ///
  /// - Parameters:
  ///   - body: The body; `nil`, if the record has no actual request, such as an event or a mapping.
  ///   - envelope: The exchange in the buffer; the record's body start is the exchange's.
  /// - Returns: Whether to continue.
  mutating func handRequest(
    _ body: RequestBody?, in envelope: Range<Int>, _ handle: Handler
  ) -> Bool {
    guard readsRequests, let body else { return true }
    let response = record
    defer { record = response }
    record.isRequest = true
    (record.isCutOff, record.statedByteCount) = (body.isCutOff, body.statedByteCount)
    record.mimeType = body.mimeType ?? record.requestHeaders.value(named: "content-type")
    if let form = body.form {
      record.bodyStart = nil
      text.take(Array(form.utf8)[...])
      return handWritten(handle)
    }
    guard let value = body.value, !value.isBlank else {
      if body.isCutOff { return handCutOff(handle) }
      if body.value == nil { record.bodyState = .absent }
      return hand(envelope.prefix(0), handle)
    }
    return hand(value, isBase64: body.isBase64, in: envelope, handle)
  }

  /// - Parameter content: The content between the text's quotes, in the buffer.
  private mutating func handText(
    _ content: Range<Int>, isBase64: Bool, _ handle: Handler
  ) -> Bool {
    record.bodyStart = nil
    text.take(buffer.bytes[content])
    if isBase64 {
      do throws(ReadFailure) {
        try text.decodeBase64()
        try text.unpack(packing, limits)
      } catch {
        record.bodyState = .undecodable(error.description)
      }
    }
    return isCutOff(content, isBase64: isBase64) ? handCutOff(handle) : handWritten(handle)
  }

  /// Returns whether the text has fewer bytes than the log states, and is not complete JSON: logs
  /// may write JSON without its white space.
  private func isCutOff(_ content: Range<Int>, isBase64: Bool) -> Bool {
    guard let stated = record.statedByteCount else { return false }
    guard record.bodyState == .present else { return isBase64 && stated > content.count / 4 * 3 }
    return stated > text.count
      && (try? JSONDocument(parsing: Array(text.bytes[..<text.count]), options: .anyDepth)) == nil
  }

  private mutating func handCutOff(_ handle: Handler) -> Bool {
    (record.bodyState, record.bodyStart) = (.cutOff, nil)
    text.clear()
    return handWritten(handle)
  }

  /// Hands over the record with the text as its body.
  mutating func handWritten(_ handle: Handler) -> Bool {
    goesOn(answer(to: text.bytes[..<text.count], handle), body: nil)
  }

  /// Returns the place in the input of a byte of an envelope.
  private func place(of offset: Int, in envelope: Range<Int>) -> BodyStart? {
    guard let start = record.bodyStart else { return nil }
    var walk = TextWalk()
    walk.advance(over: buffer.bytes, in: envelope.lowerBound..<offset)
    return BodyStart(
      offset: start.offset + offset - envelope.lowerBound,
      position: start.position(of: walk.position))
  }
}

extension JSONValue {
  /// Whether the value may be a recorder's notation for a missing body.
  fileprivate var isBlank: Bool { isNull || string?.isEmpty == true }
}

extension CaptureRecord {
  /// Whether HTTP permits the response to have a body (RFC 9110, sections 9.3.2 and 15).
  var admitsBody: Bool {
    switch status ?? 200 {
    case 100..<200, 204, 205, 304: false
    default: method?.uppercased() != "HEAD"
    }
  }
}

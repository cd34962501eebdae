import JSONParsing

extension CaptureReader {
  /// Reads the whole input as one response: the record is its body, with the status and headers of
  /// its head and a known place in the input.
  mutating func readResponse(_ handle: Handler) {
    guard let (head, body) = responseParts() else { return }
    record.status = head.status
    record.responseHeaders = head.headers
    record.mimeType = head.headers.value(named: "content-type")
    var walk = TextWalk()
    walk.advance(over: buffer.bytes, in: 0..<body.lowerBound)
    record.bodyStart = BodyStart(
      offset: buffer.inputOffset(body.lowerBound), position: walk.position)
    _ = hand(body, handle)
  }

  /// Reads the whole input; returns `nil` and reports a problem, if it is no response.
  mutating func responseParts() -> (head: ResponseHead, body: Range<Int>)? {
    buffer.skipByteOrderMark()
    _ = buffer.token()
    let start = buffer.position
    guard let range = wholeBody() else { return nil }
    guard let head = ResponseHead(buffer.bytes[start..<range.upperBound]) else {
      problems.append(
        at: TextPosition(line: 1, column: 1), "the response's head is none, or does not end")
      return nil
    }
    return (head, head.range.upperBound..<range.upperBound)
  }
}

// MARK: - Bodies in files

extension CaptureReader {
  /// Hands over the record of a mapping with the body from a file beside it.
  mutating func handFile(_ name: String, _ handle: Handler) -> Bool {
    record.bodyStart = nil
    do throws(ReadFailure) {
      let file = try StubFile(named: name, besides: path)
      try text.take(from: try file.open(), packing, limits)
      record.input = file.name
      record.bodyStart = BodyStart(offset: 0, position: TextPosition(line: 1, column: 1))
    } catch {
      text.clear()
      record.bodyState = .undecodable("its file cannot be read: \(error)")
    }
    return handWritten(handle)
  }
}

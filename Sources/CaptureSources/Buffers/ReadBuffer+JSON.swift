import JSONParsing

// The tokens of JSON, for texts that cannot be held as a whole.

extension ReadBuffer {
  /// Moves to the next token; returns its first byte, or `nil` at the end of the input, or if the
  /// buffer is full.
  mutating func token() -> UInt8? {
    repeat {
      while position < end, isBlank(bytes[position]) { position += 1 }
      if isStreaming { release() }
      if position < end { return bytes[position] }
    } while fill()
    return nil
  }

  /// Moves past a token of one byte.
  mutating func expect(
    _ byte: UInt8, _ expected: JSONParseError.Expected
  ) throws(JSONParseError) {
    guard token() == byte else { throw unexpected(expected) }
    position += 1
  }

  /// Returns the error for a character at the position that is not the expected token.
  func unexpected(_ expected: JSONParseError.Expected) -> JSONParseError {
    guard position < end else {
      return JSONParseError(.unexpected(.endOfText, expected: expected), offset: inputPosition)
    }
    // A character has at most four bytes; invalid UTF-8 is shown as U+FFFD.
    let text = String(decoding: bytes[position..<min(end, position + 4)], as: UTF8.self)
    let character = text.unicodeScalars.first ?? "\u{fffd}"
    return JSONParseError(
      .unexpected(.character(character), expected: expected), offset: inputPosition)
  }

  /// Moves past the value of a scan; returns whether the value ended, rather than the input or the
  /// full buffer.
  mutating func moveBehindValue(_ scan: inout ValueScan) -> Bool {
    repeat {
      let found = bytes.withUnsafeBytes { scan.end(in: $0, from: position, to: end) }
      position = found ?? end
      if found != nil { return true }
    } while fill()
    return false
  }

  /// Moves past the comma before the next child of a container, or past the closing bracket;
  /// returns whether there is a child. `isFirst` says that there was none yet; it becomes `false`.
  mutating func moveToChild(
    _ isFirst: inout Bool, closing: UInt8
  ) throws(JSONParseError) -> Bool {
    let isObject = closing == UInt8(ascii: "}")
    let next = token()
    if next == closing {
      position += 1
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard next == UInt8(ascii: ",") else {
        throw unexpected(isObject ? .commaOrClosingBrace : .commaOrClosingBracket)
      }
      position += 1
    }
    return true
  }

  /// Moves past the next member's name and its colon, or past the closing brace; returns the name,
  /// or `nil` if there is no member. `isFirst` is as in `moveToChild`.
  mutating func nextName(_ isFirst: inout Bool) throws(JSONParseError) -> String? {
    let expected: JSONParseError.Expected = isFirst ? .memberNameOrClosingBrace : .memberName
    guard try moveToChild(&isFirst, closing: UInt8(ascii: "}")) else { return nil }
    guard token() == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let place = inputPosition
    var scan = ValueScan()
    guard moveBehindValue(&scan) else { throw unexpected(expected) }
    let name = try parse(from: place).root.string
    try expect(UInt8(ascii: ":"), .colon)
    return name
  }

  /// Parses a part of the buffer into the memory of a document.
  func parse(_ range: Range<Int>, into document: inout JSONDocument) throws(JSONParseError) {
    let text = bytes[range]
    try document.reparse(text.span, options: .anyDepth)
  }

  /// Parses the bytes from a place in the input up to the position; the offset of an error counts
  /// from the start of the input.
  func parse(from place: Int) throws(JSONParseError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: Array(bytes[looked(atFrom: place)]), options: .anyDepth)
    } catch {
      throw located(error, from: place)
    }
  }

  /// Returns an error in the bytes from a place in the input up to the position, with its offset in
  /// the input.
  func located(_ error: JSONParseError, from place: Int) -> JSONParseError {
    // After a truncated number, the parser reports the end although another byte may follow.
    if case .unexpected(.endOfText, let expected) = error.reason, position < end {
      return unexpected(expected)
    }
    return JSONParseError(error.reason, offset: place + error.offset)
  }
}

extension JSONParsingOptions {
  /// The options for envelopes of bodies: the depth of a body is not limited by the reader.
  static let anyDepth = JSONParsingOptions(maximumDepth: .max)
}

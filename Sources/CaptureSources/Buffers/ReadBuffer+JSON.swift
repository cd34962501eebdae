import JSONParsing

// The tokens of JSON, for what cannot be held as a whole.

extension ReadBuffer {
  /// Goes to the next token.
  ///
  /// - Returns: Its first byte, or `nil` at the end of the input, or where the buffer is full.
  mutating func token() -> UInt8? {
    repeat {
      while position < end, isBlank(bytes[position]) { position += 1 }
      if isStreaming { release() }
      if position < end { return bytes[position] }
    } while fill()
    return nil
  }

  /// Goes on after a token of one byte.
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
    // At most four bytes are a character; what is not UTF-8 shows as U+FFFD.
    let text = String(decoding: bytes[position..<min(end, position + 4)], as: UTF8.self)
    let character = text.unicodeScalars.first ?? "\u{fffd}"
    return JSONParseError(
      .unexpected(.character(character), expected: expected), offset: inputPosition)
  }

  /// Goes on after the value that a scan is in.
  ///
  /// - Returns: Whether it ended; else the input did, or the buffer is full.
  mutating func moveBehindValue(_ scan: inout ValueScan) -> Bool {
    repeat {
      let found = bytes.withUnsafeBytes { scan.end(in: $0, from: position, to: end) }
      position = found ?? end
      if found != nil { return true }
    } while fill()
    return false
  }

  /// Goes on after the comma before the next child of a container, or after the closing bracket.
  ///
  /// - Parameters:
  ///   - isFirst: Whether no child was there before; becomes `false`.
  ///   - closing: The bracket that closes the container.
  /// - Returns: Whether there is a child.
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

  /// Goes on after the next member's name and its colon, or after the closing brace.
  ///
  /// - Parameter isFirst: Whether no member was there before; becomes `false`.
  /// - Returns: The name, or `nil` if there is no member.
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

  /// Parses what was looked at since a place in the input.
  ///
  /// - Throws: An error whose offset counts from the start of the input.
  func parse(from place: Int) throws(JSONParseError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: Array(bytes[looked(atFrom: place)]), options: .anyDepth)
    } catch {
      throw located(error, from: place)
    }
  }

  /// An error in the input.
  ///
  /// - Parameters:
  ///   - error: What is wrong with the bytes from a place in the input up to the position.
  ///   - place: Where in the input they start.
  func located(_ error: JSONParseError, from place: Int) -> JSONParseError {
    // Where the parser found no more bytes there may be one: after a number that is cut short.
    if case .unexpected(.endOfText, let expected) = error.reason, position < end {
      return unexpected(expected)
    }
    return JSONParseError(error.reason, offset: place + error.offset)
  }
}

extension JSONParsingOptions {
  /// For what a body is wrapped in: how deep the body may be is not the reader's business.
  static let anyDepth = JSONParsingOptions(maximumDepth: .max)
}

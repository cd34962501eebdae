/// A parsed JSON text: its bytes, and a flat tape that describes its structure.
///
///     let document = try JSONDocument(parsing: #"{"id": 1, "tags": ["a", "b"]}"#)
///     document.root["tags"]?.elements.count   // 2
///     document.root["id"]?.byteRange          // 7..<8
///
/// Nothing of the text is lost: members keep their order and duplicates, numbers their digits,
/// strings their escapes, and the byte range of every value and member name is known. A document is
/// a value; its parts (`JSONValue`) are cursors into it.
///
/// The grammar is that of RFC 8259. A byte order mark, unpaired surrogates and duplicate members
/// are accepted, since real servers send them; `notices` lists all three.
public struct JSONDocument: Sendable {
  /// The text, followed by `PaddedText.padding` zeros.
  @usableFromInline var text: [UInt8]
  /// The tape, followed by unused words.
  @usableFromInline var tape: [UInt64]
  /// The nesting depth of containers that are not empty.
  package private(set) var depth = 0
  /// Whether a string or member name contains the escape of a surrogate, paired or not.
  private(set) var hasSurrogates = false

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8. An array that is moved in (`consume`) is not copied.
  ///   - options: The accepted syntax, and limits.
  /// - Throws: `JSONParseError` at the first invalid byte.
  /// - Complexity: O(*n*) time. The memory is 8 bytes for each leaf or member name and 16 for each
  ///   container, besides the text.
  public init(
    parsing bytes: consuming [UInt8], options: JSONParsingOptions = .strict
  ) throws(JSONParseError) {
    text = bytes
    tape = []
    try parse(options)
  }

  /// Parses a text.
  ///
  /// - Throws: `JSONParseError` at the first invalid byte.
  public init(
    parsing text: String, options: JSONParsingOptions = .strict
  ) throws(JSONParseError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// Parses another text into this document's memory, so that a loop over records need not allocate
  /// it again.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - options: The accepted syntax, and limits.
  /// - Throws: `JSONParseError`; the document is then the text `null`.
  public mutating func reparse(
    _ bytes: Span<UInt8>, options: JSONParsingOptions = .strict
  ) throws(JSONParseError) {
    text.removeAll(keepingCapacity: true)
    bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    do {
      try parse(options)
    } catch {
      self = .empty
      throw error
    }
  }

  /// The text `null`, as an initial value.
  package static let empty = JSONDocument(
    text: Array("null".utf8) + PaddedText.zeros,
    tape: [TapeWord(.null, start: 0, length: 4).bits])

  private init(text: [UInt8], tape: [UInt64]) {
    self.text = text
    self.tape = tape
  }
}

// MARK: - The text

extension JSONDocument {
  /// The number of bytes in the text, including a byte order mark.
  public var byteCount: Int { text.count - PaddedText.padding }

  /// The text as it was given, including a byte order mark; every offset counts from its start.
  public var bytes: ArraySlice<UInt8> { text.prefix(byteCount) }

  /// Whether the text starts with a byte order mark, which RFC 8259 permits a parser to ignore.
  public var hasByteOrderMark: Bool {
    text[0] == PaddedText.byteOrderMark[0] && text.starts(with: PaddedText.byteOrderMark)
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(document: self, node: 0) }
}

// MARK: - Parsing

extension JSONDocument {
  /// Writes the tape of the text, to which no padding has been appended yet.
  private mutating func parse(_ options: JSONParsingOptions) throws(JSONParseError) {
    let limit = min(options.maximumByteCount, JSONParsingOptions.largestByteCount)
    guard text.count <= limit else {
      throw JSONParseError(.tooLarge(byteCount: text.count, limit: limit), offset: limit)
    }
    reserveTape()
    text.append(contentsOf: PaddedText.zeros)
    let error =
      options.allowsComments
      ? scan(TolerantGrammar.self, options) : scan(StrictGrammar.self, options)
    if let error { throw error }
  }

  /// Makes room for one tape word per twelve bytes of text, which is enough for webhook payloads
  /// without white space.
  private mutating func reserveTape() {
    let wordCount = text.count / 12 + 32
    if tape.count < wordCount { growTape(by: wordCount - tape.count) }
  }

  /// Grows the tape through calls into the standard library, which is optimised even if this module
  /// is not.
  private mutating func growTape(by count: Int) {
    let words = [UInt64](repeating: 0, count: count)
    if tape.isEmpty { tape = words } else { tape.append(contentsOf: words) }
  }

  private mutating func scan<Grammar: JSONGrammar>(
    _: Grammar.Type, _ options: JSONParsingOptions
  ) -> JSONParseError? {
    text.withUnsafeBytes { bytes in
      let text = PaddedText(bytes)
      var scanner = JSONScanner<Grammar>(text, from: text.start, depthLimit: options.maximumDepth)
      while true {
        switch tape.withUnsafeMutableBufferPointer({ scanner.run(into: $0) }) {
        case .finished:
          (depth, hasSurrogates) = (scanner.deepest, scanner.hasSurrogates)
          return nil
        case .tapeIsFull: growTape(by: tape.count)
        case .failed(let failure):
          let reason = JSONParseError.Reason(failure, in: text, options: options)
          return JSONParseError(reason, offset: failure.offset)
        }
      }
    }
  }
}

import JSONParsing

extension CaptureReader {
  /// The division of an input into records.
  enum Framing: Equatable {
    /// The input is a single record.
    case whole
    case lines(LineKind)
    /// Each entry is a record: of HAR, a cassette or a list of mappings.
    case archive(CaptureFormat)
    /// The input is an array of exchanges and events in one of the reader's layouts, or a single
    /// exchange.
    case records(layout: Int, isArray: Bool)
    /// The input is a collection of Postman.
    case collection
    /// The input is a mapping of WireMock.
    case mapping
    /// The input is a response with its head.
    case response
  }

  /// The kind of an input's lines, which is the same for all lines.
  package enum LineKind: Sendable, Equatable {
    /// Not known before the first line of valid JSON.
    case unknown
    /// Bodies, which are not parsed.
    case bodies
    /// Exchanges and events, with their members at the paths of one of the reader's layouts.
    case envelopes(layout: Int)
  }

  /// Returns the framing of an input: as the user declared, or else as its start indicates. The
  /// buffer stays at the start of the input.
  mutating func framing(of input: CaptureInput) -> Framing {
    if let number = mapNumber(of: input) { return framing(ofRecords: number) }
    switch format {
    case .json: return .whole
    case .ndjson: return .lines(.bodies)
    case .exchanges: return framing(ofRecords: 0)
    case .har, .vcr, .dvr: return .archive(format)
    case .postman: return .collection
    case .curl: return .response
    case .wiremock, .auto:
      defer { buffer.position = buffer.start }
      let found = detectedFraming(of: input)
      // A damaged archive may be one by its name alone.
      return found == .whole && input.namedFormat == .har ? .archive(.har) : found
    }
  }

  /// Returns the framing of an input that has records of a layout: no line of such records starts
  /// with a bracket.
  private mutating func framing(ofRecords layout: Int) -> Framing {
    defer { buffer.position = buffer.start }
    buffer.skipByteOrderMark()
    return buffer.token() == UInt8(ascii: "[")
      ? .records(layout: layout, isArray: true) : .lines(.envelopes(layout: layout))
  }

  /// Detects the framing from the start of the input, which has precedence over its name.
  ///
  /// - An object that contains `log.entries` is an archive; one with `http_interactions`, or with
  ///   DVR's `interactions`, is a cassette; one that begins with Postman's `info` is a collection.
  /// - A text that starts with an HTTP status line is a response.
  /// - A line that is a value and is followed by more is the first of many lines. So is a single
  ///   line that is an exchange or event.
  /// - An exchange on several lines is one, and so is each element of an array that begins with an
  ///   exchange. There, an event is a body like any other.
  /// - If the first line is broken, a later line that could not be part of the same JSON text
  ///   indicates lines.
  /// - An object that has a request and a response, and only members of mappings, is a mapping of
  ///   WireMock; so is a list of such objects under `mappings`.
  ///
  /// The examined bytes are held, so they are limited to the size of a record.
  private mutating func detectedFraming(of input: CaptureInput) -> Framing {
    let hasLines = input.namedFormat == .ndjson
    buffer.skipByteOrderMark()
    let first = buffer.token()
    // Standard input may arrive slowly.
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), !input.isStream,
      let framing = framingOfShortInput(hasLines: hasLines)
    {
      return framing
    }
    if first == UInt8(ascii: "{"), let found = archiveFormat() { return .archive(found) }
    if format == .wiremock { return .mapping }
    if first == UInt8(ascii: "{"), (try? beginsCollection()) == true { return .collection }
    if first == UInt8(ascii: "H"), holdsStatusLine() { return .response }
    if hasLines { return .lines(.unknown) }
    if first == UInt8(ascii: "{"), (try? holdsMapping()) == true { return .mapping }
    if first == UInt8(ascii: "["), let layout = try? firstLayout() {
      return .records(layout: layout, isArray: true)
    }
    if first != nil, holdsLines() { return .lines(.unknown) }
    guard first == UInt8(ascii: "{"), let layout = try? onlyLayout() else { return .whole }
    return .records(layout: layout, isArray: false)
  }

  /// Returns the format if the object at the position is an archive; the position does not change.
  private mutating func archiveFormat() -> CaptureFormat? {
    let offset = buffer.position  // nothing is released, so nothing moves
    defer { buffer.position = offset }
    var walk = ArchiveWalk(format == .wiremock ? [.wiremock] : [.har, .vcr, .dvr, .wiremock])
    do throws(JSONParseError) {
      while let found = try walk.moveToEntries(in: &buffer) {
        if format == .wiremock { return found }
        let start = buffer.position
        if Self.isSure(found) { return found }
        _ = try buffer.moveBehindValue(from: buffer.inputPosition)
        if (try? buffer.parse(start..<buffer.position, into: &document)) != nil,
          Self.areEntries(document.root, of: found)
        {
          return found
        }
      }
    } catch {}
    return nil
  }

  /// Returns whether the object at the position begins like a collection; the position does not
  /// change.
  private mutating func beginsCollection() throws(JSONParseError) -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    try buffer.expect(UInt8(ascii: "{"), .value)
    var isFirst = true
    guard try buffer.nextName(&isFirst) == "info" else { return false }
    _ = buffer.token()
    let start = buffer.position
    _ = try buffer.moveBehindValue(from: buffer.inputPosition)
    try buffer.parse(start..<buffer.position, into: &document)
    return PostmanCollection.isInfo(document.root)
  }

  /// Returns whether the object at the position is a mapping of WireMock; the position does not
  /// change.
  private mutating func holdsMapping() throws(JSONParseError) -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    try buffer.expect(UInt8(ascii: "{"), .value)
    var isFirst = true
    while let name = try buffer.nextName(&isFirst) {
      // Most bodies are excluded here.
      guard StubMapping.memberNames.contains(name) else { return false }
      _ = buffer.token()
      _ = try buffer.moveBehindValue(from: buffer.inputPosition)
    }
    try buffer.parse(offset..<buffer.position, into: &document)
    return buffer.token() == nil && StubMapping.isSurelyOne(document.root)
  }

  /// Returns the layout of an array's first element, if that is an exchange; the position does not
  /// change.
  private mutating func firstLayout() throws(JSONParseError) -> Int? {
    let offset = buffer.position
    defer { buffer.position = offset }
    try buffer.expect(UInt8(ascii: "["), .value)
    guard buffer.token() == UInt8(ascii: "{") else { return nil }
    let start = buffer.position
    _ = try buffer.moveBehindValue(from: buffer.inputPosition)
    try buffer.parse(start..<buffer.position, into: &document)
    return exchangeLayout(of: document.root)
  }

  /// Returns the layout of the object at the position, if that is an exchange and the whole input;
  /// the position stays at the start of the input.
  private mutating func onlyLayout() throws(JSONParseError) -> Int? {
    defer { buffer.position = buffer.start }
    buffer.position = buffer.start
    buffer.skipByteOrderMark()
    _ = buffer.token()
    let offset = buffer.position
    try buffer.expect(UInt8(ascii: "{"), .value)
    var (isFirst, names) = (true, [String]())
    while let name = try buffer.nextName(&isFirst) {
      names.append(name)
      _ = buffer.token()
      _ = try buffer.moveBehindValue(from: buffer.inputPosition)
    }
    // Most bodies are excluded here.
    guard RecordLayout.mayFit(names: names), buffer.token() == nil else { return nil }
    try buffer.parse(offset..<buffer.position, into: &document)
    return exchangeLayout(of: document.root)
  }

  private mutating func holdsStatusLine() -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    while !buffer.moveToLineFeed(), buffer.fill() {}
    return ResponseHead.status(ofLine: buffer.bytes[offset..<buffer.position]) != nil
  }

  /// Returns whether the line at the position is a value that is followed by more, or an exchange
  /// or event.
  private mutating func holdsLines() -> Bool {
    let offset = buffer.position
    while !buffer.moveToLineFeed(), buffer.fill() {}
    let hasLineFeed = buffer.position < buffer.end
    guard hasLineFeed || !buffer.isFull else { return false }
    do throws(JSONParseError) {
      try buffer.parse(offset..<buffer.position, into: &document)
    } catch {
      return hasLineFeed && holdsLines(behind: offset..<buffer.position)
    }
    let hasMore =
      buffer.token() != nil || buffer.isFull || hasLineFeed && buffer.failure != nil
    return hasMore || layoutNumber(of: document.root) != nil
  }

  /// Returns whether a line after a broken first line is a separate object or array, without a
  /// comma, a colon or an opening bracket before it: a single JSON text has no such line.
  ///
  /// - Parameter first: The first line in the buffer; the position is at its line feed.
  private mutating func holdsLines(behind first: Range<Int>) -> Bool {
    var before = buffer.trimmedEnd(of: first)
    // An array over many lines starts like this, and a comma may be missing in it.
    guard before.count > 1 || buffer.bytes[first.lowerBound] != UInt8(ascii: "[") else {
      return false
    }
    while buffer.position < buffer.end {
      let start = buffer.position + 1
      buffer.position = start
      while !buffer.moveToLineFeed(), buffer.fill() {}
      guard buffer.position < buffer.end || !buffer.isFull else { return false }
      let line = buffer.trimmedEnd(of: start..<buffer.position)
      guard !line.isEmpty else { continue }
      if !buffer.isContinued(behind: before), isContainer(line) { return true }
      before = line
    }
    return false
  }

  /// Returns whether a line is a single object or array.
  private mutating func isContainer(_ line: Range<Int>) -> Bool {
    buffer.opensContainer(at: line.lowerBound)
      && (try? buffer.parse(line, into: &document)) != nil
  }
}

extension ReadBuffer {
  /// Returns the bytes of a line without white space at their end.
  fileprivate func trimmedEnd(of line: Range<Int>) -> Range<Int> {
    line.dropLast(line.reversed().prefix { isBlank(bytes[$0]) }.count)
  }

  fileprivate func opensContainer(at offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "[")
  }

  /// Returns whether a value may follow the line in the same text.
  fileprivate func isContinued(behind line: Range<Int>) -> Bool {
    guard let last = line.last else { return true }
    return opensContainer(at: last) || bytes[last] == UInt8(ascii: ",")
      || bytes[last] == UInt8(ascii: ":")
  }
}

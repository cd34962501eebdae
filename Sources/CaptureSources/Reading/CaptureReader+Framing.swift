import JSONParsing

extension CaptureReader {
  /// How the records of an input are set apart.
  enum Framing: Equatable {
    /// The input is one record.
    case whole
    /// A line is a record.
    case lines(LineKind)
    /// Entries are records, of HAR, a cassette or a list of mappings.
    case archive(CaptureFormat)
    /// The input is a collection of Postman.
    case collection
    /// The input is a mapping of WireMock.
    case mapping
    /// The input is a response with its head.
    case response
  }

  /// The kind of an input's lines, one for all.
  package enum LineKind: Sendable, Equatable {
    /// Not known before the first line that is JSON.
    case unknown
    /// Bodies, which are not parsed.
    case bodies
    /// Exchanges and events, with what they say where a layout of the reader has it.
    case envelopes(layout: Int)
  }

  /// How an input is framed: as the user said, or else as its start tells.
  ///
  /// Leaves the buffer at the start of the input.
  mutating func framing(of input: CaptureInput) -> Framing {
    if let number = mapNumber(of: input) { return .lines(.envelopes(layout: number)) }
    switch format {
    case .json: return .whole
    case .ndjson: return .lines(.bodies)
    case .exchanges: return .lines(.envelopes(layout: 0))
    case .har, .vcr, .dvr: return .archive(format)
    case .postman: return .collection
    case .curl: return .response
    case .wiremock, .auto:
      defer { buffer.rewind() }
      return detectedFraming(of: input)
    }
  }

  /// Returns the framing by the start of the input, which counts before its name.
  ///
  /// An object that leads to `log.entries` is an archive, one with `http_interactions`, or DVR's
  /// `interactions`, a cassette, and one that begins with the `info` of Postman a collection;
  /// a text that starts with the status line of HTTP is a response; a line that is a value with more behind
  /// it is the first of many; and so is one alone that is an exchange or event. Over more than one
  /// line, an exchange is a body like any other. After a first line that is broken, a line tells that
  /// could not stand there in one text. Of WireMock is an object that has a request and a response
  /// and nothing that its mappings do not have, or a list of such under `mappings`. Whatever is looked at is held, so it is no more than a record
  /// may have.
  private mutating func detectedFraming(of input: CaptureInput) -> Framing {
    let named = input.namedFormat
    buffer.skipByteOrderMark()
    let first = buffer.token()
    // What comes on standard input may be long in coming.
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), !input.isStream,
      let framing = framingOfShortInput(named: named)
    {
      return framing
    }
    if first == UInt8(ascii: "{"), let found = archiveFormat() { return .archive(found) }
    if format == .wiremock { return .mapping }
    if first == UInt8(ascii: "{"), beginsCollection() { return .collection }
    if first == UInt8(ascii: "H"), holdsStatusLine() { return .response }
    switch named {
    case .har: return .archive(.har)
    case .ndjson: return .lines(.unknown)
    default:
      if first == UInt8(ascii: "{"), holdsMapping() { return .mapping }
      return first != nil && holdsLines() ? .lines(.unknown) : .whole
    }
  }

  /// The kind of archive that the object at the position is; leaves the position there.
  private mutating func archiveFormat() -> CaptureFormat? {
    let offset = buffer.position  // nothing is let go of, so nothing moves
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

  /// Whether the object at the position begins as a collection does; leaves the position there.
  private mutating func beginsCollection() -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    do throws(JSONParseError) {
      try buffer.expect(UInt8(ascii: "{"), .value)
      var isFirst = true
      guard try buffer.nextName(&isFirst) == "info" else { return false }
      _ = buffer.token()
      let start = buffer.position
      _ = try buffer.moveBehindValue(from: buffer.inputPosition)
      try buffer.parse(start..<buffer.position, into: &document)
      return PostmanCollection.isInfo(document.root)
    } catch {
      return false
    }
  }

  /// Whether the object at the position is a mapping of WireMock; leaves the position there.
  private mutating func holdsMapping() -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    do throws(JSONParseError) {
      try buffer.expect(UInt8(ascii: "{"), .value)
      var isFirst = true
      while let name = try buffer.nextName(&isFirst) {
        // Most bodies end it here.
        guard StubMapping.memberNames.contains(name) else { return false }
        _ = buffer.token()
        _ = try buffer.moveBehindValue(from: buffer.inputPosition)
      }
      try buffer.parse(offset..<buffer.position, into: &document)
      return buffer.token() == nil && StubMapping.isSurelyOne(document.root)
    } catch {
      return false
    }
  }

  private mutating func holdsStatusLine() -> Bool {
    let offset = buffer.position
    defer { buffer.position = offset }
    while !buffer.moveToLineFeed(), buffer.fill() {}
    return ResponseHead.status(ofLine: buffer.bytes[offset..<buffer.position]) != nil
  }

  /// Whether the line at the position is a value with more after it, or an exchange or event.
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

  /// Whether a line after a broken first one is an object or array of its own, which no comma,
  /// colon or opening bracket leads to: in one text there is none.
  ///
  /// - Parameter first: The first line in the buffer, whose line feed the position is at.
  private mutating func holdsLines(behind first: Range<Int>) -> Bool {
    var before = buffer.trimmedEnd(of: first)
    // So starts an array over many lines, of which one may lack its comma.
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

  /// Whether a line is an object or array, and nothing else.
  private mutating func isContainer(_ line: Range<Int>) -> Bool {
    guard buffer.opensContainer(at: line.lowerBound) else { return false }
    do throws(JSONParseError) {
      try buffer.parse(line, into: &document)
      return true
    } catch {
      return false
    }
  }
}

extension ReadBuffer {
  /// The bytes of a line without white space at their end.
  fileprivate func trimmedEnd(of line: Range<Int>) -> Range<Int> {
    line.dropLast(line.reversed().prefix { isBlank(bytes[$0]) }.count)
  }

  fileprivate func opensContainer(at offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "[")
  }

  /// Whether a value may follow in the same text.
  fileprivate func isContinued(behind line: Range<Int>) -> Bool {
    guard let last = line.last else { return true }
    return opensContainer(at: last) || bytes[last] == UInt8(ascii: ",")
      || bytes[last] == UInt8(ascii: ":")
  }
}

import JSONParsing

extension CaptureReader {
  /// Reads an archive: one record per entry, one entry at a time. A mistake in the text ends the
  /// reading, because the start of the next entry is unknown.
  mutating func readArchive(_ format: CaptureFormat, _ handle: Handler) {
    buffer.skipByteOrderMark()
    buffer.beginStreaming()
    do throws(JSONParseError) {
      var walk = ArchiveWalk([format])
      var (hasEntries, count) = (false, 0)
      while try walk.moveToEntries(in: &buffer) != nil {
        hasEntries = true
        let goesOn = try readEntries(&count) { reader, index, range, start in
          reader.handEntry(index, format, in: range, at: start, handle)
        }
        guard goesOn else { return }
      }
      if !hasEntries { noteNoEntries(format) }
    } catch {
      noteBroken(error)
    }
  }

  /// Reads an array of exchanges and events, or a single one on several lines.
  mutating func readRecords(_ layout: Int, isArray: Bool, _ handle: Handler) {
    beginTrial(layout)
    defer { endTrial() }
    guard isArray else {
      guard let (range, _) = parsedWhole() else { return }
      _ = handRecord(layout, in: range, handle)
      return
    }
    readElements { reader, index, range, start in
      reader.beginEntry(index, at: start)
      return reader.handRecord(layout, in: range, handle)
    }
  }

  /// Takes the entry in `document`; returns whether to continue.
  typealias EntryTaker = (
    _ reader: inout CaptureReader, _ index: Int, _ range: Range<Int>, _ start: BodyStart
  ) -> Bool

  /// Reads the elements of an array that is the whole input.
  mutating func readElements(_ take: EntryTaker) {
    buffer.skipByteOrderMark()
    buffer.beginStreaming()
    do throws(JSONParseError) {
      var index = 0
      guard try readEntries(&index, take) else { return }
      if buffer.token() != nil { throw buffer.unexpected(.endOfText) }
    } catch {
      noteBroken(error)
    }
  }

  mutating func noteNoEntries(_ format: CaptureFormat) {
    let name = format == .har ? "log with entries" : format.entriesName ?? ""
    problems.append("the archive has no \(name)")
  }

  /// Reports the mistake that ends the reading of an archive.
  mutating func noteBroken(_ error: JSONParseError) {
    // If the input could not be read further, the end is no mistake of the archive.
    guard buffer.failure == nil else { return }
    problems.append(
      at: buffer.textPosition(of: error.offset), "the archive is not JSON",
      detail: "\(error.reason)")
  }

  /// Reads the elements of an array, which are objects, one at a time; returns whether to continue.
  /// `index` is the index of the next entry, and becomes the index after the last one.
  mutating func readEntries(
    _ index: inout Int, _ take: EntryTaker
  ) throws(JSONParseError) -> Bool {
    try buffer.expect(UInt8(ascii: "["), .value)
    var isFirst = true
    while try buffer.moveToChild(&isFirst, closing: UInt8(ascii: "]")) {
      if let (range, start) = try parseValue("entry \(index)"), isEntry(index, at: start),
        !take(&self, index, range, start)
      {
        return false
      }
      index += 1
    }
    return true
  }

  /// Parses the next value of an archive into `document`; returns `nil`, if it is too large, which
  /// is reported.
  ///
  /// - Parameter name: The value in words.
  mutating func parseValue(
    _ name: @autoclosure () -> String
  ) throws(JSONParseError) -> (range: Range<Int>, start: BodyStart)? {
    _ = buffer.token()
    let start = BodyStart(
      offset: buffer.inputPosition, position: buffer.textPosition(of: buffer.inputPosition))
    let isHeld = try buffer.moveBehindValue(from: start.offset)
    guard isHeld, buffer.position - buffer.start <= limits.maximumRecordByteCount else {
      problems.append(at: start.position, limits.excess(of: name()))
      return nil
    }
    let range = buffer.start..<buffer.position
    do throws(JSONParseError) {
      try buffer.parse(range, into: &document)
    } catch {
      throw buffer.located(error, from: start.offset)
    }
    return (range, start)
  }

  /// Returns whether the entry in `document` is an object; if not, that is reported. Its index is
  /// `nil`, if it is the whole input.
  mutating func isEntry(_ index: Int?, at start: BodyStart) -> Bool {
    if document.root.kind == .object { return true }
    let what = index.map { "entry \($0)" } ?? "the mapping"
    problems.append(at: start.position, "\(what) is not an object")
    return false
  }

  /// Hands over the entry in `document`.
  private mutating func handEntry(
    _ index: Int?, _ format: CaptureFormat, in range: Range<Int>, at start: BodyStart,
    _ handle: Handler
  ) -> Bool {
    beginEntry(index, at: start)
    return hand(ArchiveEntry(document.root, format), in: range, handle)
  }

  /// - Parameter index: The index of the entry; `nil`, if it is the whole input.
  mutating func beginEntry(_ index: Int?, at start: BodyStart) {
    record = CaptureRecord(
      input: problems.input, place: index.map(CaptureRecord.Place.entry) ?? .file)
    record.bodyStart = start
  }

  private mutating func hand(
    _ entry: ArchiveEntry, in range: Range<Int>, _ handle: Handler
  ) -> Bool {
    entry.describe(&record)
    guard handRequest(entry.requestBody, in: range, handle) else { return false }
    if entry.isSurelyEmpty { return hand(range.prefix(0), handle) }
    if let name = entry.bodyFile { return handFile(name, handle) }
    return hand(
      entry.body, isBase64: entry.isBase64, isJSON: entry.isBodyJSON, in: range, handle)
  }

  /// Reads the whole input as one mapping.
  mutating func readMapping(_ handle: Handler) {
    guard let (range, start) = parsedWhole(), isEntry(nil, at: start) else { return }
    _ = handEntry(nil, .wiremock, in: range, at: start, handle)
  }

  /// Reads the whole input as a Postman collection: one record per example.
  mutating func readCollection(_ handle: Handler) {
    guard let (range, start) = parsedWhole() else { return }
    let examples = PostmanCollection(document.root).examples
    guard PostmanCollection.isOne(document.root), !examples.isEmpty else {
      let what = PostmanCollection.isOne(document.root) ? "has no saved response" : "is none"
      problems.append(
        "the Postman collection \(what): save responses as examples, or record the requests as HAR")
      return
    }
    for (index, example) in examples.enumerated() {
      record = CaptureRecord(input: problems.input, place: .entry(index))
      record.bodyStart = start
      var entry = ArchiveEntry(example.root, .postman)
      entry.url = example.url
      guard hand(entry, in: range, handle) else { return }
    }
  }

  /// Parses the whole input into `document`; returns `nil` and reports a problem, if it is not
  /// JSON.
  mutating func parsedWhole() -> (range: Range<Int>, start: BodyStart)? {
    buffer.skipByteOrderMark()
    let offset = buffer.position
    guard let end = wholeBody()?.upperBound else { return nil }
    let range = offset..<end
    let start = BodyStart(
      offset: buffer.inputOffset(range.lowerBound), position: TextPosition(line: 1, column: 1))
    record.bodyStart = start
    do throws(JSONParseError) {
      try buffer.parse(range, into: &document)
    } catch {
      noteNotJSON(error, in: range)
      return nil
    }
    return (range, start)
  }
}

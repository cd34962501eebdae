import JSONParsing

extension CaptureReader {
  /// Reads an archive: a record an entry, one at a time.
  ///
  /// A mistake in the text ends the reading, for nothing says where the next entry starts.
  mutating func readArchive(_ handle: Handler) {
    buffer.skipByteOrderMark()
    buffer.beginStreaming()
    do throws(JSONParseError) {
      var walk = ArchiveWalk()
      var (hasEntries, count) = (false, 0)
      while try walk.moveToEntries(in: &buffer) {
        hasEntries = true
        guard try readEntries(&count, handle) else { return }
      }
      if !hasEntries { problems.append("the archive has no log with entries") }
    } catch {
      noteBroken(error)
    }
  }

  /// Notes the mistake at which an archive's reading ends.
  mutating func noteBroken(_ error: JSONParseError) {
    // What ends because it could not be read on is not the archive's fault.
    guard buffer.failure == nil else { return }
    problems.append(
      at: buffer.textPosition(of: error.offset), "the archive is not JSON",
      detail: "\(error.reason)")
  }

  /// Reads the elements of an array.
  ///
  /// - Parameter index: The next entry's; becomes that behind the last.
  /// - Returns: Whether to go on.
  private mutating func readEntries(
    _ index: inout Int, _ handle: Handler
  ) throws(JSONParseError) -> Bool {
    try buffer.expect(UInt8(ascii: "["), .value)
    var isFirst = true
    while try buffer.moveToChild(&isFirst, closing: UInt8(ascii: "]")) {
      guard try readEntry(index, handle) else { return false }
      index += 1
    }
    return true
  }

  private mutating func readEntry(
    _ index: Int, _ handle: Handler
  ) throws(JSONParseError) -> Bool {
    _ = buffer.token()
    let start = BodyStart(
      offset: buffer.inputPosition, position: buffer.textPosition(of: buffer.inputPosition))
    let isHeld = try buffer.moveBehindValue(from: start.offset)
    guard isHeld, buffer.position - buffer.start <= limits.maximumRecordByteCount else {
      problems.append(at: start.position, limits.excess(of: "entry \(index)"))
      return true
    }
    let range = buffer.start..<buffer.position
    do throws(JSONParseError) {
      try buffer.parse(range, into: &document)
    } catch {
      throw buffer.located(error, from: start.offset)
    }
    guard document.root.kind == .object else {
      problems.append(at: start.position, "entry \(index) is not an object")
      return true
    }
    record = CaptureRecord(input: record.input, place: .entry(index))
    record.bodyStart = start
    let entry = ArchiveEntry(document.root)
    entry.describe(&record)
    return hand(entry.body, isBase64: entry.isBase64, in: range, handle)
  }
}

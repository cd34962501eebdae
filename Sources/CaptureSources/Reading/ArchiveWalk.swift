import JSONParsing

/// The path to the entries of an archive: the elements of `log.entries`, of `http_interactions` in
/// a cassette, or of `mappings`.
///
/// Other members may precede and follow the entries. In a streamed text they are checked to be
/// JSON; in a held text, only their ends are searched for.
struct ArchiveWalk {
  private enum Level { case outside, root, log }

  private var level = Level.outside
  private var isFirst = true
  private let formats: [CaptureFormat]

  init(_ formats: [CaptureFormat]) { self.formats = formats }

  /// Moves to the bracket that opens the entries; after the entries, moves to the end of the text.
  /// Returns the format of the archive; `nil`, if there are no entries.
  mutating func moveToEntries(
    in buffer: inout ReadBuffer
  ) throws(JSONParseError) -> CaptureFormat? {
    if level == .outside { try begin(in: &buffer) }
    while level != .outside {
      guard let name = try buffer.nextName(&isFirst) else {
        leave()
        continue
      }
      let next = buffer.token()
      if level == .root, name == "log", next == UInt8(ascii: "{"), formats.contains(.har) {
        try enter(.log, in: &buffer)
      } else if next == UInt8(ascii: "["), let format = format(ofEntries: name) {
        return format
      } else {
        try skipValue(in: &buffer)
      }
    }
    if buffer.token() != nil { throw buffer.unexpected(.endOfText) }
    return nil
  }

  private func format(ofEntries name: String) -> CaptureFormat? {
    formats.first { $0.entriesName == name && ($0 == .har) == (level == .log) }
  }

  /// Enters the outermost object; any other value has no entries and is skipped.
  private mutating func begin(in buffer: inout ReadBuffer) throws(JSONParseError) {
    if buffer.token() == UInt8(ascii: "{") {
      try enter(.root, in: &buffer)
    } else {
      try skipValue(in: &buffer)
    }
  }

  private mutating func enter(_ level: Level, in buffer: inout ReadBuffer) throws(JSONParseError) {
    try buffer.expect(UInt8(ascii: "{"), .value)
    self.level = level
    isFirst = true
  }

  private mutating func leave() {
    level = level == .log ? .root : .outside
    isFirst = false
  }

  private func skipValue(in buffer: inout ReadBuffer) throws(JSONParseError) {
    _ = buffer.token()
    let place = buffer.inputPosition
    let isHeld = try buffer.moveBehindValue(from: place)
    if isHeld, buffer.isStreaming { _ = try buffer.parse(from: place) }
  }
}

extension ReadBuffer {
  /// Moves past a value, which starts at the position, `place` in the input. In a streamed text, a
  /// value that is too long to be held is released while it is read. Returns whether the value is
  /// held.
  ///
  /// - Throws: An error if the text ends before the value.
  mutating func moveBehindValue(from place: Int) throws(JSONParseError) -> Bool {
    var scan = ValueScan()
    var isHeld = true
    while !moveBehindValue(&scan) {
      guard isFull, isStreaming else { throw unfinished(place, isHeld: isHeld) }
      isHeld = false
      release()
    }
    guard inputPosition > place else { throw unexpected(.value) }
    return isHeld
  }

  /// Returns the error of a value in which the text ends; the parser's own error, if the value is
  /// held.
  private func unfinished(_ place: Int, isHeld: Bool) -> JSONParseError {
    guard isHeld, position > start else { return unexpected(.value) }
    do {
      _ = try parse(from: place)
      return unexpected(.commaOrClosingBracket)
    } catch {
      return error
    }
  }
}

import JSONParsing

extension CaptureReader {
  /// Hands over a line that looks like an event before it is known to be JSON; returns whether to
  /// continue, or `nil`, if the line must be parsed.
  mutating func handUnparsed(_ line: Range<Int>, _ handle: Handler) -> Bool? {
    guard handsOverUnparsed, let event = PlainEvent(buffer.bytes, line) else { return nil }
    (record.kind, record.event, record.isUnparsed) = (.event, event.name, true)
    defer { (record.kind, record.event, record.isUnparsed) = (.body, nil, false) }
    let body = buffer.bytes[event.body]
    switch handle(record, body.span) {
    case .goOn: return true
    case .stop: return false
    case .unknown, .notJSON: return nil
    }
  }
}

/// A line that is an event if its body is JSON: `{"event":"user.created","data":{"id":1}}`, without
/// white space between the tokens, with a name of plain ASCII, and an array or object as data.
struct PlainEvent {
  let name: String
  let body: Range<Int>

  private static let start = Array(#"{"event":""#.utf8)
  private static let middle = Array(#"","data":"#.utf8)
  private static let longestName = 100

  /// - Returns: `nil`, if the line has another form.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard Self.stand(Self.start, in: bytes, line) else { return nil }
    let first = line.lowerBound + Self.start.count
    var end = first
    while end < line.upperBound, bytes[end] != UInt8(ascii: "\"") {
      guard 0x20..<0x7f ~= bytes[end], bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end - first <= Self.longestName,
      Self.stand(Self.middle, in: bytes, end..<line.upperBound)
    else { return nil }
    body = end + Self.middle.count..<max(end + Self.middle.count, line.upperBound - 1)
    guard body.count > 1, bytes[line.upperBound - 1] == UInt8(ascii: "}"),
      Self.isBracket(bytes[body.lowerBound]), Self.isBracket(bytes[body.upperBound - 1])
    else { return nil }
    name = String(decoding: bytes[first..<end], as: UTF8.self)
  }

  private static func stand(_ text: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    range.count >= text.count && bytes[range.prefix(text.count)].elementsEqual(text)
  }

  private static func isBracket(_ byte: UInt8) -> Bool { "{}[]".utf8.contains(byte) }
}

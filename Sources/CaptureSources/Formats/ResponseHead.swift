/// The head of a response as printed by `curl -i`: a status line, headers, an empty line.
///
/// Heads of `100 Continue`, of proxies and of redirects may precede it; the last head counts.
struct ResponseHead {
  let status: Int
  let headers: [HeaderField]
  /// The range of the head, including the empty line at its end.
  let range: Range<Int>

  /// - Returns: `nil`, if the text contains no complete head.
  init?(_ bytes: ArraySlice<UInt8>) {
    var found: (status: Int, headers: [HeaderField], range: Range<Int>)?
    var start = bytes.startIndex
    while true {
      var (rest, headers) = (bytes[start...], [HeaderField]())
      guard let status = Self.status(ofLine: Self.line(&rest)) else { break }
      var isEnded = false
      while !isEnded, !rest.isEmpty {
        let line = Self.line(&rest)
        isEnded = line.isEmpty
        if let header = Self.header(line) { headers.append(header) }
      }
      guard isEnded else { break }
      found = (status, headers, start..<rest.startIndex)
      start = rest.startIndex
    }
    guard let found else { return nil }
    (status, headers, range) = found
  }

  /// Returns the status in a line `HTTP/1.1 200 OK` or `HTTP/2 200`; a CR at its end is ignored.
  static func status(ofLine line: ArraySlice<UInt8>) -> Int? {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    let parts = line.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].starts(with: "HTTP/".utf8), 6...8 ~= parts[0].count,
      parts[0].dropFirst(5).allSatisfy("0123456789.".utf8.contains)
    else { return nil }
    return CapturedStatus.code(parts[1])
  }

  /// Takes the next line, without its line ending.
  private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest[line.endIndex...].dropFirst()
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private static func header(_ line: ArraySlice<UInt8>) -> HeaderField? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return nil
    }
    let value = line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") }
    return HeaderField(
      name: String(decoding: line[..<colon], as: UTF8.self),
      value: String(decoding: value, as: UTF8.self))
  }
}

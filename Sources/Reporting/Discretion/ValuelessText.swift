/// A piece of JSON text with its keys and brackets, but with `…` for every value and every key that
/// is data.
///
///     {"id":7,"name":"Ann","tags":["a"]}     {"id":…,"name":"…","tags":["…"]}
///
/// The piece may start and end anywhere. It is scanned in both directions from one place outside of
/// strings. Backwards, the nearest quote that no backslash precedes opens a string. A text that is
/// not JSON by this scan is not shown at all, since its keys look like its values.
enum ValuelessText {
  /// Replaces the values of a text.
  ///
  /// - Parameters:
  ///   - text: A piece of JSON text.
  ///   - range: The marked bytes of the text, which start at the start of a token.
  ///   - showsKey: Whether a key is shown. Keys with escapes are never shown.
  /// - Returns: The new text, and its marked bytes; `nil`, if the text is not JSON.
  static func replacing(
    _ text: [UInt8], _ range: Range<Int>, showsKey: (String) -> Bool
  ) -> (text: [UInt8], range: Range<Int>)? {
    guard range.lowerBound < text.count,
      let behind = tokens(from: range.lowerBound, of: text),
      let before = tokens(to: range.lowerBound, of: text)
    else { return nil }
    var (bytes, marked): ([UInt8], Range<Int>) = ([], 0..<0)
    let all = before + behind
    for (index, token) in all.enumerated() {
      let start = bytes.count
      let next = all[(index + 1)...].first { !$0.isSpace }
      let isShown = next?.isColon == true && token.key.map(showsKey) == true
      bytes += isShown ? Array(token.bytes) : token.replaced
      if token.start == range.lowerBound { marked = start..<bytes.count }
      if token.start > range.lowerBound, token.end <= range.upperBound {
        marked = marked.lowerBound..<bytes.count
      }
    }
    return (bytes, marked)
  }

  // MARK: - Tokens

  private struct Token {
    enum Kind { case space, mark, string, cutString, scalar }

    var kind: Kind
    var start: Int
    var bytes: ArraySlice<UInt8>

    var end: Int { start + bytes.count }
    var isSpace: Bool { kind == .space }
    var isColon: Bool { kind == .mark && bytes.first == UInt8(ascii: ":") }

    /// The text between the quotes; `nil`, if the token is no string or has escapes.
    var key: String? {
      guard kind == .string, !bytes.contains(UInt8(ascii: "\\")) else { return nil }
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    var replaced: [UInt8] {
      switch kind {
      case .space, .mark: return Array(bytes)
      case .string: return Array("\"…\"".utf8)
      case .cutString: return Array("…".utf8)
      case .scalar: return bytes.elementsEqual("null".utf8) ? Array(bytes) : Array("…".utf8)
      }
    }
  }

  private static func kind(_ byte: UInt8) -> Token.Kind? {
    switch byte {
    case 0x20, 0x09, 0x0a, 0x0d: .space
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","):
      .mark
    case UInt8(ascii: "\""): .string
    // The characters of numbers, true, false and null, and the stars of hidden values.
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"),
      UInt8(ascii: "*"):
      .scalar
    default: nil
    }
  }

  private static func tokens(from start: Int, of text: [UInt8]) -> [Token]? {
    var (tokens, offset): ([Token], Int) = ([], start)
    while offset < text.count {
      guard let kind = kind(text[offset]) else { return nil }
      var end = offset + 1
      var isClosed = false
      switch kind {
      case .string:
        while end < text.count, !isClosed {
          if text[end] == UInt8(ascii: "\\") { end += 1 } else { isClosed = text[end] == quote }
          end += 1
        }
        end = min(end, text.count)
      case .space, .scalar:
        while end < text.count, Self.kind(text[end]) == kind { end += 1 }
      case .mark, .cutString: break
      }
      let isCut = kind == .string && !isClosed
      tokens.append(
        Token(kind: isCut ? .cutString : kind, start: offset, bytes: text[offset..<end]))
      offset = end
    }
    return tokens
  }

  private static func tokens(to end: Int, of text: [UInt8]) -> [Token]? {
    var (tokens, offset): ([Token], Int) = ([], end)
    while offset > 0 {
      var start = offset - 1
      guard var kind = kind(text[start]) else { return nil }
      switch kind {
      case .string:
        while start > 0, !opensString(start - 1, of: text) { start -= 1 }
        if start > 0 { start -= 1 } else { kind = .cutString }
      case .space, .scalar:
        while start > 0, Self.kind(text[start - 1]) == kind { start -= 1 }
      case .mark, .cutString: break
      }
      tokens.append(Token(kind: kind, start: start, bytes: text[start..<offset]))
      offset = start
    }
    return tokens.reversed()
  }

  private static let quote = UInt8(ascii: "\"")

  /// Whether there is a quote at an offset, without an odd number of backslashes before it.
  private static func opensString(_ offset: Int, of text: [UInt8]) -> Bool {
    guard text[offset] == quote else { return false }
    let slashes = text[..<offset].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return slashes % 2 == 0
  }
}

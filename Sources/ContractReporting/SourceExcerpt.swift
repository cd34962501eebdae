package import JSONParsing

/// A line of a text, with a mark below a place in it.
///
///        9 |     "map": { "id": "remoteId: Strng" },
///          |                               ^^^^^
package struct SourceExcerpt: CustomStringConvertible {
  /// The greatest number of scalars of a shown line.
  private static let width = 100
  /// The greatest number of scalars before the place, if the line is cut.
  private static let lead = 60

  package let description: String
  /// The shown line in three parts: before, at and after the mark.
  package let parts: (before: String, marked: String, behind: String)
  /// The number of the line, one-based.
  package let number: Int

  /// - Parameters:
  ///   - range: The bytes to mark, as far as they are in the line.
  ///   - position: The position of the range's start.
  package init(
    of range: Range<Int>, at position: TextPosition, in text: ArraySlice<UInt8>,
    colors: TextColors = .none
  ) {
    let start = min(text.startIndex + range.lowerBound, text.endIndex)
    let before = Self.scalars(Self.lineStart(to: start, in: text))
    let behind = Self.scalars(Self.lineEnd(from: start, in: text))
    let marked = Self.scalars(Self.lineEnd(from: start, in: text).prefix(max(1, range.count)))
    let isCut = before.count > Self.lead && before.count + behind.count > Self.width
    let lead = isCut ? ["…"] + before.suffix(Self.lead) : before
    let room = max(1, Self.width - lead.count)
    let rest = behind.count > room ? behind.prefix(room) + ["…"] : behind[...]
    let line = Self.string(lead + rest)
    number = position.line
    let gutter = String(repeating: " ", count: max(0, 4 - "\(number)".count)) + "\(number)"
    let blank = String(repeating: " ", count: gutter.count + 1)
    let carets = max(1, Self.width(of: marked.prefix(room)))
    let end = min(marked.count, room, behind.count)
    parts = (Self.string(lead), Self.string(behind.prefix(end)), Self.string(rest.dropFirst(end)))
    description = """
      \(gutter) | \(line)
      \(blank)| \(String(repeating: " ", count: Self.width(of: lead)))\
      \(colors(.mark, String(repeating: "^", count: carets)))
      """
  }

  /// Returns the lines of a headline, an excerpt, and remarks.
  package static func lines(
    _ headline: String, _ excerpt: String? = nil, remarks: [String?]
  ) -> [String] {
    let excerpt = excerpt?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    return [headline] + excerpt.map(String.init)
      + remarks.compactMap { $0 }.map { "     = \($0)" }
  }

  /// Returns the same as one text, without a line end.
  package static func text(
    _ headline: String, _ excerpt: String? = nil, remarks: [String?]
  ) -> String {
    lines(headline, excerpt, remarks: remarks).joined(separator: "\n")
  }

  // MARK: - Lines

  /// The number of bytes to scan, four for each scalar. So the cost for a very long line is
  /// bounded.
  private static let reach = 4 * (width + 1)

  private static func lineStart(to end: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = end
    while start > text.startIndex, end - start < reach, !isLineEnd(text[start - 1]) { start -= 1 }
    // The start must not be inside a scalar.
    while start < end, text[start] & 0xc0 == 0x80 { start += 1 }
    return withoutMark(text[start..<end])
  }

  private static func lineEnd(from start: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = start
    while end < text.endIndex, end - start < reach, !isLineEnd(text[end]) { end += 1 }
    return withoutMark(text[start..<end])
  }

  private static func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

  // MARK: - Scalars

  /// Returns the scalars for display: spaces for tabs, and U+FFFD for scalars that must not reach a
  /// terminal.
  private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar == "\t" ? " " : isSafeToDisplay(scalar) ? scalar : "\u{fffd}"
    }
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func width(of scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + columnCount(of: $1) }
  }

  /// Returns 0 for combining marks, 2 for wide characters (Unicode Standard Annex 11, by blocks),
  /// otherwise 1.
  private static func columnCount(of scalar: Unicode.Scalar) -> Int {
    let category = scalar.properties.generalCategory
    if category == .nonspacingMark || category == .enclosingMark { return 0 }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }
}

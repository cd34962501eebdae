import JSONParsing

/// A change of a text: the bytes that replace a range.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String
}

/// Changes of a text that belong together, with their evidence, which becomes a comment at the end
/// of the line.
struct Proposal {
  var edits: [TextEdit]
  /// The reason as a text, and the offset of a byte of the line.
  var note: (text: String, offset: Int)?
  /// Whether the contract would accept less.
  var isNarrower = false
}

/// A text with its changes, which give the new text and the lines that differ.
struct EditedText {
  let old: [UInt8]
  /// The edits in order, without overlaps.
  private let edits: [TextEdit]
  /// The starts of lines, and the end.
  private let starts: [Int]

  init(_ old: [UInt8], _ proposals: [Proposal]) {
    self.old = old
    let starts = Self.lineStarts(in: old)
    self.starts = starts
    var notes: [Int: [String]] = [:]
    for note in proposals.compactMap(\.note) {
      let line = Self.line(of: note.offset, starts)
      if notes[line]?.contains(note.text) != true { notes[line, default: []].append(note.text) }
    }
    let known = notes.isEmpty ? [] : Self.lineComments(in: old)
    let comments = notes.map { line, texts in
      let range = starts[line]..<starts[line + 1]
      let start = known.first { range.contains($0) }
      // Blanks at the end of a comment stay after the added text.
      let blanks = old[range].reversed().prefix {
        start == nil ? "\r\n".utf8.contains($0) : $0 <= 0x20
      }
      let end = range.upperBound - blanks.count
      let lead = start.map { $0 + 2 >= end ? " " : "; " } ?? "  // "
      return TextEdit(range: end..<end, text: lead + texts.joined(separator: "; "))
    }
    var seen: Set<TextEdit> = []
    edits = (proposals.flatMap(\.edits) + comments).filter { seen.insert($0).inserted }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the starts of lines, and the end.
  private static func lineStarts(in text: [UInt8]) -> [Int] {
    let starts = [0] + text.indices.filter { text[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    return starts.last == text.count ? starts : starts + [text.count]
  }

  private static func line(of offset: Int, _ starts: [Int]) -> Int {
    max(0, min(starts.count - 2, (starts.firstIndex { $0 > offset } ?? starts.count) - 1))
  }

  /// Returns the starts of comments that end with their lines.
  private static func lineComments(in text: [UInt8]) -> [Int] {
    var (starts, index) = ([Int](), 0)
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/") where text[index...].starts(with: "//".utf8):
        starts.append(index)
        index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      case UInt8(ascii: "/") where text[index...].starts(with: "/*".utf8):
        index = text[(index + 2)...].firstRange(of: Array("*/".utf8))?.upperBound ?? text.count
        continue
      default: break
      }
      index += 1
    }
    return starts
  }

  var new: [UInt8] { text(0..<old.count, edits[...]) }

  private func text(_ range: Range<Int>, _ edits: ArraySlice<TextEdit>) -> [UInt8] {
    var (text, position) = ([UInt8](), range.lowerBound)
    for edit in edits {
      text += old[position..<edit.range.lowerBound]
      text += edit.text.utf8
      position = edit.range.upperBound
    }
    return text + old[position..<range.upperBound]
  }

  // MARK: - The lines that differ

  private struct Change {
    var old: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  private var changes: [Change] {
    var changes: [Change] = []
    var rest = edits[...]
    while let first = rest.first {
      let start = Self.line(of: first.range.lowerBound, starts)
      var end = Self.line(of: first.range.upperBound, starts) + 1
      var count = 1
      for edit in rest.dropFirst() {
        guard Self.line(of: edit.range.lowerBound, starts) <= end else { break }
        end = max(end, Self.line(of: edit.range.upperBound, starts) + 1)
        count += 1
      }
      let bytes = text(starts[start]..<starts[end], rest.prefix(count))
      changes.append(trimmed(Change(old: start..<end, new: Self.lines(bytes))))
      rest = rest.dropFirst(count)
    }
    return changes
  }

  /// Returns the change without unchanged lines at its ends.
  private func trimmed(_ change: Change) -> Change {
    var change = change
    while let line = change.new.first, let number = change.old.first, line == self.line(number) {
      change.new.removeFirst()
      change.old.removeFirst()
    }
    while let line = change.new.last, let number = change.old.last, line == self.line(number) {
      change.new.removeLast()
      change.old.removeLast()
    }
    return change
  }

  private func line(_ number: Int) -> ArraySlice<UInt8> { old[starts[number]..<starts[number + 1]] }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let starts = lineStarts(in: bytes)
    return zip(starts, starts.dropFirst()).map { bytes[$0..<$1] }
  }

  // MARK: - The diff

  /// The number of lines around a change.
  private static let contextCount = 3

  /// Returns the changes in the unified format, for `patch -p1` and `git apply`; empty if there are
  /// none.
  ///
  /// - Parameter path: The file, relative to the folder in which the diff is applied.
  func diff(path: String) -> String {
    let changes = changes.filter { !$0.old.isEmpty || !$0.new.isEmpty }
    guard !changes.isEmpty else { return "" }
    var text = Array("--- \(Self.name("a/" + path))\n+++ \(Self.name("b/" + path))\n".utf8)
    let lineCount = starts.count - 1
    var (rest, growth) = (changes[...], 0)
    while let first = rest.popFirst() {
      var hunk = [first]
      while let next = rest.first, let last = hunk.last,
        next.old.lowerBound - last.old.upperBound <= 2 * Self.contextCount
      {
        hunk.append(next)
        rest.removeFirst()
      }
      let start = max(0, first.old.lowerBound - Self.contextCount)
      let end = min(lineCount, hunk[hunk.count - 1].old.upperBound + Self.contextCount)
      let added = hunk.reduce(0) { $0 + $1.new.count - $1.old.count }
      let (old, new) = (
        Self.span(start, end - start), Self.span(start + growth, end - start + added)
      )
      text += "@@ -\(old) +\(new) @@\n".utf8
      growth += added
      var position = start
      for change in hunk {
        for number in position..<change.old.lowerBound { Self.add(" ", line(number), to: &text) }
        for number in change.old { Self.add("-", line(number), to: &text) }
        for line in change.new { Self.add("+", line, to: &text) }
        position = change.old.upperBound
      }
      for number in position..<end { Self.add(" ", line(number), to: &text) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the first line, one-based, and the number of lines; for no lines, the line before.
  private static func span(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start : start + 1),\(count)"
  }

  private static func add(_ mark: String, _ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text += mark.utf8
    text += line
    if line.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n".utf8 }
  }

  /// Returns a file's name as Git writes it: quoted and escaped if it has other characters than the
  /// printable ones of ASCII, and with a tab after it if it has a space.
  private static func name(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return path.utf8.contains(0x20) ? path + "\t" : path }
    let escaped = path.utf8.map { byte in
      switch byte {
      case 0x22, 0x5C: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default:
        "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
      }
    }
    return "\"\(escaped.joined())\""
  }
}

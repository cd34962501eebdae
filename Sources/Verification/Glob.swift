/// A pattern for paths: `users/*.json`, `**/issues/*.payload.json`.
///
/// `*` stands for any characters of one segment, `?` for one, `**` for any segments. A pattern fits a
/// path if it fits its last segments, so `*.json` fits every file of that name.
package struct Glob: Hashable, Sendable {
  package let text: String
  private let segments: [[Unicode.Scalar]]

  package init(_ text: String) {
    self.text = text
    segments = Self.segments(text)
  }

  private static func segments(_ text: String) -> [[Unicode.Scalar]] {
    text.unicodeScalars.split(separator: "/").map(Array.init)
  }

  package func matches(_ path: String) -> Bool {
    let path = Self.segments(path)
    let isAnchored = text.hasPrefix("/")
    let starts = isAnchored ? 0...0 : 0...max(0, path.count)
    return starts.contains { Self.matches(path[$0...], segments[...]) }
  }

  private static func matches(
    _ path: ArraySlice<[Unicode.Scalar]>, _ pattern: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == ["*", "*"] {
      return (path.startIndex...path.endIndex).contains {
        matches(path[$0...], pattern.dropFirst())
      }
    }
    guard let segment = path.first, matches(segment, first) else { return false }
    return matches(path.dropFirst(), pattern.dropFirst())
  }

  /// Wildcards in one segment, by going back to the last star alone: linear in the product of the
  /// lengths.
  private static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (position, place) = (0, 0)
    var star: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[position] {
        position += 1
        place += 1
      } else if let last = star {
        star = (last.place, last.position + 1)
        position = last.position + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}

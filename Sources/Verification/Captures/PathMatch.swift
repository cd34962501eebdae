import ContractModel
import JSONParsing

/// A path held against a pattern.
struct PathMatch {
  /// The values of the pattern's parameters.
  private(set) var parameters: [MemberName: String] = [:]
  /// How many segments from the start fit.
  private(set) var fittingCount = 0
  private(set) var isMatch = false

  /// - Parameter segments: Percent-decoded.
  init(_ segments: [String], _ pattern: [[PathPattern.Part]]) {
    for (segment, parts) in zip(segments, pattern) {
      guard fits(segment[...], parts[...]) else { return }
      fittingCount += 1
    }
    isMatch = segments.count == pattern.count
  }

  /// Whether a segment is what the parts stand for; a parameter stands for one character at least.
  private mutating func fits(_ text: Substring, _ parts: ArraySlice<PathPattern.Part>) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .text(let literal):
      guard text.utf8.starts(with: literal.utf8) else { return false }
      let rest = text.utf8.dropFirst(literal.utf8.count)
      return fits(Substring(rest), parts.dropFirst())
    case .parameter(let name):
      var end = text.endIndex
      while end > text.startIndex {
        if fits(text[end...], parts.dropFirst()) {
          parameters[MemberName(name)] = String(text[..<end])
          return true
        }
        end = text.index(before: end)
      }
      return false
    }
  }
}

extension PathPattern {
  /// How much of the pattern is said, segment by segment: a text says more than a text with a
  /// parameter, and that more than a parameter.
  var specificity: [Int] {
    segments.map { parts in
      let hasParameter = parts.contains { if case .parameter = $0 { true } else { false } }
      return hasParameter ? (parts.count > 1 ? 1 : 0) : 2
    }
  }
}

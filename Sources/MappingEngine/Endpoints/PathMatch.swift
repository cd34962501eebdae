import ContractModel
import JSONParsing

struct PathMatch {
  private(set) var parameters: [MemberName: String] = [:]
  /// How many segments match, counted from the start.
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

  /// Returns whether a segment matches a pattern's parts; a parameter takes at least one character.
  private mutating func fits(_ whole: Substring, _ parts: ArraySlice<PathPattern.Part>) -> Bool {
    guard let part = parts.first else { return whole.isEmpty }
    switch part {
    case .text(let literal):
      guard whole.utf8.starts(with: literal.utf8) else { return false }
      let rest = whole.utf8.dropFirst(literal.utf8.count)
      return fits(Substring(rest), parts.dropFirst())
    case .parameter(let name), .number(let name):
      let text = part.isNumber ? whole.digits : whole
      var end = text.endIndex
      while end > text.startIndex {
        if fits(whole[end...], parts.dropFirst()) {
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
  /// How specific the pattern is, segment by segment, from most to least specific: text, text with
  /// a parameter, a parameter of digits, a parameter of any text.
  var specificity: [Int] {
    segments.withoutLastSlash.map { parts in
      let parameters = parts.filter { $0.parameter != nil }
      guard !parameters.isEmpty else { return 4 }
      return (parts.count > 1 ? 2 : 0) + (parameters.allSatisfy(\.isNumber) ? 1 : 0)
    }
  }
}

extension PathPattern.Part {
  var isNumber: Bool { if case .number = self { true } else { false } }
}

extension Substring {
  /// The digits at the start of the text.
  fileprivate var digits: Substring {
    Substring(utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
  }
}

extension [[PathPattern.Part]] {
  var withoutLastSlash: Self { last?.isEmpty == true ? Array(dropLast()) : self }
}

/// A part of a date pattern: a field, or text that stands for itself.
enum DatePatternToken: Equatable {
  case literal(String)
  /// A letter and how often it is repeated.
  case field(Unicode.Scalar, count: Int)

  /// Parses a pattern. Letters in single quotes, and characters other than ASCII letters, stand for
  /// themselves; two quotes are one quote. An unclosed quote extends to the end, as in Foundation.
  static func tokens(of pattern: String) -> [DatePatternToken] {
    var tokens: [DatePatternToken] = []
    var isQuoted = false
    var isBehindQuote = false
    for scalar in pattern.unicodeScalars {
      if scalar == "'" {
        if isBehindQuote { tokens.append(literal: scalar) }
        isQuoted.toggle()
        isBehindQuote.toggle()
      } else {
        isBehindQuote = false
        let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
        if isLetter && !isQuoted {
          tokens.append(letter: scalar)
        } else {
          tokens.append(literal: scalar)
        }
      }
    }
    return tokens
  }

  var isField: Bool {
    if case .field = self { true } else { false }
  }

  /// Whether the token is a literal, or a field whose letter the standard defines for parsing.
  var isKnown: Bool {
    switch self {
    case .literal: true
    case .field(let letter, _):
      "GyYuUrQqMLwWdDFgEecabBhHKkmsSAzZOvVXx".unicodeScalars.contains(letter)
    }
  }
}

extension [DatePatternToken] {
  fileprivate mutating func append(literal scalar: Unicode.Scalar) {
    guard case .literal(var text) = last else { return append(.literal(String(scalar))) }
    text.unicodeScalars.append(scalar)
    self[count - 1] = .literal(text)
  }

  fileprivate mutating func append(letter: Unicode.Scalar) {
    guard case .field(letter, let letterCount) = last else {
      return append(.field(letter, count: 1))
    }
    self[count - 1] = .field(letter, count: letterCount + 1)
  }
}

extension JSONParseError {
  /// The author's probable mistake, if it is a known one.
  ///
  ///     // [1, 2,]  ->  JSON has no trailing commas
  ///     // {'a': 1} ->  JSON strings stand in double quotes
  public var hint: String? {
    switch reason {
    case .unexpected(.character("}"), expected: .memberName),
      .unexpected(.character("]"), expected: .value):
      "JSON has no trailing commas"
    case .unexpected(.character("'"), expected: _): "JSON strings stand in double quotes"
    case .unexpected(.character("/"), expected: _): "JSON has no comments"
    case .unexpected(.character("<"), expected: .value) where offset < Self.prologueLength:
      "the text looks like HTML or XML"
    case .unexpected(.character(")"), expected: .value) where offset == 0:
      "the text may have a prefix against script inclusion"
    case .unexpected(.character("+"), expected: .value): "a JSON number has no plus sign"
    case .unexpected(.character("."), expected: .value): "a JSON number starts with a digit"
    case .unexpected(.word(let word), let expected): Self.hint(for: word, at: expected)
    case .unexpected(.character("{"), expected: .endOfText),
      .unexpected(.character("["), expected: .endOfText):
      "several values, one a line, are NDJSON"
    case .unexpected(.character("\0"), expected: _), .invalidUTF8(0xfe), .invalidUTF8(0xff):
      offset < 2 ? "the text may be UTF-16 or UTF-32; JSON is UTF-8" : nil
    default: nil
    }
  }

  /// The number of bytes from the start in which markup counts as the beginning of the text: room
  /// for a byte order mark and a few line ends.
  private static let prologueLength = 16

  private static func hint(for word: String, at expected: Expected) -> String? {
    switch expected {
    case .memberName, .memberNameOrClosingBrace: return "a member name stands in double quotes"
    case .value, .valueOrClosingBracket: break
    default: return nil
    }
    switch word {
    case "NaN", "nan", "Infinity", "inf", "INF": return "JSON has no such number"
    case "True", "TRUE", "Yes", "YES", "yes": return "write true"
    case "False", "FALSE", "No", "NO", "no": return "write false"
    case "None", "nil", "Null", "NULL", "undefined": return "write null"
    default: return nil
    }
  }
}

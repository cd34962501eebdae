import JSONParsing

// coercion = string | number | bool | iso8601 | seconds | milliseconds | 'date pattern' | base64 |
// base64url
//            | custom:NAME

extension Coercion {
  /// The coercions that are words.
  static let words: [(word: String, coercion: Coercion)] = [
    ("string", .string), ("number", .number), ("bool", .bool), ("iso8601", .iso8601),
    ("seconds", .seconds), ("milliseconds", .milliseconds), ("base64", .base64),
    ("base64url", .base64url),
  ]

  /// Whether the coercion leads to a type. Numbers and truth values come as each other's kinds and
  /// as texts; a date has its formats; what a transformer makes is the app's.
  func leads(to type: ScalarName) -> Bool {
    switch self {
    case .custom: true
    case .iso8601, .seconds, .milliseconds, .datePattern: type == .date
    case .base64, .base64url: type == .data
    case .string: type != .date && type != .data && type != .any
    case .number, .bool: ![.date, .data, .url, .uuid, .any].contains(type)
    }
  }
}

extension LineScanner {
  /// Reads the coercions in parentheses behind a scalar type; none, if there are no parentheses.
  mutating func coercions(of type: ScalarName) throws(LineError) -> [Coercion] {
    guard take("(") else { return [] }
    var coercions: [Coercion] = []
    repeat {
      skipSpaces()
      let start = position
      let coercion = try coercion()
      guard coercion.leads(to: type) else {
        throw error("\(type.rawValue) cannot be read from \(coercion)", from: start)
      }
      guard !coercions.contains(coercion) else {
        throw error("the coercion \(coercion) is listed twice", from: start)
      }
      coercions.append(coercion)
      skipSpaces()
    } while take("|")
    guard take(")") else { throw expected("\"|\" or \")\"") }
    return coercions
  }

  private mutating func coercion() throws(LineError) -> Coercion {
    let start = position
    if next == "'" { return .datePattern(try datePattern()) }
    let word = take { $0.continuesName }
    if word == "custom", take(":") {
      let name = take { $0.continuesName }
      guard !name.isEmpty else { throw expected("a transformer's name") }
      return .custom(name)
    }
    if let known = Coercion.words.first(where: { $0.word == word }) { return known.coercion }
    guard !word.isEmpty else { throw expected("a coercion") }
    let hint = didYouMean(word, among: Coercion.words.map(\.word) + ["custom"])
    throw error("unknown coercion \(quoted(word))", from: start, hint: hint)
  }

  /// Reads a date pattern, whose letters are those of Unicode Technical Standard 35, part 4, that a
  /// text can be read by.
  private mutating func datePattern() throws(LineError) -> String {
    let start = position
    let pattern = try singleQuotedText()
    var isQuoted = false
    var hasField = false
    for scalar in pattern.unicodeScalars {
      if scalar == "'" { isQuoted.toggle() }
      guard !isQuoted, scalar.isASCII, scalar.properties.isAlphabetic else { continue }
      guard "GyYuUrQqMLwWdDFgEecabBhHKkmsSAzZOvVXx".unicodeScalars.contains(scalar) else {
        throw error(
          "\(quoted(String(scalar))) is no field of a date pattern", from: start,
          hint: "letters that stand for themselves stand in doubled quotes: yyyy-MM-dd''T''HH:mm")
      }
      hasField = true
    }
    guard hasField else { throw error("the date pattern has no field", from: start) }
    return pattern
  }
}

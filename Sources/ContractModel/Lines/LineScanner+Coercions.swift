import JSONParsing

// coercion = string | number | bool | iso8601 | seconds | milliseconds | string seconds
//            | string milliseconds | 'date pattern' [ in ZONE ] | strict | base64 | base64url
//            | custom:NAME
// ZONE     = "UTC" [ ( "+" | "-" ) h[h] [ ":" mm ] ]

extension LineScanner {
  /// Parses the coercions in parentheses after a scalar type; there are none without parentheses.
  mutating func coercions(of type: ScalarName) throws(LineError) -> [Coercion] {
    guard take("(") else { return [] }
    var coercions: [Coercion] = []
    repeat {
      skipSpaces()
      let start = position
      let coercion = try coercion()
      guard coercion.isFor(type) else {
        throw error(
          "\(type.rawValue) cannot be read from \(coercion)", from: start,
          hint: type == .date && coercion == .string
            ? "write Date(string seconds), Date(iso8601) or a pattern" : nil)
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
    if next == "'" {
      let pattern = try datePattern()
      return .datePattern(pattern, zone: try zone(of: pattern))
    }
    var word = take { $0.continuesName }
    if word == "string" { word += epochUnit() }
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

  /// Takes the unit since 1970 after `string`, if a word follows it; returns it behind one space.
  private mutating func epochUnit() -> String {
    let end = position
    skipSpaces()
    let unit = take { $0.continuesName }
    if unit.isEmpty { position = end }
    return unit.isEmpty ? "" : " \(unit)"
  }

  // MARK: - Date patterns

  /// Takes the zone after a date pattern, if there is one.
  private mutating func zone(of pattern: String) throws(LineError) -> DateZone? {
    let end = position
    skipSpaces()
    let start = position
    guard take(while: { $0.continuesName }) == "in" else {
      position = end
      return nil
    }
    skipSpaces()
    let zone = try zone()
    if Self.fields(of: pattern).contains(where: "zZOvVXx".unicodeScalars.contains) {
      throw error(
        "the date pattern has a zone of its own", from: start, hint: "leave out \"in \(zone)\"")
    }
    return zone
  }

  private mutating func zone() throws(LineError) -> DateZone {
    let start = position
    let hint = "a zone is an offset, such as UTC, UTC+2 or UTC-05:30"
    guard take(while: { $0.continuesName }) == "UTC" else {
      throw error("expected a zone", from: start, hint: hint)
    }
    let isBehind = next == "-"
    guard take("+") || take("-") else { return .utc }
    let hours = take { $0.isDigit }
    let minutes = take(":") ? take { $0.isDigit } : "00"
    guard 1...2 ~= hours.utf8.count, minutes.utf8.count == 2, let hour = Int(hours),
      let minute = Int(minutes), minute < 60,
      let zone = DateZone(minutes: (isBehind ? -1 : 1) * (hour * 60 + minute))
    else {
      throw error("\(quoted(string(start..<position))) is no zone", from: start, hint: hint)
    }
    return zone
  }

  /// Returns the letters of a date pattern outside of quotes.
  static func fields(of pattern: String) -> [Unicode.Scalar] {
    var isQuoted = false
    return pattern.unicodeScalars.filter { scalar in
      if scalar == "'" { isQuoted.toggle() }
      return !isQuoted && scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  /// Parses a date pattern. Its letters must be fields of Unicode Technical Standard 35, part 4,
  /// that can be used for parsing.
  private mutating func datePattern() throws(LineError) -> String {
    let start = position
    let pattern = try singleQuotedText()
    let fields = Self.fields(of: pattern)
    let known = "GyYuUrQqMLwWdDFgEecabBhHKkmsSAzZOvVXx".unicodeScalars
    if let letter = fields.first(where: { !known.contains($0) }) {
      throw error(
        "\(quoted(String(letter))) is no field of a date pattern", from: start,
        hint: "letters that stand for themselves stand in doubled quotes: yyyy-MM-dd''T''HH:mm")
    }
    guard !fields.isEmpty else { throw error("the date pattern has no field", from: start) }
    return pattern
  }
}

import JSONParsing

// line       = [ property ":" ] type *( constraint ) [ "=" default ]
// constraint = range | "count" range | "length" range | "matches" /pattern/ | "unique"
//            | "equals" source
// range      = N | N... | ...N | N...M

struct ParsedLine {
  var property: PropertyPath?
  /// Whether the line names a property, or has `_` for no property.
  var namesProperty: Bool
  var value: ConstrainedType
  var defaultValue: Located<DefaultValue>?
  var typeOrigin: Origin
}

extension LineScanner {
  private static let words = ["count", "length", "matches", "unique", "equals"]

  /// Parses a line, which must be the whole text.
  mutating func line(allowsProperty: Bool = true) throws(LineError) -> ParsedLine {
    skipSpaces()
    let start = position
    let property = propertyPrefix()
    if property == nil { try refuseOptionalProperty(from: start) }
    if property != nil, !allowsProperty { throw error("no property stands here", from: start) }
    skipSpaces()
    let typeStart = position
    var value = try type()
    let typeOrigin = origin(from: typeStart)
    value.constraints = try constraints()
    skipSpaces()
    let defaultValue = take("=") ? try defaultValue() : nil
    skipSpaces()
    guard next == nil else { throw expected("a constraint, \"=\" or the end") }
    let isIgnored = property?.description == "_"
    return ParsedLine(
      property: isIgnored ? nil : property, namesProperty: property != nil, value: value,
      defaultValue: defaultValue, typeOrigin: typeOrigin)
  }

  private mutating func defaultValue() throws(LineError) -> Located<DefaultValue> {
    skipSpaces()
    let start = position
    let value: DefaultValue
    if take("[") {
      skipSpaces()
      guard take("]") else { throw expected("\"]\", since a default array is empty") }
      value = .emptyArray
    } else if take("{") {
      skipSpaces()
      guard take("}") else { throw expected("\"}\", since a default dictionary is empty") }
      value = .emptyObject
    } else {
      value = .literal(try literal())
    }
    return Located(value, origin(from: start))
  }

  // MARK: - Constraints

  mutating func constraints() throws(LineError) -> [Located<Constraint>] {
    var constraints: [Located<Constraint>] = []
    while true {
      skipSpaces()
      let start = position
      guard let constraint = try constraint() else { return constraints }
      let isSecond = constraints.contains { $0.value.word == constraint.word }
      if isSecond { throw error("\(constraint.word) is given twice", from: start) }
      constraints.append(Located(constraint, origin(from: start)))
    }
  }

  private mutating func constraint() throws(LineError) -> Constraint? {
    guard let scalar = next else { return nil }
    if scalar.isDigit || scalar == "-" || scalar == "." { return .range(try range()) }
    guard scalar.startsName else { return nil }
    let start = position
    let word = take { $0.continuesName }
    switch word {
    case "unique": return .unique
    case "matches": return .matches(try pattern())
    case "equals": return .equals(try equalsSource())
    case "count", "length":
      skipSpaces()
      let (counts, written) = try countRange(word)
      return word == "count"
        ? .count(counts, written: written) : .length(counts, written: written)
    default:
      let hint = didYouMean(word, among: Self.words)
      throw error("unknown word \(quoted(word))", from: start, hint: hint)
    }
  }

  private mutating func range() throws(LineError) -> NumberRange {
    let start = position
    let lower = number()
    guard takeEllipsis() else {
      guard let lower else { throw expected("a range such as 1...5, 1... or ...5") }
      return NumberRange(lower)
    }
    let upper = number()
    if lower == nil, upper == nil { throw error("a range has at least one bound", from: start) }
    if let lower, let upper, upper.isLess(than: lower) {
      throw error(
        "the range \(lower)...\(upper) is reversed", from: start, hint: "write \(upper)...\(lower)")
    }
    return NumberRange(lower: lower, upper: upper)
  }

  private mutating func takeEllipsis() -> Bool {
    guard next == ".", peek(1) == ".", peek(2) == "." else { return false }
    position += 3
    return true
  }

  private mutating func countRange(
    _ word: String
  ) throws(LineError) -> (CountRange, NumberRange) {
    let start = position
    guard let scalar = next, scalar.isDigit || scalar == "-" || scalar == "." else {
      throw expected("a range behind \(word), such as 1... or 1...5")
    }
    let range = try range()
    let lower = range.lower.map { $0.reading(as: Int.self).exactValue } ?? 0
    let upper = range.upper.map { $0.reading(as: Int.self).exactValue }
    guard let lower, lower >= 0, upper != .some(nil), upper.flatMap({ $0 }) ?? 0 >= 0 else {
      throw error("\(word) is a whole number, and not negative", from: start)
    }
    return (CountRange(lower: lower, upper: upper ?? nil), range)
  }

  /// Parses `/pattern/`; `\/` in it is a slash.
  private mutating func pattern() throws(LineError) -> TextPattern {
    skipSpaces()
    let start = position
    guard take("/") else { throw expected("a pattern between slashes, such as /^[a-z]+$/") }
    while let scalar = next, scalar != "/" { position += scalar == "\\" ? 2 : 1 }
    position = min(position, text.scalars.count)
    let content = string(start + 1..<position)
    guard take("/") else { throw error("the pattern has no closing \"/\"", from: start) }
    do {
      return try TextPattern(content)
    } catch {
      let range = error.range.lowerBound + start + 1..<error.range.upperBound + start + 1
      throw LineError(message: error.description, hint: nil, range: range)
    }
  }

  private mutating func equalsSource() throws(LineError) -> SourceKeyPath {
    skipSpaces()
    var (end, openCount) = (position, 0)
    scan: while end < text.scalars.count {
      switch text.scalars[end] {
      case " ", "\t", ">": break scan
      case "\\": end += 1
      case "[": openCount += 1
      case "]" where openCount == 0: break scan
      case "]": openCount -= 1
      default: break
      }
      end = min(end + 1, text.scalars.count)
    }
    guard end > position else { throw expected("a key path behind equals") }
    let path = try keyPath(until: end)
    guard position == end else {
      throw expected("the end of the key path, which is never optional here")
    }
    return path
  }
}

extension Constraint {
  /// The name of the constraint's kind; a line may have one constraint of each kind.
  var word: String {
    switch self {
    case .range: "a range"
    case .count: "count"
    case .length: "length"
    case .matches: "matches"
    case .unique: "unique"
    case .equals: "equals"
    }
  }
}

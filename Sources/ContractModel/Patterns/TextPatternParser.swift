/// Parses a pattern by recursive descent: alternatives of sequences of repeated atoms.
struct TextPatternParser {
  /// The maximum nesting of groups, which limits the parser's recursion.
  private static let deepestGroup = 100
  private static let largestRepeat = 1_000

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func pattern() throws(TextPatternError) -> TextPattern.Node {
    let node = try alternatives()
    // Alternatives end at the end of the text or at a ")", which then has no "(".
    guard next == nil else { throw error("\")\" has no \"(\"") }
    return node
  }

  private mutating func alternatives() throws(TextPatternError) -> TextPattern.Node {
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(TextPatternError) -> TextPattern.Node {
    var nodes: [TextPattern.Node] = []
    while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated()) }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: - Repeats

  private mutating func repeated() throws(TextPatternError) -> TextPattern.Node {
    let start = position
    let atom = try atom()
    guard let bounds = try bounds() else { return atom }
    if atom == .start || atom == .end {
      throw error("an anchor cannot be repeated", from: start)
    }
    switch next {
    case "?": throw error("a lazy repeat finds the same texts; leave out this \"?\"")
    case "+": throw error("possessive repeats are not supported")
    case "*", "{": throw error("a repeat cannot be repeated; put a group around it")
    default: return .repeated(atom, least: bounds.least, most: bounds.most)
    }
  }

  private mutating func bounds() throws(TextPatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    let least = number()
    let most = take(",") ? number() : least
    let isOpen = scalars[position - 1] == ","
    guard let least, most != nil || isOpen, take("}") else {
      throw error("expected a repeat such as {2}, {2,} or {2,5}", from: start)
    }
    guard max(least, most ?? 0) <= Self.largestRepeat else {
      throw error("a repeat is at most \(Self.largestRepeat)", from: start)
    }
    if let most, most < least { throw error("the repeat's bounds are reversed", from: start) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    let start = position
    while let digit = next, "0"..."9" ~= digit { position += 1 }
    guard position > start else { return nil }
    let digits = scalars[start..<position].drop { $0 == "0" }
    return digits.reduce(0) { min(1 << 32, $0 * 10 + Int($1.value - 0x30)) }
  }

  // MARK: - Atoms

  private mutating func atom() throws(TextPatternError) -> TextPattern.Node {
    let start = position
    guard let scalar = next else { throw error("expected a character") }
    position += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".": return .scalar(.anyButLineEnds)
    case "(": return try group(from: start)
    case "[": return .scalar(try set(from: start))
    case "\\": return .scalar(try escape(from: start, isInSet: false))
    case "*", "+", "?": throw error("\"\(scalar)\" has nothing to repeat", from: start)
    case "{", "}", "]":
      throw error("\"\(scalar)\" stands for itself only behind a backslash", from: start)
    default: return .scalar(ScalarSet(scalar))
    }
  }

  private mutating func group(from start: Int) throws(TextPatternError) -> TextPattern.Node {
    if take("?") { try skipGroupKind(from: start) }
    depth += 1
    guard depth <= Self.deepestGroup else {
      throw error("groups nest at most \(Self.deepestGroup) deep", from: start)
    }
    let node = try alternatives()
    guard take(")") else { throw error("\"(\" has no \")\"", at: start) }
    depth -= 1
    return node
  }

  private mutating func skipGroupKind(from start: Int) throws(TextPatternError) {
    let kind = next
    position += 1
    switch kind {
    case ":": return
    case "=", "!": throw error("look-ahead is not supported", from: start)
    case "<" where next == "=" || next == "!":
      position += 1
      throw error("look-behind is not supported", from: start)
    case "<": throw error("named groups are not supported; leave out the name", from: start)
    default:
      position = min(position, scalars.count)
      throw error("expected \"(?:\" or \"(\"", from: start)
    }
  }

  // MARK: - Sets

  private mutating func set(from start: Int) throws(TextPatternError) -> ScalarSet {
    let isNegated = take("^")
    var set = ScalarSet([])
    while let scalar = next, scalar != "]" { set = set.union(try setItem()) }
    guard take("]") else { throw error("\"[\" has no \"]\"", at: start) }
    if isNegated { set = set.complement }
    guard set.simplest != nil else { throw error("the class holds no character", from: start) }
    return set
  }

  private mutating func setItem() throws(TextPatternError) -> ScalarSet {
    let start = position
    let low = try setMember()
    guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
      return low
    }
    position += 1
    let high = try setMember()
    guard let first = low.single, let last = high.single else {
      throw error("a range runs from one character to another", from: start)
    }
    guard first <= last else { throw error("the range is reversed", from: start) }
    return ScalarSet([first...last])
  }

  private mutating func setMember() throws(TextPatternError) -> ScalarSet {
    let start = position
    let scalar = scalars[position]  // `set` and `setItem` checked that there is one
    position += 1
    if scalar == "[" { throw error("\"[\" in a class stands behind a backslash", from: start) }
    return scalar == "\\" ? try escape(from: start, isInSet: true) : ScalarSet(scalar)
  }

  // MARK: - Escapes

  private mutating func escape(
    from start: Int, isInSet: Bool
  ) throws(TextPatternError) -> ScalarSet {
    guard let scalar = next else {
      throw error("expected a character after the backslash", at: start)
    }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.complement
    case "w": return .words
    case "W": return ScalarSet.words.complement
    case "s": return .spaces
    case "S": return ScalarSet.spaces.complement
    case "n": return ScalarSet("\n")
    case "r": return ScalarSet("\r")
    case "t": return ScalarSet("\t")
    case "f": return ScalarSet("\u{c}")
    case "v": return ScalarSet("\u{b}")
    case "x": return try codePoint(digitCount: 2, from: start)
    case "u": return try codePoint(digitCount: 4, from: start)
    case "b" where !isInSet, "B" where !isInSet:
      throw error("word boundaries are not supported", from: start)
    case "p", "P": throw error("Unicode properties are not supported", from: start)
    case "k", "1"..."9": throw error("back-references are not supported", from: start)
    default:
      guard "^$\\.*+?()[]{}|/-".unicodeScalars.contains(scalar) else {
        throw error("\"\\\(scalar)\" is no escape", from: start)
      }
      return ScalarSet(scalar)
    }
  }

  private mutating func codePoint(
    digitCount: Int, from start: Int
  ) throws(TextPatternError) -> ScalarSet {
    let digits = scalars[position...].prefix(digitCount)
    let value = digits.reduce(UInt32?(0)) { value, digit in
      guard let value, let figure = Character(digit).hexDigitValue, digit.isASCII else {
        return nil
      }
      return value << 4 | UInt32(figure)
    }
    position += digits.count
    guard digits.count == digitCount, let scalar = value.flatMap(Unicode.Scalar.init) else {
      throw error("expected \(digitCount) hexadecimal digits of a character", from: start)
    }
    return ScalarSet(scalar)
  }

  // MARK: - Errors

  /// Returns an error at the next character.
  private func error(_ message: String) -> TextPatternError { error(message, at: position) }

  private func error(_ message: String, at start: Int) -> TextPatternError {
    TextPatternError(message, start..<min(start + 1, max(start, scalars.count)))
  }

  private func error(_ message: String, from start: Int) -> TextPatternError {
    TextPatternError(message, start..<max(position, start))
  }
}

extension ScalarSet {
  fileprivate var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}

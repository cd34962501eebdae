import JSONParsing

// endpoint  = METHOD SP path *condition [ SP "->" SP status *( "," status ) ] | "event" SP name
//           | "request" SP METHOD SP path *condition
// condition = SP "@request." key path "=" ( text without spaces | "'" text "'" )
// path      = 1*( "/" *( text | parameter ) )
// parameter = ":" name [ "(Int)" ]

extension LineScanner {
  /// Parses an endpoint, which must be the whole text.
  mutating func endpoint() throws(LineError) -> Endpoint.Selector {
    let method = take { $0 != " " }
    if method == "event" { return try event() }
    if method == "request" { return try request() }
    guard HTTPSelector.methods.contains(method) else {
      throw error(
        method.hasPrefix("/")
          ? "expected a method before the path" : "unknown method \(quoted(method))", from: 0,
        hint: didYouMean(method, among: HTTPSelector.methods + ["event"])
          ?? "an endpoint is written GET /users/:id, or event user.created")
    }
    var selector = try selector(method)
    selector.statuses = try statuses()
    return .http(selector)
  }

  /// Parses a request after the word `request`, or without it, as in the section of requests.
  mutating func request() throws(LineError) -> Endpoint.Selector {
    skipSpaces()
    let start = position
    let method = take { $0 != " " }
    guard HTTPSelector.methods.contains(method) else {
      throw error(
        "unknown method \(quoted(method))", from: start,
        hint: didYouMean(method, among: HTTPSelector.methods)
          ?? "a request is written POST /users/:id")
    }
    let selector = try selector(method)
    guard next == nil else { throw expected("the end", hint: "a request has no status") }
    return .request(selector)
  }

  private mutating func selector(_ method: String) throws(LineError) -> HTTPSelector {
    skipSpaces()
    var selector = HTTPSelector(method: method, path: try pathPattern())
    selector.conditions = try conditions()
    return selector
  }

  private mutating func event() throws(LineError) -> Endpoint.Selector {
    skipSpaces()
    let name = take { _ in true }
    guard !name.isEmpty else { throw expected("an event's name") }
    return .event(MemberName(name))
  }

  // MARK: - Path

  mutating func pathPattern() throws(LineError) -> PathPattern {
    guard next == "/" else { throw expected("a path, which starts with \"/\"") }
    var pattern = PathPattern(segments: [])
    var known: Set<MemberName> = []
    while take("/") { pattern.segments.append(try segment(&known)) }
    return pattern
  }

  /// - Parameter known: The names of the parameters so far.
  private mutating func segment(
    _ known: inout Set<MemberName>
  ) throws(LineError) -> [PathPattern.Part] {
    var parts: [PathPattern.Part] = []
    var text = ""
    while let scalar = next, scalar != "/", scalar != " " {
      switch scalar {
      case ":":
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(try parameter(&known, behind: parts))
      case "\\":
        position += 1
        guard let escaped = next, escaped == ":" || escaped == "(" else {
          throw expected("\":\" or \"(\" after a backslash")
        }
        text.unicodeScalars.append(escaped)
        position += 1
      case "{": throw template()
      case "*" where text.isEmpty && parts.isEmpty: throw wildcard()
      case "?", "#":
        throw expected(
          "a path alone",
          hint: "every query matches; one that has to be there is written @request.query.page=1")
      default:
        text.unicodeScalars.append(scalar)
        position += 1
      }
    }
    return text.isEmpty ? parts : parts + [.text(text)]
  }

  private mutating func parameter(
    _ known: inout Set<MemberName>, behind parts: [PathPattern.Part]
  ) throws(LineError) -> PathPattern.Part {
    let start = position
    position += 1
    let name = next?.startsName == true ? take { $0.continuesName } : ""
    guard !name.isEmpty else {
      throw expected("a parameter's name", hint: "a colon itself is written \\:")
    }
    guard known.insert(MemberName(name)).inserted else {
      throw error("two parameters are named \(quoted(name))", from: start)
    }
    if parts.last?.parameter != nil {
      throw error("two parameters need a text between them", from: start)
    }
    return try isNumber(name) ? .number(name) : .parameter(name)
  }

  /// Takes the type after a parameter's name; returns whether it is `(Int)`.
  private mutating func isNumber(_ name: String) throws(LineError) -> Bool {
    let start = position
    guard take("(") else { return false }
    let type = take { $0.continuesName }
    guard take(")"), type == "Int" else {
      while let scalar = next, scalar != "/", scalar != " " { position += 1 }
      throw error(
        "a parameter's type is (Int), or none", from: start,
        hint: "write :\(name)(Int) for digits only; a parenthesis itself is written \\(")
    }
    return true
  }

  // MARK: - Conditions

  /// Parses the conditions on the request and the spaces around them; returns them ordered by text.
  private mutating func conditions() throws(LineError) -> [RequestCondition] {
    var conditions: [RequestCondition] = []
    skipSpaces()
    while next == "@" {
      let start = position
      let condition = try condition()
      guard !conditions.contains(where: { $0.source == condition.source }) else {
        throw error("two conditions on \(quoted(condition.source.description))", from: start)
      }
      conditions.append(condition)
      skipSpaces()
    }
    return conditions.sorted { MemberName($0.description) < MemberName($1.description) }
  }

  private mutating func condition() throws(LineError) -> RequestCondition {
    let start = position
    let hint = "a condition is written @request.body.action=users"
    var end = position
    while end < text.scalars.count, text.scalars[end] != "=", text.scalars[end] != " " { end += 1 }
    let source = try keyPath(until: end)
    switch source.base {
    case .requestBody, .requestForm, .requestQuery, .requestHeader: break
    default:
      throw error("\(quoted(source.description)) is no part of a request", from: start, hint: hint)
    }
    guard take("=") else { throw expected("\"=\" and a text", hint: hint) }
    guard next == "'" else {
      let text = take { $0 != " " }
      guard !text.isEmpty else { throw expected("a text", hint: hint) }
      return RequestCondition(source: source, text: text)
    }
    return RequestCondition(source: source, text: try singleQuotedText())
  }

  // MARK: - Notations of other formats

  /// Returns the error for `{login}`, the notation for a parameter in OpenAPI and URI templates.
  private mutating func template() -> LineError {
    let start = position
    position += 1
    let inner = take { $0 != "}" && $0 != "/" && $0 != " " }
    _ = take("}")
    let name = inner.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    let isName = name.unicodeScalars.first?.startsName == true
    return error(
      "\(quoted(string(start..<position))) is no parameter", from: start,
      hint: "write :\(isName ? name : "name")")
  }

  /// Returns the error for `*`, which stands for a segment in other formats.
  private mutating func wildcard() -> LineError {
    let start = position
    _ = take { $0 == "*" }
    guard next == nil || next == "/" || next == " " else {
      return error("a path has no wildcards", from: start, hint: "write :name for any text")
    }
    return error(
      "\(quoted(string(start..<position))) is no parameter", from: start,
      hint: "write :name, by any name, for a segment of any text")
  }

  // MARK: - Statuses

  private mutating func statuses() throws(LineError) -> [StatusMatcher] {
    guard next != nil else { return [] }
    guard take("-"), take(">") else {
      throw expected("\"->\" and a status, or the end", hint: "a space in a path is written %20")
    }
    var statuses: [StatusMatcher] = []
    repeat {
      skipSpaces()
      let start = position
      let status = try status()
      if statuses.contains(status) {
        throw error("the status \(status) is listed twice", from: start)
      }
      statuses.append(status)
      skipSpaces()
    } while take(",")
    guard next == nil else { throw expected("\",\" or the end") }
    return statuses
  }

  private mutating func status() throws(LineError) -> StatusMatcher {
    let start = position
    let text = take { $0.isDigit || $0 == "x" }
    if text.hasSuffix("xx"), text.utf8.count == 3, let digit = Int(text.prefix(1)), 1...5 ~= digit {
      return .hundred(digit)
    }
    guard let code = Int(text), 100...999 ~= code, text.utf8.count == 3 else {
      guard position > start else { throw expected("a status such as 404 or 4xx") }
      throw error(
        "\(quoted(text)) is no status", from: start, hint: "write 404, or 4xx for a class")
    }
    return .code(code)
  }
}

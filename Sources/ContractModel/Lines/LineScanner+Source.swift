import JSONParsing

// source  = segment *( "." segment ) [ "?" ]
// segment = name *( "[]" / "[" index "]" )            brackets alone only at the start

extension LineScanner {
  private static let prefixes = [
    "@parent", "@root", "@document", "@path", "@header", "@request", "@index",
  ]

  /// Parses a source key path, which must be the whole text.
  mutating func source() throws(LineError) -> (path: SourceKeyPath, isOptional: Bool) {
    guard !text.scalars.isEmpty else { return (.representation, false) }
    let path = try keyPath(until: text.scalars.count)
    let isOptional = take("?")
    guard next == nil else {
      // A key path can end before the end of its text only at a "?".
      position -= 1
      throw LineError(
        message: "\"?\" stands at the end of a key path",
        hint: "the character itself is written \\?",
        range: position..<position + 1)
    }
    return (path, isOptional)
  }

  /// Parses a key path, without a question mark.
  mutating func keyPath(until end: Int) throws(LineError) -> SourceKeyPath {
    let base = try base(until: end)
    if base == .index { return SourceKeyPath(base: base, steps: []) }
    var path = SourceKeyPath(base: base, steps: [])
    repeat {
      try appendSegment(to: &path, until: end)
    } while position < end && take(".")
    let isOneName = path.steps.count == 1 && path.steps[0] != .fanOut
    let prefix = SourceKeyPath(base: base, steps: [])
    if base.isOfTexts, !isOneName { throw error("\(prefix) is followed by one name", from: 0) }
    if base == .requestBody, path.steps.contains(.fanOut) {
      throw error("\(prefix) leads to one value, and not into every element", from: 0)
    }
    return path
  }

  private mutating func base(until end: Int) throws(LineError) -> SourceKeyPath.Base {
    var base = SourceKeyPath.Base.representation
    while position < end, next == "@" {
      let start = position
      position += 1
      let word = "@" + take { $0.continuesName }
      switch (word, base) {
      case ("@parent", .representation): base = .parent(levels: 1)
      case ("@parent", .parent(let levels)): base = .parent(levels: levels + 1)
      case ("@root", .representation): base = .root
      case ("@document", .representation): base = .document
      case ("@path", .representation): base = .path
      case ("@header", .representation): base = .header
      case ("@request", .representation): base = try requestPart(until: end)
      case ("@index", .representation):
        if position < end, next != "?" { throw expected("the end, since nothing follows @index") }
        return .index
      default:
        let hint =
          Endpoint.reservedMembers.contains(word)
          ? "it stands at an endpoint, beside its key paths"
          : didYouMean(word, among: Self.prefixes + Endpoint.reservedMembers)
            ?? "a key that starts with @ is written \\@"
        throw error("unknown prefix \(quoted(word))", from: start, hint: hint)
      }
      guard position < end, take(".") else { throw expected("\".\" and a key") }
    }
    return base
  }

  private mutating func requestPart(until end: Int) throws(LineError) -> SourceKeyPath.Base {
    let hint = "write @request.body.X, @request.form.X, @request.query.X or @request.header.X"
    guard position < end, take(".") else { throw expected("\".\" and a key", hint: hint) }
    let start = position
    let word = take { $0.continuesName }
    switch word {
    case "header": return .requestHeader
    case "query": return .requestQuery
    case "form": return .requestForm
    case "body": return .requestBody
    default:
      throw error("a request has no part \(quoted(word))", from: start, hint: hint)
    }
  }

  /// Limits the work and the recursion of all code that walks key paths.
  private static let mostSteps = 128

  private mutating func appendSegment(
    to path: inout SourceKeyPath, until end: Int
  ) throws(LineError) {
    let start = position
    guard path.steps.count < Self.mostSteps else {
      throw error("a key path has at most \(Self.mostSteps) steps", from: start)
    }
    let name = try segmentName(until: end)
    let isFirst = path.steps.isEmpty && path.base == .representation
    if position > start {
      if text.scalars[start] == "\\", SourceKeyPath.index(MemberName(name)) != nil {
        path.numberKinds[path.steps.count] = .member
      }
      path.steps.append(.segment(MemberName(name)))
    } else if !(isFirst && next == "[" && position < end) {
      throw expected("a key", hint: "the empty key is written \\e")
    }
    while position < end, take("[") {
      let index = try index(until: end)
      guard position < end, take("]") else {
        throw expected(
          "\"]\"", hint: "[0] is an element, [] every one, and \\[ the character itself")
      }
      if index != nil { path.numberKinds[path.steps.count] = .element }
      path.steps.append(index.map { .segment($0) } ?? .fanOut)
      guard path.steps.count <= Self.mostSteps else { break }
    }
    if position < end, let next, next != ".", next != "?" { throw expected("\".\" or \"[]\"") }
  }

  private mutating func index(until end: Int) throws(LineError) -> MemberName? {
    let start = position
    let digits = take { "0"..."9" ~= $0 }
    guard position > start else { return nil }
    let name = MemberName(digits)
    guard position <= end, let index = SourceKeyPath.index(name), index <= ArrayPlaces.largestIndex
    else {
      throw error(
        "expected an index from 0 to \(ArrayPlaces.largestIndex), without leading zeros",
        from: start)
    }
    return name
  }

  private mutating func segmentName(until end: Int) throws(LineError) -> String {
    var name = String.UnicodeScalarView()
    while position < end, let scalar = next, scalar != ".", scalar != "[", scalar != "?" {
      let start = position
      position += 1
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      guard position < end, let escaped = next, let meaning = Self.meaning(of: escaped, name) else {
        position = min(position + 1, end)
        throw error("expected one of . ? [ @ \\ e after a backslash", from: start)
      }
      position += 1
      name.append(contentsOf: meaning)
    }
    return String(name)
  }

  /// Returns the text for a character after a backslash; a name of digits may start with one.
  private static func meaning(
    of scalar: Unicode.Scalar, _ name: String.UnicodeScalarView
  ) -> String.UnicodeScalarView? {
    let isNumber = name.isEmpty && "0"..."9" ~= scalar
    return isNumber ? String.UnicodeScalarView([scalar]) : PathEscape.meaning(of: scalar)
  }
}

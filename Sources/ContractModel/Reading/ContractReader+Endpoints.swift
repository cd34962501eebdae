import JSONParsing

extension ContractReader {
  mutating func endpoints(_ member: JSONMember?) -> [Endpoint] {
    entries(member, what: "an object of endpoints").compactMap { endpoint($0) }
  }

  private mutating func endpoint(_ member: JSONMember) -> Endpoint? {
    let selector = parse(LineText(nameOf: member, path: path)) { scanner throws(LineError) in
      try scanner.endpoint()
    }
    let body = endpointBody(member.value)
    guard let selector, let body else { return nil }
    if selector.isRequest {
      log.error(
        "a request is no response",
        hint: "requests are in the section \"requests\", as METHOD /path",
        at: origin(nameOf: member))
    }
    return Endpoint(selector: selector, body: body, origin: origin(nameOf: member))
  }

  // MARK: - Requests

  mutating func requests(_ member: JSONMember?) -> [Endpoint] {
    entries(member, what: "an object of requests").compactMap { request($0) }
  }

  private mutating func request(_ member: JSONMember) -> Endpoint? {
    let selector = parse(LineText(nameOf: member, path: path)) { scanner throws(LineError) in
      try scanner.request()
    }
    let members = members(of: member.value, words: Vocabulary.request, what: "a request")
    guard let selector, let members else { return nil }
    let outside =
      parameters(members["query"], at: .requestQuery)
      + parameters(members["headers"], at: .requestHeader)
      + parameters(members["form"], at: .requestForm)
    if let form = members["form"], members["body"] != nil {
      log.error(
        "a request has a \"body\" or a \"form\"",
        hint: "a form is the body; \"body\" is about JSON", at: origin(nameOf: form))
    }
    let body = members["body"].map { endpointBody($0.value) }
    // One that cannot be read is told already.
    if case .some(nil) = body { return nil }
    let isBare = member.value.members.allSatisfy { $0.name.text.hasPrefix("x-") }
    if outside.isEmpty, body == nil, !isBare {
      log.error(
        "the request says nothing of what is sent",
        hint:
          "it has \"query\", \"headers\", \"body\" or \"form\"; {} says that it has none of them",
        at: origin(nameOf: member))
    }
    return Endpoint(
      selector: selector, body: joined(outside, body ?? nil, members["body"]),
      origin: origin(nameOf: member))
  }

  /// The lines of a query, of headers or of a form: their names stand for the parts of the exchange.
  private mutating func parameters(
    _ member: JSONMember?, at base: SourceKeyPath.Base
  ) -> [PropertyLine] {
    let lines = lines(entries(member, what: "an object of lines such as \"page?\": \"page: Int\""))
    return lines.compactMap { line in
      var line = line
      let names = line.source.steps.compactMap { step in
        if case .segment(let name) = step { name.text } else { nil }
      }
      guard line.source.base == .representation, names.count == line.source.steps.count,
        let first = names.first
      else {
        log.error(
          "expected the name of a parameter, found \(quoted(line.source.description))",
          hint: "a name that is repeated is an array: \"id\": \"ids: [Int]\"", at: line.origin)
        return nil
      }
      // "filter.state" is sent as filter[state].
      let name = first + names.dropFirst().map { "[\($0)]" }.joined()
      line.source = SourceKeyPath(base: base, steps: [.segment(MemberName(name))])
      return line
    }
  }

  private mutating func joined(
    _ outside: [PropertyLine], _ body: Endpoint.Body?, _ member: JSONMember?
  ) -> Endpoint.Body {
    switch body {
    case nil: return .map(outside)
    case .map(let lines): return .map(outside + lines)
    case .value(let value):
      guard !outside.isEmpty, let member else { return .value(value) }
      let whole = PropertyLine(
        source: .representation, isOptional: false, property: nil, value: value,
        origin: origin(member.value))
      return .map(outside + [whole])
    case .absent:
      guard !outside.isEmpty, let member else { return .absent }
      log.error(
        "\"body\": null stands alone", hint: "leave it out beside \"query\" and \"headers\"",
        at: origin(member.value))
      return .map(outside)
    }
  }

  // MARK: - Bodies

  /// The lines of the object that an endpoint deletes.
  private mutating func deletion(_ member: JSONMember) -> [PropertyLine] {
    guard member.value.kind == .string else {
      logKind(member.value, expected: "what is deleted, such as \"Order(id: @document.id)\"")
      return []
    }
    return parse(LineText(member.value, path: path)) { scanner throws(LineError) in
      try scanner.deletion()
    } ?? []
  }

  private mutating func endpointBody(_ value: JSONValue) -> Endpoint.Body? {
    switch value.kind {
    case .string:
      let line = parse(LineText(value, path: path)) { scanner throws(LineError) in
        try scanner.line(allowsProperty: false)
      }
      if let defaultValue = line?.defaultValue {
        log.error("a payload has no default", at: defaultValue.origin)
      }
      return line.map { .value($0.value) }
    case .object:
      let members = value.members.filter { $0.name.text != Deletion.member }
      let deletions = value.members.filter { $0.name.text == Deletion.member }
      let lines = lines(members) + deletions.flatMap { deletion($0) }
      if value.members.isEmpty { log.error("the endpoint maps nothing", at: origin(value)) }
      return .map(lines)
    case .null: return .absent
    default:
      logKind(
        value,
        expected: "a type such as \"[User]\", a map such as {\"user\": \"User\"}, "
          + "or null for no body")
      return nil
    }
  }
}

import JSONParsing

extension ContractReader {
  /// - Parameter common: The MIME type of endpoints that state none.
  mutating func endpoints(_ member: JSONMember?, mimeType common: JSONMember?) -> [Endpoint] {
    let common = common.map { mimeType($0) } ?? Endpoint.standardMIMEType
    return entries(member, what: "an object of endpoints").compactMap { endpoint($0, common) }
  }

  private mutating func endpoint(_ member: JSONMember, _ commonType: String?) -> Endpoint? {
    let selector = parse(nameOf: member) { scanner throws(LineError) in try scanner.endpoint() }
    let body = endpointBody(whole(member.value) ?? member.value)
    let typed = member.value.members.first { $0.name.text == Endpoint.mimeTypeMember }
    let type = typed.map { mimeType($0) } ?? commonType
    guard let selector, let body else { return nil }
    if let typed, selector.http == nil {
      log.error("an event has no MIME type", at: origin(nameOf: typed))
    }
    if selector.isRequest {
      log.error(
        "a request is no response",
        hint: "requests are in the section \"requests\", as METHOD /path",
        at: origin(nameOf: member))
    }
    let isTyped = selector.http != nil && body != .absent
    return Endpoint(
      selector: selector, body: body, origin: origin(nameOf: member),
      mimeType: isTyped ? type : Endpoint.standardMIMEType)
  }

  /// Returns the type of a body beside its MIME type: `{ "@mimeType": "text/html", "": "[User]" }`.
  private func whole(_ value: JSONValue) -> JSONValue? {
    let members = value.members
    guard members.count == 2, let text = members.first(where: { $0.name.text.isEmpty })?.value,
      members.contains(where: { $0.name.text == Endpoint.mimeTypeMember }), let line = text.string
    else { return nil }
    // A line with a property starts with the property's name, and no type starts in lower case.
    let first = line.unicodeScalars.first { $0 != " " }
    return line.contains(":") && (first.map { $0.properties.isLowercase || $0 == "_" } ?? false)
      ? nil : text
  }

  /// Reads the MIME type of bodies; `nil`, if they have none.
  private mutating func mimeType(_ member: JSONMember) -> String? {
    if member.value.kind == .null { return nil }
    guard let text = text(member.value) else { return Endpoint.standardMIMEType }
    guard MIMEType.isValid(text) else {
      log.error(
        "expected a MIME type such as \"text/html\", or null for none, found \(quoted(text))",
        at: origin(member.value))
      return Endpoint.standardMIMEType
    }
    return text
  }

  // MARK: - Requests

  mutating func requests(_ member: JSONMember?) -> [Endpoint] {
    entries(member, what: "an object of requests").compactMap { request($0) }
  }

  private mutating func request(_ member: JSONMember) -> Endpoint? {
    let selector = parse(nameOf: member) { scanner throws(LineError) in try scanner.request() }
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
    let body = members["body"].map { endpointBody($0.value, isRequest: true) }
    // An unreadable body was already reported.
    if case .some(nil) = body { return nil }
    let isBare = member.value.members.allSatisfy(\.isExtension)
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

  /// Reads the lines of a query, headers or a form; their names refer to the parts of the exchange.
  private mutating func parameters(
    _ member: JSONMember?, at base: SourceKeyPath.Base
  ) -> [PropertyLine] {
    let lines = lines(entries(member, what: "an object of lines such as \"page?\": \"page: Int\""))
    return lines.compactMap { line in
      var line = line
      guard line.source.base == .representation, let names = line.source.names?.map(\.text),
        let first = names.first
      else {
        let found = line.source.description
        // As it stands in JSON, where the backslash is escaped, too.
        let name = found.split(separator: "[", omittingEmptySubsequences: false)
          .joined(separator: #"\\["#)
        return refused(
          "expected the name of a parameter, found \(quoted(found))",
          hint: line.source.names == nil
            ? "if brackets are part of the name, write \"\(displayed(name))\""
            : "a name that is repeated is an array: \"id\": \"ids: [Int]\"", at: line.origin)
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

  /// Reads the lines for the object that an endpoint deletes.
  private mutating func deletion(_ member: JSONMember) -> [PropertyLine] {
    guard member.value.kind == .string else {
      logKind(member.value, expected: "what is deleted, such as \"Order(id: @document.id)\"")
      return []
    }
    return parse(member.value) { scanner throws(LineError) in try scanner.deletion() } ?? []
  }

  private mutating func endpointBody(
    _ value: JSONValue, isRequest: Bool = false
  ) -> Endpoint.Body? {
    switch value.kind {
    case .string:
      let line = parse(value) { scanner throws(LineError) in
        try scanner.line(allowsProperty: false)
      }
      if let defaultValue = line?.defaultValue {
        log.error("a payload has no default", at: defaultValue.origin)
      }
      return line.map { .value($0.value) }
    case .object:
      let members = value.members.filter { member in
        !Endpoint.reservedMembers.contains(member.name.text)
          || isRequest && member.name.text == Endpoint.mimeTypeMember
      }
      let deletions = value.members.filter { $0.name.text == Deletion.member }
      let lines = lines(members) + deletions.flatMap { deletion($0) }
      if members.isEmpty, deletions.isEmpty {
        log.error("the endpoint maps nothing", at: origin(value))
      }
      return .map(lines)
    case .null: return .absent
    default:
      return refused(
        value,
        expected: "a type such as \"[User]\", a map such as {\"user\": \"User\"}, "
          + "or null for no body")
    }
  }
}

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
    return Endpoint(selector: selector, body: body, origin: origin(nameOf: member))
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
      let rules = rules(Array(value.members))
      if value.members.isEmpty { log.error("the endpoint maps nothing", at: origin(value)) }
      return .map(rules)
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

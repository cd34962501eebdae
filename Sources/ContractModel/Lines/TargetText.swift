import JSONParsing

/// The target of a payload, as a person writes it: `[User]`, `user: User`, or an endpoint.
package struct TargetText {
  package let target: ContractExample.Target

  package init(_ text: String) throws(LineError) {
    var scanner = LineScanner(LineText(text))
    target = try scanner.anyTarget(.none)
  }

  /// Parses an endpoint only: `GET /users/:id`.
  package static func endpoint(_ text: String) throws(LineError) -> Endpoint.Selector {
    var scanner = LineScanner(LineText(text))
    return try scanner.endpoint()
  }

  /// Returns whether a text is an endpoint. It has a space after a method, `event` or `request`.
  fileprivate static func isEndpoint(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " }
    return text.contains(" ")
      && (["event", "request"].contains(word) || HTTPSelector.methods.contains(String(word)))
  }
}

extension SourceKeyPath {
  /// A key path as a person writes it: `comment.body`, `items.0.id`.
  package init(text: String) throws(LineError) {
    var scanner = LineScanner(LineText(text))
    self = try scanner.keyPath(until: scanner.text.scalars.count)
  }
}

extension LineScanner {
  /// Parses the target of a payload: a type or an endpoint.
  mutating func anyTarget(_ origin: Origin) throws(LineError) -> ContractExample.Target {
    try TargetText.isEndpoint(String(String.UnicodeScalarView(text.scalars)))
      ? .endpoint(Located(endpoint(), origin)) : target()
  }

  /// Parses a type, or with `user: User` the type of a value at a key of the payload.
  mutating func target() throws(LineError) -> ContractExample.Target {
    let line = try line()
    if line.defaultValue != nil || line.namesProperty && line.property == nil {
      throw error("expected a type such as \"[User]\" or \"user: User\"", from: 0)
    }
    let names = line.property?.names ?? []
    return .type(root: SourceKeyPath(steps: names.map { .segment($0) }), line.value)
  }
}

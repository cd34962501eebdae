import JSONParsing

extension Contract {
  /// All lines, each with the name of its mapping or endpoint: those of mappings and their cases,
  /// the contract's own before included ones, then those of endpoints.
  package var ownedLines: [(line: PropertyLine, owner: String)] {
    (mappings + includedMappings).flatMap { mapping in
      (mapping.lines + mapping.addedLines).map { ($0, mapping.name.text) }
    }
      + endpoints.flatMap { endpoint in
        endpoint.body.lines.map { ($0, endpoint.selector.description) }
      }
  }
}

extension Endpoint.Body {
  /// The lines of an endpoint that has lines of its own.
  package var lines: [PropertyLine] {
    get { if case .map(let lines) = self { lines } else { [] } }
    set { if case .map = self { self = .map(newValue) } }
  }
}

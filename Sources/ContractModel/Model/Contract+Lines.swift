package import JSONParsing

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

  /// Whether a line of responses reads a value of the request.
  package var readsRequest: Bool {
    let responses = endpoints.filter { !$0.selector.isRequest }
    let lines = (mappings + includedMappings).flatMap { $0.lines + $0.addedLines }
    return (lines + responses.flatMap(\.body.lines)).contains { line in
      line.source.isOfExchange && line.source.base != .header && line.deletes == nil
    }
  }

  /// Whether a value has to equal one of the request.
  package var comparesWithRequest: Bool {
    let values = ownedLines.map(\.line.value) + endpoints.compactMap(\.body.value)
    return values.contains(where: \.isComparedWithRequest)
  }

  /// Changes the lines of all mappings, cases and endpoints.
  ///
  /// - Parameter edit: Changes the lines of one of them; gets the name of its mapping, and `nil` for
  ///   an endpoint.
  package mutating func editLines(_ edit: (inout [PropertyLine], MemberName?) -> Void) {
    for number in mappings.indices { mappings[number].editLines(edit) }
    for number in includedMappings.indices { includedMappings[number].editLines(edit) }
    for number in endpoints.indices { edit(&endpoints[number].body.lines, nil) }
  }
}

extension ContractMapping {
  package var cases: [MappingCase] {
    get { dispatch?.cases ?? [] }
    set { dispatch?.cases = newValue }
  }

  fileprivate mutating func editLines(_ edit: (inout [PropertyLine], MemberName?) -> Void) {
    let name = name
    edit(&lines, name)
    for number in cases.indices { edit(&cases[number].use.addedLines, name) }
    guard var otherwise = dispatch?.otherwise else { return }
    edit(&otherwise.addedLines, name)
    dispatch?.otherwise = otherwise
  }
}

extension CaseUse {
  package var addedLines: [PropertyLine] {
    get { if case .lines(let lines) = self { lines } else { [] } }
    set { if case .lines = self { self = .lines(newValue) } }
  }
}

extension ConstrainedType {
  fileprivate var isComparedWithRequest: Bool {
    let own = constraints.contains { constraint in
      if case .equals(let source) = constraint.value { source.isOfExchange } else { false }
    }
    return switch type {
    case .array(let element), .set(let element), .dictionary(let element):
      own || element.isComparedWithRequest
    case .scalar, .literal, .mapping, .keyed, .union: own
    }
  }
}

extension Endpoint.Body {
  fileprivate var value: ConstrainedType? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The lines of an endpoint that has lines of its own.
  package var lines: [PropertyLine] {
    get { if case .map(let lines) = self { lines } else { [] } }
    set { if case .map = self { self = .map(newValue) } }
  }
}

extension Endpoint {
  /// The type of the payload, or those of its values.
  var values: [ConstrainedType] {
    if case .value(let value) = body { [value] } else { body.lines.map(\.value) }
  }

  /// The mappings that the body names, and those of the objects that it deletes.
  package var mappings: [MemberName] {
    values.flatMap(\.type.mappings).map(\.value)
      + body.lines.compactMap(\.deletes?.mapping.value)
  }
}

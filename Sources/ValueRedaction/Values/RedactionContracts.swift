package import ContractModel
package import JSONParsing
package import MappingEngine

/// The parts of contracts that decide what stays in a capture: literals, keys, and which path
/// segments are parameters. Without contracts, only common formats stay.
package struct RedactionContracts: Sendable {
  /// The texts of literals, of conditions of cases and endpoints, and of paths.
  package private(set) var texts: Set<MemberName> = []
  /// The keys that lines read.
  package private(set) var keys: Set<MemberName> = []
  /// The keys of objects whose own keys are data.
  package private(set) var dictionaries: Set<MemberName> = []
  /// The keys of values that stay out of reports.
  package private(set) var sensitive: Set<MemberName> = []
  package private(set) var events: Set<MemberName> = []
  private(set) var limits = ValueLimits()
  /// The matchers of responses, and of requests.
  private let matchers: [EndpointMatcher]

  /// - Parameter contracts: Contracts without errors.
  package init(_ contracts: [Contract]) {
    matchers = [false, true].map { EndpointMatcher(contracts, isOfRequests: $0) }
    for contract in contracts {
      for mapping in contract.mappings + contract.includedMappings {
        let isLenient = (mapping.settings.coercion ?? contract.settings.coercion) == .lenient
        for line in mapping.lines + mapping.addedLines { add(line, isLenient) }
        if let dispatch = mapping.dispatch { add(dispatch) }
      }
      let isLenient = contract.settings.coercion == .lenient
      for endpoint in contract.endpoints { add(endpoint, isLenient) }
    }
  }

  private mutating func add(_ line: PropertyLine, _ isLenient: Bool) {
    add(line.source)
    add(line.value, isLenient || line.source.base.isOfTexts)
    guard let last = line.source.lastName else { return }
    if line.options.isSensitive ?? false { sensitive.insert(last) }
    if line.value.type.hasAnyKeys { dictionaries.insert(last) }
  }

  private mutating func add(_ source: SourceKeyPath) {
    for case .segment(let name) in source.steps { keys.insert(name) }
  }

  private mutating func add(_ value: ConstrainedType, _ isLenient: Bool) {
    limits.add(value, isLenient: isLenient)
    add(value.type)
  }

  private mutating func add(_ dispatch: CaseDispatch) {
    if let path = dispatch.switchPath { add(path.value) }
    for condition in dispatch.cases.flatMap(\.conditions) {
      add(condition.source)
      if case .equals(_, let literal) = condition { add(literal) }
    }
  }

  private mutating func add(_ endpoint: Endpoint, _ isLenient: Bool) {
    switch endpoint.selector {
    case .event(let name): events.insert(name)
    case .http(let selector), .request(let selector):
      for case .text(let text) in selector.path.segments.joined() { texts.insert(MemberName(text)) }
      for condition in selector.conditions {
        add(condition.source)
        texts.insert(MemberName(condition.text))
      }
    }
    switch endpoint.body {
    case .value(let value): add(value, isLenient)
    case .map(let lines): for line in lines { add(line, isLenient) }
    case .absent: break
    }
  }

  private mutating func add(_ type: ValueType) {
    switch type {
    case .literal(let literal): add(literal)
    case .array(let value), .set(let value), .dictionary(let value): add(value.type)
    case .union(let types): for type in types { add(type) }
    case .scalar, .mapping, .keyed: break
    }
  }

  private mutating func add(_ literal: Literal) {
    switch literal {
    case .string(let text):
      // A case may compare texts without the white space at their ends.
      texts.formUnion([text, MemberName(trimmed(text.text))])
    case .number(let number):
      texts.insert(MemberName(number.text))
      limits.add(number)
    case .bool, .null: break
    }
  }

  /// Returns the segments of a request's path with other values for its parameters; `nil` if the
  /// path belongs to no endpoint.
  ///
  /// - Parameter replaced: Returns the replacement of a parameter, in the encoding of a path.
  package func segments(
    of url: RequestURL, method: String?, replaced: (String) -> String
  ) -> [String]? {
    guard let (selector, parameters) = match(url, method) else { return nil }
    let pattern =
      selector.path.segments.last?.isEmpty == true
      ? selector.path.segments.dropLast() : selector.path.segments[...]
    let hasLastSlash = url.segments.last?.isEmpty == true
    let segments = url.segments.dropLast(hasLastSlash ? 1 : 0)
    let base = segments.count - pattern.count
    guard base >= 0 else { return nil }
    let own = zip(segments.dropFirst(base), pattern).map { segment, parts -> String in
      guard parts.contains(where: { $0.parameter != nil }) else { return segment }
      return parts.map { part in
        switch part {
        case .text(let text): RequestURL.percentEncoded(text)
        case .parameter(let name), .number(let name):
          replaced(parameters[MemberName(name)] ?? segment)
        }
      }.joined()
    }
    return segments.prefix(base) + own + (hasLastSlash ? [""] : [])
  }

  /// Returns the endpoint of the path, with any status; preferably with the same method.
  private func match(
    _ url: RequestURL, _ method: String?
  ) -> (HTTPSelector, [MemberName: String])? {
    for method in method == nil ? [nil] : [method, nil] {
      var request = EndpointMatcher.Request(method: method, url: url)
      request.isOfAnyContent = true
      for matcher in matchers {
        if case .match(let candidate, let parameters)? = matcher.match(of: request),
          let selector = candidate.selector.http
        {
          return (selector, parameters)
        }
      }
    }
    return nil
  }
}

extension ValueType {
  /// Whether the type is an object whose keys are data.
  fileprivate var hasAnyKeys: Bool {
    switch self {
    case .dictionary, .keyed: true
    case .array(let value), .set(let value): value.type.hasAnyKeys
    case .scalar, .literal, .mapping, .union: false
    }
  }
}

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
  let limits: ValueLimits
  /// The matchers of responses, and of requests.
  private let matchers: [EndpointMatcher]

  /// - Parameter contracts: Contracts without errors.
  package init(_ contracts: [Contract]) {
    matchers = [false, true].map { EndpointMatcher(contracts, isOfRequests: $0) }
    let verdicts = contracts.map { ScalarVerdicts($0) }
    limits = ValueLimits(verdicts)
    keys = verdicts.reduce(into: []) { $0.formUnion($1.keys) }
    for literal in verdicts.flatMap(\.literals) { add(literal) }
    for line in contracts.flatMap(\.ownedLines).map(\.line) {
      guard let last = line.source.lastName else { continue }
      if line.options.isSensitive ?? false { sensitive.insert(last) }
      if line.value.type.hasAnyKeys { dictionaries.insert(last) }
    }
    for selector in contracts.flatMap(\.endpoints).map(\.selector) { add(selector) }
  }

  private mutating func add(_ literal: Literal) {
    switch literal {
    case .string(let text):
      // A case may compare texts without the white space at their ends.
      texts.formUnion([text, MemberName(trimmed(text.text))])
    case .number(let number):
      // The number stays in every notation.
      let texts = [number.text, SpelledNumber(number.text)?.plain ?? number.text]
      self.texts.formUnion(texts.map { MemberName($0) })
    case .bool, .null: break
    }
  }

  private mutating func add(_ selector: Endpoint.Selector) {
    switch selector {
    case .event(let name): events.insert(name)
    case .http(let selector), .request(let selector):
      for case .text(let text) in selector.path.segments.joined() { texts.insert(MemberName(text)) }
      for condition in selector.conditions {
        for case .segment(let name) in condition.source.steps { keys.insert(name) }
        texts.insert(MemberName(condition.text))
      }
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
    var segments = url.segments
    let pattern = selector.path.segments.dropLast(
      selector.path.segments.last?.isEmpty == true ? 1 : 0)
    let start = segments.count - (segments.last?.isEmpty == true ? 1 : 0) - pattern.count
    guard start >= 0 else { return nil }
    for (index, parts) in zip(start..., pattern)
    where parts.contains(where: { $0.parameter != nil }) {
      segments[index] = parts.map { part in
        switch part {
        case .text(let text): RequestURL.percentEncoded(text)
        case .parameter(let name), .number(let name):
          replaced(parameters[MemberName(name)] ?? url.segments[index])
        }
      }.joined()
    }
    return segments
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

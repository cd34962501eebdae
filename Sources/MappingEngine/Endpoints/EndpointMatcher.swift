package import ContractModel
package import JSONParsing

/// Finds the endpoint of a response, an event or a request.
///
/// If several endpoints match, the most specific one wins. They are compared by their paths, from
/// left to right: text is more specific than parameters, and parameters of digits are more specific
/// than those of any text. If the paths are equal, a contract with a host comes first; then the
/// endpoint with more conditions; then a status code before its class, and both before no status. A
/// slash at the end of a path makes no difference, unless there are endpoints for both forms of the
/// path.
package struct EndpointMatcher: Sendable {
  package struct Candidate: Sendable {
    package let selector: Endpoint.Selector
    /// The method and path of the endpoint, if it is of the matcher's side: requests or responses.
    fileprivate let http: HTTPSelector?
    /// The contract's index in the matcher's contracts.
    package let contract: Int
    /// The endpoint's index in its contract.
    package let number: Int
    fileprivate let host: String?
    /// Segments of the base path and the endpoint's path, without a last slash; empty for an event.
    fileprivate let pattern: [[PathPattern.Part]]
    fileprivate let specificity: [Int]

    /// Returns whether the paths of two endpoints are equally specific, compared left to right.
    package func isAsSpecific(as other: Candidate) -> Bool { specificity == other.specificity }

    package var isEvent: Bool { if case .event = selector { true } else { false } }
    fileprivate let hasLastSlash: Bool
    /// Whether another endpoint has the same path with, or without, a slash at the end.
    fileprivate var isExact = false

    fileprivate init(
      _ selector: Endpoint.Selector, contract: Int, number: Int, host: String?,
      _ base: [[PathPattern.Part]], isOfRequests: Bool = false
    ) {
      (self.selector, self.contract, self.number, self.host) = (selector, contract, number, host)
      http = selector.isRequest == isOfRequests ? selector.http : nil
      let path = http?.path
      let pattern = path.map { base + $0.segments } ?? []
      self.pattern = pattern.withoutLastSlash
      specificity = path?.specificity ?? []
      hasLastSlash = pattern.last?.isEmpty == true
    }
  }

  /// The parts of a response, an event or a request that endpoints are matched by.
  package struct Request: Sendable {
    package var method: String?
    package var url: RequestURL?
    package var status: Int?
    package var event: String?
    /// The content of the request, for endpoints with conditions; `nil` if it is not known.
    package var content: MappingRequest?
    /// Whether conditions of endpoints are ignored, so that the path alone counts.
    package var isOfAnyContent = false

    package init(
      method: String? = nil, url: RequestURL? = nil, status: Int? = nil, event: String? = nil,
      content: MappingRequest? = nil
    ) {
      (self.method, self.url, self.status, self.event) = (method, url, status, event)
      self.content = content
    }
  }

  package enum Outcome: Sendable {
    case match(Candidate, parameters: [MemberName: String])
    /// An endpoint matches the method and the path, but not the status.
    case unexpectedStatus(Candidate)
    /// No endpoint matches; the nearest endpoint, and why it does not match.
    case none(nearest: Candidate?, reason: String)
  }

  private let candidates: [Candidate]
  /// The first endpoint of each event.
  private let events: [MemberName: Int]

  /// Whether any endpoint has conditions, so a match needs more than a request's method and URL.
  package let hasConditions: Bool

  /// - Parameters:
  ///   - contracts: The contracts, in the order in which their endpoints are numbered.
  ///   - host: Replaces the host of every contract, such as by that of a test server.
  ///   - basePath: Replaces the base path of every contract.
  ///   - isOfRequests: Whether the matcher looks for requests instead of responses.
  package init(
    _ contracts: [Contract], host: String? = nil, basePath: String? = nil,
    isOfRequests: Bool = false
  ) {
    let candidates = contracts.enumerated().flatMap { number, contract in
      let base = Self.base(basePath ?? contract.basePath?.value)
      let contractHost = (host ?? contract.host?.value)?.lowercased()
      return contract.endpoints.enumerated().map { position, endpoint in
        Candidate(
          endpoint.selector, contract: number, number: position, host: contractHost, base,
          isOfRequests: isOfRequests)
      }
    }
    self.candidates = Self.markingExact(candidates)
    hasConditions = Self.hasConditions(candidates)
    let numbered = candidates.enumerated().compactMap { number, candidate -> (MemberName, Int)? in
      if case .event(let name) = candidate.selector { (name, number) } else { nil }
    }
    events = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter selectors: Endpoints that may match the same requests, all of this host and base
  ///   path.
  package init(_ selectors: [HTTPSelector], host: String? = nil, basePath: String? = nil) {
    let base = Self.base(basePath)
    candidates = selectors.enumerated().map { position, selector in
      Candidate(.http(selector), contract: 0, number: position, host: host?.lowercased(), base)
    }
    events = [:]
    hasConditions = Self.hasConditions(candidates)
  }

  private static func hasConditions(_ candidates: [Candidate]) -> Bool {
    candidates.contains { $0.http?.conditions.isEmpty == false }
  }

  private static func base(_ path: String?) -> [[PathPattern.Part]] {
    (path ?? "").split(separator: "/").map { [.text(String($0))] }
  }

  /// The common part of two endpoints whose paths differ only in a slash at the end.
  private struct PathForm: Hashable {
    var host: String?
    var method: String
    var pattern: [[PathPattern.Part]]

    init?(_ candidate: Candidate) {
      guard let selector = candidate.http else { return nil }
      (host, method) = (candidate.host, selector.method)
      pattern = PathPattern(segments: candidate.pattern).shape
    }
  }

  private static func markingExact(_ candidates: [Candidate]) -> [Candidate] {
    var forms: [PathForm: Set<Bool>] = [:]
    for candidate in candidates {
      guard let form = PathForm(candidate) else { continue }
      forms[form, default: []].insert(candidate.hasLastSlash)
    }
    return candidates.map { candidate in
      var candidate = candidate
      candidate.isExact = PathForm(candidate).flatMap { forms[$0]?.count } == 2
      return candidate
    }
  }

  /// Returns the match of a request, or `nil`; does not look for the nearest endpoint.
  package func match(of request: Request) -> Outcome? {
    request.url.flatMap { match(of: Reading(request, $0)) }
  }

  package func outcome(of request: Request) -> Outcome {
    if let event = request.event { return outcome(ofEvent: MemberName(event)) }
    guard let url = request.url else {
      return .none(nearest: nil, reason: "nothing says what the body is")
    }
    let reading = Reading(request, url)
    return match(of: reading) ?? nearest(to: reading)
  }

  /// Returns all endpoints that match a request, with the path's parameters: the most specific
  /// first, equal ones in their order.
  package func matches(
    of request: Request
  ) -> [(candidate: Candidate, parameters: [MemberName: String])] {
    guard let url = request.url else { return [] }
    let reading = Reading(request, url)
    let fits = candidates.indices.compactMap { number -> (number: Int, fit: Fit)? in
      guard let fit = Fit(candidates[number], reading), fit.isMatch else { return nil }
      return (number, fit)
    }
    return fits.sorted { one, other in
      if isLess(other.number, other.fit.selector, one.number, one.fit.selector) { return true }
      if isLess(one.number, one.fit.selector, other.number, other.fit.selector) { return false }
      return one.number < other.number
    }.map { ($0.fit.candidate, $0.fit.parameters) }
  }

  /// Returns the endpoint that describes another status of the same request; `nil` for an event.
  package func outcome(
    of status: Int, at endpoint: Endpoint.Selector, ofContract contract: Int
  ) -> Outcome? {
    guard let own = endpoint.http else { return nil }
    let siblings = candidates.filter { candidate in
      candidate.contract == contract && candidate.http?.method == own.method
        && candidate.http?.path == own.path && candidate.http?.conditions == own.conditions
    }
    let fitting = siblings.filter { $0.selector.http?.fits(status) == true }
    let best = fitting.max {
      ($0.selector.http?.statusSpecificity ?? 0) < ($1.selector.http?.statusSpecificity ?? 0)
    }
    return best.map { .match($0, parameters: [:]) } ?? siblings.first.map { .unexpectedStatus($0) }
  }

  /// Returns the path's parameters of a request for an endpoint, or why the request does not match.
  package func parameters(
    of request: Request, for endpoint: Endpoint.Selector
  ) -> Result<[MemberName: String], Mismatch> {
    guard let candidate = candidates.first(where: { $0.selector == endpoint }),
      let url = request.url
    else { return .success([:]) }
    let reading = Reading(request, url)
    guard let fit = Fit(candidate, reading) else {
      return .failure(Mismatch(reason: "an event has no URL"))
    }
    return fit.isMatch
      ? .success(fit.parameters) : .failure(Mismatch(reason: fit.reason(reading)))
  }

  package struct Mismatch: Error {
    package var reason: String
  }

  /// Returns the most specific endpoint that matches. Nearly all requests have a match, so the
  /// other endpoints are not examined.
  private func match(of request: Reading) -> Outcome? {
    var best: (number: Int, selector: HTTPSelector, path: PathMatch)?
    for number in candidates.indices {
      guard let selector = candidates[number].http,
        candidates[number].pattern.count == request.segments.count,
        request.fitsLastSlash(of: candidates[number]),
        request.fitsHost(candidates[number].host), request.fitsMethod(selector.method),
        request.fitsStatus(of: selector), request.unfitting(of: selector) == nil
      else { continue }
      let path = PathMatch(request.segments, candidates[number].pattern)
      guard path.isMatch else { continue }
      if let best, !isLess(best.number, best.selector, number, selector) { continue }
      best = (number, selector, path)
    }
    return best.map { .match(candidates[$0.number], parameters: $0.path.parameters) }
  }

  private func isLess(
    _ one: Int, _ selector: HTTPSelector, _ other: Int, _ otherSelector: HTTPSelector
  ) -> Bool {
    let (own, others) = (candidates[one].specificity, candidates[other].specificity)
    if own != others { return own.lexicographicallyPrecedes(others) }
    if (candidates[one].host == nil) != (candidates[other].host == nil) {
      return candidates[one].host == nil
    }
    if selector.conditions.count != otherSelector.conditions.count {
      return selector.conditions.count < otherSelector.conditions.count
    }
    return selector.statusSpecificity < otherSelector.statusSpecificity
  }

  /// Returns the endpoint that fails to match for the fewest reasons.
  private func nearest(to request: Reading) -> Outcome {
    let fits = candidates.compactMap { Fit($0, request) }
    let rated = fits.map { (fit: $0, agreement: $0.agreement(with: request.segments)) }
    let best = rated.max { $0.fit.rank(of: $0.agreement) < $1.fit.rank(of: $1.agreement) }
    guard let nearest = best?.fit else {
      return .none(nearest: nil, reason: "no contract has an HTTP endpoint")
    }
    return nearest.lacksStatusAlone
      ? .unexpectedStatus(nearest.candidate)
      : .none(nearest: nearest.candidate, reason: nearest.reason(request))
  }

  private func outcome(ofEvent name: MemberName) -> Outcome {
    if let number = events[name] { return .match(candidates[number], parameters: [:]) }
    let near = nearestWord(
      to: name.text, among: events.sorted { $0.value < $1.value }.map(\.key.text))
    let nearest = near.flatMap { events[MemberName($0)] }.map { candidates[$0] }
    return .none(nearest: nearest, reason: "no contract has the event \(quoted(name.text))")
  }
}

/// A request, prepared for comparison with many endpoints.
private struct Reading {
  let url: RequestURL
  /// Percent-decoded, without a slash at the end.
  let segments: [String]
  private let hasLastSlash: Bool
  let method: String?
  let status: Int?
  let content: MappingRequest?
  private let isOfAnyContent: Bool

  init(_ request: EndpointMatcher.Request, _ url: RequestURL) {
    (self.url, status, content) = (url, request.status, request.content)
    isOfAnyContent = request.isOfAnyContent
    segments = url.decodedSegments
    hasLastSlash = url.segments.last?.isEmpty == true
    method = request.method?.uppercased()
  }

  /// A HEAD request is answered like a GET, without the body (RFC 9110, section 9.3.2).
  func fitsMethod(_ method: String) -> Bool {
    self.method == nil || self.method == method || self.method == "HEAD" && method == "GET"
  }

  func fitsLastSlash(of candidate: EndpointMatcher.Candidate) -> Bool {
    !candidate.isExact || candidate.hasLastSlash == hasLastSlash
  }

  func fitsHost(_ host: String?) -> Bool {
    guard let own = url.host, let host else { return true }
    return own == host
  }

  func fitsStatus(of selector: HTTPSelector) -> Bool { status.map { selector.fits($0) } ?? true }

  /// Returns the first condition that fails or whose outcome is unknown.
  func unfitting(of selector: HTTPSelector) -> RequestCondition? {
    isOfAnyContent ? nil : selector.conditions.first { content?.fits($0) != true }
  }
}

private struct Fit {
  let candidate: EndpointMatcher.Candidate
  let selector: HTTPSelector
  private let path: PathMatch
  private let fitsPath: Bool
  private let fitsMethod: Bool
  private let fitsStatus: Bool
  private let fitsHost: Bool
  private let unfitting: RequestCondition?

  init?(_ candidate: EndpointMatcher.Candidate, _ request: Reading) {
    guard let selector = candidate.http else { return nil }
    (self.candidate, self.selector) = (candidate, selector)
    path = PathMatch(request.segments, candidate.pattern)
    fitsPath = path.isMatch && request.fitsLastSlash(of: candidate)
    fitsMethod = request.fitsMethod(selector.method)
    fitsStatus = request.fitsStatus(of: selector)
    fitsHost = request.fitsHost(candidate.host)
    unfitting = request.unfitting(of: selector)
  }

  var isMatch: Bool { obstacleCount == 0 }

  var parameters: [MemberName: String] { path.parameters }

  private var obstacleCount: Int {
    [fitsHost, fitsPath, fitsMethod, fitsStatus, unfitting == nil].count { !$0 }
  }

  var lacksStatusAlone: Bool { obstacleCount == 1 && !fitsStatus }

  func reason(_ request: Reading) -> String {
    var reasons: [String] = []
    if !fitsHost { reasons.append("the host is not \(displayed(candidate.host ?? ""))") }
    if !fitsPath { reasons.append(pathReason(request)) }
    if !fitsMethod { reasons.append("the method is not \(selector.method)") }
    if let unfitting {
      let source = displayed(unfitting.source.description)
      reasons.append(
        request.content?.knows(unfitting.source.base) == true
          ? "\(source) is not \(quoted(unfitting.text))"
          : "nothing says what \(source) was")
    }
    if !fitsStatus {
      reasons.append("the status \(request.status ?? 0) is not \(selector.statusText)")
    }
    return reasons.joined(separator: ", ")
  }

  private func pathReason(_ request: Reading) -> String {
    let (count, wanted) = (request.segments.count, candidate.pattern.count)
    if path.isMatch { return "another endpoint has the path with the slash at its end" }
    guard path.fittingCount < min(count, wanted) else {
      return "the path has \(count) segments and not \(wanted)"
    }
    let segment = PathPattern(segments: [candidate.pattern[path.fittingCount]]).description
    // The segment itself is not shown: it may be data.
    return "segment \(path.fittingCount + 1) is not \(quoted(String(segment.dropFirst())))"
  }

  /// Returns how well the path agrees with the pattern at each position: 2 for a segment that fits,
  /// 1 for one that begins like it, and 1 less for each segment that is missing or too many.
  func agreement(with segments: [String]) -> Int {
    let pattern = candidate.pattern
    let points = zip(segments, pattern).map { segment, parts in
      if PathMatch([segment], [parts]).isMatch { return 2 }
      guard case .text(let text)? = parts.first, parts.count == 1 else { return 0 }
      let common = zip(text.utf8, segment.utf8).prefix { $0 == $1 }.count
      return common * 2 >= max(text.utf8.count, segment.utf8.count) ? 1 : 0
    }
    return points.reduce(0, +) - abs(segments.count - pattern.count)
  }

  /// Returns the rank of a match: a nearer one has fewer obstacles, or agrees better.
  func rank(of agreement: Int) -> (Int, Int, Int, Int) {
    (-obstacleCount, agreement, fitsMethod ? 1 : 0, fitsPath ? 1 : 0)
  }
}

extension HTTPSelector {
  fileprivate func fits(_ status: Int) -> Bool {
    guard !statuses.isEmpty else { return 200...299 ~= status }
    return statuses.contains { $0.fits(status) }
  }

  fileprivate var statusText: String {
    statuses.isEmpty ? "2xx" : statuses.map(\.description).joined(separator: ",")
  }

  fileprivate var statusSpecificity: Int {
    if statuses.isEmpty { return 0 }
    let isCode = statuses.contains { if case .code = $0 { true } else { false } }
    return isCode ? 2 : 1
  }
}

package import ContractModel
package import JSONParsing
import MappingEngine

/// Finds the endpoint that a captured response or event belongs to.
///
/// Of several, the most specific one: text in the path before parameters, from the left; then a
/// contract with a host; then a status code before its class, and both before none.
package struct EndpointMatcher: Sendable {
  /// An endpoint, and the contract that has it.
  package struct Candidate: Hashable, Sendable {
    /// The contract's position.
    package let contract: Int
    package let selector: Endpoint.Selector
    /// The endpoint's position in the contract.
    let number: Int
    fileprivate let host: String?
    fileprivate let basePath: [[PathPattern.Part]]
  }

  /// What is known of a response or event.
  package struct Request: Sendable {
    package var method: String?
    package var url: CapturedURL?
    package var status: Int?
    package var event: String?

    package init(
      method: String? = nil, url: CapturedURL? = nil, status: Int? = nil, event: String? = nil
    ) {
      (self.method, self.url, self.status, self.event) = (method, url, status, event)
    }
  }

  package enum Outcome: Sendable {
    case match(Candidate, parameters: [MemberName: String])
    /// Method and path are an endpoint's, and the status is none of its.
    case unexpectedStatus(Candidate)
    /// The endpoint that came nearest, and why it is not the one.
    case none(nearest: Candidate?, reason: String)
  }

  private let candidates: [Candidate]

  /// - Parameters:
  ///   - contracts: In the order in which their endpoints are numbered.
  ///   - host: Stands for the host of every contract that does not say one.
  ///   - basePath: Stands for the base path of every contract.
  package init(_ contracts: [Contract], host: String? = nil, basePath: String? = nil) {
    candidates = contracts.enumerated().flatMap { number, contract in
      let base = basePath ?? contract.basePath?.value ?? ""
      let segments = base.split(separator: "/").map { [PathPattern.Part.text(String($0))] }
      let contractHost = (contract.host?.value ?? host)?.lowercased()
      return contract.endpoints.enumerated().map { position, endpoint in
        Candidate(
          contract: number, selector: endpoint.selector, number: position, host: contractHost,
          basePath: segments)
      }
    }
  }

  package func outcome(of request: Request) -> Outcome {
    if let event = request.event { return outcome(ofEvent: MemberName(event)) }
    guard let url = request.url else {
      return .none(nearest: nil, reason: "nothing says what the body is")
    }
    let fits = candidates.compactMap { Fit($0, request, url) }
    let matches = fits.filter(\.isMatch)
    if let best = matches.max(by: { $0.isLessSpecific(than: $1) }) {
      return .match(best.candidate, parameters: best.path.parameters)
    }
    guard let nearest = fits.max(by: { $0.isFarther(than: $1) }) else {
      return .none(nearest: nil, reason: "no contract has an HTTP endpoint")
    }
    let isStatusAlone = nearest.reasons.count == 1 && !nearest.fitsStatus
    return isStatusAlone
      ? .unexpectedStatus(nearest.candidate)
      : .none(nearest: nearest.candidate, reason: nearest.reasons.joined(separator: ", "))
  }

  private func outcome(ofEvent name: MemberName) -> Outcome {
    let events = candidates.compactMap { candidate -> (name: MemberName, candidate: Candidate)? in
      if case .event(let name) = candidate.selector { (name, candidate) } else { nil }
    }
    if let match = events.first(where: { $0.name == name }) {
      return .match(match.candidate, parameters: [:])
    }
    let near = nearestWord(to: name.text, among: events.map(\.name.text))
    let nearest = events.first { $0.name.text == near }?.candidate
    return .none(nearest: nearest, reason: "no contract has the event \(quoted(name.text))")
  }
}

extension EndpointMatcher.Candidate {
  /// The endpoint as totals name it.
  var key: CheckTotals.EndpointKey {
    CheckTotals.EndpointKey(contract: contract, target: .endpoint(selector), number: number)
  }
}

/// How a request fits an HTTP endpoint.
private struct Fit {
  let candidate: EndpointMatcher.Candidate
  let selector: HTTPSelector
  let path: PathMatch
  let fitsMethod: Bool
  let fitsStatus: Bool
  let fitsHost: Bool
  private(set) var reasons: [String] = []

  init?(
    _ candidate: EndpointMatcher.Candidate, _ request: EndpointMatcher.Request, _ url: CapturedURL
  ) {
    guard case .http(let selector) = candidate.selector else { return nil }
    (self.candidate, self.selector) = (candidate, selector)
    path = PathMatch(url.segments, candidate.basePath + selector.path.segments)
    // A HEAD is answered as a GET is, without the body (RFC 9110, section 9.3.2).
    let method = request.method?.uppercased()
    fitsMethod =
      method == nil || method == selector.method || method == "HEAD" && selector.method == "GET"
    fitsStatus = request.status.map { selector.fits($0) } ?? true
    fitsHost = url.host.flatMap { host in candidate.host.map { $0 == host } } ?? true
    if !fitsHost { reasons.append("the host is not \(displayed(candidate.host ?? ""))") }
    if !path.isMatch { reasons.append(pathReason(url)) }
    if !fitsMethod { reasons.append("the method is not \(selector.method)") }
    if !fitsStatus {
      reasons.append("the status \(request.status ?? 0) is not \(selector.statusText)")
    }
  }

  private func pathReason(_ url: CapturedURL) -> String {
    let count = candidate.basePath.count + selector.path.segments.count
    guard path.fittingCount < min(url.segments.count, count) else {
      return "the path has \(url.segments.count) segments and not \(count)"
    }
    return "\(quoted(url.segments[path.fittingCount])) is another segment"
  }

  var isMatch: Bool { reasons.isEmpty }

  func isLessSpecific(than other: Fit) -> Bool {
    let (own, others) = (selector.path.specificity, other.selector.path.specificity)
    if own != others { return own.lexicographicallyPrecedes(others) }
    if (candidate.host == nil) != (other.candidate.host == nil) { return candidate.host == nil }
    return selector.statusSpecificity < other.selector.statusSpecificity
  }

  /// Whether the other one came nearer: with fewer things in the way, or farther along the path.
  func isFarther(than other: Fit) -> Bool {
    let own = (-reasons.count, path.fittingCount, fitsMethod ? 1 : 0)
    let others = (-other.reasons.count, other.path.fittingCount, other.fitsMethod ? 1 : 0)
    return own < others
  }
}

extension HTTPSelector {
  fileprivate func fits(_ status: Int) -> Bool {
    guard !statuses.isEmpty else { return 200...299 ~= status }
    return statuses.contains { matcher in
      switch matcher {
      case .code(let code): code == status
      case .hundred(let digit): status / 100 == digit
      }
    }
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

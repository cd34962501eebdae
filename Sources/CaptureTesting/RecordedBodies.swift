import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import JSONParsing
import MappingEngine

/// The bodies of captures that a test names: those of an endpoint, and bare ones by their files.
struct RecordedBodies: Sendable {
  /// A description of the bodies, safe to display: `GET /users`.
  let text: String
  /// The files of bare bodies.
  let inputs: Glob?
  private let endpoint: Endpoint.Selector?
  private let matcher: EndpointMatcher?

  /// Whether a record is one of the named bodies.
  enum Fit {
    /// Its body is judged; the value has the path parameters.
    case body([MemberName: String])
    /// It is a response with a status that the test does not name.
    case otherStatus(Int)
    /// Its endpoint is not known, for the reason given.
    case unknown(String)
    case none
  }

  /// - Parameters:
  ///   - endpoint: `GET /users/:id`, `GET /users -> 404` or `event user.created`; `nil` for none.
  ///   - inputs: A pattern of files with bare bodies: `users/*.json`; `nil` for none.
  ///   - contract: The contract with the host and the base path.
  /// - Throws: `TestSetupError` if neither is named, or a name cannot be read.
  init(_ endpoint: String?, host: String?, inputs: String?, of contract: Contract? = nil) throws {
    guard endpoint != nil || inputs != nil else {
      throw TestSetupError(
        "nothing says which bodies the mapper reads",
        notes: ["name an endpoint, \"GET /users\", or the files of bare bodies, inputs: \"*.json\""]
      )
    }
    let selector = try endpoint.map(Self.selector)
    let http = [selector?.http].compactMap(\.self)
    if host != nil, http.isEmpty {
      throw TestSetupError("host: only what an endpoint answers has a host")
    }
    self.endpoint = selector
    matcher =
      http.isEmpty
      ? nil
      : EndpointMatcher(
        http, host: host ?? contract?.host?.value, basePath: contract?.basePath?.value)
    self.inputs = inputs.map { Glob(inAnyFolder: $0) }
    let names = [endpoint.map { displayed($0) }, inputs.map { "inputs \(quoted($0))" }]
    text =
      names.compactMap(\.self).joined(separator: " and ")
      + (host.map { " of \(displayed($0))" } ?? "")
  }

  private static func selector(_ text: String) throws -> Endpoint.Selector {
    let selector: Endpoint.Selector
    do {
      selector = try TargetText.endpoint(text)
    } catch {
      throw TestSetupError(
        "\(quoted(text)) is no endpoint: \(error.message)", notes: [error.hint].compactMap(\.self))
    }
    guard !selector.isRequest else {
      throw TestSetupError("\(quoted(text)): a mapper is given responses, and this is a request")
    }
    return selector
  }

  /// Whether the endpoint depends on the sent body.
  var hasConditions: Bool { matcher?.hasConditions ?? false }

  func fit(_ record: CaptureRecord, _ sent: SentBody) -> Fit {
    switch record.kind {
    case .event:
      guard case .event(let name)? = endpoint, let own = record.event else { return .none }
      return MemberName(own) == name ? .body([:]) : .none
    case .body:
      guard let inputs, inputs.matchesCapture(at: record.input) else { return .none }
      guard let status = record.status, !(200...299).contains(status) else { return .body([:]) }
      return .otherStatus(status)
    case .exchange: return fit(ofExchange: record, sent)
    }
  }

  private func fit(ofExchange record: CaptureRecord, _ sent: SentBody) -> Fit {
    guard let matcher else { return .none }
    var request = EndpointMatcher.Request(
      method: record.method, url: record.url.map(RequestURL.init),
      content: hasConditions ? sent.request(of: record) : nil)
    guard case .match(_, let parameters)? = matcher.match(of: request) else { return .none }
    if let fault = record.fault { return .unknown(fault) }
    let status = record.status ?? CaptureRecord.assumedStatus
    request.status = status
    return matcher.match(of: request) == nil ? .otherStatus(status) : .body(parameters)
  }
}

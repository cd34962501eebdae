import ContractModel
import JSONParsing
import MappingEngine
import Verification

/// What `map` is told of the exchange that a payload is of.
struct MapExchange {
  static let options = [
    Command.Option(
      name: "url", short: nil, value: "URL",
      summary: "the URL that was asked for; it says @path, @request.query, and the endpoint"),
    Command.Option(
      name: "status", short: nil, value: "STATUS",
      summary: "the response's status (200), which tells endpoints of one URL apart"),
    Command.Option(
      name: "header", short: nil, value: "\"NAME: VALUE\"",
      summary: "a header of the response, for @header; may be repeated"),
    Command.Option(
      name: "request-header", short: nil, value: "\"NAME: VALUE\"",
      summary: "a header of the request, for @request.header; may be repeated"),
  ]

  private let url: String?
  private let status: Int?
  private let headers: NamedTexts
  private let requestHeaders: NamedTexts

  init(_ arguments: Arguments) throws(UsageError) {
    url = arguments.value("url")
    status = try Self.status(arguments.value("status"))
    headers = try Self.headers(arguments.values("header"), of: "--header")
    requestHeaders = try Self.headers(arguments.values("request-header"), of: "--request-header")
    if status != nil, url == nil {
      throw UsageError(
        message: "--status needs --url", hint: "together they say which endpoint it is")
    }
  }

  private static func status(_ text: String?) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let status = Int(text), 100...599 ~= status else {
      throw UsageError(message: "--status \(quoted(text)) is no status", hint: "write 404")
    }
    return status
  }

  private static func headers(
    _ texts: [String], of option: String
  ) throws(UsageError) -> NamedTexts {
    var entries: [NamedTexts.Entry] = []
    for text in texts {
      let name = text.prefix { $0 != ":" }
      guard name.utf8.count < text.utf8.count, !trimmed(String(name)).isEmpty else {
        throw UsageError(
          message: "\(option) \(quoted(text)) is no header", hint: "write \"ETag: abc\"")
      }
      entries.append(
        NamedTexts.Entry(
          name: MemberName(trimmed(String(name))),
          text: trimmed(String(text[name.endIndex...].dropFirst()))))
    }
    return NamedTexts(entries)
  }

  // MARK: - The endpoint

  /// The endpoint that the URL and the status say, which is 200 if it is not given; `nil`, if there
  /// is no URL.
  func target(in set: ContractSet) throws(UsageError) -> NamedTarget? {
    guard let url else { return nil }
    let status = status ?? 200
    switch EndpointMatcher(set.contracts).outcome(of: request(url, status)) {
    case .match(let candidate, _):
      return NamedTarget(candidate.selector, of: set.contracts[candidate.contract])
    case .unexpectedStatus(let candidate):
      throw UsageError(
        message: "no endpoint has the URL \(quoted(url)) and the status \(status)",
        hint: "the nearest is \(displayed(candidate.selector.description))")
    case .none(let nearest, let reason):
      throw UsageError(
        message: "no endpoint has the URL \(quoted(url))",
        hint: nearest.map { "the nearest is \(displayed($0.selector.description)): \(reason)" }
          ?? reason)
    }
  }

  private func request(_ url: String, _ status: Int?) -> EndpointMatcher.Request {
    EndpointMatcher.Request(url: CapturedURL(url), status: status)
  }

  // MARK: - The exchange

  /// The exchange, as far as it was told.
  ///
  /// - Parameter target: What the payload is; the path's parameters are those of the endpoint, or
  ///   of the one in the same contract that the URL is for.
  func exchange(for target: NamedTarget) throws(UsageError) -> MappingExchange {
    var exchange = MappingExchange()
    if url != nil || !requestHeaders.entries.isEmpty {
      exchange.request = MappingRequest(
        pathParameters: try parameters(for: target),
        query: url.map { CapturedURL.query(of: $0) } ?? [:], headers: requestHeaders)
    }
    if !headers.entries.isEmpty { exchange.response = MappingResponse(headers: headers) }
    return exchange
  }

  private func parameters(for named: NamedTarget) throws(UsageError) -> [MemberName: String] {
    guard let url else { return [:] }
    let matcher = EndpointMatcher([named.contract])
    guard case .endpoint(let selector) = named.target else {
      let outcome = matcher.outcome(of: request(url, status))
      guard case .match(_, let parameters) = outcome else { return [:] }
      return parameters
    }
    switch matcher.parameters(of: request(url, status), for: selector) {
    case .success(let parameters): return parameters
    case .failure(let mismatch):
      throw UsageError(
        message: "the URL \(quoted(url)) is not of \(displayed(selector.description))",
        hint: mismatch.reason)
    }
  }
}

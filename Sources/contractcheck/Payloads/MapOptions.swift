import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// The options of `map`: the target, and the exchange of the payload.
struct MapOptions: CommandOptions {
  let target: String?
  let contracts: [String]
  let url: String?
  private let status: Int?
  private let headers: NamedTexts
  private let requestHeaders: NamedTexts
  private let requestBody: String?
  let given: [String]
  let isJSON: Bool

  init(_ options: inout OptionReader) throws(UsageError) {
    target = try options.last(.payloadType, .text)
    contracts = try options.all(.contracts, .text)
    url = try options.last(
      "url", "URL", "the URL that was asked for; it says @path, @request.query, and the endpoint",
      .text)
    status = try options.last(
      "status", "STATUS", "the response's status (200), which tells endpoints of one URL apart",
      .init("a status", read: Self.status))
    headers = try Self.headers(
      "header", "a header of the response, for @header; may be repeated", &options)
    requestHeaders = try Self.headers(
      "request-header", "a header of the request, for @request.header; may be repeated", &options)
    requestBody = try options.last(
      "request-body", "TEXT", "what was sent, JSON or a form; says @request.body, and the endpoint",
      .text)
    given = try options.all(
      "given", "FILE", "a payload that is mapped before, into the same objects; may be repeated",
      .text)
    isJSON = try options.last(
      "report", "STYLE", "human (default), or json for programs",
      .choice(of: ["human": false, "json": true]), or: false)
    if status != nil, url == nil {
      throw UsageError(
        message: "--status needs --url", hint: "together they say which endpoint it is")
    }
  }

  private static func status(_ text: String) throws(UsageError) -> Int? {
    if let status = Int(text), 100...599 ~= status { return status }
    throw UsageError(message: "--status \(quoted(text)) is no status", hint: "write 404")
  }

  private static func headers(
    _ option: String, _ summary: String, _ options: inout OptionReader
  ) throws(UsageError) -> NamedTexts {
    let form = OptionForm<NamedTexts.Entry>("a header") { text throws(UsageError) in
      let name = text.prefix { $0 != ":" }
      guard name.utf8.count < text.utf8.count, !trimmed(String(name)).isEmpty else {
        throw UsageError(
          message: "--\(option) \(quoted(text)) is no header", hint: "write \"ETag: abc\"")
      }
      return NamedTexts.Entry(
        name: MemberName(trimmed(String(name))),
        text: trimmed(String(text[name.endIndex...].dropFirst())))
    }
    return NamedTexts(try options.all(option, "\"NAME: VALUE\"", summary, form))
  }

  // MARK: - The endpoint

  /// Returns the endpoint for the URL and the status, which is 200 by default; `nil` without a URL.
  func target(in set: ContractSet) throws(UsageError) -> NamedTarget? {
    guard let url else { return nil }
    let status = status ?? 200
    switch EndpointMatcher(set.contracts).outcome(of: request(url, status)) {
    case .match(let candidate, _):
      return try NamedTarget(candidate.selector, of: set.contracts[candidate.contract])
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
    EndpointMatcher.Request(url: RequestURL(url), status: status, content: asked())
  }

  private func asked(_ parameters: [MemberName: String] = [:]) -> MappingRequest {
    var request = MappingRequest(
      pathParameters: parameters, query: url.map { RequestURL.query(of: $0) } ?? [:],
      headers: requestHeaders)
    let body = Array((requestBody ?? "").utf8)
    switch RequestContent(type: nil, body) {
    case .form(let form): request.form = form
    case .json: request.body = (try? JSONDocument(parsing: body)).map { JSONFragment($0.root) }
    case .nothing, .parts: break
    }
    return request
  }

  // MARK: - The exchange

  /// Returns the exchange, with the given options.
  ///
  /// - Parameter target: The target of the payload. The path parameters are those of the endpoint,
  ///   or of the endpoint in the same contract that matches the URL.
  func exchange(for target: NamedTarget) throws(UsageError) -> MappingExchange {
    var exchange = MappingExchange()
    if url != nil || !requestHeaders.entries.isEmpty || requestBody != nil {
      exchange.request = asked(try parameters(for: target))
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
    // A named endpoint need not be selected by the request body.
    var asked = request(url, status)
    asked.isOfAnyContent = requestBody == nil
    switch matcher.parameters(of: asked, for: selector) {
    case .success(let parameters): return parameters
    case .failure(let mismatch):
      throw UsageError(
        message: "the URL \(quoted(url)) is not of \(displayed(selector.description))",
        hint: mismatch.reason)
    }
  }
}

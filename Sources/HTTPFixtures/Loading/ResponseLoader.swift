public import ContractModel
public import Foundation
import JSONParsing
public import MappingEngine

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests and maps their responses according to a contract.
///
///     let loader = ResponseLoader(contract, session: stub.makeURLSession())
///     let response = try await loader.load(AvatarList(q: "cat"))
///     response.objects[0]["remoteId"]                     // .int(123)
///     loader.store.count(ofType: "Avatar")                // 2, after another load too
///
/// The method, path and status determine the endpoint. All responses are mapped into one store, one
/// after the other, so objects are found again by their identities. A rejected response and an
/// error leave the store unchanged.
///
/// A load ends once, with a response or a `LoadError`: at the latest after the timeout, and soon
/// after its task is cancelled.
public final class ResponseLoader: Sendable {
  private let responses: ContractResponses
  private let mapper: Mapper
  private let session: URLSession
  private let timeout: Duration
  private let objects = Mutex(ObjectStore())
  private let lines = Mutex(LoadTrace())

  /// - Parameters:
  ///   - baseURL: The URL of the server; by default the contract's host, with HTTPS, and its base
  ///     path.
  ///   - timeout: The time limit of a complete response, at most a day.
  ///   - transformers: The app's transformers, by the names in `custom:`.
  public init(
    _ contract: Contract, session: URLSession = .shared, baseURL: URL? = nil,
    timeout: Duration = .seconds(60), transformers: ValueTransformers = [:]
  ) {
    responses = ContractResponses(contract, baseURL: baseURL)
    mapper = Mapper(contract, as: [], transformers: transformers)
    self.session = session
    self.timeout = min(max(timeout, .zero), .seconds(86_400))
  }

  // MARK: - Results

  /// The objects of all responses so far.
  public var store: ObjectStore { objects.withLock { $0 } }

  /// Changes or reads the store in place; meanwhile no response is mapped.
  public func withStore<Result: Sendable>(
    _ body: (inout ObjectStore) throws -> Result
  ) rethrows -> Result {
    try objects.withLock { try body(&$0) }
  }

  /// The requests, responses and mapped values, one per line after the number of the load; at most
  /// the last 2,000 lines. Headers with credentials and all bodies are left out.
  public func trace(_ level: TraceLevel = .mapping) -> String { lines.withLock { $0.text(level) } }

  // MARK: - Loading

  /// Sends a request of the contract, and maps the response.
  public func load(_ request: some ContractRequest) async throws(LoadError) -> LoadedResponse {
    try await load { [responses] () throws(LoadError) in
      try request.urlRequest(responses, baseURL: responses.baseURL)
    }
  }

  /// Sends a request, and maps the response. If the contract has no endpoint for the request, the
  /// response has only its body.
  ///
  /// - Parameter request: The request, with a body that fits into memory; its timeout is that of
  ///   the loader.
  public func load(_ request: URLRequest) async throws(LoadError) -> LoadedResponse {
    try await load { [responses] () throws(LoadError) in
      var request = request
      // A stream can be read only once, and the check against the contract reads it.
      if request.httpBodyStream != nil { request.httpBody = SentRequest(request)?.body }
      try responses.check(request)
      return request
    }
  }

  private func load(
    _ makeRequest: () throws(LoadError) -> URLRequest
  ) async throws(LoadError) -> LoadedResponse {
    let number = lines.withLock { $0.beginLoad() }
    do throws(LoadError) {
      let request = try makeRequest()
      guard let sent = SentRequest(request),
        ["http", "https"].contains(sent.url.scheme?.lowercased())
      else {
        throw LoadError(notSent: StubError("its URL is not an HTTP URL"), asked: "a request")
      }
      if Task.isCancelled { throw LoadError(.cancelled, asked: sent.asked, "cancelled") }
      note(.requests, number, ">", sent.traceLines)
      let response = try await response(to: request, sent.asked)
      note(.responses, number, "<", response.traceLines)
      let mapped = try mapped(response, to: sent)
      note(.mapping, number, "=", mapped.mappingLines)
      return mapped
    } catch {
      note(.requests, number, "!", [error.message])
      throw error
    }
  }

  private func note(_ level: TraceLevel, _ load: Int, _ mark: Character, _ texts: [String]) {
    lines.withLock { $0.add(level, load, mark, texts) }
  }

  // MARK: - Sending

  private func response(
    to request: URLRequest, _ asked: String
  ) async throws(LoadError) -> LoadedResponse {
    var request = request
    // Linux counts only whole seconds; the session's limit comes after the loader's own.
    request.timeoutInterval = timeout.seconds.rounded(.up) + 1
    do {
      if let response = try await firstOfResponseAndTimeout(request) { return response }
    } catch let error as URLError {
      throw LoadError(error, asked: asked)
    } catch {
      throw LoadError(.cancelled, asked: asked, "cancelled")
    }
    throw LoadError(.timedOut, asked: asked, "no response within \(timeout)")
  }

  /// - Returns: `nil` after the timeout.
  private func firstOfResponseAndTimeout(_ request: URLRequest) async throws -> LoadedResponse? {
    try await withThrowingTaskGroup(of: LoadedResponse?.self) { [session, timeout] group in
      group.addTask {
        let (body, response) = try await session.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return LoadedResponse(http, body)
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  // MARK: - Mapping

  private func mapped(
    _ response: LoadedResponse, to sent: SentRequest
  ) throws(LoadError) -> LoadedResponse {
    var asked = sent.matched
    asked.status = response.status
    var response = response
    switch responses.matcher.outcome(of: asked) {
    case .match(let candidate, let parameters):
      let endpoint = responses.contract.endpoints[candidate.number]
      response.endpoint = endpoint
      if sent.method != "HEAD" {
        response.result = try result(of: response, endpoint, parameters, sent)
      }
      guard response.status >= 400 else { return response }
      let messages = response.messages
      let text = messages.isEmpty ? "" : ": " + messages.joined(separator: "; ")
      throw LoadError(
        .failed(status: response.status, messages: messages), asked: sent.asked,
        truncated(displayed("came \(response.text)" + text), after: 1_000), response: response)
    case .unexpectedStatus(let candidate):
      let known = responses.statusTexts(besides: candidate.selector)
      throw unexpected(response, sent, "expected the status \(known), came \(response.text)")
    case .none:
      guard response.status >= 400 else { return response }
      throw unexpected(response, sent, "came \(response.text); the contract has no such endpoint")
    }
  }

  private func unexpected(
    _ response: LoadedResponse, _ sent: SentRequest, _ message: String
  ) -> LoadError {
    LoadError(
      .unexpectedStatus(response.status), asked: sent.asked, message, response: response)
  }

  /// - Returns: `nil` if the endpoint has no body, and none came.
  private func result(
    of response: LoadedResponse, _ endpoint: Endpoint, _ parameters: [MemberName: String],
    _ sent: SentRequest
  ) throws(LoadError) -> MappingResult? {
    if endpoint.hasNoBody, response.body.isEmpty { return nil }
    let document = try document(of: response, endpoint, sent)
    let exchange = MappingExchange(
      request: sent.mappingRequest(parameters),
      response: MappingResponse(headers: response.headers))
    let target = MappingTarget.endpoint(endpoint.selector)
    var unused = ObjectStore()
    let result =
      response.status >= 400
      ? mapper.map(document, as: target, into: &unused, exchange: exchange)
      : objects.withLock { mapper.map(document, as: target, into: &$0, exchange: exchange) }
    guard !result.isAdmitted else { return result }
    let problems = responses.requests.texts(of: result)
    throw LoadError(
      .refused(problems), asked: sent.asked, "came \(response.text), which breaks the contract",
      notes: problems, response: response)
  }

  private func document(
    of response: LoadedResponse, _ endpoint: Endpoint, _ sent: SentRequest
  ) throws(LoadError) -> JSONDocument {
    let type = response.header("Content-Type")
    // An empty body has no type; the error that it is not JSON is clearer.
    guard response.body.isEmpty || endpoint.mayBeSent(as: type) else {
      let written = type.map { JSONWriter.text(of: $0) } ?? "null"
      throw LoadError(
        .unexpectedContentType(type), asked: sent.asked, "expected JSON, came \(response.text)",
        notes: ["if that is right, write \"@mimeType\": \(displayed(written)) at the endpoint"],
        response: response)
    }
    let bytes = Array(response.body)
    do {
      return try JSONDocument(parsing: bytes)
    } catch {
      let place = TextPosition(offset: error.offset, in: bytes)
      throw LoadError(
        .notJSON(error, at: place), asked: sent.asked,
        "came \(response.text), which \(error.verdict) at \(place): \(error.reason)",
        notes: type.flatMap { MIMEType.foreignCharset($0) }.map { [$0] } ?? [], response: response)
    }
  }
}

extension Endpoint {
  /// Whether bodies may have a MIME type: the contract's, or one of JSON.
  fileprivate func mayBeSent(as type: String?) -> Bool {
    guard let type else { return mimeType == nil }
    return MIMEType.isJSON(type)
      || mimeType.map { MIMEType.essence($0) == MIMEType.essence(type) } ?? false
  }
}

extension ContractResponses {
  /// Returns the statuses that the contract describes for an endpoint's method and path: `2xx,
  /// 404`.
  fileprivate func statusTexts(besides selector: Endpoint.Selector) -> String {
    contract.endpoints.compactMap(\.answered).filter { $0.place == selector.http?.place }
      .flatMap { $0.statuses.isEmpty ? ["2xx"] : $0.statuses.map(\.description) }
      .joined(separator: ", ")
  }
}

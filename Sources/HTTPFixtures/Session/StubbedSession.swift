public import ContractModel
public import Foundation
import JSONParsing
public import MappingEngine
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A `URLSession` whose requests are answered by the test: nothing goes to a network.
///
///     let stub = try StubbedSession {
///       Stub("GET /groups/:id/avatars", query: ["q": "cat"], answer: .json("[]"))
///       Stub("POST /comments", body: ["comment.body": "hi"], answer: .status(201))
///     }
///     let client = APIClient(session: stub.makeURLSession())
///     …
///     #expect(stub.sent[0].query("q") == "cat")
///
///     let stub = StubbedSession(contract)             // the simplest payload of each endpoint
///     try stub("GET /groups/avatars", fault: "null@[0].file_url")
///
/// Each test has its own, and keeps it as long as its sessions: they do not. The host of a request is
/// asked for by contracts alone. A request that nothing answers ends with a `URLError` that says
/// what is stubbed, and one that breaks the contract's `"requests"` with one that says why; both are
/// in `unanswered`.
///
/// What a `URLProtocol` does not see is not in `sent`: on Linux the headers of the configuration,
/// cookies, `User-Agent` and `Content-Length`. A download task is answered with an error there, and
/// the session's delegate is not asked about redirects: `FixtureServer` is the place for those.
public final class StubbedSession: Sendable {
  private struct State: Sendable {
    var table = ResponseTable()
    var sent: [SentRequest] = []
    var unanswered: [StubError] = []
    var expected: MappingResult?
    var served: ServedEndpoint?
  }

  private let state: Mutex<State>
  /// Tells the stub from all others of the process.
  let number: Int

  private init(_ table: ResponseTable) {
    state = Mutex(State(table: table))
    number = StubRegistry.nextNumber()
    SharedSession.register()
    StubRegistry.add(self, number)
  }

  deinit { StubRegistry.remove(number) }

  /// - Parameter stubs: Of those that a request fits, the one with the most specific path answers; of
  ///   those, the one that asks for most beside the path; of those, the last.
  /// - Throws: `StubError`, if an endpoint or a key path cannot be read.
  public convenience init(@StubBuilder _ stubs: () throws -> [Stub]) throws {
    var table = ResponseTable()
    try table.add(stubs())
    self.init(table)
  }

  /// A stub that answers each endpoint of a contract with its simplest payload.
  ///
  /// - Parameter baseURL: Where the app sends its requests, if not to the contract's host and base
  ///   path.
  public convenience init(_ contract: Contract, baseURL: URL? = nil) {
    self.init(ResponseTable(contract: ContractResponses(contract, baseURL: baseURL)))
  }

  /// Adds stubs, which go before the endpoints of a contract.
  ///
  /// - Throws: `StubError`, if an endpoint or a key path cannot be read.
  public func add(@StubBuilder _ stubs: () throws -> [Stub]) throws {
    let stubs = try stubs()
    try state.withLock { state throws(StubError) in try state.table.add(stubs) }
  }

  // MARK: - Sessions

  /// A session for the app's own client.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// An ephemeral configuration, for a client that makes its session itself.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }

  /// For the `protocolClasses` of a configuration that the app makes.
  public var protocolClass: AnyClass { numberedProtocol(number) }

  // MARK: - What was sent

  /// The requests so far, in the order in which they came, those that a redirect led to included.
  public var sent: [SentRequest] { state.withLock { $0.sent } }

  /// The requests that nothing answered, with what is stubbed, and those that break what the contract
  /// says of `"requests"`, with why.
  public var unanswered: [StubError] { state.withLock { $0.unanswered } }

  // MARK: - A contract's endpoints

  /// Has an endpoint of the contract answer with a fault.
  ///
  /// - Parameters:
  ///   - endpoint: As the contract writes it; without a status, that of success.
  ///   - id: A single fault, such as `null@[0].file_url`, or any payload that a failure or
  ///     `contractcheck generate --ids` names.
  /// - Throws: `StubError`, if the contract has no such endpoint, or its payloads no such fault.
  public func callAsFunction(_ endpoint: String, fault id: String) throws {
    try choosePayload(endpoint) { try $0.payload(id, ofEndpoint: $1) }
  }

  /// Has an endpoint of the contract answer, where another with its path would: with its simplest
  /// payload, or without a body if it has none.
  ///
  /// - Parameter endpoint: As the contract writes it: `GET /users/:id -> 404`.
  /// - Throws: `StubError`, if the contract has no such endpoint, or there is no payload of it.
  public func callAsFunction(_ endpoint: String) throws {
    try state.withLock { state throws(StubError) in
      guard var responses = state.table.contract else { throw Self.noContract }
      let number = try responses.endpoint(endpoint)
      let response = try responses.response(ofEndpoint: number)
      responses.choose(number, response)
      state.table.contract = responses
      state.expected = responses.result(of: Array(response.body), ofEndpoint: number)
    }
  }

  /// Has an endpoint of the contract answer with a response of any kind.
  ///
  /// - Throws: `StubError`, if the contract has no such endpoint.
  public func callAsFunction(_ endpoint: String, _ response: StubbedResponse) throws {
    try state.withLock { state throws(StubError) in
      guard let responses = state.table.contract else { throw Self.noContract }
      let number = try responses.endpoint(endpoint)
      state.table.contract?.choose(number, response)
      state.expected = nil
    }
  }

  /// Has an endpoint of the contract answer with a payload.
  ///
  /// - Parameter payload: Makes it.
  /// - Throws: `StubError`, if the contract has no such endpoint; what making the payload throws.
  package func answer(
    _ endpoint: String, with payload: (Contract, Endpoint) throws -> [UInt8]
  ) throws {
    try choosePayload(endpoint) { try payload($0.contract, $0.contract.endpoints[$1]) }
  }

  private func choosePayload(
    _ endpoint: String, _ payload: (ContractResponses, Int) throws -> [UInt8]
  ) throws {
    guard let responses = state.withLock({ $0.table.contract }) else { throw Self.noContract }
    let number = try responses.endpoint(endpoint)
    choose(number, try payload(responses, number))
  }

  private func choose(_ number: Int, _ payload: [UInt8]) {
    state.withLock { state in
      guard var responses = state.table.contract else { return }
      responses.choose(number, responses.response(ofEndpoint: number, payload))
      state.table.contract = responses
      state.expected = responses.result(of: payload, ofEndpoint: number)
    }
  }

  private static let noContract = StubError(
    "the stub has no contract", notes: ["make it with StubbedSession(contract)"])

  /// The mapping of the last payload that an endpoint was told to answer with: its
  /// objects are those that the app has to have.
  ///
  /// - Returns: `nil`, if none was told, or the response is no payload of the contract.
  public var expected: MappingResult? { state.withLock { $0.expected } }

  // MARK: - Answering

  /// The response to a request, which is noted.
  func response(to request: SentRequest) throws -> StubbedResponse {
    var request = request
    let match: ResponseTable.Match
    do {
      match = try state.withLock { state throws(StubError) in
        if let match = try state.served?.match(of: request) { return match }
        return try state.table.match(of: request)
      }
    } catch {
      state.withLock { state in
        state.sent.append(request)
        state.unanswered.append(error)
      }
      throw error
    }
    request.pathParameters = match.parameters
    let broken = state.withLock { [request] state -> StubError? in
      state.sent.append(request)
      let responses = state.served?.responses ?? state.table.contract
      guard let broken = responses?.requests.error(in: request) else { return nil }
      state.unanswered.append(broken)
      return broken
    }
    if let broken { throw broken }
    // Not under the lock: a test may ask the stub what was sent.
    return try match.answer(request)
  }
}

extension StubbedSession: RequestAnswering {
  func start(_ loading: StubProtocol) { loading.answer(loading.request, of: self, hopCount: 0) }
}

// MARK: - A check of the app's client

extension StubbedSession {
  /// Has an endpoint answer with one response after the other, before all stubs.
  ///
  /// - Returns: The endpoint.
  /// - Throws: `StubError`, if the contract has no such endpoint, or another check is at it.
  package func startServing(_ endpoint: String, of contract: Contract) throws -> Endpoint {
    try state.withLock { state throws(StubError) in
      guard state.served == nil else {
        throw StubError(
          "the stub is used by another check at the same time",
          notes: ["make a StubbedSession in each test"])
      }
      let own = state.table.contract
      let responses =
        own?.contract == contract
        ? own : ContractResponses(contract, baseURL: own?.baseURL)
      guard let responses else { throw Self.noContract }
      let number = try responses.endpoint(endpoint)
      state.served = ServedEndpoint(responses, number)
      return contract.endpoints[number]
    }
  }

  package func stopServing() { state.withLock { $0.served = nil } }

  /// Answers with a response from now on, and forgets what was sent so far.
  package func serve(_ response: StubbedResponse) {
    state.withLock { state in
      state.served?.response = response
      state.served?.requestCount = 0
      (state.sent, state.unanswered) = ([], [])
    }
  }

  /// Answers with a payload of the endpoint from now on.
  package func serve(payload: [UInt8]) {
    guard let served = state.withLock({ $0.served }) else { return }
    serve(served.responses.response(ofEndpoint: served.number, payload))
  }

  /// The simplest response of an endpoint of the served contract with a status, if it describes one.
  package func response(withStatus status: Int) -> StubbedResponse? {
    state.withLock { $0.served }?.response(withStatus: status)
  }

  /// The response that is served, in a line.
  package var servedText: String { state.withLock { $0.served }?.response.description ?? "nothing" }

  /// How many requests got the response that is served.
  package var servedCount: Int { state.withLock { $0.served?.requestCount ?? 0 } }
}

/// An endpoint whose responses a check chooses.
private struct ServedEndpoint: Sendable {
  /// A client that asks for page after page until one is empty would never end.
  private static let mostRequests = 100

  let responses: ContractResponses
  let number: Int
  var response = StubbedResponse.status(204)
  var requestCount = 0

  init(_ responses: ContractResponses, _ number: Int) {
    (self.responses, self.number) = (responses, number)
  }

  /// - Throws: `StubError`, if the client asks again and again.
  mutating func match(of request: SentRequest) throws(StubError) -> ResponseTable.Match? {
    let asked = EndpointMatcher.Request(
      method: request.method, url: RequestURL(request.url.absoluteString))
    guard let match = responses.match(of: asked, ofEndpoint: number) else { return nil }
    requestCount += 1
    guard requestCount <= Self.mostRequests else {
      throw StubError(
        "the client sent \(request) more than \(Self.mostRequests) times for one load")
    }
    return ResponseTable.Match(parameters: match, answer: { [response] _ in response })
  }

  func response(withStatus status: Int) -> StubbedResponse? {
    guard let number = responses.endpoint(withStatus: status, besides: number),
      var response = try? responses.response(ofEndpoint: number)
    else { return nil }
    response.status = status
    return response
  }
}

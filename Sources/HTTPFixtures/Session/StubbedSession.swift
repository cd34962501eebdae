public import ContractModel
public import Foundation
import JSONParsing
public import MappingEngine

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A `URLSession` whose requests the test answers: nothing is sent to a network.
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
///     try stub.answer("GET /groups/avatars", fault: "null@[0].file_url")
///
/// Each test has its own stub, and must keep it as long as the stub's sessions, which do not retain
/// it. Only contracts check the host of a request. A request without a stub ends with a `URLError`
/// that lists the stubs. A request that breaks the contract's `"requests"` ends with a `URLError`
/// that gives the reason. Both kinds of error are in `unanswered`. A client may ignore them, so
/// errors that the test does not read are an issue of a test with the trait `.answeredRequests`.
/// Without it, they are reported on standard error when the stub is released.
///
/// `sent` has what a `URLProtocol` sees. On Linux, the headers of the configuration, cookies,
/// `User-Agent` and `Content-Length` are missing, a download task gets an error, and the session's
/// delegate is not asked about redirects. Use a `FixtureServer` for those.
public final class StubbedSession: Sendable {
  private struct State: Sendable {
    var table: ResponseTable
    var expected: MappingResult?
    var served: ServedEndpoint?
    /// Called when a load of the served endpoint will never end.
    var abandon: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>
  private let requests: RequestLog
  /// The number that distinguishes the stub from all others of the process.
  let number: Int

  private init(_ table: ResponseTable, allowsUnanswered: Bool) {
    state = Mutex(State(table: table))
    requests = RequestLog(of: "a StubbedSession", allowsUnanswered: allowsUnanswered)
    number = StubRegistry.nextNumber()
    SharedSession.register()
    StubRegistry.add(self, number)
  }

  deinit { StubRegistry.remove(number) }

  /// - Parameters:
  ///   - allowsUnanswered: Whether the test causes rejected requests on purpose.
  ///   - stubs: The stubs. Of the matching stubs, the one with the most specific path answers; of
  ///     those, the one with the most conditions; of those, the last.
  /// - Throws: `StubError` if an endpoint or a key path cannot be read.
  public convenience init(
    allowsUnanswered: Bool = false, @StubBuilder _ stubs: () throws -> [Stub]
  ) throws {
    try self.init(ResponseTable(stubs()), allowsUnanswered: allowsUnanswered)
  }

  /// Creates a stub that answers each endpoint of a contract with its canonical payload.
  ///
  /// - Parameters:
  ///   - baseURL: The URL to which the app sends its requests, if not to the contract's host and
  ///     base path.
  ///   - allowsUnanswered: Whether the test causes rejected requests on purpose.
  public convenience init(
    _ contract: Contract, baseURL: URL? = nil, allowsUnanswered: Bool = false
  ) {
    self.init(
      ResponseTable(contract: ContractResponses(contract, baseURL: baseURL)),
      allowsUnanswered: allowsUnanswered)
  }

  /// Adds stubs, which have precedence over the endpoints of a contract.
  ///
  /// - Throws: `StubError` if an endpoint or a key path cannot be read.
  public func add(@StubBuilder _ stubs: () throws -> [Stub]) throws {
    let stubs = try stubs()
    try state.withLock { state throws(StubError) in try state.table.add(stubs) }
  }

  // MARK: - Sessions

  /// Returns a session for the app's own client.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// An ephemeral configuration, for a client that creates its own session.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }

  /// The class for the `protocolClasses` of a configuration that the app creates.
  public var protocolClass: AnyClass { numberedProtocol(number) }

  // MARK: - Requests

  /// The requests so far, in order, including those that followed redirects.
  public var sent: [SentRequest] { requests.sent }

  /// The errors of rejected requests, in order. The error of a request without a stub lists the
  /// stubs. The error of a request that breaks the contract's `"requests"` has the reason.
  public var unanswered: [StubError] { requests.unanswered }

  // MARK: - A contract's endpoints

  /// Makes an endpoint of the contract answer with a fault.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint in the form of the contract; without a status, that of a success.
  ///   - id: A single fault, such as `null@[0].file_url`, or any payload id of a failure or of
  ///     `contractcheck generate --ids`.
  /// - Throws: `StubError` if the contract has no such endpoint, or its payloads no such fault.
  public func answer(_ endpoint: String, fault id: String) throws {
    try choosePayload(endpoint) { try $0.payload(id, ofEndpoint: $1) }
  }

  /// Makes an endpoint of the contract answer in place of those with other statuses and the same
  /// path. The response has the canonical payload, or no body if the endpoint has none.
  ///
  /// - Parameter endpoint: The endpoint in the form of the contract: `GET /users/:id -> 404`.
  /// - Throws: `StubError` if the contract has no such endpoint, or no payload of it can be
  ///   generated.
  public func answer(_ endpoint: String) throws {
    try choose(endpoint) { responses, number in
      let response = try responses.response(ofEndpoint: number)
      return (response, Array(response.body))
    }
  }

  /// Makes an endpoint of the contract answer with any response.
  ///
  /// - Throws: `StubError` if the contract has no such endpoint.
  public func answer(_ endpoint: String, with response: StubbedResponse) throws {
    try choose(endpoint) { _, _ in (response, nil) }
  }

  /// Makes an endpoint of the contract answer with a payload.
  ///
  /// - Throws: `StubError` if the contract has no such endpoint; errors of `payload`.
  package func answer(
    _ endpoint: String, with payload: (Contract, Endpoint) throws -> [UInt8]
  ) throws {
    try choosePayload(endpoint) { try payload($0.contract, $0.contract.endpoints[$1]) }
  }

  private func choosePayload(
    _ endpoint: String, _ payload: (ContractResponses, Int) throws -> [UInt8]
  ) throws {
    try choose(endpoint) { responses, number in
      let payload = try payload(responses, number)
      return (responses.response(ofEndpoint: number, payload), payload)
    }
  }

  /// - Parameter answer: Returns the response, and its payload if it is one of the contract.
  private func choose(
    _ endpoint: String,
    _ answer: (ContractResponses, Int) throws -> (response: StubbedResponse, payload: [UInt8]?)
  ) throws {
    guard let responses = state.withLock({ $0.table.contract }) else { throw Self.noContract }
    let number = try responses.endpoint(endpoint)
    let (response, payload) = try answer(responses, number)
    state.withLock { state in
      state.table.contract?.choose(number, response)
      state.expected = payload.flatMap { responses.result(of: $0, ofEndpoint: number) }
    }
  }

  private static let noContract = StubError(
    "the stub has no contract", notes: ["make it with StubbedSession(contract)"])

  /// The mapping of the payload that was set last: its objects are those that the app has to have.
  /// It is `nil` if no payload was set, or the response is not a payload of the contract.
  public var expected: MappingResult? { state.withLock { $0.expected } }

  // MARK: - Answering

  /// Returns the response to a request, and records the request; `nil` if it never gets a response.
  func response(to request: SentRequest) throws -> StubbedResponse? {
    var request = request
    let match: ResponseTable.Match
    do {
      match = try state.withLock { state throws(StubError) in
        if let match = try state.served?.match(of: request) { return match }
        return try state.table.match(of: request)
      }
    } catch {
      let (isOver, abandon) = state.withLock { state in
        (state.served?.isOver ?? false, state.served?.isAbandoned ?? false ? state.abandon : [])
      }
      if !abandon.isEmpty {
        for load in abandon { load() }
        return nil
      }
      // The requests of a client that does not give up are not recorded, because they would fill
      // the memory.
      if !isOver {
        requests.note(request)
        requests.note(refused: error)
      }
      throw error
    }
    request.pathParameters = match.parameters
    requests.note(request)
    let responses = state.withLock { $0.served?.responses ?? $0.table.contract }
    if let found = responses?.requests.errors(in: request) {
      if let doubt = found.doubt {
        requests.note(doubted: doubt)
        state.withLock { $0.served?.note(doubted: doubt) }
      }
      if let broken = found.broken {
        requests.note(refused: broken)
        state.withLock { $0.served?.note(broken) }
        throw broken
      }
    }
    // The lock is not held here, because the closure may read the stub's requests.
    return try match.answer(request)
  }
}

extension StubbedSession: RequestAnswering {
  func start(_ loading: StubProtocol) { loading.answer(loading.request, of: self, hopCount: 0) }
}

// MARK: - A check of the app's client

extension StubbedSession {
  /// Returns the response of an endpoint with a payload, if it has a body; each payload has its own
  /// tag.
  ///
  /// - Throws: `StubError` if no check uses the stub, or the contract has no such endpoint.
  package func response(of endpoint: String, _ payload: [UInt8]) throws -> StubbedResponse {
    guard let served else { throw Self.noContract }
    return served.taggedResponse(payload, ofEndpoint: try served.responses.endpoint(endpoint))
  }

  /// Makes an endpoint answer with the responses of a check, before all stubs.
  ///
  /// - Throws: `StubError` if the contract has no such endpoint, or another check uses the stub.
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

  package func stopServing() {
    state.withLock { ($0.served, $0.abandon) = (nil, []) }
    requests.endLoads()
  }

  /// Answers with a response from now on, and forgets the requests so far.
  ///
  /// - Parameter other: The answer to conditional requests, in place of the response.
  package func serve(_ response: StubbedResponse, notModified other: StubbedResponse? = nil) {
    requests.beginLoad()
    state.withLock { state in
      state.abandon = []
      state.served?.begin(response, notModified: other)
    }
  }

  /// Answers for another endpoint from now on, and forgets the requests so far.
  ///
  /// - Parameter isFurther: Whether the endpoint is one more of the load, or of a load that begins
  ///   while it waits.
  /// - Throws: `StubError` if the contract has no such endpoint.
  package func serve(_ endpoint: String, _ response: StubbedResponse, too isFurther: Bool) throws {
    try state.withLock { state throws(StubError) in
      guard let number = try state.served?.responses.endpoint(endpoint) else { return }
      if isFurther {
        state.served?.others.append((number, response))
      } else {
        state.served?.number = number
      }
    }
    if !isFurther { serve(response) }
  }

  /// - Parameter abandon: Called if a load continues although everything is rejected. Its requests
  ///   are not answered any more, and its caller has to continue without it.
  package func onAbandoned(_ abandon: @escaping @Sendable () -> Void) {
    state.withLock { $0.abandon.append(abandon) }
  }

  /// Answers with a payload of the endpoint from now on.
  package func serve(payload: [UInt8]) {
    if let served { serve(served.responses.response(ofEndpoint: served.number, payload)) }
  }

  /// The served endpoint, with its loads so far.
  package var served: ServedEndpoint? { state.withLock { $0.served } }

  /// Whether the load has sent a request for an endpoint other than the served one.
  package func hasSent(_ endpoint: String) -> Bool {
    guard let served, let number = try? served.responses.endpoint(endpoint),
      !served.responses.isOnePlace(number, served.number)
    else { return false }
    return sent.contains { request in
      served.responses.match(of: request.matched, ofEndpoint: number) != nil
    }
  }

  /// The first rejected request of a load.
  package var firstRefused: StubError? { requests.firstRefused }

  /// A description of the served response, in a line.
  package var servedText: String { served?.response.description ?? "nothing" }

  /// The number of requests that got the served response.
  package var servedCount: Int { served?.requestCount ?? 0 }
}

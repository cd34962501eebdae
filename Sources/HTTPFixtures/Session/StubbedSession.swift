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
/// Each test has its own, and must keep it as long as its sessions, which do not keep it. Only contracts
/// look at the host of a request. A request without a stub ends with a `URLError` that lists the
/// stubs. One that breaks the contract's `"requests"` ends with a `URLError` that says why. Both are
/// in `unanswered`. A client may swallow the error. So requests that the test does not read from there
/// are an issue of a test with the trait `.answeredRequests`. Without the trait they are reported on
/// standard error when the stub is released.
///
/// `sent` has what a `URLProtocol` sees: on Linux not the headers of the configuration, cookies,
/// `User-Agent` and `Content-Length`. There a download task gets an error, and the session's delegate is
/// not asked about redirects. Use a `FixtureServer` for those.
public final class StubbedSession: Sendable {
  private struct State: Sendable {
    var table = ResponseTable()
    var expected: MappingResult?
    var served: ServedEndpoint?
    /// Called where the loads of what is served will never end.
    var abandon: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>
  private let requests: RequestLog
  /// Tells the stub from all others of the process.
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
  ///   - allowsUnanswered: Whether the test has requests rejected on purpose.
  ///   - stubs: Of the matching stubs, the one with the most specific path answers; of those, the one
  ///     with the most conditions; of those, the last.
  /// - Throws: `StubError`, if an endpoint or a key path cannot be read.
  public convenience init(
    allowsUnanswered: Bool = false, @StubBuilder _ stubs: () throws -> [Stub]
  ) throws {
    var table = ResponseTable()
    try table.add(stubs())
    self.init(table, allowsUnanswered: allowsUnanswered)
  }

  /// A stub that answers each endpoint of a contract with its simplest payload.
  ///
  /// - Parameters:
  ///   - baseURL: Where the app sends its requests, if not to the contract's host and base path.
  ///   - allowsUnanswered: Whether the test has requests refused on purpose.
  public convenience init(
    _ contract: Contract, baseURL: URL? = nil, allowsUnanswered: Bool = false
  ) {
    self.init(
      ResponseTable(contract: ContractResponses(contract, baseURL: baseURL)),
      allowsUnanswered: allowsUnanswered)
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
  public var sent: [SentRequest] { requests.sent }

  /// The requests that nothing answered, with what is stubbed, and those that break what the contract
  /// says of `"requests"`, with why.
  public var unanswered: [StubError] { requests.unanswered }

  // MARK: - A contract's endpoints

  /// Has an endpoint of the contract answer with a fault.
  ///
  /// - Parameters:
  ///   - endpoint: As the contract writes it; without a status, that of success.
  ///   - id: A single fault, such as `null@[0].file_url`, or any payload that a failure or
  ///     `contractcheck generate --ids` names.
  /// - Throws: `StubError`, if the contract has no such endpoint, or its payloads no such fault.
  public func answer(_ endpoint: String, fault id: String) throws {
    try choosePayload(endpoint) { try $0.payload(id, ofEndpoint: $1) }
  }

  /// Has an endpoint of the contract answer, where another with its path would: with its simplest
  /// payload, or without a body if it has none.
  ///
  /// - Parameter endpoint: As the contract writes it: `GET /users/:id -> 404`.
  /// - Throws: `StubError`, if the contract has no such endpoint, or there is no payload of it.
  public func answer(_ endpoint: String) throws {
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
  public func answer(_ endpoint: String, with response: StubbedResponse) throws {
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

  /// The response to a request, which is noted; `nil`, if it gets none for ever.
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
      // A client that does not give up would fill the memory.
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
    // Not under the lock: a test may ask the stub what was sent.
    return try match.answer(request)
  }
}

extension StubbedSession: RequestAnswering {
  func start(_ loading: StubProtocol) { loading.answer(loading.request, of: self, hopCount: 0) }
}

// MARK: - A check of the app's client

extension StubbedSession {
  /// The response of an endpoint with a payload, if it has a body; a tag tells payloads apart.
  ///
  /// - Throws: `StubError`, if no check is at the stub, or the contract has no such endpoint.
  package func response(of endpoint: String, _ payload: [UInt8]) throws -> StubbedResponse {
    guard let served else { throw Self.noContract }
    return served.taggedResponse(payload, ofEndpoint: try served.responses.endpoint(endpoint))
  }

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

  /// Answers for another endpoint from now on.
  ///
  /// - Throws: `StubError`, if the contract has no such endpoint.
  package func serve(endpoint: String) throws {
    try state.withLock { state throws(StubError) in
      guard let number = try state.served?.responses.endpoint(endpoint) else { return }
      state.served?.number = number
    }
  }

  package func stopServing() {
    state.withLock { ($0.served, $0.abandon) = (nil, []) }
    requests.endLoads()
  }

  /// Answers with a response from now on, and forgets what was sent so far.
  ///
  /// - Parameter other: Answers requests that ask for another body than their copy, in place of
  ///   the response.
  package func serve(_ response: StubbedResponse, notModified other: StubbedResponse? = nil) {
    requests.beginLoad()
    state.withLock { state in
      state.abandon = []
      state.served?.begin(response, notModified: other)
    }
  }

  /// Answers for one more endpoint of the load, or of one that begins while that waits.
  ///
  /// - Throws: `StubError`, if the contract has no such endpoint.
  package func serveToo(_ endpoint: String, _ response: StubbedResponse) throws {
    try state.withLock { state throws(StubError) in
      guard let number = try state.served?.responses.endpoint(endpoint) else { return }
      state.served?.add(number, response)
    }
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

  /// The endpoint that is served, and its loads so far.
  package var served: ServedEndpoint? { state.withLock { $0.served } }

  /// Whether the load has sent a request for another endpoint than the one that is served.
  package func hasSent(_ endpoint: String) -> Bool {
    guard let served, let number = try? served.responses.endpoint(endpoint),
      !served.responses.isOnePlace(number, served.number)
    else { return false }
    return sent.contains { request in
      served.responses.match(of: request.matched, ofEndpoint: number) != nil
    }
  }

  /// The first request of a load that was refused.
  package var firstRefused: StubError? { requests.firstRefused }

  /// The response that is served, in a line.
  package var servedText: String { served?.response.description ?? "nothing" }

  /// How many requests got the response that is served.
  package var servedCount: Int { served?.requestCount ?? 0 }
}

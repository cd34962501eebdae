package import ContractModel
package import ContractTesting
import Foundation
import Generation
import HTTPFixtures
import JSONParsing
package import MapperTesting
import MappingEngine
package import Testing

/// Checks whether a client of the app that loads an endpoint through a stubbed session keeps a
/// contract.
///
/// The client loads every payload of the sweep, like a mapper in `MapperTest`, and has to
/// accept each status that the endpoint names. Then it gets responses that do not belong to the
/// endpoint: error statuses, an empty body, a space, HTML, a truncated body, a lost connection, a
/// timeout. The client has to throw for these, and must not return a value such as an empty list.
/// If it sends a conditional request for a copy, it gets status 304. No load may send more than 20
/// requests to one place, nor a request that breaks the contract's `"requests"`.
///
/// `expect(_:keeps:)` is the short form.
package struct ClientTest {
  let client: ClientUnderTest
  private let contract: Contract
  /// Creates the check of the client as a mapper of an endpoint in the contract's spelling.
  private let makeSweep: (_ endpoint: String, MappingExchange, Rendezvous) throws -> MapperTest

  /// - Parameters: Those of `MapperTest`, for the client in place of the mapper.
  package init(
    _ client: ClientUnderTest, keeps contract: Contract, returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) {
    (self.client, self.contract) = (client, contract)
    makeSweep = {
      try MapperTest(
        client.mapper.answered($2), keeps: contract, as: $0, returning: part,
        comparing: properties, named: names, request: $1.request, response: $1.response,
        tolerating: tolerating, laws: laws, settings: settings)
    }
  }

  /// Loads all responses with the client.
  ///
  /// - Returns: One violation for each cause, and one for all failed loads for which the client
  ///   returns a value.
  /// - Throws: `TestSetupError` if there is no such payload; `StubError` if the contract has no
  ///   such endpoint; `CancellationError` if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run { endpoint in
      let exchange = exchange
      return try await looping { try makeSweep(endpoint, exchange, $0).violations() }
    }.violations
  }

  /// Loads all responses with the client, and records an issue for each of `violations()`.
  ///
  /// - Throws: The errors of `violations()`.
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // The sweep records its own violations.
    let (others, doubt) = try await TestIssue.judging(at: sourceLocation) {
      try await run(warningAt: sourceLocation) { endpoint in
        let exchange = exchange
        _ = try await looping {
          try makeSweep(endpoint, exchange, $0).verify(sourceLocation: sourceLocation)
        }
        return []
      }
    }
    others.record(at: sourceLocation)
    if let doubt { TestIssue.warn(doubt.description, at: sourceLocation) }
  }

  /// - Parameters:
  ///   - sourceLocation: The line for warnings about earlier runs; `nil` for none.
  ///   - sweep: Runs the sweep of an endpoint, and returns the violations that are not reported yet.
  private nonisolated(nonsending) func run(
    warningAt sourceLocation: SourceLocation? = nil,
    _ sweep: nonisolated(nonsending) (_ endpoint: String) async throws -> [MapperViolation]
  ) async throws -> (violations: [MapperViolation], doubt: StubError?) {
    let open = OpenCheck(
      "loading \(contract.name.text) \(client.endpoint)", below: contract.failuresRoot)
    if let sourceLocation { open.tellBeginning(at: sourceLocation) }
    let endpoint = try client.stub.startServing(client.endpoint, of: contract)
    defer { client.stub.stopServing() }
    open.begin()
    defer { open.close() }
    return (try await loadAll(endpoint, sweep), client.stub.served?.doubt)
  }

  /// The request of the client's last load, and the headers of the responses: what lines of the
  /// contract may read outside of the payload. If a value has to equal one of the request, the
  /// request is considered unknown, because payloads are generated without it.
  private var exchange: MappingExchange {
    let served = client.stub.served
    let headers = served?.headers ?? [:]
    return MappingExchange(
      request: contract.comparesWithRequest ? nil : served?.request(in: client.stub.sent),
      response: headers.entries.isEmpty ? nil : MappingResponse(headers: headers))
  }

  private nonisolated(nonsending) func loadAll(
    _ endpoint: Endpoint,
    _ sweep: nonisolated(nonsending) (_ endpoint: String) async throws -> [MapperViolation]
  ) async throws -> [MapperViolation] {
    // A child process or a replay checks one payload only.
    let payload =
      endpoint.hasNoBody ? nil : contract.canonicalPayload(of: endpoint).map { Array($0.bytes) }
    let answers = answers(endpoint, payload)
    guard !OpenCheck.isAboutOnePayload else {
      // Lines may read the client's request, which is known after a load.
      if contract.readsRequest { _ = await load(answers[0]) }
      return try await sweep(endpoint.selector.description)
    }
    let first = await load(answers[0], mayReturnNothing: answers[0].body.isEmpty)
    try Task.checkCancellation()
    if let violation = endlessViolation() { return [violation] }
    guard client.stub.servedCount > 0 else {
      let nothing = NothingSent(client.stub.sent, client.endpoint)
      var reasons = client.stub.firstRefused?.notes ?? []
      if reasons.isEmpty, case .failure(let text) = first { reasons = ["it threw \(text)"] }
      return [
        MapperViolation(
          ([nothing.description] + reasons).joined(separator: "\n  "), payload: payload ?? [])
      ]
    }
    if let broken = client.stub.firstRefused {
      return [MapperViolation("the client sends a request that is refused: \(broken)")]
    }
    if let violation = handlerViolation() { return [violation] }
    let failures = FailedLoads(endpoint, payload) { client.stub.served?.response(withStatus: $0) }
    var hidden: Value?
    for failure in failures.probes where payload != nil && hidden == nil {
      hidden = await load(failure.response).value
      try Task.checkCancellation()
      if let violation = handlerViolation(ifHung: true) { return [violation] }
      if hidden != nil { client.hidden.load = failure }
    }
    defer { (client.hidden.load, client.hidden.fallback.value) = (nil, nil) }
    var found: [MapperViolation] = []
    var loads = [first]
    if payload != nil {
      found += try await sweep(endpoint.selector.description)
    }
    if let violation = handlerViolation(ifHung: true) { return found + [violation] }
    // The sweep reports a client that rejects even the valid payload.
    if payload == nil || first.value != nil {
      for answer in answers.dropFirst() {
        loads.append(await load(answer, mayReturnNothing: answer.body.isEmpty))
        try Task.checkCancellation()
      }
      if let violation = handlerViolation(ifHung: true) { return found + [violation] }
      found += refusal(of: Array(zip(answers, loads)))
    }
    found += try await notModifiedLoad(endpoint, payload)
    // A client that rejects the valid response rejects everything.
    if let value = loads.lazy.compactMap(\.value).first {
      found += try await failedLoads(failures, endpoint, payload, value, hidden: hidden)
    }
    return found + [handlerViolation(), endlessViolation(), brokenViolation()].compactMap { $0 }
  }

  /// Returns the responses of the endpoint, one for each status that it names. A 304 answers
  /// conditional requests: see `notModifiedLoad`.
  private func answers(_ endpoint: Endpoint, _ payload: [UInt8]?) -> [StubbedResponse] {
    let statuses = client.stub.served?.statuses ?? []
    guard let payload else {
      let responses = statuses.map { StubbedResponse.status($0) }
      return responses.count > 1 ? responses.filter { $0.status != 304 } : responses
    }
    // Statuses without a body are omitted if there are others, because a client may return anything
    // for them.
    return statuses.filter { ![204, 205, 304].contains($0) || statuses.count == 1 }
      .compactMap { client.stub.served?.response(payload, status: $0) }
  }

  /// Returns the responses of the contract that the client rejects, as one violation.
  func refusal(of loads: [(answer: StubbedResponse, load: Load)]) -> [MapperViolation] {
    let refused = loads.compactMap { answer, load -> (answer: StubbedResponse, text: String)? in
      // A client without a copy cannot use a 304.
      guard case .failure(let text) = load, answer.status != 304 else { return nil }
      return (answer, text)
    }
    guard let first = refused.first else { return [] }
    let others = refused.dropFirst().map { "\($0.answer.status)" }.joined(separator: ", ")
    return [
      violation(
        "the client refuses the response of the contract",
        [("response", "\(first.answer)"), ("client", "throws \(first.text)")]
          + (others.isEmpty ? [] : [("also", "status \(others)")]),
        payload: Array(first.answer.body))
    ]
  }

  private func endlessViolation() -> MapperViolation? {
    guard let endless = client.stub.served?.endless else { return nil }
    return violation(
      "the client sends more than \(ServedEndpoint.mostRequests) requests for one load",
      [
        ("response", endless.response), ("sent", endless.sent),
        ("expected", "it gives up: all later requests of the load were refused"),
      ])
  }

  private func brokenViolation() -> MapperViolation? {
    client.stub.served?.broken.map { broken in
      MapperViolation(
        "the client sends a request that is refused: \(broken.error)",
        [("response", broken.response)])
    }
  }

  func violation(
    _ what: String, _ rows: [(String, String)], payload: [UInt8] = []
  ) -> MapperViolation {
    MapperViolation("\(displayed(client.endpoint)): \(what)", rows, payload: payload)
  }

  // MARK: - Loads

  enum Load {
    case success(Value)
    /// The client threw, or returned `nil`; in a line that is safe to display.
    case failure(String)

    var value: Value? { if case .success(let value) = self { value } else { nil } }
  }

  struct Value {
    /// The complete text for comparison, and the short text for display.
    let complete, short: String
    let parts: ValueParts

    init(_ value: Any) {
      complete = ReflectedText(complete: value).description
      short = ReflectedText(value).description
      parts = ValueParts(value)
    }
  }

  /// - Parameters:
  ///   - other: The answer to conditional requests; see `StubbedSession.serve(_:notModified:)`.
  ///   - mayReturnNothing: Whether `nil` is a value: a response of the endpoint has no body.
  nonisolated(nonsending) func load(
    _ response: StubbedResponse, notModified other: StubbedResponse? = nil,
    mayReturnNothing: Bool = false
  ) async -> Load {
    client.stub.serve(response, notModified: other)
    do {
      let result = try await client.load()
      switch MapperAnswer(returned: result) {
      case .value(let value): return .success(Value(value))
      case .refused(let refusal):
        if let error = refusal.error { throw error }
        return mayReturnNothing ? .success(Value(result)) : .failure("nothing: it returns nil")
      case .stored: return .failure("nothing: it returns nil")
      }
    } catch {
      return .failure(Refusal(error: error).reason)
    }
  }

  /// Returns the failed loads for which the client returns a value, as one violation.
  ///
  /// - Parameter hidden: The value that the client returned for the load that reveals hidden
  ///   errors.
  private nonisolated(nonsending) func failedLoads(
    _ loads: FailedLoads, _ endpoint: Endpoint, _ payload: [UInt8]?, _ valid: Value,
    hidden: Value?
  ) async throws -> [MapperViolation] {
    var taken: [(load: FailedLoads.Case, value: String)] = []
    for load in loads.cases {
      let known = load.name == client.hidden.load?.name ? hidden : nil
      guard let value = await self.load(load.response).value ?? known else { continue }
      try Task.checkCancellation()
      taken.append((load, value.short))
    }
    let mistyped = try await mistypedLoad(endpoint, payload, valid)
    guard let first = taken.first else { return mistyped }
    let names = taken.map(\.load.name).joined(separator: ", ")
    let others = taken.dropFirst().first { $0.value != first.value }
    let also = [others.map { "\($0.load.name): returns \($0.value)" }, hiddenText]
    let count = counted(taken.count, "failed load")
    return [
      violation(
        "the client takes \(count) for a value, of \(loads.cases.count): \(names)",
        [
          ("response", "\(first.load.response)"), ("client", "returns \(first.value)"),
          ("expected", "it throws: the response is none of the endpoint's"),
        ] + also.compactMap(\.self).map { ("also", $0) },
        payload: Array(first.load.response.body))
    ] + mistyped
  }

  /// A text that says for how many rejected payloads the client returns its fallback value; `nil`
  /// if there are none.
  private var hiddenText: String? {
    let fallback = client.hidden.fallback
    return fallback.first.map { first in
      let others = counted(fallback.payloads.count, "payload")
      let payload = displayed(String(decoding: first.prefix(400), as: UTF8.self))
      return "hides that the contract refuses \(others), such as \(payload)"
    }
  }

  /// Checks that the client returns the same value for a valid body with another MIME type, or
  /// rejects it.
  private nonisolated(nonsending) func mistypedLoad(
    _ endpoint: Endpoint, _ payload: [UInt8]?, _ valid: Value
  ) async throws -> [MapperViolation] {
    guard let payload else { return [] }
    var misread: [(type: String?, response: StubbedResponse, value: String)] = []
    for type in Self.otherMIMETypes where type != endpoint.mimeType {
      let response = StubbedResponse(Data(payload), contentType: type)
      guard let value = await load(response).value, value.complete != valid.complete else {
        continue
      }
      try Task.checkCancellation()
      misread.append((type, response, value.short))
    }
    guard let first = misread.first else { return [] }
    let types = misread.map { $0.type ?? "none" }.joined(separator: ", ")
    return [
      violation(
        "the client reads a body as something else where its content type is \(types)",
        [
          ("response", "\(first.response)"), ("client", "returns \(first.value)"),
          ("expected", "it throws, or returns \(valid.short)"),
        ], payload: payload)
    ]
  }

  /// Other MIME types with which servers send JSON.
  private static let otherMIMETypes = [
    "text/plain", "text/html", "application/vnd.api+json", "application/json", nil,
  ]

  // MARK: - Completion handlers

  /// - Parameter isHung: Whether the violation is returned only if a handler was never called:
  ///   later loads were not tried then.
  private func handlerViolation(ifHung isHung: Bool = false) -> MapperViolation? {
    guard let completions = client.completions else { return nil }
    if let response = completions.hung {
      return violation(
        "the completion handler is never called",
        [
          ("response", response),
          ("waited", "\(completions.limit); responses after it were not tried"),
        ])
    }
    guard !isHung, let first = completions.repeated.first else { return nil }
    let rest = completions.repeated.count - 1
    return violation(
      "the completion handler is called more than once",
      [("response", first)] + (rest > 0 ? [("also", "on \(rest) others")] : []))
  }
}

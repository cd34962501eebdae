package import ContractModel
package import ContractTesting
import Foundation
import Generation
import HTTPFixtures
import JSONParsing
package import MapperTesting
package import Testing

/// Whether a client of the app, loading an endpoint through a stubbed session, does what a contract
/// says.
///
/// The client loads every payload of the sweep, as `AsyncMapperTest` has a mapper map it, and takes
/// each status that the endpoint names; then responses that are none of the endpoint's: statuses of
/// errors, an empty body, a space, HTML, a truncated body, a lost connection, a timeout. Of those it
/// has to make an error, and never a value: an empty list is not what the server said. If it asks for
/// another body than the copy that it has, it is told that there is none (304). No load may send more
/// than 20 requests to one place, nor one that the contract's `"requests"` refuse.
///
/// `expect(_:keeps:)` is the short way to say it.
package struct ClientTest {
  let client: ClientUnderTest
  private let contract: Contract
  /// Of the endpoint as the contract writes it.
  private let makeSweep: (_ endpoint: String) -> AsyncMapperTest

  /// - Parameters:
  ///   - client: The app's.
  ///   - contract: What it has to keep.
  ///   - part: The key path of the body that the client returns what becomes of, `items`, where it does
  ///     not return all of it.
  ///   - properties: Properties that are compared in a way of their own, or not at all.
  ///   - names: The app's names of properties, by the contract's, where they differ.
  ///   - tolerating: The things that the client may take though the contract refuses them.
  package init(
    _ client: ClientUnderTest, keeps contract: Contract, returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) {
    (self.client, self.contract) = (client, contract)
    makeSweep = { endpoint in
      AsyncMapperTest(client.mapper) {
        try MapperTest(
          $0, keeps: contract, as: endpoint, returning: part, comparing: properties, named: names,
          tolerating: tolerating, laws: laws, settings: settings)
      }
    }
  }

  /// Has the client load all responses.
  ///
  /// - Returns: One violation for each cause to disagree with the contract, and one for all failed
  ///   loads that it takes for a value.
  /// - Throws: `TestSetupError`, if there is no such payload; `StubError`, if the contract has no such
  ///   endpoint; `CancellationError`, if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run(openCheck) { sweep in try await sweep.violations() }.violations
  }

  /// Has the client load all responses, and records an issue for each of `violations()`.
  ///
  /// - Throws: What `violations()` throws.
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // What the sweep finds, it records itself.
    let open = openCheck
    open.tellBeginning(at: sourceLocation)
    let (others, doubt) = try await TestIssue.judging(at: sourceLocation) {
      try await run(open) { sweep in
        try await sweep.verifyAsPart(sourceLocation: sourceLocation)
        return []
      }
    }
    others.record(at: sourceLocation)
    if let doubt { TestIssue.warn(doubt.description, at: sourceLocation) }
  }

  /// - Parameter sweep: Runs the sweep, and returns the violations that are not told yet.
  private nonisolated(nonsending) func run(
    _ open: OpenCheck,
    _ sweep: nonisolated(nonsending) (AsyncMapperTest) async throws -> [MapperViolation]
  ) async throws -> (violations: [MapperViolation], doubt: StubError?) {
    let endpoint = try client.stub.startServing(client.endpoint, of: contract)
    defer { client.stub.stopServing() }
    open.begin()
    defer { open.close() }
    return (try await loadAll(endpoint, sweep), client.stub.served?.doubt)
  }

  private var openCheck: OpenCheck {
    OpenCheck("loading \(contract.name.text) \(client.endpoint)", of: contract)
  }

  private nonisolated(nonsending) func loadAll(
    _ endpoint: Endpoint,
    _ sweep: nonisolated(nonsending) (AsyncMapperTest) async throws -> [MapperViolation]
  ) async throws -> [MapperViolation] {
    // A child process, or a replay, is about one payload.
    guard !AsyncMapperTest.isAboutOnePayload else {
      return try await sweep(makeSweep(endpoint.selector.description))
    }
    let payload = contract.canonicalPayload(of: endpoint).map { Array($0.bytes) }
    let answers = answers(endpoint, payload)
    let first = await load(answers[0])
    try Task.checkCancellation()
    if let violation = endlessViolation() { return [violation] }
    guard client.stub.servedCount > 0 else {
      let nothing = NothingSent(client.stub.sent, client.endpoint)
      var reasons = client.stub.firstRefused?.notes ?? []
      if reasons.isEmpty, case .failure(let text) = first { reasons = ["it threw \(text)"] }
      return [
        MapperViolation(
          description: ([nothing.description] + reasons).joined(separator: "\n  "),
          payload: payload ?? [])
      ]
    }
    if let broken = client.stub.firstRefused {
      return [
        MapperViolation(
          description: "the client sends a request that is refused: \(broken)", payload: [])
      ]
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
      found += try await sweep(makeSweep(endpoint.selector.description))
    }
    if let violation = handlerViolation(ifHung: true) { return found + [violation] }
    // One that refuses even the valid payload is told so by the sweep.
    if payload == nil || first.value != nil {
      for answer in answers.dropFirst() {
        loads.append(await load(answer))
        try Task.checkCancellation()
      }
      if let violation = handlerViolation(ifHung: true) { return found + [violation] }
      found += refusal(of: Array(zip(answers, loads)))
    }
    found += try await notModifiedLoad(endpoint, payload)
    // One that refuses what is valid refuses everything.
    if let value = loads.lazy.compactMap(\.value).first {
      found += try await failedLoads(failures, endpoint, payload, value, hidden: hidden)
    }
    return found + [handlerViolation(), endlessViolation(), brokenViolation()].compactMap { $0 }
  }

  /// The responses of the endpoint, one for each status that it names. That nothing has changed is
  /// told to a client that asks for it: see `notModifiedLoad`.
  private func answers(_ endpoint: Endpoint, _ payload: [UInt8]?) -> [StubbedResponse] {
    let statuses = client.stub.served?.statuses ?? []
    guard let payload else {
      let responses = statuses.map { StubbedResponse.status($0) }
      return responses.count > 1 ? responses.filter { $0.status != 304 } : responses
    }
    let body = Data(payload)
    // In the place of a body, a status without one may be anything.
    return statuses.filter { ![204, 205, 304].contains($0) || statuses.count == 1 }
      .map { StubbedResponse(body, contentType: endpoint.mimeType, status: $0) }
  }

  /// The responses of the contract that the client refuses, as one violation.
  func refusal(of loads: [(answer: StubbedResponse, load: Load)]) -> [MapperViolation] {
    let refused = loads.compactMap { answer, load -> (answer: StubbedResponse, text: String)? in
      // A client without a copy has nothing to make of it.
      guard case .failure(let text) = load, answer.status != 304 else { return nil }
      return (answer, text)
    }
    guard let first = refused.first else { return [] }
    let others = refused.dropFirst().map { "\($0.answer.status)" }.joined(separator: ", ")
    let name = displayed(client.endpoint)
    return [
      MapperViolation(
        description: "\(name): the client refuses the response of the contract\n"
          + "  response  \(first.answer)\n"
          + "  client    throws \(first.text)"
          + (others.isEmpty ? "" : "\n  also      status \(others)"),
        payload: Array(first.answer.body))
    ]
  }

  private func endlessViolation() -> MapperViolation? {
    guard let endless = client.stub.served?.endless else { return nil }
    return MapperViolation(
      description: "\(displayed(client.endpoint)): the client sends more than "
        + "\(ServedEndpoint.mostRequests) requests for one load\n"
        + "  response  \(endless.response)\n  sent      \(endless.sent)\n"
        + "  expected  it gives up: all later requests of the load were refused", payload: [])
  }

  private func brokenViolation() -> MapperViolation? {
    guard let broken = client.stub.served?.broken else { return nil }
    return MapperViolation(
      description: "the client sends a request that is refused: \(broken.error)\n"
        + "  response  \(broken.response)", payload: [])
  }

  // MARK: - Loads

  /// The result of a load.
  enum Load {
    case success(Value)
    /// It threw, or returned `nil`; on a line that is safe to display.
    case failure(String)

    var value: Value? { if case .success(let value) = self { value } else { nil } }
  }

  /// What a load returned.
  struct Value {
    /// In full to be compared, and in short to be shown.
    let complete, short: String
    let parts: ValueParts
  }

  /// - Parameter other: See `StubbedSession.serve(_:notModified:)`.
  nonisolated(nonsending) func load(
    _ response: StubbedResponse, notModified other: StubbedResponse? = nil
  ) async -> Load {
    client.stub.serve(response, notModified: other)
    do {
      let answer = MapperAnswer(returned: try await client.load())
      switch answer {
      case .value(let value):
        return .success(
          Value(
            complete: ReflectedText(complete: value).description,
            short: ReflectedText(value).description, parts: ValueParts(value)))
      case .refused, .stored: return .failure("nothing: it returns nil")
      }
    } catch {
      return .failure(Refusal(error: error).reason)
    }
  }

  /// The failed loads that the client makes a value of, as one violation.
  ///
  /// - Parameter hidden: The value that it has made of the load that shows hidden errors.
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
    let rows =
      [
        "response  \(first.load.response)", "client    returns \(first.value)",
        "expected  it throws: the response is none of the endpoint's",
      ] + (others.map { ["also      \($0.load.name): returns \($0.value)"] } ?? [])
      + [hiddenRow]
      .compactMap(\.self)
    let count = counted(taken.count, "failed load")
    return [
      MapperViolation(
        description: "\(displayed(client.endpoint)): the client takes \(count) for a value, "
          + "of \(loads.cases.count): \(names)\n" + rows.map { "  \($0)" }.joined(separator: "\n"),
        payload: Array(first.load.response.body))
    ] + mistyped
  }

  /// That the client returns the same of payloads, too, as of a load that fails.
  private var hiddenRow: String? {
    let fallback = client.hidden.fallback
    return fallback.first.map { first in
      let others = counted(fallback.payloads.count, "payload")
      let payload = displayed(String(decoding: first.prefix(400), as: UTF8.self))
      return "also      hides that the contract refuses \(others), such as \(payload)"
    }
  }

  /// A valid body that comes with another MIME type may be refused or read, and not read as anything
  /// else.
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
      MapperViolation(
        description: "\(displayed(client.endpoint)): the client reads a body as something else "
          + "where its content type is \(types)\n  response  \(first.response)\n"
          + "  client    returns \(first.value)\n"
          + "  expected  it throws, or returns \(valid.short)",
        payload: payload)
    ]
  }

  /// The MIME types that servers give JSON besides an endpoint's own.
  private static let otherMIMETypes = [
    "text/plain", "text/html", "application/vnd.api+json", "application/json", nil,
  ]

  // MARK: - Completion handlers

  /// - Parameter isHung: Whether only that a handler was never called is asked for: what comes after
  ///   it was not tried.
  private func handlerViolation(ifHung isHung: Bool = false) -> MapperViolation? {
    guard let completions = client.completions else { return nil }
    let name = displayed(client.endpoint)
    if let response = completions.hung {
      return MapperViolation(
        description: "\(name): the completion handler is never called\n"
          + "  response  \(response)\n  waited    \(completions.limitText); "
          + "responses after it were not tried",
        payload: [])
    }
    guard !isHung, let first = completions.repeated.first else { return nil }
    let rest = completions.repeated.count - 1
    return MapperViolation(
      description: "\(name): the completion handler is called more than once\n"
        + "  response  \(first)" + (rest > 0 ? "\n  also      on \(rest) others" : ""), payload: [])
  }
}

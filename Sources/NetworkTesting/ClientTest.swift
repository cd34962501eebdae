public import ContractModel
public import ContractTesting
import Foundation
import Generation
import HTTPFixtures
import JSONParsing
public import MapperTesting
public import Testing

/// Whether a client of the app, loading an endpoint through a stubbed session, does what a contract
/// says.
///
/// The client loads every payload of the sweep, as `AsyncMapperTest` has a mapper map it; then
/// responses that are none of the endpoint's: statuses of errors, an empty body, a space, HTML, a
/// truncated body, a lost connection, a timeout. Of those it has to make an error, and never a
/// value: an empty list is not what the server said.
///
/// `expect(_:keeps:)` is the short way to say it.
public struct ClientTest {
  private let client: ClientUnderTest
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
  public init(
    _ client: ClientUnderTest, keeps contract: Contract, returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) {
    (self.client, self.contract) = (client, contract)
    makeSweep = { endpoint in
      AsyncMapperTest(
        client.mapper, keeps: contract, as: endpoint, returning: part,
        comparing: properties, named: names, tolerating: tolerating, laws: laws, settings: settings)
    }
  }

  /// Has the client load all responses.
  ///
  /// - Returns: One violation for each cause to disagree with the contract, and one for all failed
  ///   loads that it takes for a value.
  /// - Throws: `TestSetupError`, if there is no such payload; `StubError`, if the contract has no such
  ///   endpoint; `CancellationError`, if the test is cancelled.
  public nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run { sweep in try await sweep.violations() }
  }

  /// Has the client load all responses.
  ///
  /// - Throws: `MapperViolations`, if there are any; what `violations()` throws.
  public nonisolated(nonsending) func check() async throws {
    let violations = try await violations()
    if !violations.isEmpty { throw MapperViolations(violations: violations) }
  }

  /// Has the client load all responses, and records an issue for each of `violations()`.
  ///
  /// - Throws: What `violations()` throws.
  public nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // What the sweep finds, it records itself.
    let others = try await run { sweep in
      try await sweep.verify(sourceLocation: sourceLocation)
      return []
    }
    others.record(at: sourceLocation)
  }

  /// - Parameter sweep: Runs the sweep, and returns the violations that are not told yet.
  private nonisolated(nonsending) func run(
    _ sweep: nonisolated(nonsending) (AsyncMapperTest) async throws -> [MapperViolation]
  ) async throws -> [MapperViolation] {
    let endpoint = try client.stub.startServing(client.endpoint, of: contract)
    defer { client.stub.stopServing() }
    // A child process, or a replay, is about one payload.
    guard !AsyncMapperTest.isAboutOnePayload else {
      return try await sweep(makeSweep(endpoint.selector.description))
    }
    let payload = contract.canonicalPayload(of: endpoint).map { Array($0.bytes) }
    let first = await load(payload.map { .payload($0) } ?? .response(.status(204)))
    try Task.checkCancellation()
    guard client.stub.servedCount > 0 else {
      let nothing = NothingSent(client.stub.sent, client.endpoint)
      var reasons = client.stub.unanswered.first?.notes ?? []
      if reasons.isEmpty, case .failure(let text) = first { reasons = ["it threw \(text)"] }
      return [
        MapperViolation(
          description: ([nothing.description] + reasons).joined(separator: "\n  "),
          payload: payload ?? [])
      ]
    }
    if let broken = client.stub.unanswered.first {
      return [
        MapperViolation(
          description: "the client sends a request that is refused: \(broken)", payload: [])
      ]
    }
    if let violation = handlerViolation() { return [violation] }
    var found: [MapperViolation] = []
    if payload != nil {
      found += try await sweep(makeSweep(endpoint.selector.description))
    } else if case .failure(let text) = first {
      let name = displayed(client.endpoint)
      return [
        MapperViolation(
          description: "\(name): the client refuses the response of the contract\n"
            + "  response  status 204 without a body\n  client    throws \(text)", payload: [])
      ]
    }
    // One that refuses even the valid payload refuses everything.
    if case .success(let value) = first {
      found += try await failedLoads(endpoint, payload, value)
    }
    return found + [handlerViolation()].compactMap { $0 }
  }

  // MARK: - Loads

  private enum Served {
    case payload([UInt8])
    case response(StubbedResponse)
  }

  /// The result of a load.
  private enum Load {
    /// Its value, in full to be compared and in short to be shown.
    case success((complete: String, short: String))
    /// It threw, or returned `nil`; on a line that is safe to display.
    case failure(String)
  }

  private nonisolated(nonsending) func load(_ served: Served) async -> Load {
    switch served {
    case .payload(let payload): client.stub.serve(payload: payload)
    case .response(let response): client.stub.serve(response)
    }
    do {
      let answer = MapperAnswer(returned: try await client.load())
      switch answer {
      case .value(let value):
        return .success(
          (ReflectedText(complete: value).description, ReflectedText(value).description))
      case .refused, .stored: return .failure("nothing: it returns nil")
      }
    } catch {
      return .failure(Refusal(error: error).reason)
    }
  }

  /// The failed loads that the client makes a value of, as one violation.
  private nonisolated(nonsending) func failedLoads(
    _ endpoint: Endpoint, _ payload: [UInt8]?, _ valid: (complete: String, short: String)
  ) async throws -> [MapperViolation] {
    let loads = FailedLoads(endpoint, payload) { client.stub.response(withStatus: $0) }
    var taken: [(load: FailedLoads.Case, value: String)] = []
    for load in loads.cases {
      guard case .success(let value) = await self.load(.response(load.response)) else { continue }
      try Task.checkCancellation()
      taken.append((load, value.short))
    }
    let mistyped = await mistypedLoad(payload, valid)
    guard let first = taken.first else { return mistyped }
    let names = taken.map(\.load.name).joined(separator: ", ")
    let others = taken.dropFirst().first { $0.value != first.value }
    let rows =
      [
        "response  \(first.load.response)", "client    returns \(first.value)",
        "expected  it throws: the response is none of the endpoint's",
      ] + (others.map { ["also      \($0.load.name): returns \($0.value)"] } ?? [])
    let count = counted(taken.count, "failed load")
    return [
      MapperViolation(
        description: "\(displayed(client.endpoint)): the client takes \(count) for a value, "
          + "of \(loads.cases.count): \(names)\n" + rows.map { "  \($0)" }.joined(separator: "\n"),
        payload: Array(first.load.response.body))
    ] + mistyped
  }

  /// A valid body that comes as text may be refused or read, and not read as anything else.
  private nonisolated(nonsending) func mistypedLoad(
    _ payload: [UInt8]?, _ valid: (complete: String, short: String)
  ) async -> [MapperViolation] {
    guard let payload else { return [] }
    let response = StubbedResponse(Data(payload), contentType: "text/plain")
    guard case .success(let value) = await load(.response(response)),
      value.complete != valid.complete
    else { return [] }
    return [
      MapperViolation(
        description: "\(displayed(client.endpoint)): the client reads a body as something else "
          + "where its content type is text/plain\n  response  \(response)\n"
          + "  client    returns \(value.short)\n  expected  it throws, or returns \(valid.short)",
        payload: payload)
    ]
  }

  // MARK: - Completion handlers

  private func handlerViolation() -> MapperViolation? {
    guard let completions = client.completions else { return nil }
    let name = displayed(client.endpoint)
    if let response = completions.hung {
      return MapperViolation(
        description: "\(name): the completion handler is never called\n"
          + "  response  \(response)\n  waited    \(completions.limitText); "
          + "responses after it were not tried",
        payload: [])
    }
    guard let first = completions.repeated.first else { return nil }
    let rest = completions.repeated.count - 1
    return MapperViolation(
      description: "\(name): the completion handler is called more than once\n"
        + "  response  \(first)" + (rest > 0 ? "\n  also      on \(rest) others" : ""), payload: [])
  }
}

package import ContractModel
package import MapperTesting
package import MappingEngine
package import Testing

/// Whether a mapper that awaits something does what a contract says, or what another mapper does.
///
/// `expect(_:keeps:as:)` is the short way to say it. What is checked and reported is what
/// `MapperTest` and `MapperAgreementTest` do with mappers that await nothing.
///
/// The mapper runs where the check is made, on the actor of the test; everything else runs on a
/// thread of its own. There are at most twice as many such checks at once as the machine has cores;
/// the others wait for them.
///
/// If the task of the test is cancelled, by its time limit or by the mapper, the check ends with a
/// `CancellationError`, and what is recorded is that nothing is judged.
package struct AsyncMapperTest {
  private let makeTest: (Rendezvous) throws -> any SynchronousTest

  /// - Parameter makeTest: Makes the test that runs on a thread of its own.
  init(_ makeTest: @escaping (Rendezvous) throws -> any SynchronousTest) {
    self.makeTest = makeTest
  }

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - contract: What it has to keep.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - part: The key path of the payload that the mapper returns what becomes of, `items`, where it
  ///     does not return all of it. The rest of the payload has to be refused or taken all the same.
  ///   - properties: Properties that are compared in a way of their own, or not at all.
  ///   - names: The app's names of properties, by the contract's, where they differ.
  ///   - request: What the payloads answer, for key paths at `@path` and `@request`.
  ///   - response: What they came with, for key paths at `@header`.
  ///   - tolerating: The things that the mapper may take though the contract refuses them.
  ///   - laws: The laws that it is held to.
  ///   - settings: How many payloads there are, and how long they may take.
  package init(
    _ mapper: AsyncMapperUnderTest, keeps contract: Contract, as type: String,
    returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) {
    makeTest = { rendezvous in
      try MapperTest(
        mapper.answered(rendezvous), keeps: contract, as: type, returning: part,
        comparing: properties, named: names, request: request, response: response,
        tolerating: tolerating, laws: laws,
        settings: settings)
    }
  }

  /// Only the single faults of one key path, of `Contract.keyPaths(as:)`.
  package init(
    _ mapper: AsyncMapperUnderTest, handles keyPath: ContractKeyPath, returning part: String? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil, tolerating: Tolerances = []
  ) {
    makeTest = { rendezvous in
      MapperTest(
        mapper.answered(rendezvous), handles: keyPath, returning: part, comparing: properties,
        named: names,
        request: request, response: response, tolerating: tolerating)
    }
  }

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - other: The mapper that it has to agree with; `AsyncMapperUnderTest(.decoding([Avatar].self))`
  ///     is one that awaits nothing.
  ///   - contract: What the payloads are made of.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - properties: Properties that are left out.
  ///   - names: The other's names of properties, by the mapper's, where they differ.
  ///   - settings: How many payloads there are, and how long they may take.
  package init(
    _ mapper: AsyncMapperUnderTest, agreesWith other: AsyncMapperUnderTest, on contract: Contract,
    as type: String, comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:], settings: MapperTestSettings = .current
  ) {
    makeTest = { rendezvous in
      try MapperAgreementTest(
        mapper.answered(rendezvous), agreesWith: other.answered(rendezvous), on: contract,
        as: type, comparing: properties, named: names, settings: settings)
    }
  }

  /// Whether the test is run for one payload: by a parent process, or to replay a failure.
  package static var isAboutOnePayload: Bool { ChildRun.isChild || Replay.requestedID != nil }

  /// Runs the mapper over all payloads.
  ///
  /// - Returns: What `MapperTest.violations()` returns.
  /// - Throws: `TestSetupError`, if the contract does not have the type or a property that something
  ///   is said of, or no payload of the type; `CancellationError`, if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run { $0.violations() }
  }

  /// Runs the mapper over all payloads.
  ///
  /// - Throws: `MapperViolations`, if there are any; what `violations()` throws.
  package nonisolated(nonsending) func check() async throws {
    let violations = try await violations()
    if !violations.isEmpty { throw MapperViolations(violations: violations) }
  }

  /// Runs the mapper over all payloads, and records an issue for each of `violations()`, or that the
  /// test is cancelled.
  ///
  /// - Returns: What the mapper was tested on.
  /// - Throws: What `violations()` throws.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try await TestIssue.judging(at: sourceLocation) {
      try await verifyAsPart(sourceLocation: sourceLocation)
    }
  }

  /// Does what `verify(sourceLocation:)` does as a part of another check, which tells that the test is
  /// cancelled.
  @discardableResult
  package nonisolated(nonsending) func verifyAsPart(
    sourceLocation: SourceLocation
  ) async throws -> MapperCoverage {
    try await run { $0.verify(sourceLocation: sourceLocation) }
  }

  private nonisolated(nonsending) func run<Result>(
    _ work: @escaping @Sendable (any SynchronousTest) -> Result
  ) async throws -> Result {
    let makeTest = Handover(makeTest)
    return try await looping { work(try makeTest.value($0)) }
  }
}

/// A check that is made on the thread that it is asked for on.
protocol SynchronousTest {
  func violations() -> [MapperViolation]
  func verify(sourceLocation: SourceLocation) -> MapperCoverage
}

extension MapperTest: SynchronousTest {}
extension MapperAgreementTest: SynchronousTest {}
extension StoreTest: SynchronousTest {}

public import MapperTesting
public import Testing

/// Says how thoroughly the mappers of a test or a suite are tested.
///
///     @Suite("Avatar mapper", .contract(cases: 5_000, seconds: 10, seed: 42))
public struct ContractTrait: TestTrait, SuiteTrait, TestScoping {
  let settings: MapperTestSettings

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MapperTestSettings.$current.withValue(settings) { try await function() }
  }
}

extension Trait where Self == ContractTrait {
  /// Says how thoroughly mappers are tested.
  ///
  /// - Parameters:
  ///   - cases: How many payloads at most: first those that the contract alone makes, then drawn
  ///     ones. Fewer than there are single faults is a warning.
  ///   - histories: How many histories a mapper that keeps its objects is tested on: responses that
  ///     come one after the other; by default 50, and 200 of a store that loads several endpoints.
  ///   - steps: How many responses a history has at most.
  ///   - seconds: How long each check may take at most.
  ///   - callSeconds: How long a mapper may take for one payload. One that does not return in time
  ///     ends the test process, with the payload on standard error; `nil`, or a debugger: it may take
  ///     as long as it likes. The wait for an actor counts; that for a thread of tasks, which other
  ///     tests may have, does not.
  ///   - faults: What may be wrong with the payloads.
  ///   - seed: What payloads are drawn from; by default a number that the contract alone gives.
  ///   - tolerating: The things that mappers may take though their contracts refuse them.
  public static func contract(
    cases: Int? = nil, histories: Int? = nil, steps: Int = 6, seconds: Double? = nil,
    callSeconds: Double? = 10,
    faults: MapperTestFaults = .any, seed: UInt64? = nil, tolerating: Tolerances = []
  ) -> ContractTrait {
    var settings = MapperTestSettings(
      cases: cases, seconds: seconds, faults: faults, seed: seed, tolerating: tolerating)
    settings.callSeconds = callSeconds
    (settings.histories, settings.steps) = (histories, steps)
    return ContractTrait(settings: settings)
  }
}

public import MapperTesting
public import Testing

/// A trait that sets how thoroughly the mappers of a test or a suite are tested.
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
  /// Sets how thoroughly mappers are tested.
  ///
  /// - Parameters:
  ///   - cases: The largest number of payloads: first those that the contract alone determines,
  ///     then drawn ones. A number below that of single faults is reported as a warning.
  ///   - histories: The number of histories for a mapper that keeps its objects. A history is a
  ///     sequence of responses. The default is 50, and 200 for a store that loads several
  ///     endpoints.
  ///   - steps: The largest number of responses in a history.
  ///   - seconds: The time limit of each check.
  ///   - callSeconds: The time limit of one call of the mapper. A call that takes longer ends the
  ///     test process, with the payload on standard error. `nil` or a debugger removes the limit.
  ///     The time includes waiting for an actor, but not for a thread that other tests use.
  ///   - faults: The fault classes of the payloads.
  ///   - seed: The seed of drawn payloads; by default a number derived from the contract.
  ///   - tolerating: The faults that mappers may accept although their contracts reject them.
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

package struct MapperTestSettings: Sendable {
  /// The most payloads on which a mapper is tested; `nil` for all payloads that the contract alone
  /// determines, and 100 drawn ones.
  package var cases: Int?
  /// The number of histories on which a mapper that keeps its objects is tested: responses that
  /// come one after the other. `nil` for 50, or fewer if `cases` is less than 1,000; for a store
  /// that loads several endpoints, 200.
  package var histories: Int?
  /// The most responses of a history.
  package var steps = 6
  /// The time limit in seconds; after that no further payload is mapped. `nil` for no limit.
  package var seconds: Double?
  /// The time limit for one payload, in seconds; `nil` for no limit.
  package var callSeconds: Double? = 10
  package var faults: MapperTestFaults
  /// The seed for drawn payloads; `nil` for one that depends on the contract alone.
  package var seed: UInt64?
  /// The faults that mappers may accept although their contracts reject them.
  package var tolerating: Tolerances

  /// Creates settings; without arguments, those of a test without `.contract(…)`.
  package init(
    cases: Int? = nil, seconds: Double? = nil, faults: MapperTestFaults = .any,
    seed: UInt64? = nil, tolerating: Tolerances = []
  ) {
    (self.cases, self.seconds, self.faults, self.seed) = (cases, seconds, faults, seed)
    self.tolerating = tolerating
  }

  /// The settings from the running test's traits, or the default.
  @TaskLocal package static var current = MapperTestSettings()
}

/// The faults of the payloads on which a mapper is tested.
public enum MapperTestFaults: Sendable {
  /// No faults: only valid payloads and the contract's examples.
  case none
  /// One fault at a time, at each key path in turn; drawn payloads are valid.
  case single
  /// One fault at a time, at each key path in turn; drawn payloads have up to two faults.
  case any
}

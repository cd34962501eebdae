/// How thoroughly mappers are tested.
package struct MapperTestSettings: Sendable {
  /// How many payloads a mapper is tested on at most; `nil`: all that the contract alone makes, and
  /// 100 drawn ones.
  package var cases: Int?
  /// How many histories a mapper that keeps its objects is tested on: responses that come one after
  /// the other. `nil`: 50, or fewer, where there are fewer than 1,000 `cases`; of a store that loads
  /// several endpoints, 200.
  package var histories: Int?
  /// How many responses a history has at most.
  package var steps = 6
  /// How long it may take, in seconds; after that no further payload is mapped. `nil`: as long as
  /// it takes.
  package var seconds: Double?
  /// How long a mapper may take for one payload, in seconds. `nil`: as long as it takes.
  package var callSeconds: Double? = 10
  /// The faults that payloads may have.
  package var faults: MapperTestFaults
  /// The number that payloads are drawn from; `nil`: one that the contract alone gives.
  package var seed: UInt64?
  /// The things that mappers may take though their contracts refuse them.
  package var tolerating: Tolerances

  /// Makes settings; without arguments, those of a test without `.contract(…)`.
  package init(
    cases: Int? = nil, seconds: Double? = nil, faults: MapperTestFaults = .any,
    seed: UInt64? = nil, tolerating: Tolerances = []
  ) {
    (self.cases, self.seconds, self.faults, self.seed) = (cases, seconds, faults, seed)
    self.tolerating = tolerating
  }

  /// Those of the running test's traits, or the default.
  @TaskLocal package static var current = MapperTestSettings()
}

/// The faults that the payloads may have that a mapper is tested on.
public enum MapperTestFaults: Sendable {
  /// Nothing: valid payloads and the contract's examples alone.
  case none
  /// One thing at a time, at each key path in turn; drawn payloads are valid.
  case single
  /// One thing at a time at each key path, and drawn payloads with up to two things.
  case any
}

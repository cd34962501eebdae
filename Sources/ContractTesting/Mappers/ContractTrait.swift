public import Testing

/// How thoroughly mappers are tested.
public struct MapperTestSettings: Sendable {
  /// How many single faults are tried at most; `nil`: all.
  public var cells: Int?
  /// How many payloads are drawn at random; each failure is shrunk, and the laws that compare two
  /// payloads are held on those that are valid.
  public var drawn: Int
  /// What they are drawn from; `nil`: a number that the contract alone gives.
  public var seed: UInt64?

  public init(cells: Int? = nil, drawn: Int = 0, seed: UInt64? = nil) {
    (self.cells, self.drawn, self.seed) = (cells, drawn, seed)
  }

  /// Those of the running test's traits, or the default.
  @TaskLocal public static var current = MapperTestSettings()
}

/// Says how thoroughly the mappers of a test or a suite are tested.
///
///     @Suite("Avatar mapper", .contract(drawn: 5_000, seed: 42))
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
  ///   - cells: How many single faults are tried at most; fewer than there are is a warning.
  ///   - drawn: How many payloads are drawn.
  ///   - seed: What they are drawn from.
  public static func contract(
    cells: Int? = nil, drawn: Int = 0, seed: UInt64? = nil
  ) -> ContractTrait {
    ContractTrait(settings: MapperTestSettings(cells: cells, drawn: drawn, seed: seed))
  }
}

public import ContractModel
public import MapperTesting
public import Testing

/// Whether two mappers of an app, such as an old one and its replacement, do the same on every
/// payload that a contract makes up: both take it or both refuse it, and what they make is equal.
///
/// `expect(_:agreesWith:on:as:)` is the short way to say it in Swift Testing.
///
/// The two may make values of different types: these are compared by the names of their properties.
/// A property that only one of them has counts if the contract maps one of that name. On payloads of
/// which mappers may make what they want, duplicate members and the like, they need not agree.
package struct MapperAgreementTest {
  private let test: MapperTest

  /// - Parameters:
  ///   - mapper: The app's.
  ///   - other: The mapper that it has to agree with.
  ///   - contract: What the payloads are made of.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - properties: Properties that are left out.
  ///   - names: The other's names of properties, by the mapper's, where they differ.
  ///   - settings: How many payloads there are, and how long they may take.
  /// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
  package init(
    _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
    as type: String, comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:], settings: MapperTestSettings = .current
  ) throws {
    let setup = MapperTestSetup(
      mapper: mapper, other: other, target: try TestTarget(type, in: contract), as: type,
      part: " agrees with \(other.name)",
      options: ComparisonOptions(comparing: properties, named: names), settings: settings)
    test = MapperTest(
      setup, try setup.agreeing(), nothingJudged: { setup.nothingCompared })
  }

  /// Runs both mappers over all payloads.
  ///
  /// - Returns: One violation for each reason to disagree, on the smallest payload that shows it; one
  ///   where both refuse every payload, for nothing is compared then.
  package func violations() -> [MapperViolation] { test.violations() }

  /// Runs both mappers over all payloads.
  ///
  /// - Throws: `MapperViolations`, if they do not agree.
  package func check() throws { try test.check() }

  /// Runs both mappers over all payloads, and records an issue for each reason to disagree, and a
  /// warning for what keeps the check from judging much.
  ///
  /// - Returns: What they were tested on.
  @discardableResult
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) -> MapperCoverage {
    test.tellBeginning(at: sourceLocation)
    let (violations, coverage) = test.run()
    violations.record(at: sourceLocation)
    for warning in test.doubts(coverage) { TestIssue.warn(warning, at: sourceLocation) }
    return coverage
  }
}

/// Expects that a mapper of the app does what another one does, on every payload that a contract
/// makes up.
///
///     @Test("The new decoder does what the old mapper did")
///     func agrees() throws {
///       try expect(
///         .decoding([Avatar].self), agreesWith: .mapping { try OldMapper.avatars($0) },
///         on: Contract("avatars"), as: "[Avatar]")
///     }
///
/// An issue is recorded at this line for each reason to disagree; see `MapperAgreementTest`.
///
/// - Returns: What the mappers were tested on.
/// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
  as type: String, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperAgreementTest(
    mapper, agreesWith: other, on: contract, as: type, comparing: properties, named: names
  ).verify(sourceLocation: sourceLocation)
}

public import ContractModel
public import MapperTesting
public import Testing

extension MapperTest {
  /// Creates a check that two mappers of an app, such as an old one and its replacement, do the
  /// same for every payload generated from a contract: both accept it with equal results, or both
  /// reject it.
  ///
  /// The two may make values of different types, which are compared by the names of their
  /// properties. A property that only one of them has counts if the contract maps one of that name.
  /// The mappers need not agree on payloads whose result is left open, such as those with duplicate
  /// members. If both reject every payload, nothing is compared, which is a violation.
  ///
  /// - Parameters:
  ///   - properties: Properties that are not compared.
  ///   - names: The other mapper's names of properties, by the first mapper's names, where they
  ///     differ.
  /// - Throws: `TestSetupError` if the contract does not have the type, or no payload of it.
  package init(
    _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
    as type: String, comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:], settings: MapperTestSettings = .current
  ) throws {
    let setup = MapperTestSetup(
      mapper: mapper, other: other, target: try TestTarget(type, in: contract), as: type,
      part: " agrees with \(other.name)",
      options: ComparisonOptions(comparing: properties, named: names), settings: settings)
    self.init(setup, try setup.agreeing())
  }
}

/// Expects that two mappers agree on every payload generated from a contract.
///
///     @Test("The new decoder does what the old mapper did")
///     func agrees() throws {
///       try expect(
///         .decoding([Avatar].self), agreesWith: .mapping { try OldMapper.avatars($0) },
///         on: Contract("avatars"), as: "[Avatar]")
///     }
///
/// Each cause of a disagreement is an issue at this line; see `MapperTest`.
///
/// - Throws: `TestSetupError` if the contract does not have the type, or no payload of it.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
  as type: String, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperTest(
    mapper, agreesWith: other, on: contract, as: type, comparing: properties, named: names
  ).verify(sourceLocation: sourceLocation)
}

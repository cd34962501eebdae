public import ContractModel
public import MapperTesting
public import Testing

extension MapperTest {
  /// Whether two mappers of an app, such as an old one and its replacement, do the same on every
  /// payload generated from a contract: both take it or both refuse it, and what they make is equal.
  ///
  /// The two may make values of different types: these are compared by the names of their properties.
  /// A property that only one of them has counts if the contract maps one of that name. On payloads of
  /// which mappers may make what they want, duplicate members and the like, they need not agree. Where
  /// both refuse every payload, nothing is compared, which is a violation.
  ///
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
/// - Returns: The coverage: what the mappers were tested on.
/// - Throws: `TestSetupError`, if the contract does not have the type, or no payload of it.
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

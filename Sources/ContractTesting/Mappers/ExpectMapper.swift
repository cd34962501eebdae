public import ContractModel
public import MapperTesting
public import MappingEngine
public import Testing

/// Expects that a mapper of the app does what a contract says.
///
///     @Test("The app's decoder keeps the contract")
///     func keepsContract() throws {
///       try expect(.decoding([Avatar].self), keeps: Contract("groups"), as: "[Avatar]")
///     }
///
/// Each cause of a disagreement is an issue at this line; see `MapperTest`.
///
/// For a mapper that returns only a part of the payload, name the part: `returning: "items"`.
///
/// - Throws: `TestSetupError` if the contract does not have the type, the property or the key path
///   that the test names, or no payload of the type.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
  returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil,
  tolerating: Tolerances = [], laws: [Law] = Law.standard,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperTest(
    mapper, keeps: contract, as: type, returning: part, comparing: properties, named: names,
    request: request, response: response, tolerating: tolerating, laws: laws
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a mapper of the app does what a contract says about one key path, for each single
/// fault that a payload can have there.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, handles keyPath: ContractKeyPath, returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil, tolerating: Tolerances = [],
  sourceLocation: SourceLocation = #_sourceLocation
) -> MapperCoverage {
  MapperTest(
    mapper, handles: keyPath, returning: part, comparing: properties, named: names,
    request: request, response: response, tolerating: tolerating
  ).verify(sourceLocation: sourceLocation)
}

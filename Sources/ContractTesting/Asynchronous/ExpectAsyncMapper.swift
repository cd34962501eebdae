public import ContractModel
public import MapperTesting
public import MappingEngine
public import Testing

/// Expects that an asynchronous mapper of the app does what a contract says.
///
///     @Test("The importer keeps the contract")
///     func keepsContract() async throws {
///       try await expect(
///         .mapping { data in try await importer.load(data) }, keeps: Contract("groups"),
///         as: "[Avatar]")
///     }
///
/// Each cause of a disagreement is an issue at this line; see `MapperTest`.
///
/// - Throws: `TestSetupError` if the contract does not have the type, or no payload of it;
///   `CancellationError` if the test is cancelled, which is also an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, keeps contract: Contract, as type: String,
  returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil,
  tolerating: Tolerances = [], laws: [Law] = Law.standard,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await answering(at: sourceLocation) {
    try expect(
      mapper.answered($0), keeps: contract, as: type, returning: part, comparing: properties,
      named: names, request: request, response: response, tolerating: tolerating, laws: laws,
      sourceLocation: sourceLocation)
  }
}

/// Expects that an asynchronous mapper of the app does what a contract says about one key path, for
/// each single fault that a payload can have there.
///
/// - Throws: `CancellationError` if the test is cancelled, which is also an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, handles keyPath: ContractKeyPath,
  returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil, tolerating: Tolerances = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await answering(at: sourceLocation) {
    expect(
      mapper.answered($0), handles: keyPath, returning: part, comparing: properties, named: names,
      request: request, response: response, tolerating: tolerating, sourceLocation: sourceLocation)
  }
}

/// Expects that two asynchronous mappers agree on every payload generated from a contract.
///
/// Each cause of a disagreement is an issue at this line; see `MapperTest`.
///
/// - Throws: `TestSetupError` if the contract does not have the type, or no payload of it;
///   `CancellationError` if the test is cancelled, which is also an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, agreesWith other: AsyncMapperUnderTest, on contract: Contract,
  as type: String, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await answering(at: sourceLocation) {
    try expect(
      mapper.answered($0), agreesWith: other.answered($0), on: contract, as: type,
      comparing: properties, named: names, sourceLocation: sourceLocation)
  }
}

/// Expects that an asynchronous mapper of the app agrees with a synchronous one on every payload
/// generated from a contract.
///
///     @Test("The importer does what the old decoder did")
///     func agrees() async throws {
///       try await expect(
///         .mapping { try await importer.load($0) }, agreesWith: .decoding([Avatar].self),
///         on: Contract("avatars"), as: "[Avatar]")
///     }
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, agreesWith other: MapperUnderTest, on contract: Contract,
  as type: String, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await expect(
    mapper, agreesWith: AsyncMapperUnderTest(other), on: contract, as: type, comparing: properties,
    named: names, sourceLocation: sourceLocation)
}

public import ContractTesting
import MapperTesting
public import Testing

/// Expects that a mapper of the app accepts the recorded responses of an endpoint.
///
///     @Test("The app's decoder reads what was recorded")
///     func reads() throws {
///       try expect(.decoding([User].self), reads: Captures("Fixtures/captures"), "GET /users")
///     }
///
/// Each body goes through the mapper. Each cause of rejections is an issue at this line, with the
/// number of bodies, the position of the first in the capture, and the mapper's own error. A
/// capture that cannot be read completely, or has no body to judge, is an issue too.
///
/// - Parameters:
///   - mapper: The app's mapper.
///   - captures: The files.
///   - endpoint: The endpoint of the bodies: `GET /users/:id`, which means status 200 to 299; `GET
///     /users -> 404`; or `event user.created`.
///   - host: The endpoint's host, if captures have several: `api.example.com`.
///   - inputs: Files of bodies without a known request: `users/*.json`.
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError` if the endpoint is invalid, or neither it nor inputs are named.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> CaptureCoverage {
  try CaptureTest(
    mapper, reads: captures, RecordedBodies(endpoint, host: host, inputs: inputs)
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a mapper of the app maps the recorded responses of an endpoint like a contract.
///
///     try expect(
///       .decoding([User].self), reads: Captures("Fixtures/captures"), "GET /users",
///       keeps: Contract("users"))
///
/// Bodies that the contract rejects are not the mapper's fault: a warning has their number and the
/// reasons. If the contract rejects all bodies, that is an issue, because nothing was compared.
///
/// - Parameters:
///   - type: The type of a body, if the contract's endpoint has another one: `[User]`.
///   - part: The key path of the part of the payload that the mapper returns, such as `items`.
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError`, also if the contract does not have a named part.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, keeps contract: Contract, as type: String? = nil,
  returning part: String? = nil, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], tolerating: Tolerances = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> CaptureCoverage {
  let bodies = try RecordedBodies(endpoint, host: host, inputs: inputs, of: contract)
  guard let type = type ?? endpoint else {
    throw TestSetupError(
      "nothing says what the bodies are", notes: ["name a type of the contract: as: \"[User]\""])
  }
  let check = try RecordedCheck(
    mapper, keeps: contract, as: type, returning: part,
    ComparisonOptions(comparing: properties, named: names), tolerating: tolerating)
  return CaptureTest(reads: captures, bodies, keeps: contract, check)
    .verify(sourceLocation: sourceLocation)
}

/// Expects that an asynchronous mapper of the app accepts the recorded responses of an endpoint.
///
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError` if the endpoint is invalid, or neither it nor inputs are named;
///   `CancellationError` if the test is cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CaptureCoverage {
  try await answering(at: sourceLocation) {
    try expect(
      mapper.answered($0), reads: captures, endpoint, host: host, inputs: inputs,
      sourceLocation: sourceLocation)
  }
}

/// Expects that an asynchronous mapper of the app maps the recorded responses of an endpoint like a
/// contract.
///
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError`, also if the contract does not have a named part; `CancellationError`
///   if the test is cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, keeps contract: Contract, as type: String? = nil,
  returning part: String? = nil, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], tolerating: Tolerances = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CaptureCoverage {
  try await answering(at: sourceLocation) {
    try expect(
      mapper.answered($0), reads: captures, endpoint, host: host, inputs: inputs, keeps: contract,
      as: type, returning: part, comparing: properties, named: names, tolerating: tolerating,
      sourceLocation: sourceLocation)
  }
}

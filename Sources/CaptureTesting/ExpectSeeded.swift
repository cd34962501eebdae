public import ContractModel
import ContractTesting
public import MapperTesting
public import MappingEngine
public import Testing

/// Expects that a mapper of the app keeps a contract, also on recorded bodies.
///
///     @Test("The app's decoder keeps the contract")
///     func keepsContract() throws {
///       try expect(
///         .decoding([User].self, with: decoder), keeps: Contract("users"), as: "GET /users",
///         seededBy: Captures("Fixtures/captures"))
///     }
///
/// Besides the generated payloads, the mapper gets the first recorded body of each shape, up to 32,
/// each single fault of it, and every two edges of its members. Elements of arrays that repeat the
/// shapes of earlier elements are omitted. An issue names the capture of its payload, and shows a
/// minimal payload. Values of `sensitive` lines are not shown, and a failure with them is not saved
/// for a replay.
///
/// Bodies that the contract rejects are a warning; if it rejects all bodies, or there is none, that
/// is an issue.
///
/// - Parameters:
///   - type: The type of the payload: `[User]`, or an endpoint such as `GET /users`.
///   - captures: The files.
///   - endpoint: The endpoint of the bodies, if `type` names none: `GET /users/:id`.
///   - host: The endpoint's host, if captures have several and the contract names none.
///   - inputs: Files of bodies without a known request: `users/*.json`.
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError` if the contract does not have a named part, if an endpoint is
///   invalid, or if nothing says which bodies are meant.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, keeps contract: Contract, as type: String,
  seededBy captures: Captures, _ endpoint: String? = nil, host: String? = nil,
  inputs: String? = nil, returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil,
  tolerating: Tolerances = [], laws: [Law] = Law.standard,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  // A type, such as `[User]`, does not name an endpoint of bodies.
  let stated = inputs == nil && (try? TargetText.endpoint(type)) != nil ? type : nil
  let bodies = try RecordedBodies(endpoint ?? stated, host: host, inputs: inputs, of: contract)
  var reading: RecordedReading?
  let test = try MapperTest(
    mapper, keeps: contract, as: type, returning: part, comparing: properties, named: names,
    request: request, response: response, tolerating: tolerating, laws: laws,
    recorded: { target in
      guard !RecordedCheck.isIdle else { return [] }
      let read = RecordedBases(
        captures, bodies, of: contract, as: target,
        exchange: MappingExchange(request: request, response: response),
        isCancelled: { mapper.isCancelled })
      reading = read.reading
      return read.list
    })
  // These are about the captures, apart from those of the mapper.
  reading.map { $0.record($0.violations, at: sourceLocation) }
  return test.verify(sourceLocation: sourceLocation)
}

/// Expects that an asynchronous mapper of the app keeps a contract, also on recorded bodies.
///
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError`, as for a synchronous mapper; `CancellationError` if the test is
///   cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, keeps contract: Contract, as type: String,
  seededBy captures: Captures, _ endpoint: String? = nil, host: String? = nil,
  inputs: String? = nil, returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  request: MappingRequest? = nil, response: MappingResponse? = nil,
  tolerating: Tolerances = [], laws: [Law] = Law.standard,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await answering(at: sourceLocation) {
    try expect(
      mapper.answered($0), keeps: contract, as: type, seededBy: captures, endpoint, host: host,
      inputs: inputs, returning: part, comparing: properties, named: names, request: request,
      response: response, tolerating: tolerating, laws: laws, sourceLocation: sourceLocation)
  }
}

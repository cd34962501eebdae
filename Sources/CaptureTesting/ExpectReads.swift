public import ContractTesting
import MapperTesting
public import Testing

/// Expects that a mapper of the app takes what was recorded of an endpoint.
///
///     @Test("The app's decoder reads what was recorded")
///     func reads() throws {
///       try expect(.decoding([User].self), reads: Captures("Fixtures/captures"), "GET /users")
///     }
///
/// Each body goes through the mapper. An issue is recorded at this line for each cause to refuse some:
/// with how many they are, where the first stands in the capture, and the mapper's own error. Another
/// issue is a capture that cannot be read as a whole, and one that has no body to judge.
///
/// - Parameters:
///   - mapper: The app's.
///   - captures: The files.
///   - endpoint: What the bodies answer: `GET /users/:id`, which is those of status 200 to 299;
///     `GET /users -> 404`; or `event user.created`.
///   - host: The endpoint's, if captures have several: `api.example.com`.
///   - inputs: The files of bare bodies, which no request is known of: `users/*.json`.
/// - Returns: What the mapper was given.
/// - Throws: `TestSetupError`, if the endpoint is none, or neither it nor inputs are named.
@discardableResult
public func expect(
  _ mapper: MapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> CaptureCoverage {
  try CaptureTest(
    mapper, reads: captures, RecordedBodies(endpoint, host: host, inputs: inputs)
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a mapper of the app makes of what was recorded of an endpoint what a contract says.
///
///     try expect(
///       .decoding([User].self), reads: Captures("Fixtures/captures"), "GET /users",
///       keeps: Contract("users"))
///
/// Bodies that the contract refuses are no fault of the mapper: a warning says how many they are, and
/// why. If all are, that is an issue, for nothing was compared.
///
/// - Parameters:
///   - type: What a body is, if it is not what the endpoint of the contract says: `[User]`.
///   - part: The key path of the payload that the mapper returns what becomes of, `items`.
/// - Returns: What the mapper was given.
/// - Throws: `TestSetupError`, also if the contract does not have what is named.
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

/// Expects that a mapper of the app that awaits something takes what was recorded of an endpoint.
///
/// - Returns: What the mapper was given.
/// - Throws: `TestSetupError`, if the endpoint is none, or neither it nor inputs are named;
///   `CancellationError`, if the test is cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CaptureCoverage {
  try await answering(mapper, at: sourceLocation) { mapper in
    try expect(
      mapper, reads: captures, endpoint, host: host, inputs: inputs,
      sourceLocation: sourceLocation)
  }
}

/// Expects that a mapper of the app that awaits something makes of what was recorded of an endpoint
/// what a contract says.
///
/// - Returns: What the mapper was given.
/// - Throws: `TestSetupError`, also if the contract does not have what is named;
///   `CancellationError`, if the test is cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect(
  _ mapper: AsyncMapperUnderTest, reads captures: Captures, _ endpoint: String? = nil,
  host: String? = nil, inputs: String? = nil, keeps contract: Contract, as type: String? = nil,
  returning part: String? = nil, comparing properties: [PropertyComparison] = [],
  named names: [String: String] = [:], tolerating: Tolerances = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CaptureCoverage {
  let properties = Handover(properties)
  return try await answering(mapper, at: sourceLocation) { mapper in
    try expect(
      mapper, reads: captures, endpoint, host: host, inputs: inputs, keeps: contract, as: type,
      returning: part, comparing: properties.value, named: names, tolerating: tolerating,
      sourceLocation: sourceLocation)
  }
}

/// Makes a check on a thread of its own, while the test's task answers for the mapper.
private nonisolated(nonsending) func answering(
  _ mapper: AsyncMapperUnderTest, at sourceLocation: SourceLocation,
  _ check: @escaping @Sendable (MapperUnderTest) throws -> CaptureCoverage
) async throws -> CaptureCoverage {
  let mapper = Handover(mapper)
  return try await TestIssue.judging(at: sourceLocation) {
    try await looping { try check(mapper.value.answered($0)) }
  }
}

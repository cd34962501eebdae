public import ContractModel
public import MapperTesting
public import Testing

/// Expects that a client of the app that loads an endpoint through a stubbed session keeps a
/// contract.
///
///     @Test("The client loads the avatars")
///     func loadsAvatars() async throws {
///       let stub = StubbedSession(try Contract("groups"))
///       let client = APIClient(session: stub.makeURLSession())
///       try await expect(
///         .loading(stub, "GET /groups/avatars") { try await client.avatars() },
///         keeps: Contract("groups"))
///     }
///
/// An issue is recorded at this line for each cause; see `ClientTest`. A client that returns a part
/// of the body names the part: `returning: "items"`.
///
/// - Throws: `StubError` if the contract has no such endpoint; `TestSetupError` if there is no
///   payload of it; `CancellationError` if the test is cancelled, which is an issue.
public nonisolated(nonsending) func expect(
  _ client: ClientUnderTest, keeps contract: Contract, returning part: String? = nil,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.standard,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await ClientTest(
    client, keeps: contract, returning: part, comparing: properties, named: names,
    tolerating: tolerating, laws: laws
  ).verify(sourceLocation: sourceLocation)
}

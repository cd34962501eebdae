public import ContractTesting
public import HTTPFixtures

extension StubbedSession {
  /// Makes an endpoint of the contract answer with property values; all other values are canonical.
  ///
  ///     try stub.answer("GET /groups/avatars", with: ["remoteId": 123])                 // a list of one
  ///     try stub.answer("GET /groups/avatars", with: [["remoteId": 1], ["remoteId": 2]])
  ///     try stub.answer("GET /api/users/:id", with: ["user": ["userId": 5]])
  ///     stub.expected?.objects[0]["remoteId"]                              // what the app has to have
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint in the contract's spelling; without a status, that of a success.
  ///   - values: The values by property; for a list, those of its one object, or those of each
  ///     object.
  /// - Throws: `StubError` if the contract has no such endpoint; `TestSetupError` if there is no
  ///   payload with these values.
  public func answer(_ endpoint: String, with values: PropertyValue) throws {
    try answer(endpoint) { contract, endpoint in try contract.payload(of: endpoint, values).bytes }
  }
}

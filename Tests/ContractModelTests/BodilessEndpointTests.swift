import ContractModel
import Testing

@Suite("An endpoint may have no body")
struct BodilessEndpointTests {
  private static let text = """
    { "contract": 1, "endpoints": {
      "DELETE /orders/:id -> 204": null, "event ping": null, "GET /orders/:id": "Int" } }
    """

  @Test("A null body is read")
  func read() throws {
    let contract = try #require(ContractSet(text: Self.text).contracts.first)
    #expect(
      contract.endpoints.map { $0.body == .absent } == [true, true, false])
  }

  @Test("An endpoint without a body has no error, and ties with others are reported")
  func checked() {
    #expect(ContractSet(text: Self.text).errors.isEmpty)
    let tied = #"{ "contract": 1, "endpoints": { "PUT /a": null, "PUT /a -> 2xx": "Int" } }"#
    #expect(
      ContractSet(text: tied).errors.map(\.message) == [
        #"the endpoint ties with "PUT /a" at 1:33"#
      ])
  }

  @Test("Paths whose texts differ in bytes alone do not tie")
  func equivalentPaths() {
    let text =
      #"{ "contract": 1, "endpoints": { "GET /caf\u00e9": "Int", "GET /cafe\u0301": "Int" } }"#
    #expect(ContractSet(text: text).errors.isEmpty)
  }
}

import ContractTesting
import MappingEngine
import Testing

@Suite("The engine, by itself")
struct EngineTests {
  @Test("A payload becomes objects, and JSON again")
  func objects() throws {
    let contract = try Contract("avatars")
    let target = MappingTarget(try #require(contract.examples.first).example.target)
    let mapper = MappingEngine.Mapper(contract, as: target)
    var store = ObjectStore()
    let payload = #"[{"id":1,"file_url":"a"}]"#
    let result = mapper.map(try JSONDocument(parsing: payload), as: target, into: &store)
    #expect(result.violations.isEmpty)
  }
}

import ContractModel
import Foundation
import MapperTesting
import MappingEngine
import TestSupport
import Testing

@Suite("A trap is reported with what the contract says of the payload")
struct TrapCauseTests {
  @Test(
    "The contract's statement is true of the payload",
    arguments: [
      (#"{"id": 1}"#, "accepts it"),
      (#"{"id": "x"}"#, #"rejects it: id: expected Int, found a string"#),
      (#"{"id": 1"#, "rejects it: the payload is not JSON"),
      (
        String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        "rejects it: the payload is nested too deeply"
      ),
    ])
  func statement(payload: String, stated: String) throws {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { "Item": { "map": { "id": "Int" } } } }"#)
    let target = MappingTarget(try TargetText("Item").target)
    let mapper = MapperUnderTest.mapping { $0.count }
    let check = MapperCheck(Mapper(contract, as: target), as: target, mapper)
    let cause = check.trap(
      on: [EndpointPayload(Array(payload.utf8))], "it traps (SIGILL)", id: nil, nil)
    #expect(cause.disagreement.contract == stated)
  }
}

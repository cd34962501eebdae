import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("A fault can be made in other payloads of its target")
struct FaultTests {
  private let cases: GeneratedCases

  init() throws {
    cases = try GeneratedCasesTests.cases("[Avatar]", of: "Contracts/groups.contract.json")
  }

  private func fault(_ id: String) throws -> Fault {
    try #require(cases.case(id: id)?.faults.first)
  }

  @Test("In one of another length, at its place, or at the first that is like it")
  func places() throws {
    let fault = try fault("null@[0].file_url")
    var payload = PayloadTree(json: #"[{"id":7,"file_url":"x"},{"id":8,"file_url":"y"}]"#)
    #expect(fault.apply(to: &payload))
    #expect(payload.text == #"[{"id":7,"file_url":null},{"id":8,"file_url":"y"}]"#)
    // The first is null already; so the second.
    #expect(fault.apply(to: &payload))
    #expect(payload.text == #"[{"id":7,"file_url":null},{"id":8,"file_url":null}]"#)
    #expect(!fault.apply(to: &payload))
  }

  @Test("Not in one that has no place for it, which stays as it is")
  func noPlace() throws {
    let fault = try fault("missing@[0].file_url")
    for text in ["[]", "null", "{", #"[{"id":7}]"#] {
      var payload = PayloadTree(json: text)
      #expect(!fault.apply(to: &payload))
      #expect(payload.text == text)
    }
  }

  @Test("A fault of the payload as a whole")
  func payloadFaults() throws {
    let fault = try fault("payload:bom@")
    var payload = PayloadTree(json: "[]")
    #expect(fault.apply(to: &payload))
    #expect(payload.bytes == [0xEF, 0xBB, 0xBF, 0x5B, 0x5D])
    #expect(!fault.apply(to: &payload), "bytes around it are there already")
    #expect(try self.fault("missing@[0].id") == self.fault("missing@[0].id"))
    #expect(fault.id == "payload:bom@")
  }

  @Test("The choices and faults of a case make its payload")
  func reproduction() throws {
    let cases = try GeneratedCasesTests.cases(
      "GET /orders", of: "Fixtures/generation/orders.contract.json")
    var generator = PayloadGenerator(cases.plan)
    var faultCount = 0
    for index in Array(0..<60) + (0..<60).map({ cases.fixedCount + $0 }) {
      let one = cases[index]
      guard let choices = one.choices else { continue }
      var payload = generator.replay(choices).payload
      for fault in one.faults { #expect(fault.apply(to: &payload), "\(one.id) \(fault.id)") }
      #expect(payload.bytes == one.payload.bytes, "\(one.id): \(one.name)")
      faultCount += one.faults.count
    }
    #expect(faultCount > 60)
  }
}

import ContractModel
import ContractReporting
import Generation
import JSONParsing
import TestSupport
import Testing

@testable import Reporting

@Suite("The lines of contracts in reports are found in linear time")
struct ContractLinesTests {
  @Test("Four times as many lines take four times the steps, and each has the right position")
  func steps() throws {
    let counts = try [500, 2_000].map { count in
      let text = (0..<count).map { "\"k\($0)\": \"String\"" }.joined(separator: ",\n")
      let set = ContractSet(
        paths: ["a.contract.json"],
        files: OneContract(
          "{ \"contract\": 1, \"mappings\": { \"A\": { \"map\": {\n\(text) } } } }"))
      let lines = ContractLines(set)
      for (number, line) in try #require(set.contracts.first).mappings[0].lines.enumerated() {
        #expect(
          lines[line, line.origin]?.place
            == "a.contract.json:\(number + 2):\(6 + "\(number)".utf8.count)")
      }
      return lines.stepCount
    }
    #expect(counts[0] > 0)
    #expect(counts[1] < 5 * counts[0])
  }
}

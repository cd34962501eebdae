import ContractModel
import ContractReporting
import Foundation
import Generation
import TestSupport
import Testing

@Suite("Errors of the guide's contract are reported as the guide shows")
struct GuideMistakeTests {
  private let blocks = Guide.named("ContractFormat").blocks

  /// Returns the last contract before the shown report.
  private func shownContract() throws -> String {
    let shown = try #require(blocks.lastIndex { $0.text.hasPrefix("users.contract.json") })
    return blocks[shown - 1].text
  }

  private func report(_ contract: String) -> String {
    let files = MemoryFiles(contracts: ["users.contract.json": contract])
    let set = ContractSet(paths: ["users.contract.json"], files: files)
    return LintReport(set, style: .human).text
  }

  @Test("The contract has no mistakes")
  func contract() throws {
    let contract = try shownContract()
    #expect(report(contract) == "checked 1 contract with 2 mappings: no errors\n")
  }

  @Test("With the guide's two errors, the report is the one shown")
  func mistakes() throws {
    let contract = try shownContract()
    let mistaken = contract.replacing(#""userId","#, with: #""id","#)
      .replacing("firstName: String", with: "firstName: Strng")
    #expect(report(mistaken) == blocks.last?.text)
  }
}

import ContractModel
import ContractReporting
import Foundation
import Generation
import TestSupport
import Testing

@Suite("The README's contract and what is said of it are true")
struct ReadmeContractTests {
  private let readme: String

  init() throws {
    readme = try String(
      contentsOf: PackageFolder.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The first fenced block of a language that starts with a text.
  private func block(_ language: String, from start: String) throws -> String {
    let blocks = readme.components(separatedBy: "```\(language)\n").dropFirst()
    let block = try #require(blocks.first { $0.hasPrefix(start) })
    return block.components(separatedBy: "```")[0]
  }

  private func report(_ contract: String) -> String {
    let files = MemoryFiles(contracts: ["users.contract.json": contract])
    let set = ContractSet(paths: ["users.contract.json"], files: files)
    return LintReport(set, style: .human) { $0 }.text
  }

  @Test("The contract has no mistakes")
  func contract() throws {
    let contract = try block("jsonc", from: "{")
    #expect(report(contract) == "checked 1 contract with 2 mappings: no errors\n")
  }

  @Test("With the two mistakes it speaks of, it has the report that is shown")
  func mistakes() throws {
    let contract = try block("jsonc", from: "{")
      .replacingOccurrences(
        of: #""userId",                    // two users with one userId are one object"#,
        with: #""id","#
      )
      .replacingOccurrences(of: "firstName: String", with: "firstName: Strng")
    #expect(report(contract) == (try block("", from: "users.contract.json")))
  }
}

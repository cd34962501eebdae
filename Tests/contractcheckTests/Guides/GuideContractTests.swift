import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Contracts in guides are valid")
struct GuideContractTests {
  static let blocks = Guide.all.flatMap(\.blocks).filter { $0.language == "jsonc" }

  @Test("Contracts and parts of contracts have no error", arguments: blocks)
  func block(block: Guide.Block) throws {
    try withFolder(files(of: block)) { folder in
      let result = CommandRun("lint", "\(folder)/a.contract.json")
      #expect(result.exitCode == .success, "\(result.output)\(contract(of: block))")
    }
  }

  @Test("The examples of a contract hold", arguments: blocks.filter(hasExamples))
  func examples(block: Guide.Block) throws {
    try withFolder(files(of: block)) { folder in
      let result = CommandRun("test", "--generated", "0", "\(folder)/a.contract.json")
      #expect(result.exitCode == .success, "\(result.output)")
    }
  }

  private static func hasExamples(_ block: Guide.Block) -> Bool {
    block.text.contains(#""examples""#) && !block.text.contains(#""fixture""#)
  }

  /// Returns the contract of a block, with the contract of the app that a guide includes.
  private func files(of block: Guide.Block) throws -> [String: String] {
    let included = PackageFolder.fixtures.appending(
      path: "consumer/Contracts/avatars.contract.json")
    return [
      "a.contract.json": contract(of: block), "Package.swift": "",
      "avatars.contract.json": try String(contentsOf: included, encoding: .utf8),
    ]
  }

  /// Returns a block as a complete contract: a mapping around its lines, and the mappings that they
  /// name.
  private func contract(of block: Guide.Block) -> String {
    let text = block.text
    if text.contains(#""contract": 1"#) { return text }
    if text.contains(#""mappings""#) { return "{ \"contract\": 1,\n\(text)}" }
    let mappings = """
      "User": { "identifiedBy": "userId", "map": { "id": "userId: Int", "name?": "name: String" } },
      "City": { "identifiedBy": "cityId", "map": { "id": "cityId: Int" } },
      """
    if block.lines.first?.hasPrefix("\"endpoints\"") == true
      || block.lines.first?.hasPrefix("\"requests\"") == true
    {
      return "{ \"contract\": 1,\n\"mappings\": { \(mappings) },\n\(text)}"
    }
    return
      "{ \"contract\": 1, \"mappings\": { \(mappings)\n\"Example\": { \"map\": {\n\(text)} } } }"
  }
}

import Foundation
import TestSupport
import Testing

@Suite("What guides show of tests is what is told")
struct GuideTests {
  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
  }

  @Test("The client's contract stands there whole, and so does what is told of it")
  func client() throws {
    let guide = Guide.named("TestingClients").text
    let contract = try text(of: "Fixtures/consumer/Sources/App/avatar-api.contract.json")
    #expect(guide.contains("```jsonc\n\(contract)```"))
    let told = try text(of: ".ci/consumer").components(separatedBy: "\n")
    let start = try #require(told.firstIndex { $0.hasPrefix("↳ GET /avatars: the client takes") })
    #expect(guide.contains(told[start..<start + 4].joined(separator: "\n")))
  }

  @Test("The mapper's failure is the one that the app's tests are held to", arguments: Guide.all)
  func mapper(guide: Guide) throws {
    guard let shown = guide.blocks.first(where: { $0.text.hasPrefix("↳ Avatar takes") }) else {
      return
    }
    let told = try text(of: ".ci/consumer").components(separatedBy: "\n")
    let start = try #require(told.firstIndex { $0.hasPrefix("↳ Avatar takes") })
    #expect(shown.lines.prefix(6).elementsEqual(told[start..<start + 6]))
  }

  @Test("What is told of expectations is what the article's test is held to")
  func expectations() throws {
    let test = try text(of: "Tests/ContractTestingTests/AsAUser/ArticleMappingTests.swift")
    let lines = Guide.named("Fixtures").text.components(separatedBy: "\n").filter {
      $0.hasPrefix("expected to map")
    }
    #expect(lines.count == 2)
    for line in lines { #expect(test.contains(line), "\(line)") }
  }
}

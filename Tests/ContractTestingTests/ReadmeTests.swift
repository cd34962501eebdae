import Foundation
import TestSupport
import Testing

@Suite("The README's test of a mapper is the one that is run")
struct ReadmeTests {
  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
  }

  @Test(
    "An app's manifest and test stand there whole",
    arguments: [
      "Package.swift", "Tests/AppTests/AvatarMapperTests.swift",
      "Tests/AppTests/AvatarMapperCases.swift", "Tests/AppTests/AvatarStoreTests.swift",
    ])
  func files(path: String) throws {
    let readme = try text(of: "README.md")
    let file = try text(of: "Fixtures/consumer/\(path)")
    let shown = file.range(of: "let package").map { String(file[$0.lowerBound...]) } ?? file
    #expect(readme.contains("```swift\n\(shown)```"))
  }

  @Test("The client's contract stands there whole, and what is told is told")
  func client() throws {
    let readme = try text(of: "README.md")
    let contract = try text(of: "Fixtures/consumer/Sources/App/avatar-api.contract.json")
    #expect(readme.contains("```jsonc\n\(contract)```"))
    let told = try text(of: ".ci/consumer").components(separatedBy: "\n")
    let start = try #require(told.firstIndex { $0.hasPrefix("↳ GET /avatars: the client takes") })
    #expect(readme.contains(told[start..<start + 4].joined(separator: "\n")))
    let test = try text(of: "Fixtures/consumer/Tests/AppTests/AvatarClientTests.swift")
    for line in ["try stub(\"GET /avatars\", [[", "#expect(stub.sent[0].query(\"q\")"] {
      let shown = readme.components(separatedBy: "\n").filter { $0.hasPrefix(line) }
      #expect(shown.count == 1 && test.contains(shown[0]), "\(line)")
    }
  }

  @Test("The expectations on one payload are those of the article's test, and so are their texts")
  func expectations() throws {
    let readme = try text(of: "README.md")
    let test = try text(of: "Tests/ContractTestingTests/AsAUser/ArticleMappingTests.swift")
    let lines = readme.components(separatedBy: "\n").filter {
      $0.hasPrefix("test.expect") || $0.hasPrefix("expected to map")
    }
    #expect(lines.count == 7)
    for line in lines { #expect(test.contains(line), "\(line)") }
  }
}

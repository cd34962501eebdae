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

import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("The README's commands print what it shows")
struct ReadmeCommandTests {
  private let readme: String
  private let root = PackageFolder.root.path

  init() throws {
    readme = try String(
      contentsOf: PackageFolder.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test("map shows the objects, the events and the violations of the partial user")
  func map() {
    let result = CommandRun(
      "map", "\(root)/Fixtures/user-partial.json", "--as", "user: User", "-c",
      "\(root)/Contracts/groups.contract.json")
    // The README's reader is in the package's folder, whatever folder the tests run in.
    let output = result.output.replacingOccurrences(of: root + "/", with: "")
    #expect(readme.contains("```\n\(output)```"), "\(output)")
  }

  @Test("lint and test count what there is")
  func counts() {
    for command in ["lint", "test"] {
      let result = CommandRun(command, root)
      #expect(readme.contains("```\n\(result.output)```"), "\(result.output)")
    }
  }

  @Test("An example that fails is told in sentences")
  func failure() throws {
    let fixtures = ["avatars", "groups", "user", "countries", "sports", "people", "error"]
    var files: [String: String] = [:]
    for name in fixtures {
      files["Fixtures/\(name).json"] = try text(of: "Fixtures/\(name).json")
    }
    files["groups.contract.json"] = try text(of: "Contracts/groups.contract.json")
      .replacingOccurrences(
        of: #""objects": { "Avatar": 2 }"#, with: #""objects": { "Avatar": 3 }"#
      )
      .replacingOccurrences(of: #""[0].remoteId": 123"#, with: #""[0].remoteId": 124"#)
    try withFolder(files) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      let output = result.output.replacingOccurrences(of: folder + "/", with: "")
        .replacingOccurrences(of: "ran 8 examples of 1 contract: 1 failed\n", with: "")
      #expect(readme.contains("```\n\(output)```"), "\(output)")
    }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
  }
}

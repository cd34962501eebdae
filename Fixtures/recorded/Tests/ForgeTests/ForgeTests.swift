import CaptureTesting
import ContractTesting
import Forge
import Foundation
import Testing

/// Each planted fault is told once; the mended models take all that was recorded.
@Suite("The app reads what the API sent")
struct ForgeTests {
  let captures: Captures

  init() throws { captures = try Captures("Fixtures/captures") }

  @Test("Users")
  func users() throws {
    try expect(.decoding(User.self, with: .forge), reads: captures, "GET /users/:login")
  }

  @Test("Repositories")
  func repositories() throws {
    try expect(.decoding([Repository].self, with: .forge), reads: captures, "GET /user/repos")
  }

  @Test("Issues, by the importer, as their contract says")
  func issues() async throws {
    let importer = IssueImporter()
    try await expect(
      .mapping { data in try await importer.load(data) }, reads: captures,
      "GET /repos/:owner/:name/issues", keeps: Contract("issues"))
  }

  @Test("Labels, of which bare bodies are kept")
  func labels() throws {
    let coverage = try expect(
      .decoding([Label].self, with: .forge), reads: captures, inputs: "labels/*.json")
    #expect(coverage.bodyCount == 2)
  }
}

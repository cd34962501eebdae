import ContractTesting
public import Foundation
public import HTTPFixtures
public import MappingEngine

extension StubbedResponse {
  /// A response with a fixture and its MIME type; see `Fixture` for the searched places.
  ///
  ///     Stub("GET /groups/avatars", answer: try .fixture("avatars.json"))
  ///
  /// - Parameters:
  ///   - name: The file, relative to the searched folders.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError` with all searched paths if there is no such file.
  public static func fixture(
    _ name: String, status: Int = 200, headers: NamedTexts = [:], bundle: Bundle? = nil,
    filePath: String = #filePath
  ) throws -> StubbedResponse {
    let fixture = try Fixture(name, bundle: bundle, filePath: filePath)
    return StubbedResponse(
      fixture.data, contentType: fixture.mimeType, status: status, headers: headers)
  }
}

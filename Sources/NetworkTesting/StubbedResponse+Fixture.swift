import ContractTesting
public import Foundation
public import HTTPFixtures
public import MappingEngine

extension StubbedResponse {
  /// A fixture, with its MIME type; see `Fixture` for where it is looked for.
  ///
  ///     Stub("GET /groups/avatars", answer: try .fixture("avatars.json"))
  ///
  /// - Parameters:
  ///   - name: The file, relative to the folders that are looked in.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError`, if there is no such file, with every place that was looked in.
  public static func fixture(
    _ name: String, status: Int = 200, headers: NamedTexts = [:], bundle: Bundle? = nil,
    filePath: String = #filePath
  ) throws -> StubbedResponse {
    let fixture = try Fixture(name, bundle: bundle, filePath: filePath)
    return StubbedResponse(
      fixture.data, contentType: fixture.mimeType, status: status, headers: headers)
  }
}

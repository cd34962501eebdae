import ContractModel
public import Foundation

/// A recorded payload in a file.
///
///     let fixture = try Fixture("article.json")
///     fixture.mimeType                        // application/json
///     try fixture.json.root["article"]        // …
///
/// A fixture is searched for
/// 1. beside the test's source file,
/// 2. in the nearest `Fixtures` folder from there upwards, as far as the package's root,
/// 3. in the bundle, and in its `Fixtures` folder, if a bundle is given.
///
/// With a directory, by parameter or by the trait `.fixtures(in:)`, it is searched for only there:
/// relative to the folder of the test's source file, then to the package's root.
///
/// A name may lead into folders, `captures/one.json`, but not out of them. Links are followed.
public struct Fixture: Sendable {
  /// The name with which the test requested the fixture.
  public let name: String
  /// The URL of the file.
  public let url: URL
  /// The content of the file.
  public let bytes: [UInt8]
  /// The MIME type, by the extension of the name or as the test states it.
  public let mimeType: String

  /// - Parameters:
  ///   - name: The file, relative to the searched folders.
  ///   - directory: The only folder to search, absolute or relative.
  ///   - bundle: A bundle with fixtures as resources.
  ///   - mimeType: The MIME type, if the extension does not give it.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError` if there is no such file, with all searched paths; if it cannot be
  ///   read; if the name leads out of its folder.
  public init(
    _ name: String, directory: String? = nil, bundle: Bundle? = nil, mimeType: String? = nil,
    filePath: String = #filePath
  ) throws {
    let search = FixtureSearch(
      directory: directory, source: TestSource(filePath, bundle))
    self.name = name
    url = try search.url(of: name)
    bytes = try FixtureSearch.bytes(of: url)
    self.mimeType = mimeType ?? MIMEType.ofFile(name)
  }
}

extension Fixture: CustomStringConvertible {
  /// The path of the file; relative if the file is below the working folder.
  public var description: String { shown(url) }
}

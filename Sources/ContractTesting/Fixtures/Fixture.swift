import ContractModel
public import Foundation

/// A recorded payload in a file.
///
///     let fixture = try Fixture("article.json")
///     fixture.mimeType                        // application/json
///     try fixture.json.root["article"]        // …
///
/// A fixture is looked for
/// 1. beside the test's source file,
/// 2. in the nearest `Fixtures` folder from there upwards, as far as the package's root,
/// 3. in the bundle, and in its `Fixtures` folder, if a bundle is given.
///
/// With a directory, by parameter or by the trait `.fixtures(in:)`, it is looked for there alone:
/// from the folder of the test's source file, then from the package's root.
///
/// A name may lead into folders, `captures/one.json`, but not out of them. A link is followed
/// wherever it leads.
public struct Fixture: Sendable {
  /// The name that the test asked for.
  public let name: String
  /// The file.
  public let url: URL
  /// The content of the file.
  public let bytes: [UInt8]
  /// By the ending of the name, or what the test says.
  public let mimeType: String

  /// - Parameters:
  ///   - name: The file, relative to the folders that are looked in.
  ///   - directory: A folder, absolute or relative; then nothing else is looked in.
  ///   - bundle: A bundle with fixtures as resources.
  ///   - mimeType: What the file holds, if its ending does not say.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError` if there is no such file, with every place that was looked in; if
  ///   it cannot be read; if the name leads out of its folder.
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
  /// The file, from the working folder if it is below.
  public var description: String { shown(url) }
}

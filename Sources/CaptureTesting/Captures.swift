import ContractTesting
import DiskReading
public import Foundation
import JSONParsing

/// Recorded responses in files: HAR, NDJSON of exchanges or bodies, cassettes, mappings of
/// WireMock, responses of `curl -i`, bare bodies; gzipped or not.
///
///     try Captures("Fixtures/captures")
///     try Captures("Fixtures/monday.har", "Fixtures/tuesday.har")
///
/// A file or folder is searched for in the folder of the test's source file and in its folder
/// `Fixtures`, then in the folders above, up to the package's root. A given bundle is searched
/// first. All captures below a folder are read.
public struct Captures: Sendable {
  /// The files and folders, in the test's spelling.
  public let paths: [String]
  /// The paths relative to the working folder, which are opened and shown.
  let operands: [String]
  /// The folder of the test's package, if there is one.
  let packageFolder: String?

  /// - Parameters:
  ///   - paths: Files and folders, absolute or relative to a searched folder.
  ///   - bundle: A bundle with them as resources, which is searched first.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError` with all searched paths if one of them is missing.
  public init(_ paths: String..., bundle: Bundle? = nil, filePath: String = #filePath) throws {
    guard !paths.isEmpty else {
      throw TestSetupError(
        "no captures are named", notes: ["name files or folders: Captures(\"Fixtures/captures\")"])
    }
    self.paths = paths
    operands = try paths.map { path in
      shownPath(
        of: try fixturePlace(
          named: [path, "Fixtures/" + path], filePath: filePath, bundle: bundle))
    }
    let source = URL(filePath: filePath).deletingLastPathComponent()
    packageFolder = PackageRoot.folder(around: source)?.path
  }

  /// The captures as a text that is safe to display.
  var text: String { listed(operands.map { displayed($0) }, most: 3) }
}

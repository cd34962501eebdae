public import Foundation

/// Payloads of other projects, which are not part of the package.
///
/// They are in the folder that the environment variable `CONTRACTCHECK_CORPORA` names. Tests of
/// them are skipped, visibly, without it: `.enabled(if: Corpora.isPresent, Corpora.absence)`.
public enum Corpora {
  public static let absence = "CONTRACTCHECK_CORPORA names no folder"

  private static let variable = "CONTRACTCHECK_CORPORA"

  public static var isPresent: Bool { root != nil }

  private static var root: URL? {
    ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
  }

  /// Returns the files below a folder of the corpora, in the byte order of their paths; none
  /// without corpora.
  ///
  /// - Parameters:
  ///   - folder: A path relative to the corpora: `octokit-webhooks`.
  ///   - ending: The end of the paths: `.json`.
  public static func files(below folder: String, ending: String) throws -> [PayloadFile] {
    guard let root else { return [] }
    return try PayloadFile.all(below: root.appending(path: folder), ending: ending)
  }
}

/// A file that tests read, named by its path below the searched folder.
public struct PayloadFile: Sendable, CustomStringConvertible {
  public let name: String
  public let bytes: [UInt8]

  public var description: String { name }

  /// Returns the files below a folder, in the byte order of their paths.
  public static func all(below folder: URL, ending: String) throws -> [PayloadFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(ending) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { path in
        let data = try Data(contentsOf: folder.appending(path: path))
        return PayloadFile(name: path, bytes: [UInt8](data))
      }
  }
}

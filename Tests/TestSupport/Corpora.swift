public import Foundation

/// Payloads that nobody here wrote, which are not part of the package.
///
/// They lie in a folder that the environment variable `CONTRACTCHECK_CORPORA` names. Tests over
/// them are skipped, visibly, where there is none: `.enabled(if: Corpora.isPresent,
/// Corpora.absence)`.
public enum Corpora {
  public static let absence = "CONTRACTCHECK_CORPORA names no folder"

  private static let variable = "CONTRACTCHECK_CORPORA"

  public static var isPresent: Bool { root != nil }

  private static var root: URL? {
    ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
  }

  /// The files below a folder of the corpora, in the order of their paths' bytes; none where there
  /// are no corpora.
  ///
  /// - Parameters:
  ///   - folder: Relative to the corpora: `octokit-webhooks`.
  ///   - ending: How the paths end: `.json`.
  public static func files(below folder: String, ending: String) throws -> [PayloadFile] {
    guard let root else { return [] }
    return try PayloadFile.all(below: root.appending(path: folder), ending: ending)
  }
}

/// A file that tests read, named by its path below the folder it was looked for in.
public struct PayloadFile: Sendable, CustomStringConvertible {
  public let name: String
  public let bytes: [UInt8]

  public var description: String { name }

  /// The files below a folder, in the order of their paths' bytes.
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

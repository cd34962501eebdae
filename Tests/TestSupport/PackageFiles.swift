import Foundation

/// Files of the package, by their paths from its root.
public enum PackageFiles {
  /// The bytes of a file, or `nil` if there is none.
  public static func bytes(at path: String) -> [UInt8]? {
    (try? Data(contentsOf: PackageFolder.root.appending(path: path))).map { [UInt8]($0) }
  }

  /// Returns the paths of the contracts below a folder, in byte order.
  public static func contracts(below folder: String) throws -> [String] {
    try PayloadFile.all(below: PackageFolder.root.appending(path: folder), ending: ".contract.json")
      .map { "\(folder)/\($0.name)" }
  }
}

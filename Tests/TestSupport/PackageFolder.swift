public import Foundation

/// The folders of the package that tests read, wherever the tests run.
public enum PackageFolder {
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public static let fixtures = root.appending(path: "Fixtures")
}

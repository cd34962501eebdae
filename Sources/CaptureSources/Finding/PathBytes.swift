/// A path as file systems compare it: byte by byte.
///
/// `String` would not do: its `==` takes `é` in one scalar and in two for one name, and its
/// `hasPrefix` does not see a slash that a combining mark follows.
struct PathBytes: Hashable {
  private let bytes: [UInt8]

  init(_ path: String) { bytes = Array(path.utf8) }

  /// Whether the path is that of something in a folder, or in one below it.
  ///
  /// - Parameter folder: Like the path itself, absolute and without links.
  func isBelow(_ folder: PathBytes) -> Bool {
    guard bytes.count > folder.bytes.count, bytes.starts(with: folder.bytes) else { return false }
    return folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  /// Returns the path of something in a folder.
  static func joined(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// Returns the part of a joined path that is after the folder's; empty, if it is the folder.
  static func name(of path: String, below folder: String) -> String {
    let name = path.utf8.dropFirst(folder.utf8.count)
    let isBehindSlash = folder.utf8.last != UInt8(ascii: "/")
    return String(decoding: isBehindSlash ? name.dropFirst() : name, as: UTF8.self)
  }
}

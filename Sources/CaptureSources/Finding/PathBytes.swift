/// A path as file systems compare it: byte by byte.
///
/// `String` is unsuitable: its `==` treats `é` as one scalar and as two as the same name, and its
/// `hasPrefix` does not find a slash that is followed by a combining mark.
struct PathBytes: Hashable {
  private let bytes: [UInt8]

  init(_ path: String) { bytes = Array(path.utf8) }

  /// Returns whether the path is inside of a folder, at any depth; both are absolute, without
  /// links.
  func isBelow(_ folder: PathBytes) -> Bool {
    guard bytes.count > folder.bytes.count, bytes.starts(with: folder.bytes) else { return false }
    return folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  static func joined(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// Returns the part of a joined path after the folder's path; empty for the folder itself.
  static func name(of path: String, below folder: String) -> String {
    let name = path.utf8.dropFirst(folder.utf8.count)
    let isBehindSlash = folder.utf8.last != UInt8(ascii: "/")
    return String(decoding: isBehindSlash ? name.dropFirst() : name, as: UTF8.self)
  }
}

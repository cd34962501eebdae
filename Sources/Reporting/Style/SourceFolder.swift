import MappingEngine

/// Names files for programs that know the checkout, but not the folder that the check ran in.
package struct SourceFolder: Hashable, Sendable {
  private let working: [Substring]
  private let root: [Substring]

  /// - Parameters:
  ///   - working: The absolute path of the folder that paths are relative to.
  ///   - root: The absolute path of the checkout, if it is another folder.
  package init(working: String, root: String? = nil) {
    self.working = Self.components(working, from: [])
    self.root = root.map { Self.components($0, from: []) } ?? self.working
  }

  /// Returns the path relative to the checkout, or the absolute path of a file outside.
  func path(of file: String) -> String {
    let parts = components(file)
    guard isInside(parts) else { return "/" + parts.joined(separator: "/") }
    return parts.dropFirst(root.count).joined(separator: "/")
  }

  /// Returns the reference to a file (RFC 3986): relative to the checkout, or `file:///…` outside.
  func reference(to file: String) -> (uri: String, isRelative: Bool) {
    let parts = components(file)
    guard isInside(parts) else { return ("file:///" + Self.encoded(parts[...]), false) }
    return (Self.encoded(parts.dropFirst(root.count)), true)
  }

  // MARK: - Paths

  private func components(_ file: String) -> [Substring] {
    Self.components(file, from: file.utf8.first == UInt8(ascii: "/") ? [] : working)
  }

  private func isInside(_ parts: [Substring]) -> Bool {
    parts.count > root.count && zip(parts, root).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Returns the components of a path, with `.` and `..` resolved.
  private static func components(_ path: String, from start: [Substring]) -> [Substring] {
    var parts = start
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) }) {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return parts
  }

  private static func encoded(_ parts: ArraySlice<Substring>) -> String {
    parts.map { RequestURL.percentEncoded(String($0)) }.joined(separator: "/")
  }
}

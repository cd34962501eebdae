/// A file with the body of a WireMock mapping, in the folder `__files` beside `mappings`.
struct StubFile {
  static let folderName = "__files"
  static let mappingsName = "mappings"

  /// The path for display, starting like the mapping's own path.
  let name: String
  private let realPath: String

  /// - Parameters:
  ///   - name: The name in the mapping: a path that must not lead out of the folder.
  ///   - mapping: The path of the mapping's file; `nil`, if it has none.
  init(named name: String, besides mapping: String?) throws(ReadFailure) {
    let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.elementsEqual("..".unicodeScalars) }),
      parts.first?.isEmpty == false,
      !name.unicodeScalars.contains("\0")
    else { throw ReadFailure("its name leads out of the folder \(Self.folderName)") }
    guard let mapping, let folder = Self.folder(besides: mapping) else {
      throw ReadFailure("the mapping is in no folder \(Self.mappingsName)")
    }
    let (root, files) = (folder, PathBytes.joined(folder, Self.folderName))
    guard let realRoot = System.realPath(root), let realFiles = System.realPath(files) else {
      throw ReadFailure("there is no folder \(Self.folderName) beside \(Self.mappingsName)")
    }
    self.name = PathBytes.joined(files, name)
    guard let path = System.realPath(self.name) else { throw System.lastFailure }
    guard PathBytes(realFiles).isBelow(PathBytes(realRoot)),
      PathBytes(path).isBelow(PathBytes(realFiles))
    else { throw ReadFailure("a link leads out of the folder \(Self.folderName)") }
    realPath = path
  }

  func open() throws(ReadFailure) -> any ByteSource { try FileSource(path: realPath) }

  /// Returns the parent of the last folder `mappings` in a path.
  private static func folder(besides mapping: String) -> String? {
    func folder(of path: String) -> String? {
      var parts = Array(path.utf8).split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).dropLast()
      while let last = parts.last, !last.elementsEqual(mappingsName.utf8) { parts.removeLast() }
      guard !parts.isEmpty else { return nil }
      if parts.count == 1 { return "." }
      let folder = Array(parts.dropLast().joined(separator: "/".utf8))
      return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
    }
    return folder(of: mapping) ?? System.realPath(mapping).flatMap { folder(of: $0) }
  }
}

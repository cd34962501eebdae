package import Foundation

/// Files that can be read to their ends, and open pipes.
package enum RegularFile {
  /// A reason why a file that is there cannot be read, in words.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Why a file cannot be read; `nil`, if nothing seems to be in the way.
  ///
  /// Only regular files are read: a pipe would wait for its writer, a device may have no end.
  package static func problem(with url: URL) -> Unreadable? {
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
    } catch {
      return Unreadable(description: SystemReason.text(error))
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      return Unreadable(description: "it is no regular file")
    }
    return FileManager.default.isReadableFile(atPath: url.path)
      ? nil : Unreadable(description: "there is no permission to read it")
  }

  /// All that comes on an open file, such as standard input.
  package static func bytes(ofDescriptor descriptor: Int32) throws(Unreadable) -> [UInt8] {
    var (all, piece): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { all += piece[..<count] }
      if count == 0 { return all }
      guard count > 0 || errno == EINTR else {
        throw Unreadable(description: SystemReason.text(errno))
      }
    }
  }

  /// All that comes through a pipe.
  package static func bytes(ofPipe path: String) throws(Unreadable) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(description: SystemReason.text(errno)) }
    defer { close(descriptor) }
    return try bytes(ofDescriptor: descriptor)
  }

  /// The bytes of a file.
  package static func bytes(of url: URL) throws(Unreadable) -> [UInt8] {
    if let problem = problem(with: url) { throw problem }
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw Unreadable(description: SystemReason.text(error))
    }
  }
}

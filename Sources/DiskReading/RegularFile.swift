package import Foundation

/// Reads files that have an end, and open pipes.
package enum RegularFile {
  /// The reason why an existing file cannot be read, as a text.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Returns the reason why a file cannot be read; `nil` if no reason is found.
  ///
  /// Only regular files are read: reading a pipe would wait for its writer, and a device may have
  /// no end.
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

  /// Returns all bytes of an open file, such as standard input.
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

  package static func bytes(ofPipe path: String) throws(Unreadable) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(description: SystemReason.text(errno)) }
    defer { close(descriptor) }
    return try bytes(ofDescriptor: descriptor)
  }

  package static func bytes(of url: URL) throws(Unreadable) -> [UInt8] {
    if let problem = problem(with: url) { throw problem }
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw Unreadable(description: SystemReason.text(error))
    }
  }
}

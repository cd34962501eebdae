package import Foundation

/// Files that can be read to their ends.
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

  /// The bytes of a file.
  ///
  package static func bytes(of url: URL) throws(Unreadable) -> [UInt8] {
    if let problem = problem(with: url) { throw problem }
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw Unreadable(description: SystemReason.text(error))
    }
  }
}

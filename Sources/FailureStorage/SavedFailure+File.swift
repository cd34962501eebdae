import DiskReading
import Foundation
import JSONParsing

extension SavedFailure {
  /// The largest size of a file, in bytes; a larger file is neither written nor read.
  static let sizeLimit = 4 << 20

  /// The text of the failure's file; the keys are sorted, so that changes are easy to read.
  var fileText: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }

  /// Reads a saved failure from a file.
  ///
  /// - Throws: `UnusableFile`.
  init(contentsOf url: URL) throws(UnusableFile) {
    let bytes = try Self.bytes(of: url)
    let root = try Self.root(of: bytes, url)
    let format = root["format"]?.number.flatMap { Int($0.text) }
    guard let format, format <= Self.formatVersion else {
      throw UnusableFile(
        url,
        format.map { "it is of format \($0), and this version knows \(Self.formatVersion)" }
          ?? "it has no \"format\", which is a whole number")
    }
    do {
      self = try JSONDecoder().decode(SavedFailure.self, from: Data(bytes))
    } catch {
      throw UnusableFile(url, Self.reason(for: error))
    }
    guard !payloads.isEmpty, !original.isEmpty else {
      throw UnusableFile(url, "it has no payload")
    }
  }

  private static func bytes(of url: URL) throws(UnusableFile) -> [UInt8] {
    do {
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      guard size <= sizeLimit else {
        throw UnusableFile(url, "it has \(size) bytes, more than \(sizeLimit)")
      }
      return try RegularFile.bytes(of: url)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(url, SystemReason.text(error))
    }
  }

  private static func root(of bytes: [UInt8], _ url: URL) throws(UnusableFile) -> JSONValue {
    do {
      return try JSONDocument(parsing: bytes).root
    } catch {
      throw UnusableFile(url, "\(error)", at: TextPosition(offset: error.offset, in: bytes))
    }
  }

  private static func reason(for error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context)?:
      "\(place(context.codingPath))the key \"\(displayed(key.stringValue))\" is missing"
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      "\(place(context.codingPath))the value is of another type"
    case .dataCorrupted(let context)?: "\(place(context.codingPath))the value is no base64"
    default: "it cannot be read"
    }
  }

  private static func place(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "" : "\(displayed(InstancePath(codingPath: keys).description)): "
  }
}

/// The error that a file in place of a saved failure cannot be read.
struct UnusableFile: Error, CustomStringConvertible {
  /// The problem on one line, safe to display:
  /// `failures/a/1.json:3:1: the saved failure is skipped: …`
  let description: String

  init(_ url: URL, _ reason: String, at position: TextPosition? = nil) {
    let place = displayed(shownPath(of: url)) + (position.map { ":\($0)" } ?? "")
    description = "\(place): the saved failure is skipped: \(reason)"
  }
}

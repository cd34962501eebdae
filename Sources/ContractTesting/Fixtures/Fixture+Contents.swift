import ContractReporting
import DiskReading
public import Foundation
public import JSONParsing

extension Fixture {
  /// The bytes as `Data`.
  public var data: Data { Data(bytes) }

  /// The file as text.
  ///
  /// - Throws: `TestSetupError` with the place of the first byte that is not UTF-8.
  public var string: String {
    get throws {
      if let text = String(validUTF8: bytes) { return text }
      let offset = offsetOfDamage(in: bytes)
      let byte = String(bytes[offset], radix: 16)
      throw TestSetupError(
        "\(self):\(TextPosition(offset: offset, in: bytes)): error: "
          + "expected UTF-8, found the byte 0x\(byte.count < 2 ? "0" : "")\(byte)")
    }
  }

  /// The file as JSON, according to its MIME type.
  ///
  /// - Throws: `TestSetupError` with the place where the file stops being JSON, or if the MIME type
  ///   is not one of JSON.
  public var json: JSONDocument { get throws { try json(by: .json) } }

  /// Returns the file as JSON, according to its MIME type.
  ///
  /// - Throws: `TestSetupError` with the place where the file stops being JSON, or if no
  ///   serialization is registered for the MIME type; the errors of the serialization.
  public func json(by serializations: Serializations) throws -> JSONDocument {
    do {
      return try serializations.document(from: bytes, as: mimeType)
    } catch let error as JSONParseError {
      throw TestSetupError(unreadableText(error, in: bytes, named: shownPath(of: url)))
    } catch let error as TestSetupError {
      throw TestSetupError("\(self): \(error.message)", notes: error.notes)
    }
  }
}

/// Returns the offset of the first byte outside of a Unicode scalar; for valid UTF-8, the length.
private func offsetOfDamage(in bytes: [UInt8]) -> Int {
  var offset = 0
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    let isReplaced = scalar == "\u{fffd}" && !bytes[offset...].starts(with: "\u{fffd}".utf8)
    if isReplaced { return offset }
    offset += UTF8.width(scalar)
  }
  return offset
}

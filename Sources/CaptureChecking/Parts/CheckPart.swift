import CaptureSources
import JSONParsing

/// A part of a capture as a file says it was checked: its header is read, its totals are not yet.
package struct CheckPart {
  package let header: PartHeader
  /// The file, and which of its parts if it has several, safe to display.
  package let name: String
  package let root: PartValue

  /// Reads the parts of a file: one, or one a line.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: Its name.
  package static func parts(in text: [UInt8], of file: String) throws(PartError) -> [CheckPart] {
    switch parsed(text) {
    case .success(let document): return [try CheckPart(document, in: text, of: file)]
    case .failure(let error):
      guard let parts = try partsOfLines(text, file) else {
        throw PartError(
          "\(displayed(file)):\(TextPosition(offset: error.offset, in: text))",
          "this is no part: \(error)", hint: "check --partial FILE writes one")
      }
      return parts
    }
  }

  /// - Returns: `nil`, if the first line is no JSON either, or all are blank.
  private static func partsOfLines(
    _ text: [UInt8], _ file: String
  ) throws(PartError) -> [CheckPart]? {
    var parts: [CheckPart] = []
    for (number, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) {
      let bytes = Array(line)
      switch parsed(bytes) {
      case .success(let document):
        // A line's errors are told by its place in the file.
        parts.append(try CheckPart(document, in: bytes, of: "\(file) line \(number + 1)"))
      case .failure(let error):
        if parts.isEmpty { return nil }
        throw PartError("\(displayed(file)):\(number + 1)", "this is no part: \(error)")
      }
    }
    return parts.isEmpty ? nil : parts
  }

  private static func parsed(_ text: [UInt8]) -> Result<JSONDocument, JSONParseError> {
    Result { () throws(JSONParseError) in try JSONDocument(parsing: text) }
  }

  private init(
    _ document: JSONDocument, in text: [UInt8], of file: String
  ) throws(PartError) {
    name = displayed(file)
    root = PartValue(value: document.root, file: file, text: text)
    header = try PartHeader(root)
  }
}

package import ContractModel
package import JSONParsing

/// A payload in reports: its name, and its bytes for excerpts.
package struct PayloadText: Sendable {
  package let name: String
  private let positions: TextPositions
  package let shown: [UInt8]

  /// - Parameter hidden: The bytes that are replaced by `*`.
  package init(name: String, bytes: [UInt8], hiding hidden: [Range<Int>] = []) {
    (self.name, positions) = (name, TextPositions(in: bytes))
    var shown = bytes
    for range in hidden {
      for offset in range where shown[offset] != 0x0a && shown[offset] != 0x0d {
        shown[offset] = UInt8(ascii: "*")
      }
    }
    self.shown = shown
  }

  package func position(_ offset: Int) -> TextPosition {
    var positions = positions
    return positions.position(at: offset)
  }
}

/// Returns the report on a payload that cannot be parsed.
///
///     users.json:2:11: error[not-json]: expected a value, found "}" at offset 9
package func unreadableText(
  _ error: JSONParseError, in bytes: [UInt8], named name: String, colors: TextColors = .none
) -> String {
  let position = TextPosition(offset: error.offset, in: bytes)
  return colors(.strong, "\(displayed(name)):\(position)")
    + ": \(colors.severity(.error, RuleID(error))): \(error)"
}

/// The place and text of a contract's line.
package struct ContractLine: Sendable, CustomStringConvertible {
  package let path: String
  package let position: TextPosition
  /// `"id": "remoteId: Int"`
  package let text: String

  /// `Contracts/groups.contract.json:9:22`, safe to display.
  package var place: String { "\(displayed(path)):\(position)" }

  package var description: String { "\(place)  \(displayed(text))" }

  /// - Parameters:
  ///   - line: The line.
  ///   - contract: The contract that has it.
  package init?(_ line: PropertyLine, in contract: Contract) {
    self.init(
      line, line.origin, in: contract.texts[line.origin.path], line.origin.path,
      position: { TextPosition(offset: line.origin.range.lowerBound, in: $0) })
  }

  /// - Parameters:
  ///   - line: The line; `nil` for the cases of a mapping.
  ///   - origin: The place of the line or cases.
  ///   - contract: The text of the file, if it is known.
  ///   - path: The path of the file as reports show it.
  /// - Returns: `nil`, if no file has the line.
  package init?(
    _ line: PropertyLine?, _ origin: Origin, in contract: ArraySlice<UInt8>?, _ path: String,
    position: (ArraySlice<UInt8>) -> TextPosition
  ) {
    guard let contract, !origin.range.isEmpty, origin.range.upperBound <= contract.count else {
      return nil
    }
    self.path = path
    self.position = position(contract)
    // A place without a line and value, such as a connection, is shown as the contract writes it.
    let written = line.flatMap { $0.value.origin.range.isEmpty ? nil : Self.text($0) }
    text = written ?? Self.text(of: origin.range, in: contract)
  }

  private static func text(_ line: PropertyLine) -> String {
    let isRoot = line.source == .representation && line.property == nil
    return isRoot ? "\"\(line.value)\"" : "\"\(line.key)\": \"\(line.line)\""
  }

  /// Returns a contract's text from the start of the file's line to the end of a range.
  private static func text(of range: Range<Int>, in contract: ArraySlice<UInt8>) -> String {
    let start = contract.startIndex + range.lowerBound
    let isLineEnd = { (byte: UInt8) in byte == 0x0a || byte == 0x0d }
    let lineStart = contract[..<start].lastIndex(where: isLineEnd).map { $0 + 1 }
    let end = contract.startIndex + range.upperBound
    let line = contract[(lineStart ?? contract.startIndex)..<end].prefix { !isLineEnd($0) }
    return shortened(trimmed(String(decoding: line, as: UTF8.self)))
  }
}

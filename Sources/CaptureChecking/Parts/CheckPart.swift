import Foundation
package import JSONParsing

/// A reason why a part cannot be merged.
package struct PartError: Error, Equatable, CustomStringConvertible {
  /// Where, safe to display: a file, and a line and a column if it is no JSON.
  package var place: String
  package var message: String
  package var hint: String?

  package init(_ place: String, _ message: String, hint: String? = nil) {
    (self.place, self.message, self.hint) = (place, message, hint)
  }

  package var description: String { "\(place): \(message)" }
}

/// A part of a capture as a file says it was checked: its header is read, its totals are not yet.
///
/// A part is a line, whose digest is that of the bytes of `part`:
///
///     {"contractcheck":6,"digest":"04e2…","part":{"header":{…},"totals":{…}}}
package struct CheckPart {
  package let header: PartHeader
  /// The file, and which of its parts if it has several, safe to display.
  package let name: String
  /// The sum of all numbers in it, so that no sum of counts is larger.
  let sum: Int
  private let totals: Data

  /// The version of how parts are written.
  package static let version = 6
  /// The member that says the version, the first of a part; that of earlier versions was the command.
  package static let versionMembers: [MemberName] = ["contractcheck", "part", "infer", "stats"]
  /// How much the numbers of all parts may be in sum: more than any capture has, and so little that two
  /// thousand times as much is not too large a number.
  static let largestSum = 1 << 52

  /// Reads the parts of a file: one, or one a line.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: Its name.
  package static func parts(in text: [UInt8], of file: String) throws(PartError) -> [CheckPart] {
    switch parsed(text) {
    case .success(let document): return [try CheckPart(document, of: file)]
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
        parts.append(try CheckPart(document, of: "\(file) line \(number + 1)"))
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

  private init(_ document: JSONDocument, of file: String) throws(PartError) {
    name = displayed(file)
    let root = document.root
    guard let version = Self.versionMembers.lazy.compactMap({ root[$0.text] }).first?.number else {
      throw PartError(
        name, "this is no part of a check", hint: "check --partial FILE writes one")
    }
    guard version.text == "\(Self.version)" else {
      throw PartError(
        name, "the part is of version \(version.text), not of \(Self.version)",
        hint: "the same version of contractcheck has to check and to merge")
    }
    guard let part = root["part"], let header = part["header"], let totals = part["totals"],
      let digest = root["digest"]?.string, StableHash(part.rawBytes).text == digest,
      let sum = Self.sum(ofNumbersIn: part)
    else { throw Self.damage(name) }
    (self.totals, self.sum) = (Data(totals.rawBytes), sum)
    self.header = try Self.decoded(Data(header.rawBytes), nil, name)
  }

  /// - Returns: `nil`, if one is negative or not whole, or they are too large.
  private static func sum(ofNumbersIn value: JSONValue) -> Int? {
    let document = value.document
    var (node, sum) = (value.node, 0)
    let end = document.next(node)
    while node < end {
      let kind = document.word(node).kind
      guard kind != .real else { return nil }
      if kind == .integer {
        let digits = String(decoding: document.bytes[document.byteRange(node)], as: UTF8.self)
        guard let number = Int(digits), 0...largestSum - sum ~= number else { return nil }
        sum += number
      }
      node += kind.isContainer ? 2 : 1
    }
    return sum
  }

  package var damage: PartError { Self.damage(name) }

  private static func damage(_ name: String) -> PartError {
    PartError(name, "the part is damaged", hint: "write it again")
  }

  private static func decoded<Value: Decodable>(
    _ text: Data, _ context: PartContext?, _ name: String
  ) throws(PartError) -> Value {
    let decoder = JSONDecoder()
    if let key = PartContext.key { decoder.userInfo[key] = context }
    do {
      return try decoder.decode(Value.self, from: text)
    } catch {
      throw damage(name)
    }
  }

  package func totals<Totals: Decodable>(
    _ type: Totals.Type, for context: PartContext
  ) throws(PartError) -> Totals { try Self.decoded(totals, context, name) }
}

// MARK: - Writing

extension CheckPart {
  private struct Contents<Totals: Encodable>: Encodable {
    let header: PartHeader
    let totals: Totals
  }

  /// Returns a part as a line, with its end: the same totals are the same bytes.
  package static func line(_ header: PartHeader, _ totals: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(Contents(header: header, totals: totals)) else {
      preconditionFailure("counts, and texts, can be encoded")
    }
    return line([UInt8](text))
  }

  /// - Parameter text: Header and totals.
  package static func line(_ text: [UInt8]) -> [UInt8] {
    let start =
      "{\"contractcheck\":\(version),\"digest\":\"\(StableHash(text).text)\",\"part\":"
    return Array(start.utf8) + text + Array("}\n".utf8)
  }
}

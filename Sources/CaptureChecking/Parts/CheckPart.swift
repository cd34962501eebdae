import Foundation
package import JSONParsing

/// The reason why a part cannot be merged.
package struct PartError: Error, Equatable, CustomStringConvertible {
  /// The file, and which of its parts if it has several, safe to display.
  package var place: String
  package var message: String
  package var hint: String?

  package init(_ place: String, _ message: String, hint: String? = nil) {
    (self.place, self.message, self.hint) = (place, message, hint)
  }

  package var description: String { "\(place): \(message)" }
}

/// A part of a checked capture, read from a file: the header is decoded, the totals not yet.
///
/// A part is one line. Its digest is that of the bytes of `part`:
///
///     {"contractcheck":10,"digest":"04e2…","part":{"header":{…},"totals":{…}}}
package struct CheckPart {
  package let header: PartHeader
  /// The file, and which of its parts if it has several, safe to display.
  package let name: String
  /// The sum of all numbers in the part, an upper bound of any sum of its counts.
  let sum: Int
  private let totals: Data

  /// The version of the format of parts.
  package static let version = 10
  /// The possible names of the first member of a part, which has the version; earlier versions used
  /// the command's name.
  package static let versionMembers: [MemberName] = ["contractcheck", "part", "infer", "stats"]
  /// The largest sum of the numbers of all parts: more than any capture has, and small enough to be
  /// multiplied by 2,000 without overflow.
  static let largestSum = 1 << 52

  /// Reads the parts of a file, one from each line.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: Its name.
  package static func parts(in text: [UInt8], of file: String) throws(PartError) -> [CheckPart] {
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.allSatisfy { $0 == 0x20 || $0 == 0x0d } }
    guard !lines.isEmpty else { throw noPart(displayed(file)) }
    var parts: [CheckPart] = []
    for (number, line) in lines {
      let name = lines.count == 1 ? file : "\(file) line \(number + 1)"
      parts.append(try CheckPart(Array(line), named: displayed(name)))
    }
    return parts
  }

  private init(_ line: [UInt8], named name: String) throws(PartError) {
    self.name = name
    guard let root = try? JSONDocument(parsing: line).root,
      let version = Self.versionMembers.lazy.compactMap({ root[$0.text] }).first?.number
    else { throw Self.noPart(name) }
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
    self.header = try Self.decoded(Data(header.rawBytes), name)
  }

  private static func noPart(_ name: String) -> PartError {
    PartError(name, "this is no part of a check", hint: "check --partial FILE writes one")
  }

  /// - Returns: `nil`, if a number is negative or no integer, or the sum is too large.
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
    _ text: Data, _ name: String, firstInput: Int = 0
  ) throws(PartError) -> Value {
    let decoder = JSONDecoder()
    if let key = InputNumber.first { decoder.userInfo[key] = firstInput }
    do {
      return try decoder.decode(Value.self, from: text)
    } catch {
      throw damage(name)
    }
  }

  /// - Parameter firstInput: The place of the part's first input among those of all parts.
  package func totals<Totals: Decodable>(
    _ type: Totals.Type, firstInput: Int
  ) throws(PartError) -> Totals {
    try Self.decoded(totals, name, firstInput: firstInput)
  }
}

// MARK: - Writing

extension CheckPart {
  private struct Contents<Totals: Encodable>: Encodable {
    let header: PartHeader
    let totals: Totals
  }

  /// Returns a part as a line with its line end. Equal totals give equal bytes.
  package static func line(_ header: PartHeader, _ totals: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(Contents(header: header, totals: totals)) else {
      preconditionFailure("counts, and texts, can be encoded")
    }
    return line([UInt8](text))
  }

  /// - Parameter text: The header and totals as JSON.
  package static func line(_ text: [UInt8]) -> [UInt8] {
    let start = "{\"contractcheck\":\(version),\"digest\":\"\(StableHash(text).text)\",\"part\":"
    return Array(start.utf8) + text + Array("}\n".utf8)
  }
}

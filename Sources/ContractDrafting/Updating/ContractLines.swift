import ContractModel
import JSONParsing

/// The positions of a contract's lines that an edit may change, and of the ends of its objects.
struct ContractLines {
  /// A line in the short form, which is one text.
  struct Line {
    /// The key, with its quotes; `nil` for the type of a whole body.
    var key: Range<Int>?
    /// The text, with its quotes.
    var text: Range<Int>
  }

  private(set) var lines: [Line] = []
  let root: JSONValue
  let text: [UInt8]

  /// - Parameter document: A contract without errors.
  init(_ document: JSONDocument) {
    (root, text) = (document.root, Array(document.bytes))
    for endpoint in root.members(of: "endpoints") {
      if endpoint.value.kind == .string {
        lines.append(Line(key: nil, text: endpoint.value.byteRange))
      } else {
        add(endpoint.value)
      }
    }
    for mapping in root.members(of: "mappings") {
      for part in mapping.value.members {
        switch part.name {
        case "map", "else": add(part.value)
        case "cases":
          for use in part.value.members { add(use.value) }
          for rule in part.value.elements { if let use = rule["use"] { add(use) } }
        default: break
        }
      }
    }
  }

  private mutating func add(_ map: JSONValue) {
    for member in map.members {
      let values = member.value.kind == .array ? Array(member.value.elements) : [member.value]
      for value in values where value.kind == .string {
        lines.append(Line(key: member.nameRange, text: value.byteRange))
      }
    }
  }

  /// Whether a member has its text lines for itself, so that it can be commented out.
  func isAlone(_ member: JSONMember) -> Bool {
    let (start, end) = (member.nameRange.lowerBound, member.value.byteRange.upperBound)
    guard isFirstOfLine(start), !text[start..<end].contains(UInt8(ascii: "\n")) else {
      return false
    }
    let rest = text[end...].prefix { $0 != UInt8(ascii: "\n") }.drop { $0 <= 0x20 || $0 == 0x2C }
    return rest.isEmpty || rest.starts(with: "//".utf8)
  }

  // MARK: - Adding to objects

  /// Returns the edits that add lines at the end of an object.
  ///
  /// - Parameter rows: Members with their commas, or comments; nested rows are indented further.
  func appending(_ rows: [String], to object: JSONValue) -> [TextEdit] {
    var edits: [TextEdit] = []
    let close = object.byteRange.upperBound - 1
    let last = object.members.reduce(JSONMember?.none) { $1 }
    if let last, !hasComma(behind: last.value.byteRange.upperBound) {
      let end = last.value.byteRange.upperBound
      edits.append(TextEdit(range: end..<end, text: ","))
    }
    let newline = text.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && text[$0 - 1] == 0x0D }
    let end = newline == true ? "\r\n" : "\n"
    let outer = indentation(at: close)
    let first = object.members.first.map(\.nameRange.lowerBound)
    let own = first.flatMap { isFirstOfLine($0) ? indentation(at: $0) : nil } ?? outer + "  "
    let added = rows.map { own + $0 + end }.joined()
    if isFirstOfLine(close) {
      let start = lineStart(close)
      edits.append(TextEdit(range: start..<start, text: added))
    } else {
      var start = close
      while text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
      edits.append(TextEdit(range: start..<close, text: end + added + outer))
    }
    return edits
  }

  private func lineStart(_ offset: Int) -> Int {
    (text[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  private func indentation(at offset: Int) -> String {
    let line = text[lineStart(offset)..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: line, as: UTF8.self)
  }

  private func isFirstOfLine(_ offset: Int) -> Bool {
    text[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether a comma follows, after white space and comments.
  private func hasComma(behind offset: Int) -> Bool {
    var rest = text[offset...]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "/") else {
        if byte > 0x20 { return byte == UInt8(ascii: ",") }
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst()
      if rest.popFirst() == UInt8(ascii: "/") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else {
        while let byte = rest.popFirst(), byte != UInt8(ascii: "*") || rest.first != 0x2F {}
        rest = rest.dropFirst()
      }
    }
    return false
  }
}

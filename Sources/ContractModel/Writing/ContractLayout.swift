import JSONParsing

/// Lays JSON out as contract files are: what fits on a line is on one, and what stands below each
/// other is aligned.
///
///     "User": {
///       "identifiedBy": "userId",
///       "map": {
///         "id":    "userId: Int",
///         "city?": "city: City?"
///       }
///     }
struct ContractLayout {
  /// The most scalars in a line that holds an array or object of several values.
  private static let width = 100

  private var text = ""

  /// The text of a file, with a line end at its end.
  static func text(of value: JSONValue) -> String {
    var layout = ContractLayout()
    layout.append(value, indent: 0, column: 0, isForced: true)
    return layout.text + "\n"
  }

  /// - Parameters:
  ///   - indent: How far the line that the value starts on is indented.
  ///   - column: Where the value starts.
  ///   - isForced: Whether the value's children each have a line of their own, although they would
  ///     fit on one.
  private mutating func append(
    _ value: JSONValue, indent: Int, column: Int, isForced: Bool = false
  ) {
    let line = Self.line(value)
    let isShort = column + line.unicodeScalars.count + 1 <= Self.width
    let isEmpty = value.elements.isEmpty && value.members.isEmpty
    guard !isEmpty, isForced || !isShort else {
      text += line
      return
    }
    if value.kind == .array {
      text += "["
      for (index, element) in value.elements.enumerated() {
        breakLine(isFirst: index == 0, indent: indent + 2)
        append(element, indent: indent + 2, column: indent + 2)
      }
      text += "\n\(spaces(indent))]"
    } else {
      appendMembers(of: value, indent: indent, isTop: indent == 0)
    }
  }

  private mutating func appendMembers(of object: JSONValue, indent: Int, isTop: Bool) {
    text += "{"
    let names = object.members.map { Self.name($0) }
    // Aligned are values that all are on one line; one that is not would tear the columns apart.
    let longest = names.map(\.unicodeScalars.count).max() ?? 0
    let column = indent + 2 + longest + 2
    let isAligned =
      !isTop
      && object.members.allSatisfy {
        column + Self.line($0.value).unicodeScalars.count + 1 <= Self.width
      }
    for (index, member) in object.members.enumerated() {
      breakLine(isFirst: index == 0, indent: indent + 2)
      let padding = isAligned ? longest - names[index].unicodeScalars.count : 0
      let start = names[index] + ":" + spaces(padding + 1)
      text += start
      let isSection = isTop && Self.sections.contains(member.name)
      append(
        member.value, indent: indent + 2, column: indent + 2 + start.unicodeScalars.count,
        isForced: isSection)
    }
    text += "\n\(spaces(indent))}"
  }

  private static let sections: Set<MemberName> = ["endpoints", "mappings", "examples"]

  private mutating func breakLine(isFirst: Bool, indent: Int) {
    text += (isFirst ? "\n" : ",\n") + spaces(indent)
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: - One line

  private static func name(_ member: JSONMember) -> String {
    JSONWriter.text(of: member.name.text)
  }

  /// A value on one line: `{ "id": "remoteId: Int", "tags": ["a", "b"] }`.
  private static func line(_ value: JSONValue) -> String {
    switch value.kind {
    case .array: return "[" + value.elements.map(line).joined(separator: ", ") + "]"
    case .object:
      let members = value.members.map { "\(name($0)): \(line($0.value))" }
      return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
    default: return value.rawText
    }
  }
}

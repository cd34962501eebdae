import JSONParsing

// Rejects syntax of other languages and formats. Hints name the equivalent in this format.

/// Names of types in other languages, and the corresponding ones of this format.
enum ForeignType {
  /// Returns the hint for a name that is no type of this format; `nil`, if the name is unknown.
  static func hint(for name: String) -> String? {
    switch name {
    case "integer", "Integer", "int", "long", "Long": "write Int"
    case "boolean", "Boolean", "bool": "write Bool"
    case "number", "Number": "write Double, or Int for whole numbers"
    case "object", "Object": "write a mapping's name, or Any for whatever is there"
    case "array", "Array", "List": "write [T] for an array of T"
    case "null": "what may be null has a \"?\" behind its type, as in String?"
    default: nil
    }
  }
}

extension LineScanner {
  /// Rejects `Array<T>` and similar types, if one follows.
  mutating func refuseTypeParameters(of name: String, from start: Int) throws(LineError) {
    guard next == "<" else { return }
    let content = typeParameters()
    let hint: String? =
      switch name {
      case "Array", "List": "write [\(content)]"
      case "Optional": "write \(content)?"
      case "Dictionary", "Map":
        "write [String: \(content.split(separator: ",").last.map { trimmed(String($0)) } ?? "T")]"
      default: nil
      }
    throw error("\(quoted(name)) has no types in angle brackets", from: start, hint: hint)
  }

  /// Takes the text between angle brackets; up to the end, if they are not closed.
  private mutating func typeParameters() -> String {
    position += 1
    let start = position
    var depth = 1
    while let scalar = next, depth > 0 {
      depth += scalar == "<" ? 1 : scalar == ">" ? -1 : 0
      position += 1
    }
    return trimmed(string(start..<(depth == 0 ? position - 1 : position)))
  }

  /// Rejects `null` as an alternative of a union, if it follows.
  mutating func refuseNull(behind types: [ValueType], from start: Int) throws(LineError) {
    let mark = position
    guard take(while: { $0.continuesName }) == "null" else {
      position = mark
      return
    }
    let union = types.map(\.description).joined(separator: " | ")
    throw error("null is no type", from: mark, hint: "write \"\(union)?\"")
  }

  /// Rejects `id?: Int`, whose question mark belongs to the key or the type.
  mutating func refuseOptionalProperty(from start: Int) throws(LineError) {
    defer { position = start }
    guard let property = propertyPath(), take("?") else { return }
    let end = position
    skipSpaces()
    guard take(":") else { return }
    let type = trimmed(string(position..<text.scalars.count))
    position = end
    throw error(
      "no \"?\" stands behind a property", from: start,
      hint: "write \"key?\": \"\(property): \(type)\" if the key may be absent; "
        + "a value that may be null has a \"?\" behind its type")
  }
}

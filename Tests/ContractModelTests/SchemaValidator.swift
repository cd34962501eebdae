import Foundation
import JSONParsing

/// Validates with the part of JSON Schema 2020-12 that the contract schema uses; an unknown keyword
/// is an error.
struct SchemaValidator {
  private let root: JSONValue
  private var expressions: [Range<Int>: NSRegularExpression] = [:]
  private var definitions: [String: JSONValue] = [:]

  struct UnknownKeyword: Error {
    var keyword: String
  }

  init(_ schema: JSONValue) { root = schema }

  /// Returns the reason why a value is invalid; `nil` if it is valid.
  mutating func refusal(of value: JSONValue) throws -> String? {
    for member in root.members {
      let isKept = try keeps(value, member.name.text, member.value, in: root)
      if !isKept { return "\(member.name) \(member.value.text().prefix(80))" }
    }
    return nil
  }

  private mutating func isValid(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    if let bool = schema.bool { return bool }
    return try schema.members.allSatisfy {
      try keeps(value, $0.name.text, $0.value, in: schema)
    }
  }

  private mutating func keeps(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "$schema", "title", "description", "$defs": return true
    // Keywords of VS Code.
    case "allowComments", "allowTrailingCommas", "patternErrorMessage": return true
    case "$ref": return try isValid(value, try definition(argument))
    case "type": return Self.types(argument).contains { Self.has(value, type: $0) }
    case "const": return Self.isEqual(value, argument)
    case "enum": return argument.elements.contains { Self.isEqual(value, $0) }
    case "anyOf": return try argument.elements.contains { try isValid(value, $0) }
    case "allOf": return try argument.elements.allSatisfy { try isValid(value, $0) }
    case "oneOf": return try argument.elements.filter { try isValid(value, $0) }.count == 1
    case "not": return try !isValid(value, argument)
    case "pattern":
      return try value.string.map {
        try matches($0, argument.string ?? "", at: argument.byteRange)
      } ?? true
    case "minLength":
      return value.string.map { $0.unicodeScalars.count >= Self.count(argument) } ?? true
    case "minimum": return value.number.map { !$0.isLess(than: argument.number!) } ?? true
    case "minItems": return value.kind != .array || value.elements.count >= Self.count(argument)
    case "minProperties":
      return value.kind != .object || value.members.count >= Self.count(argument)
    case "items": return try value.elements.allSatisfy { try isValid($0, argument) }
    default: return try keepsMembers(value, keyword, argument, in: schema)
    }
  }

  private mutating func keepsMembers(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "required":
      return value.kind != .object
        || argument.elements.allSatisfy { value[$0.string ?? ""] != nil }
    case "dependentRequired":
      return argument.members.allSatisfy { member in
        value[member.name.text] == nil
          || member.value.elements.allSatisfy { value[$0.string ?? ""] != nil }
      }
    case "properties":
      return try argument.members.allSatisfy { member in
        try value[member.name.text].map { try isValid($0, member.value) } ?? true
      }
    case "propertyNames":
      return try value.members.allSatisfy { member in
        var writer = JSONWriter()
        writer.string(member.name.text)
        return try isValid(try JSONDocument(parsing: writer.text).root, argument)
      }
    case "patternProperties":
      return try value.members.allSatisfy { member in
        try argument.members.allSatisfy { pattern in
          try !matches(member.name.text, pattern.name.text, at: pattern.nameRange)
            || isValid(member.value, pattern.value)
        }
      }
    case "additionalProperties":
      return try value.members.allSatisfy { member in
        if schema["properties"]?[member.name.text] != nil { return true }
        let isPatterned = try schema["patternProperties"]?.members.contains {
          try matches(member.name.text, $0.name.text, at: $0.nameRange)
        }
        return try isPatterned == true || isValid(member.value, argument)
      }
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  // MARK: - Pieces

  private mutating func definition(_ reference: JSONValue) throws -> JSONValue {
    let name = reference.string ?? ""
    if let known = definitions[name] { return known }
    let pointer = JSONPointer(parsing: String(name.dropFirst()))
    guard let pointer, let definition = root.value(at: pointer) else {
      throw UnknownKeyword(keyword: "$ref \(reference.rawText)")
    }
    definitions[name] = definition
    return definition
  }

  /// - Parameters:
  ///   - pattern: A regular expression, which is compiled once.
  ///   - place: Its place in the schema.
  private mutating func matches(
    _ text: String, _ pattern: @autoclosure () -> String, at place: Range<Int>
  ) throws -> Bool {
    let expression = try expressions[place] ?? NSRegularExpression(pattern: pattern())
    expressions[place] = expression
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  private static func types(_ argument: JSONValue) -> [String] {
    argument.string.map { [$0] } ?? argument.elements.compactMap(\.string)
  }

  private static func has(_ value: JSONValue, type: String) -> Bool {
    switch type {
    case "boolean": value.kind == .bool
    case "integer": value.number?.int64.exactValue != nil
    default: value.kind.rawValue == type
    }
  }

  private static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let left = left.number, let right = right.number {
      return left.isNumericallyEqual(to: right)
    }
    return left == right
  }

  private static func count(_ argument: JSONValue) -> Int {
    argument.number?.reading(as: Int.self).exactValue ?? 0
  }
}

import ContractModel
import JSONParsing

enum ScalarInput {
  case text(ScalarText)
  case number(JSONNumber, JSONValue)
  case bool(Bool, JSONValue)
  case null(JSONValue)
  case container(JSONValue)

  init(_ node: Int, in document: JSONDocument, trims: Bool) {
    let value = JSONValue(document: document, node: node)
    switch value.kind {
    case .null: self = .null(value)
    case .bool: self = .bool(value.bool ?? false, value)
    case .number: self = value.number.map { .number($0, value) } ?? .null(value)
    case .string: self = .text(ScalarText(value, trims: trims))
    case .array, .object: self = .container(value)
    }
  }

  var value: JSONValue {
    switch self {
    case .text(let text): text.value
    case .number(_, let value), .bool(_, let value), .null(let value), .container(let value): value
    }
  }

  var kind: JSONKind {
    switch self {
    case .text: .string
    case .number: .number
    case .bool: .bool
    case .null: .null
    case .container(let value): value.kind
    }
  }

  /// The value of a number, or of a text that contains a number.
  var number: JSONNumber? {
    switch self {
    case .number(let number, _): number
    case .text(let text): JSONNumber(text.unsigned)
    default: nil
    }
  }

  /// The text of the value: a string, or a number as it is written.
  var coercedText: String? {
    switch self {
    case .text(let text): text.text
    case .number(let number, _): number.text
    default: nil
    }
  }

  /// Returns whether two values are equal; numbers and texts of numbers are compared by value.
  func isEquivalent(to other: ScalarInput) -> Bool {
    if let number, let theirs = other.number { return number.isNumericallyEqual(to: theirs) }
    switch (self, other) {
    case (.bool(let left, _), .bool(let right, _)): return left == right
    case (.null, .null): return true
    default:
      guard let text = coercedText, let theirs = other.coercedText else { return false }
      return text.utf8.elementsEqual(theirs.utf8)
    }
  }

  func matches(_ literal: Literal) -> Bool {
    if case .text(let text) = self, text.isTrimmed, case .string(let name) = literal {
      return text.text.utf8.elementsEqual(name.text.utf8)
    }
    return literal.matches(value)
  }
}

/// A string; if the line trims, without the white space at its ends.
struct ScalarText {
  let value: JSONValue
  let text: String
  let isTrimmed: Bool

  init(_ value: JSONValue, trims: Bool) {
    self.value = value
    let text = value.string ?? ""
    self.text = trims ? trimmed(text) : text
    isTrimmed = trims
  }

  /// The text without a plus sign, which JSON does not permit but whole numbers in texts may have.
  var unsigned: String { text.hasPrefix("+") ? String(text.dropFirst()) : text }

  var source: TextSource { isTrimmed ? .text(text) : .node(value.document, value.node) }
}

extension ValueOutput {
  static func literal(_ input: ScalarInput) -> Self {
    switch input {
    case .text(let text): .string(text.source)
    case .number(let number, let value):
      number.int64.exactValue.map { .int($0) } ?? .json(value)
    case .bool(let bool, _): .bool(bool)
    case .null, .container: .null
    }
  }
}

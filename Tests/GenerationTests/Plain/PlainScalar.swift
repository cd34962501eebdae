import ContractModel
import JSONParsing

/// One way from JSON to a scalar type: one row of the format's table of coercions.
struct PlainScalar {
  let name: ScalarName
  let way: Coercion
  let isLenientDate: Bool

  init(_ name: ScalarName, _ way: Coercion, isLenientDate: Bool = false) {
    (self.name, self.way, self.isLenientDate) = (name, way, isLenientDate)
  }

  /// Returns the rule that a value breaks, of a kind that the way accepts; `nil` if it has the
  /// type.
  func broken(by value: JSONValue, text: String?, _ isUndecided: inout Bool) -> RuleID? {
    // Without the app, its own conversions accept every value.
    if case .custom = way { return nil }
    switch name {
    case .string, .any: return value.kind == .array || value.kind == .object ? .wrongType : nil
    case .bool: return bool(value, text)
    case .double, .float, .decimal: return real(value, text)
    case .date: return date(value, text, &isUndecided)
    case .url: return address(text ?? "", &isUndecided)
    case .uuid: return text.map(Self.isUUID) == true ? nil : .cannotCoerce
    case .data:
      return text.map { Self.isBase64($0, isURL: way == .base64url) } == true
        ? nil : .cannotCoerce
    default: return whole(value, text)
    }
  }

  // MARK: - Numbers

  private func whole(_ value: JSONValue, _ text: String?) -> RuleID? {
    if value.kind == .bool { return nil }
    guard let number = value.number ?? text.flatMap(Self.wholeNumber) else { return .cannotCoerce }
    return holds(number) ? nil : .lossyNumber
  }

  /// `[+-]?digits`, leading zeros allowed.
  static func wholeNumber(_ text: String) -> JSONNumber? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let rest = digits.drop { $0 == 0x30 }
    return JSONNumber((isNegative ? "-" : "") + (rest.isEmpty ? "0" : String(rest) ?? ""))
  }

  private func holds(_ number: JSONNumber) -> Bool {
    switch name {
    case .int8: number.reading(as: Int8.self).exactValue != nil
    case .int16: number.reading(as: Int16.self).exactValue != nil
    case .int32: number.reading(as: Int32.self).exactValue != nil
    case .uint8: number.reading(as: UInt8.self).exactValue != nil
    case .uint16: number.reading(as: UInt16.self).exactValue != nil
    case .uint32: number.reading(as: UInt32.self).exactValue != nil
    case .uint, .uint64: number.uint64.exactValue != nil
    default: number.int64.exactValue != nil
    }
  }

  private func real(_ value: JSONValue, _ text: String?) -> RuleID? {
    guard let number = value.number ?? text.flatMap({ JSONNumber($0) }) else {
      return .cannotCoerce
    }
    let holds =
      switch name {
      case .double: Self.isNear(number.double, number)
      case .float: Self.isNear(number.float, number)
      default: PlainDecimal(number).isDecimal
      }
    return holds ? nil : .lossyNumber
  }

  /// A fraction may be rounded; a whole number may not, and no number becomes zero or infinite.
  private static func isNear<Value: BinaryFloatingPoint>(
    _ reading: JSONNumber.Reading<Value>, _ number: JSONNumber
  ) -> Bool {
    switch reading {
    case .exact: true
    case .inexact(let value, _): !PlainDecimal(number).isWhole && !value.isZero
    case .outOfRange: false
    }
  }

  private func bool(_ value: JSONValue, _ text: String?) -> RuleID? {
    if value.kind == .bool { return nil }
    if let number = value.number {
      return (0...1).contains(number.int64.exactValue ?? 2) ? nil : .cannotCoerce
    }
    let words = ["true", "t", "yes", "y", "1", "false", "f", "no", "n", "0"]
    let word = MemberName(text?.lowercased() ?? "")
    return words.contains { MemberName($0) == word } ? nil : .cannotCoerce
  }

  // MARK: - Texts

  /// Returns the rule that a URL breaks. The empty text is no URL, and a plain address is a URL;
  /// Foundation decides about other texts.
  private func address(_ text: String, _ isUndecided: inout Bool) -> RuleID? {
    guard way != .strict else { return Self.isAddress(text) ? nil : .cannotCoerce }
    guard !text.isEmpty else { return .cannotCoerce }
    isUndecided = isUndecided || !Self.isPlainAddress(text)
    return nil
  }

  /// Whether a text has only letters, digits and marks of paths and queries, with or without
  /// `https://` before them.
  private static func isPlainAddress(_ text: String) -> Bool {
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text[...]
    return rest.utf8.first.map { $0 != UInt8(ascii: ".") } ?? false
      && rest.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 && byte >= 0x41 && byte < 0x7B
          || "-._~/?=+#%&".utf8.contains(byte)
      }
  }

  /// Whether a text is a URL by RFC 3986's characters, without any character that has to be
  /// escaped.
  static func isAddress(_ text: String) -> Bool {
    let marks = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 && byte >= 0x41 && byte < 0x7B
          || marks.contains(byte)
      }
  }

  /// Whether a text has eight, four, four, four and twelve hexadecimal digits.
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
  }

  /// Whether a text is Base64 by RFC 4648, sections 4 and 5: groups of four, without unused bits.
  static func isBase64(_ text: String, isURL: Bool) -> Bool {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let alphabet = Array((letters + (isURL ? "-_" : "+/")).utf8)
    var digits = text.utf8[...]
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    digits = digits.dropLast(padding)
    let rest = digits.count % 4
    let isPadded = (digits.count + padding) % 4 == 0 && padding <= 2
    guard rest != 1, isPadded || isURL && padding == 0 else { return false }
    let values = digits.map { alphabet.firstIndex(of: $0) }
    guard !values.contains(nil) else { return false }
    let mask = rest == 2 ? 15 : rest == 3 ? 3 : 0
    return (values.last.flatMap { $0 } ?? 0) & mask == 0
  }

  // MARK: - Meanings of values

  /// Returns a number's value as a text that does not depend on its spelling.
  static func digits(_ number: JSONNumber) -> String? { PlainDecimal(number).description }

  static func said(_ value: JSONValue, _ text: String?, as scalar: ScalarType) -> String? {
    guard scalar.name != .string else {
      return (text ?? value.number?.text ?? value.rawText).saidText
    }
    if scalar.name.isPlainNumber {
      let number =
        value.number ?? text.flatMap { wholeNumber($0) ?? JSONNumber($0) }
        ?? value.bool.flatMap { JSONNumber($0 ? "1" : "0") }
      return number.flatMap(digits)
    }
    return text?.saidText
  }
}

extension String {
  fileprivate var saidText: String { "\"" + self }
}

/// A number as digits and a power of ten, without zeros at either end of the digits.
struct PlainDecimal: CustomStringConvertible {
  var isNegative = false
  var digits: [UInt8] = []
  var exponent = 0

  init(_ number: JSONNumber) {
    var isFraction = false
    var text = number.text.utf8[...]
    if text.first == UInt8(ascii: "-") {
      isNegative = true
      text = text.dropFirst()
    }
    while let byte = text.popFirst() {
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits.append(byte)
        if isFraction { exponent -= 1 }
      }
    }
    // An exponent that is too long for an integer is out of range with any digits.
    if !text.isEmpty {
      let isBelow = text.first == UInt8(ascii: "-")
      exponent += Int(String(text) ?? "") ?? (isBelow ? -1_000_000 : 1_000_000)
    }
    digits = Array(digits.drop { $0 == 0x30 })
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  var isWhole: Bool { exponent >= 0 }

  /// Whether Foundation's `Decimal` can hold the number: 38 digits, and an exponent of one byte.
  var isDecimal: Bool {
    digits.count <= 38 && exponent >= -128 && exponent + digits.count <= 127 + 38
  }

  var description: String {
    (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
  }
}

extension ScalarName {
  var isPlainNumber: Bool {
    switch self {
    case .string, .bool, .date, .url, .uuid, .data, .any: false
    default: true
    }
  }

  /// Returns the coercions of a type whose line lists none.
  func ways(isLenient: Bool) -> [Coercion] {
    switch self {
    case .string: isLenient ? [.string, .number, .bool] : [.string]
    case .bool: isLenient ? [.bool, .number, .string] : [.bool]
    case .double, .float, .decimal: isLenient ? [.number, .string] : [.number]
    case .date: isLenient ? [.iso8601, .seconds] : [.iso8601]
    case .data: [.base64]
    case .url, .uuid: [.string]
    case .any: []
    default: isLenient ? [.number, .string, .bool] : [.number]
    }
  }
}

extension Coercion {
  func takes(_ kind: JSONKind, _ name: ScalarName) -> Bool {
    switch self {
    case .string, .iso8601, .textSeconds, .textMilliseconds, .datePattern, .strict, .base64,
      .base64url:
      kind == .string
    case .number, .seconds, .milliseconds: kind == .number
    case .bool: kind == .bool
    case .custom: true
    }
  }
}

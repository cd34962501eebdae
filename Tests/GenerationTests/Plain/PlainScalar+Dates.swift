import ContractModel
import JSONParsing

extension PlainScalar {
  /// - Parameter isUndecided: Set to `true` if the date pattern has letters that this reader does
  ///   not know.
  func date(_ value: JSONValue, _ text: String?, _ isUndecided: inout Bool) -> RuleID? {
    if let number = value.number {
      return Self.isNear1970(number, isMilliseconds: way == .milliseconds) ? nil : .outOfRange
    }
    guard let text else { return .wrongType }
    var isDate = false
    switch way {
    case .textSeconds, .textMilliseconds:
      guard let number = Self.digits(text) else { return .cannotCoerce }
      return Self.isNear1970(number, isMilliseconds: way == .textMilliseconds) ? nil : .outOfRange
    // The time zone does not affect which texts are dates.
    case .datePattern(let pattern, _):
      guard let parts = PlainDatePattern(pattern) else {
        isUndecided = true
        return nil
      }
      isDate = parts.matches(text)
    case _ where isLenientDate:
      isDate = Self.isLenientDate(text)
      // Digits alone count seconds, and can only be out of range.
      if !isDate, Self.wholeNumber(text) != nil { return .outOfRange }
    default: isDate = Self.isTimestamp(text, isLenient: false)
    }
    return isDate ? nil : .cannotCoerce
  }

  /// Whether a count of seconds or milliseconds from 1970 is in the years −9999 to 9999.
  private static func isNear1970(_ number: JSONNumber, isMilliseconds: Bool) -> Bool {
    let zeros = isMilliseconds ? "000" : ""
    let range = NumberRange(
      lower: JSONNumber("-377705116800" + zeros), upper: JSONNumber("253402300799" + zeros))
    return range.contains(number)
  }

  /// `[+-]?digits[.digits]`.
  private static func digits(_ text: String) -> JSONNumber? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = wholeNumber(String(parts[0])) else { return nil }
    guard parts.count == 2 else { return whole }
    guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return JSONNumber("\(whole.text).\(parts[1])")
  }

  /// Whether a text has one of the formats that a lenient contract tries.
  private static func isLenientDate(_ text: String) -> Bool {
    if isTimestamp(text, isLenient: true) { return true }
    if let number = wholeNumber(text) { return isNear1970(number, isMilliseconds: false) }
    return ["MM/dd/yyyy", "yyyy-MM-dd"].contains { PlainDatePattern($0)?.matches(text) == true }
  }

  /// Whether a text is RFC 3339's `date-time`, or a lenient form of it.
  static func isTimestamp(_ text: String, isLenient: Bool) -> Bool {
    var scanner = PlainDateScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2), isDay(year, month, day),
      scanner.take("T") || isLenient && scanner.take(" "), scanner.time(needsSeconds: !isLenient)
    else { return false }
    if scanner.isAtEnd { return isLenient }
    return scanner.zone(isLenient: isLenient) && scanner.isAtEnd
  }

  static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && day >= 1 && day <= days[month - 1]
  }
}

/// A text of a date, read from its start.
struct PlainDateScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `hh:mm:ss`, with up to nine digits of a fraction.
  mutating func time(needsSeconds: Bool) -> Bool {
    guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else {
      return false
    }
    guard take(":") else { return !needsSeconds }
    guard let second = number(2), second < 60 else { return false }
    guard take(".") else { return true }
    let digits = rest.prefix { 0x30...0x39 ~= $0 }.count
    rest = rest.dropFirst(digits)
    return (1...9).contains(digits)
  }

  mutating func zone(isLenient: Bool) -> Bool {
    if take("Z") { return true }
    guard take("+") || take("-"), let hours = number(2), hours < 24 else { return false }
    if isLenient, isAtEnd { return true }
    guard take(":") || isLenient, let minutes = number(2) else { return false }
    return minutes < 60
  }
}

/// A date pattern of numbers with fixed widths and of marks: `MM/dd/yyyy`.
struct PlainDatePattern {
  private enum Part {
    case mark(Unicode.Scalar)
    case field(Unicode.Scalar, count: Int)
  }

  private var parts: [Part] = []

  /// - Returns: `nil` if the pattern has another letter.
  init?(_ pattern: String) {
    let counts: [Unicode.Scalar: Int] = ["y": 4, "M": 2, "d": 2, "H": 2, "m": 2, "s": 2]
    var isQuoted = false
    var scalars = pattern.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "'" {
        if scalars.first == "'" { return nil }
        isQuoted.toggle()
      } else if isQuoted || !scalar.properties.isAlphabetic {
        guard scalar.isASCII else { return nil }
        parts.append(.mark(scalar))
      } else {
        var count = 1
        while scalars.first == scalar {
          scalars.removeFirst()
          count += 1
        }
        guard counts[scalar] == count else { return nil }
        parts.append(.field(scalar, count: count))
      }
    }
  }

  func matches(_ text: String) -> Bool {
    var scanner = PlainDateScanner(text)
    var fields: [Unicode.Scalar: Int] = ["y": 2000, "M": 1, "d": 1]
    for part in parts {
      switch part {
      case .mark(let mark): guard scanner.take(mark) else { return false }
      case .field(let letter, let count):
        guard let number = scanner.number(count) else { return false }
        fields[letter] = number
      }
    }
    let isTime =
      fields["H", default: 0] < 24 && fields["m", default: 0] < 60
      && fields["s", default: 0] < 60
    return scanner.isAtEnd && isTime
      && PlainScalar.isDay(
        fields["y", default: 0], fields["M", default: 0], fields["d", default: 0])
  }
}

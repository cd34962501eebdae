import Foundation
import JSONParsing
package import MappingEngine

/// The formats of texts that are told apart, each exactly as wide as the type of a contract that a
/// draft makes of it.
package enum TextFormat: Int, CaseIterable, Sendable {
  /// A date and time as RFC 3339 has them.
  case iso8601
  case day, dateAndTime, httpDate
  case uuid
  /// An address of the web that needs no escapes.
  case url
  /// Digits, without a zero before them, of at most 18: any integer type holds it.
  case integer
  case decimal
  case empty

  /// The first format that a text has; `nil`, if it has none of them.
  package init?(_ text: some Collection<UInt8>) {
    let found = Self.format(text)
    guard let found else { return nil }
    self = found
  }

  /// How long a text with a format may be: longer ones are not looked at.
  private static let mostBytes = 2_000

  private static func format(_ text: some Collection<UInt8>) -> TextFormat? {
    guard let first = text.first else { return .empty }
    let count = text.count
    guard count < mostBytes else { return nil }
    switch first {
    case UInt8(ascii: "h"): if isURL(text) { return .url }
    case UInt8(ascii: "A")...UInt8(ascii: "Z") where count == 29:
      if DatePattern.httpDate.instant(from: text) != nil { return .httpDate }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      if let found = number(text) ?? date(text, count) { return found }
    default: break
    }
    return count == 36 && UUID(uuidString: String(decoding: text, as: UTF8.self)) != nil
      ? .uuid : nil
  }

  private static func date(_ text: some Collection<UInt8>, _ count: Int) -> TextFormat? {
    switch count {
    case 10: DatePattern.day.instant(from: text) == nil ? nil : .day
    case 19 where DatePattern.dateAndTime.instant(from: text) != nil: .dateAndTime
    case 19...40: Instant(iso8601: text, profile: .rfc3339) == nil ? nil : .iso8601
    default: nil
    }
  }

  /// Digits that a number of JSON may have, too, with or without a fraction.
  private static func number(_ text: some Collection<UInt8>) -> TextFormat? {
    var rest = text.dropFirst(text.first == UInt8(ascii: "-") ? 1 : 0)
    let isNegative = rest.count < text.count
    let digits = rest.prefix(while: KeyName.isDigit)
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
      return nil
    }
    rest = rest.dropFirst(digits.count)
    guard let point = rest.first else {
      let isWhole = digits.count <= 18 && !(isNegative && first == UInt8(ascii: "0"))
      return isWhole ? .integer : nil
    }
    let fraction = rest.dropFirst()
    let isDecimal =
      point == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(KeyName.isDigit)
      && digits.count + fraction.count <= 18
    return isDecimal ? .decimal : nil
  }

  private static func isURL(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8),
      !bytes.contains(where: "[]{}".utf8.contains)
    else { return false }
    return Address.isValid(String(decoding: bytes, as: UTF8.self), isStrict: true)
  }
}

extension DatePattern {
  package static let day: DatePattern = "yyyy-MM-dd"
  package static let dateAndTime: DatePattern = "yyyy-MM-dd HH:mm:ss"
  /// RFC 9110, section 5.6.7.
  package static let httpDate: DatePattern = "EEE, dd MMM yyyy HH:mm:ss zzz"
}

/// A word as programs write it: a letter, then up to 39 letters, digits and `_` `.` `:` `+` `-`.
package enum Token {
  package static func isToken(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, KeyName.isLetter(first), text.count <= 40 else { return false }
    return text.allSatisfy { byte in
      KeyName.isLetter(byte) || KeyName.isDigit(byte) || "_.:+-".utf8.contains(byte)
    }
  }
}

import Foundation
import JSONParsing
package import MappingEngine

/// The formats of texts that are distinguished. Each admits the same texts as the contract type
/// that a draft uses for it.
package enum TextFormat: Int, CaseIterable, Sendable {
  /// A date and time by RFC 3339.
  case iso8601
  case day, dateAndTime, httpDate
  /// A date and time whose offset has no colon, as in Facebook and Jira: `+0000`.
  case offsetDate, offsetDateWithMilliseconds
  case uuid
  /// A web URL that needs no escapes.
  case url
  /// At most 15 digits, without a leading zero; longer texts are codes.
  case integer
  case decimal
  case empty

  /// The length in bytes from which texts are not examined.
  private static let mostBytes = 2_000

  /// Creates the first format that a text has; `nil`, if it has none.
  package init?(_ text: ArraySlice<UInt8>) {
    guard let found = Self.format(text) else { return nil }
    self = found
  }

  private static func format(_ text: ArraySlice<UInt8>) -> TextFormat? {
    guard let first = text.first else { return .empty }
    let count = text.count
    guard count < mostBytes else { return nil }
    switch first {
    case UInt8(ascii: "h"): if isURL(text) { return .url }
    case UInt8(ascii: "A")...UInt8(ascii: "Z") where count == 29:
      if DatePattern.httpDate.reads(String(decoding: text, as: UTF8.self)) { return .httpDate }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      if let found = number(text) ?? date(text) { return found }
    default: break
    }
    return count == 36 && text[text.startIndex + 8] == UInt8(ascii: "-")
      && UUID(uuidString: String(decoding: text, as: UTF8.self)) != nil ? .uuid : nil
  }

  private static func date(_ text: ArraySlice<UInt8>) -> TextFormat? {
    // A year has four digits, followed by a dash.
    guard 10...40 ~= text.count, text[text.startIndex + 4] == UInt8(ascii: "-") else { return nil }
    let whole = String(decoding: text, as: UTF8.self)
    switch text.count {
    case 10: return DatePattern.day.reads(whole) ? .day : nil
    case 19 where DatePattern.dateAndTime.reads(whole): return .dateAndTime
    default: break
    }
    if Instant.readsRFC3339(whole) { return .iso8601 }
    switch text.count {
    case 24 where DatePattern.offsetDate.reads(whole): return .offsetDate
    case 28 where DatePattern.offsetDateWithMilliseconds.reads(whole):
      return .offsetDateWithMilliseconds
    default: return nil
    }
  }

  /// Returns the format of a text that is a JSON number without an exponent.
  private static func number(_ text: ArraySlice<UInt8>) -> TextFormat? {
    var rest = text.dropFirst(text.first == UInt8(ascii: "-") ? 1 : 0)
    let isNegative = rest.count < text.count
    let digits = rest.prefix(while: KeyName.isDigit)
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
      return nil
    }
    rest = rest.dropFirst(digits.count)
    guard let point = rest.first else {
      let isWhole = digits.count <= 15 && !(isNegative && first == UInt8(ascii: "0"))
      return isWhole ? .integer : nil
    }
    let fraction = rest.dropFirst()
    let isDecimal =
      point == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(KeyName.isDigit)
      && digits.count + fraction.count <= 18
    return isDecimal ? .decimal : nil
  }

  private static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 8, text[text.startIndex + 3] == UInt8(ascii: "p") else { return false }
    for byte in text {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): return false
      default: continue
      }
    }
    let whole = String(decoding: text, as: UTF8.self)
    return (whole.hasPrefix("https://") || whole.hasPrefix("http://"))
      && Address.isValid(whole, isStrict: true)
  }
}

extension DatePattern {
  package static let day: DatePattern = "yyyy-MM-dd"
  package static let dateAndTime: DatePattern = "yyyy-MM-dd HH:mm:ss"
  package static let offsetDate: DatePattern = "yyyy-MM-dd'T'HH:mm:ssZ"
  package static let offsetDateWithMilliseconds: DatePattern = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
  /// RFC 9110, section 5.6.7.
  package static let httpDate: DatePattern = "EEE, dd MMM yyyy HH:mm:ss zzz"
}

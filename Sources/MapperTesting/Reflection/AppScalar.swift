import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// A value of a Foundation type that counts as a scalar, although the type stores parts. Only
/// `AppScalar` names these types.
enum AppScalar {
  case date(Date)
  case url(URL)
  case uuid(UUID)
  case data(Data)

  static let types: [any Any.Type] = [Date.self, URL.self, UUID.self, Data.self]

  /// - Returns: `nil` if the value has none of these types.
  init?(_ value: Any) {
    switch value {
    case let date as Date: self = .date(date)
    case let url as URL: self = .url(url)
    case let uuid as UUID: self = .uuid(uuid)
    case let data as Data: self = .data(data)
    default: return nil
    }
  }

  /// The value as the engine represents it; `nil` if the engine has no such value.
  var mapped: MappedValue? {
    switch self {
    case .date(let date): Instant(date).map { .date($0) }
    case .url(let url): .url(url.absoluteString)
    case .uuid(let uuid): .uuid(uuid)
    case .data(let data): .data(Array(data))
    }
  }

  /// Returns the text of the value, for people; the complete text if `isWhole`.
  func text(isWhole: Bool) -> String {
    switch self {
    case .date(let date): Instant(date)?.description ?? "\(date.timeIntervalSince1970)"
    case .url(let url): quotedText(url.absoluteString, isWhole: isWhole)
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): isWhole ? "\(Array(data))" : "\(data.count) bytes"
    }
  }

  /// Returns whether a value of any type equals the contract's.
  static func agrees(_ expected: MappedValue, _ found: Any) -> Bool {
    if let scalar = AppScalar(found) { return scalar.mapped == expected }
    return switch expected {
    case .uuid(let uuid): (found as? String)?.uppercased() == uuid.uuidString
    case .data(let bytes): found as? [UInt8] == bytes
    default: false
    }
  }
}

extension MappedValue {
  /// The text of a contract's value in the form of the app's values; `nil` if it is written as in
  /// JSON.
  var appText: String? {
    switch self {
    case .string(let text), .url(let text): quotedText(text, isWhole: false)
    case .date(let instant): instant.description
    case .uuid(let uuid): uuid.uuidString
    case .data(let bytes): "\(bytes.count) bytes"
    default: nil
    }
  }
}

/// A Boolean of the app, which to Foundation is a number, too.
struct AppBool {
  let value: Bool

  /// The type of Foundation's Booleans, which on Linux is also the type of other numbers.
  private static let numberType: Any.Type = type(of: NSNumber(value: true))

  init?(_ any: Any) {
    // Compare the types first: a cast to `NSNumber` bridges what it can, which is slow.
    if type(of: any) == Bool.self, let bool = any as? Bool {
      value = bool
    } else if type(of: any) == Self.numberType, let number = any as? NSNumber {
      value = number.boolValue
    } else {
      return nil
    }
  }
}

/// Returns a text in quotes, safe to display; the complete text if `isWhole`.
func quotedText(_ text: String, isWhole: Bool) -> String {
  isWhole ? "\"\(displayed(text))\"" : quoted(text)
}

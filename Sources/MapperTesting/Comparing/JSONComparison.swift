import Foundation
import JSONParsing

/// Compares values of the app with JSON that the contract takes as it is.
///
/// The app's own types for any JSON are unknown, so their values are accepted.
enum JSONComparison {
  static func areEqual(_ json: JSONValue, _ found: ReflectedValue) -> Bool {
    switch json.kind {
    case .null: return isOpaque(found)
    case .string:
      return (found.value as? String)?.utf8.elementsEqual(json.string?.utf8 ?? "".utf8)
        ?? isOpaque(found)
    case .bool: return AppBool(found.value).map { $0.value == json.bool } ?? isOpaque(found)
    case .number: return number(json.rawText, found)
    case .array: return found.elements.map { elements(json, $0) } ?? isOpaque(found)
    case .object: return found.isDictionary ? members(json, found) : isOpaque(found)
    }
  }

  private static func number(_ text: String, _ found: ReflectedValue) -> Bool {
    switch found.value {
    case _ where AppBool(found.value) != nil: false
    case let found as any BinaryInteger: isEqual(text, found)
    case let found as Double: Double(text) == found
    case let found as Float: Float(text) == found
    case let found as Decimal: Decimal(string: text) == found
    case let found as NSNumber: found.doubleValue == Double(text)
    default: isOpaque(found)
    }
  }

  private static func isEqual(_ text: String, _ found: some BinaryInteger) -> Bool {
    guard let found = Int64(exactly: found) else { return text == "\(found)" }
    return JSONNumber(text)?.int64 == .exact(found)
  }

  private static func elements(_ json: JSONValue, _ found: [Any]) -> Bool {
    json.elements.count == found.count
      && zip(json.elements, found).allSatisfy { json, found in
        ReflectedValue(found).map { areEqual(json, $0) } ?? json.isNull
      }
  }

  private static func members(_ json: JSONValue, _ found: ReflectedValue) -> Bool {
    let entries = Dictionary(
      found.entries.map { (MemberName($0.name), $0.value) }, uniquingKeysWith: { $1 })
    // The last of two members with one name counts.
    let members = Dictionary(json.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    guard entries.allSatisfy({ members[$0.key] != nil || ReflectedValue($0.value) == nil }) else {
      return false
    }
    return members.allSatisfy { name, json in
      let value = entries[name].flatMap { ReflectedValue($0) }
      return value.map { areEqual(json, $0) } ?? json.isNull
    }
  }

  /// Returns whether a value has a type other than those that JSON is usually read as.
  private static func isOpaque(_ found: ReflectedValue) -> Bool {
    switch found.value {
    case is String, is Bool, is any BinaryInteger, is any BinaryFloatingPoint, is NSNumber: false
    default: found.elements == nil && !found.isDictionary
    }
  }
}

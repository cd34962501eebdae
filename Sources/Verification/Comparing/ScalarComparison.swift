import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// Whether a scalar of the app is what a contract says, by the type that the app has for it.
///
/// Whole numbers are compared exactly, whatever their types; a `Double` with the number nearest to
/// what is written, a `Float` with the nearest `Float`; texts by their scalars, addresses by their
/// texts, cases of enumerations by their raw values or names. Dates agree to a microsecond, and to
/// a millisecond where the payload says more digits than that, since Foundation's readers stop
/// there.
enum ScalarComparison {
  /// Whether a value, or what types that only wrap a value have in them, says the same.
  static func agrees(_ expected: MappedValue, _ found: ReflectedValue) -> Bool {
    var wrapped: ReflectedValue? = found
    for _ in 0..<8 {
      guard let value = wrapped else { return false }
      if areEqual(expected, value.value) { return true }
      wrapped = value.inner.flatMap { ReflectedValue($0) }
    }
    return false
  }

  static func areEqual(_ expected: MappedValue, _ found: Any) -> Bool {
    switch expected {
    case .null: false
    case .bool(let bool): found as? Bool == bool
    case .int(let number): isEqual(Int128(number), found)
    case .uint(let number): isEqual(Int128(number), found)
    case .double(let number): isEqual(number, found)
    case .float(let number): isEqual(Double(number), found) || found as? Float == number
    case .decimal(let number): isEqual(number, found)
    case .string(let text): isEqual(text, found)
    case .url(let text): isEqual(text, found)
    case .uuid(let uuid): found as? UUID == uuid || isEqual(uuid, found)
    case .data(let bytes): isEqual(bytes, found)
    case .date(let instant): isEqual(instant, found)
    case .json, .array, .set, .dictionary, .object: false
    }
  }

  // MARK: - Numbers

  private static func isEqual(_ number: Int128, _ found: Any) -> Bool {
    switch found {
    case is Bool: false
    case let found as any BinaryInteger: Int128(exactly: found) == number
    case let found as any BinaryFloatingPoint: Int128(exactly: Double(found)) == number
    case let found as Decimal: found == Decimal(string: "\(number)")
    case let found as NSNumber: found.stringValue == "\(number)"
    default: false
    }
  }

  private static func isEqual(_ number: Double, _ found: Any) -> Bool {
    switch found {
    case is Bool: false
    case let found as Double: found == number
    case let found as Float: found == Float(number)
    case let found as any BinaryInteger: Double(exactly: Int128(clamping: found)) == number
    case let found as Decimal: Double(found.description) == number
    case let found as any BinaryFloatingPoint: Double(found) == number
    case let found as NSNumber: found.doubleValue == number
    default: false
    }
  }

  private static func isEqual(_ number: Decimal, _ found: Any) -> Bool {
    switch found {
    case is Bool: false
    case let found as Decimal: found == number
    case let found as any BinaryInteger: Decimal(string: "\(found)") == number
    default: Double(number.description).map { isEqual($0, found) } ?? false
    }
  }

  // MARK: - Texts

  private static func isEqual(_ text: String, _ found: Any) -> Bool {
    switch found {
    case let found as String: found.utf8.elementsEqual(text.utf8)
    case let found as URL: found.absoluteString.utf8.elementsEqual(text.utf8)
    case let found as Substring: found.utf8.elementsEqual(text.utf8)
    case let found as Character: String(found).utf8.elementsEqual(text.utf8)
    case let found as UUID: found.uuidString == text
    case is any RawRepresentable: false
    default: isCase(text, found)
    }
  }

  /// An enumeration without raw values names its cases as Swift does: `inReview` for `in_review`.
  private static func isCase(_ text: String, _ found: Any) -> Bool {
    let mirror = Mirror(reflecting: found)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return false }
    let words = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return words(String(describing: found)) == words(text)
  }

  private static func isEqual(_ uuid: UUID, _ found: Any) -> Bool {
    (found as? String)?.uppercased() == uuid.uuidString
  }

  private static func isEqual(_ bytes: [UInt8], _ found: Any) -> Bool {
    switch found {
    case let found as Data: found.elementsEqual(bytes)
    case let found as [UInt8]: found == bytes
    default: false
    }
  }

  // MARK: - Dates

  private static func isEqual(_ instant: Instant, _ found: Any) -> Bool {
    guard let date = found as? Date, let other = Instant(date) else { return false }
    let seconds = Int128(instant.seconds) - Int128(other.seconds)
    let nanoseconds = seconds * 1_000_000_000 + Int128(instant.nanoseconds - other.nanoseconds)
    let tolerance: Int128 = instant.nanoseconds % 1_000_000 == 0 ? 1_000 : 1_000_000
    return nanoseconds.magnitude <= tolerance.magnitude
  }
}

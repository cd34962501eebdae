import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// Compares a scalar of the app with the contract's, by the type that the app has for it.
///
/// - Whole numbers are compared exactly, whatever their types.
/// - A `Double` is compared with the number nearest to the written one, a `Float` with the nearest
///   `Float`.
/// - Texts are compared by their Unicode scalars, URLs, locales and time zones by their texts, cases
///   of enumerations by their raw values or names, and other types by their descriptions.
/// - Dates have to agree to a microsecond, or to a millisecond where the payload has more digits
///   than that, since Foundation's readers stop there.
///
/// Three habits of Foundation's readers are not the mapper's mistakes: see `isNearest`,
/// `isWithoutMark` and `isInJulianCalendar`.
enum ScalarComparison {
  /// Returns whether a value, or a value inside types that only wrap it, equals the contract's.
  static func agrees(_ expected: MappedValue, _ found: ReflectedValue) -> Bool {
    if areEqual(expected, found.value) { return true }
    guard !isScalar(found.value) else { return false }
    return found.layers.dropFirst().contains { areEqual(expected, $0.value) }
  }

  /// Returns whether a value has no parts for a contract, whatever Foundation stores in it.
  private static func isScalar(_ value: Any) -> Bool {
    value is String || value is Decimal || value is NSNumber || AppScalar(value) != nil
  }

  static func areEqual(_ expected: MappedValue, _ found: Any) -> Bool {
    switch expected {
    case .null: false
    case .bool(let bool): AppBool(found)?.value == bool
    case .int(let number): isEqual(number, found)
    case .uint(let number): isEqual(number, found)
    case .double(let number): isEqual(number, found)
    case .float(let number): isEqual(Double(number), found) || found as? Float == number
    case .decimal(let number): isEqual(number.value, found)
    case .string(let text): isEqual(text, found)
    case .url(let text): isEqual(address: text, found)
    case .date(let instant): isEqual(instant, found)
    default: AppScalar.agrees(expected, found)
    }
  }

  // MARK: - Numbers

  private static func isEqual<Number: FixedWidthInteger>(
    _ number: Number, _ found: Any
  ) -> Bool {
    switch found {
    case _ where AppBool(found) != nil: false
    case let found as any BinaryInteger: Number(exactly: found) == number
    case let found as any BinaryFloatingPoint: isEqual(number, to: found)
    case let found as Decimal: found == Decimal(string: "\(number)")
    case let found as NSNumber:
      Number(found.stringValue).map { $0 == number } ?? isEqual(number, to: found.doubleValue)
    default: false
    }
  }

  private static func isEqual<Number: BinaryFloatingPoint>(
    _ number: some BinaryInteger, to found: Number
  ) -> Bool {
    Number(exactly: number) == found
  }

  private static func isEqual(_ number: Double, _ found: Any) -> Bool {
    switch found {
    case _ where AppBool(found) != nil: false
    case let found as Double: isNearest(found, to: number)
    case let found as Float: found == Float(number)
    case let found as any BinaryInteger: isEqual(found, to: number)
    case let found as Decimal: Double(found.description) == number
    case let found as any BinaryFloatingPoint: Double(found) == number
    case let found as NSNumber: isNearest(found.doubleValue, to: number)
    default: false
    }
  }

  /// Returns whether a number is the other one as `JSONSerialization` reads it: it reads a long
  /// text as a decimal number, and rounds its double at each power of ten. Deviations of up to 17
  /// units in the last place have been seen.
  private static func isNearest(_ found: Double, to number: Double) -> Bool {
    found == number || (found - number).magnitude <= 64 * number.ulp
  }

  private static func isEqual(_ number: Decimal, _ found: Any) -> Bool {
    switch found {
    case _ where AppBool(found) != nil: false
    case let found as Decimal: found == number
    case let found as any BinaryInteger: Decimal(string: "\(found)") == number
    default: Double(number.description).map { isEqual($0, found) } ?? false
    }
  }

  // MARK: - Texts

  private static func isEqual(_ text: String, _ found: Any) -> Bool {
    switch found {
    case let found as String:
      found.utf8.elementsEqual(text.utf8) || isWithoutMark(found, of: text)
    case let found as URL: found.absoluteString.utf8.elementsEqual(text.utf8)
    case let found as Substring: found.utf8.elementsEqual(text.utf8)
    case let found as Character: String(found).utf8.elementsEqual(text.utf8)
    case let found as UUID: UUID(uuidString: text) == found
    case let found as URLComponents: found.string.map { isEqual(text, $0) } ?? false
    case let found as Locale: Locale(identifier: text).identifier == found.identifier
    case let found as TimeZone: TimeZone(identifier: text)?.identifier == found.identifier
    case let found as AttributedString: isEqual(text, String(found.characters))
    case is any RawRepresentable: false
    default: isCase(text, found) || isDescribed(text, found)
    }
  }

  /// Returns whether a type of the app describes its value by the text: `1.2` for a version.
  private static func isDescribed(_ text: String, _ found: Any) -> Bool {
    let style = Mirror(reflecting: found).displayStyle
    guard style == .struct || style == .class, !isScalar(found),
      let found = found as? any CustomStringConvertible
    else { return false }
    return found.description.utf8.elementsEqual(text.utf8)
  }

  /// Returns whether a URL is the one Foundation makes of a text: it escapes forbidden characters.
  private static func isEqual(address text: String, _ found: Any) -> Bool {
    if isEqual(text, found) { return true }
    guard let absolute = URL(string: text)?.absoluteString else { return false }
    switch found {
    case let found as URL: return found.absoluteString.utf8.elementsEqual(absolute.utf8)
    case let found as URLComponents: return found.string.map { isEqual(absolute, $0) } ?? false
    case let found as String: return found.utf8.elementsEqual(absolute.utf8)
    default: return false
    }
  }

  /// Returns whether a text is another one without U+FEFF as its first scalar, as
  /// `JSONSerialization` reads it.
  private static func isWithoutMark(_ found: String, of text: String) -> Bool {
    ReaderHabits.dropsMark && text.unicodeScalars.first == "\u{FEFF}"
      && found.unicodeScalars.elementsEqual(text.unicodeScalars.dropFirst())
  }

  /// Returns whether an enumeration without raw values has a case named like the text, in Swift's
  /// style: `inReview` for `in_review`.
  private static func isCase(_ text: String, _ found: Any) -> Bool {
    let mirror = Mirror(reflecting: found)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return false }
    let words = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return words(String(describing: found)) == words(text)
  }

  // MARK: - Dates

  private static func isEqual(_ instant: Instant, _ found: Any) -> Bool {
    guard let date = found as? Date, let other = Instant(date) else { return false }
    let seconds = Int128(instant.seconds) - Int128(other.seconds)
    if isInJulianCalendar(instant, behind: seconds) { return true }
    let nanoseconds = seconds * 1_000_000_000 + Int128(instant.nanoseconds - other.nanoseconds)
    let tolerance: Int64 = instant.nanoseconds % 1_000_000 == 0 ? 1_000 : 1_000_000
    // In distant centuries, a date is no more precise than this.
    let grain = Int64((date.timeIntervalSince1970.ulp * 2_000_000_000).rounded(.up))
    return nanoseconds.magnitude <= Int128(max(tolerance, grain))
  }

  /// Returns whether a date before 15 October 1582 was read as one of the Julian calendar, as
  /// Foundation's calendars do: up to ten days later, and in the first centuries two days earlier.
  private static func isInJulianCalendar(_ instant: Instant, behind seconds: Int128) -> Bool {
    let (reform, day): (Int64, Int64) = (-12_219_292_800, 86_400)
    return instant.seconds < reform && seconds % day == 0 && (-10...2).contains(seconds / day)
  }
}

extension ReflectedValue {
  /// The value as the engine represents it, if it is a scalar.
  var scalar: MappedValue? {
    if let bool = AppBool(value) { return .bool(bool.value) }
    return switch value {
    case let text as String: .string(text)
    case let number as UInt64: .uint(number)
    case let number as UInt: .uint(UInt64(number))
    case let number as any BinaryInteger: Int64(exactly: number).map { .int($0) }
    case let number as Double: .double(number)
    case let number as Float: .float(number)
    case let number as Decimal: .decimal(number)
    case is any RawRepresentable:
      layers.last.flatMap { $0.value is any RawRepresentable ? nil : $0.scalar }
    default: AppScalar(value)?.mapped
    }
  }
}

extension DefaultValue {
  /// The value that an app has for a scalar that JSON can express.
  var mapped: MappedValue? { if case .literal(let literal) = self { literal.mapped } else { nil } }
}

extension Literal {
  /// The value that an app has for the literal; `nil` for null.
  var mapped: MappedValue? {
    switch self {
    case .string(let text): .string(text.text)
    case .number(let number):
      number.int64.exactValue.map { .int($0) } ?? Double(number.text).map { .double($0) }
    case .bool(let bool): .bool(bool)
    case .null: nil
    }
  }
}

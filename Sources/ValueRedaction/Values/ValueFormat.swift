import JSONParsing
import MappingEngine

/// The format of a text, which the text in its place has, too.
package enum ValueFormat: Equatable {
  case number(NumberFormat)
  case date
  /// A date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
  case httpDate
  case uuid(isUpper: Bool)
  case hash(isUpper: Bool)
  /// Four numbers of an IPv4 address.
  case address
  case mail
  case plain

  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { Self.format(of: $0) } ?? .plain
  }

  private static let longestFormat = 320

  private static func format(of bytes: UnsafeBufferPointer<UInt8>) -> ValueFormat? {
    guard let first = bytes.first, bytes.count <= longestFormat else { return nil }
    if first == UInt8(ascii: "-") || KeyName.isDigit(first), let number = NumberFormat(bytes) {
      return .number(number)
    }
    if KeyName.isDigit(first), DateSymbols.symbols(of: bytes, isNarrow: false) != nil {
      return .date
    }
    if HTTPDateSymbols(bytes) != nil { return .httpDate }
    if let hexadecimal = hexadecimal(bytes) { return hexadecimal }
    if KeyName.isDigit(first), addressNumbers(bytes) != nil { return .address }
    return isMail(bytes) ? .mail : nil
  }

  /// How many hexadecimal digits make a hash.
  private static let shortestHash = 8

  private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueFormat? {
    let isUUID =
      bytes.count == 36 && [8, 13, 18, 23].allSatisfy { bytes[$0] == UInt8(ascii: "-") }
    guard isUUID || bytes.count >= shortestHash else { return nil }
    var (digitCount, lowerCount, upperCount, dashCount) = (0, 0, 0, 0)
    for byte in bytes {
      switch byte {
      case 0x30...0x39: digitCount += 1
      case 0x61...0x66: lowerCount += 1
      case 0x41...0x46: upperCount += 1
      case UInt8(ascii: "-"): dashCount += 1
      default: return nil
      }
    }
    guard lowerCount == 0 || upperCount == 0 else { return nil }
    if isUUID { return dashCount == 4 ? .uuid(isUpper: upperCount > 0) : nil }
    guard dashCount == 0, digitCount > 0, lowerCount + upperCount > 0 else { return nil }
    return .hash(isUpper: upperCount > 0)
  }

  static func addressNumbers(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
    guard bytes.count <= 15 else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      guard part.allSatisfy(KeyName.isDigit),
        let number = Int(String(decoding: part, as: UTF8.self)),
        number <= 255, String(number).utf8.count == part.count
      else { return nil }
      return number
    }
    return numbers.count == 4 ? numbers : nil
  }

  private static func isMail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0,
      let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > at + 1, dot < bytes.count - 1
    else { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f }
      && bytes[(at + 1)...].allSatisfy { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "/") }
      && bytes[(dot + 1)...].allSatisfy { 0x61...0x7a ~= $0 | 0x20 }
  }
}

/// The properties of a number that the one in its place has, too.
package struct NumberFormat: Equatable {
  private var isWhole: Bool
  private var isZero: Bool
  /// Whether `Int64` or, of a number with a point or an exponent, `Double` holds it, where its
  /// digits do not say so.
  private var isHeld = true

  /// How many digits every type of numbers has room for.
  private static let safeDigitCount = 15

  /// - Returns: `nil`, if the text is no number of JSON.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var (digitCount, isPlain, isFraction) = (0, true, false)
    (isWhole, isZero) = (true, true)
    for byte in bytes {
      switch byte {
      case 0x30...0x39:
        digitCount += 1
        if byte != 0x30 {
          isZero = false
          if isFraction { isWhole = false }
        }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isPlain = false
      default: return nil
      }
    }
    guard let number = JSONNumber(String(decoding: bytes, as: UTF8.self)) else { return nil }
    guard !isPlain || digitCount > Self.safeDigitCount else { return }
    isHeld =
      isPlain && !isFraction ? number.int64.exactValue != nil : number.double.exactValue != nil
  }
}

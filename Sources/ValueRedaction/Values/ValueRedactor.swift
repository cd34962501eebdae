package import JSONParsing
import MappingEngine

/// How much of a value is replaced.
package enum RedactionDepth: Int, Comparable, Sendable {
  /// All of it but its format.
  case whole
  /// Of a text its digits, of a number all but its first digit, of a date all but the year, of a
  /// URL all but the host.
  case narrow
  /// Nothing.
  case none

  package static func < (left: RedactionDepth, right: RedactionDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Replaces scalars by others of the same format and length, one to one.
///
/// What a text says decides what takes its place, and nothing else: the identity 31 of a body, the
/// text `"31"` and the 31 of a path become the same.
package struct ValueRedactor: Sendable {
  private let key: RedactionKey
  /// The texts that stay, which nothing else becomes.
  private let kept: Set<MemberName>

  package init(_ key: RedactionKey, keeping kept: Set<MemberName>) {
    (self.key, self.kept) = (key, kept)
  }

  /// The text in the place of a credential, which says nothing of it.
  package static let credential = "redacted"

  package func text(_ text: String, _ depth: RedactionDepth = .whole) -> String {
    if let url = RedactedURL(text) { return url.text(by: self, depth, isRequest: false) }
    guard depth != .none else { return text }
    return scalar(text, depth)
  }

  /// Replaces a text that is no URL.
  package func scalar(_ text: String, _ depth: RedactionDepth = .whole) -> String {
    guard depth != .none, !kept.contains(MemberName(text)) else { return text }
    guard text.utf8.count <= Self.longestValue else { return long(text, depth) }
    let format = ValueFormat(text)
    let symbols = symbols(of: text, format, isNarrow: depth == .narrow)
    guard !symbols.isEmpty else { return text }
    let replaced = symbols.replaced(by: key) { other in
      ValueFormat(other) == format && !kept.contains(MemberName(other))
    }
    return format == .httpDate ? HTTPDateSymbols.withDayOfWeek(replaced) : replaced
  }

  /// Replaces a text that is no JSON: nothing of it stays but its length, white space and
  /// punctuation.
  package func unreadable(_ text: String) -> String {
    long(text, .whole)
  }

  /// How many bytes a text may have that is replaced as one.
  private static let longestValue = 1 << 12

  /// Replaces a text of no format part by part, so that it takes no more memory than it has.
  private func long(_ text: String, _ depth: RedactionDepth) -> String {
    var (rest, replaced) = (text.unicodeScalars[...], "")
    while !rest.isEmpty {
      var symbols = TextSymbols()
      let part = rest.prefix(Self.longestValue / 4)
      symbols.take(plain: part, isNarrow: depth == .narrow)
      replaced += symbols.replaced(by: key) { _ in true }
      rest = rest[part.endIndex...]
    }
    return replaced
  }

  package func bytes(_ bytes: [UInt8]) -> [UInt8] { key.bytes(for: bytes, count: bytes.count) }

  // MARK: - Formats

  private func symbols(of text: String, _ format: ValueFormat, isNarrow: Bool) -> TextSymbols {
    var (text, symbols) = (text, TextSymbols())
    switch format {
    case .number: symbols.take(number: text.utf8, isNarrow: isNarrow)
    case .date:
      symbols = text.withUTF8 { DateSymbols.symbols(of: $0, isNarrow: isNarrow) } ?? symbols
    case .httpDate:
      symbols = text.withUTF8 { HTTPDateSymbols($0, isNarrow: isNarrow)?.symbols } ?? symbols
    case .uuid(let isUpper): symbols.take(hexadecimal: text.utf8, isUpper, keeping: [14, 19])
    case .hash(let isUpper): symbols.take(hexadecimal: text.utf8, isUpper)
    case .address: symbols.take(address: text.withUTF8 { ValueFormat.addressNumbers($0) ?? [] })
    case .mail: symbols.take(text, keepingBehind: ".", isNarrow: isNarrow)
    case .plain: symbols.take(text, isNarrow: isNarrow)
    }
    return symbols
  }
}

extension TextSymbols {
  /// Takes in a number: its sign, its exponent and a fraction of zeros stay.
  fileprivate mutating func take(number: some Collection<UInt8>, isNarrow: Bool) {
    let significand = number.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let whole = significand.prefix { $0 != UInt8(ascii: ".") }
    let fraction = significand.dropFirst(whole.count)
    var (isFirst, hasLeading) = (true, false)
    take(digits: whole, &isFirst, &hasLeading, isNarrow)
    if fraction.dropFirst().allSatisfy({ $0 == 0x30 }) {
      keep(fraction)
    } else {
      take(digits: fraction, &isFirst, &hasLeading, isNarrow)
    }
    keep(number.dropFirst(significand.count))
  }

  /// - Parameters:
  ///   - isFirst: Whether no digit came before.
  ///   - hasLeading: Whether a digit other than zero came before.
  private mutating func take(
    digits: some Sequence<UInt8>, _ isFirst: inout Bool, _ hasLeading: inout Bool, _ isNarrow: Bool
  ) {
    for byte in digits {
      let isDigit = KeyName.isDigit(byte)
      if !isDigit || isFirst && byte == 0x30 || isNarrow && !hasLeading {
        keep(CollectionOfOne(byte))
      } else if isFirst {
        replace(UInt16(byte - 0x31), of: .leadingDigit)
      } else {
        replace(UInt16(byte - 0x30), of: .digit)
      }
      if isDigit { isFirst = false }
      if isDigit, byte != 0x30 { hasLeading = true }
    }
  }

  /// - Parameter kept: The places of digits that stay: a UUID's version and variant.
  fileprivate mutating func take(
    hexadecimal text: some Sequence<UInt8>, _ isUpper: Bool, keeping kept: Set<Int> = []
  ) {
    for (index, byte) in text.enumerated() {
      switch byte {
      case _ where kept.contains(index): keep(CollectionOfOne(byte))
      case 0x30...0x39: replace(UInt16(byte - 0x30), of: .hexadecimal(isUpper: isUpper))
      case UInt8(ascii: "-"): keep(CollectionOfOne(byte))
      default: replace(UInt16((byte | 0x20) - 0x61 + 10), of: .hexadecimal(isUpper: isUpper))
      }
    }
  }

  /// Takes in the numbers of an address: each stays of as many digits.
  fileprivate mutating func take(address numbers: [Int]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { keep(".".utf8) }
      let width = String(number).utf8.count
      let range = [1: 1...9, 2: 10...99][width] ?? 100...255
      replace(number, in: range, width: width)
    }
  }

  /// Takes in a text whose last part stays: the country of a mail address.
  fileprivate mutating func take(
    _ text: String, keepingBehind mark: Unicode.Scalar, isNarrow: Bool
  ) {
    let scalars = text.unicodeScalars
    let end = scalars.lastIndex(of: mark) ?? scalars.endIndex
    take(plain: scalars[..<end], isNarrow: isNarrow)
    for scalar in scalars[end...] { keep(scalar.utf8) }
  }

  /// Takes in a text of no format. Of base64 with padding the last digit stays, whose bits are not
  /// all free.
  fileprivate mutating func take(_ text: String, isNarrow: Bool) {
    let scalars = text.unicodeScalars
    guard scalars.last == "=", let end = scalars.lastIndex(where: { $0 != "=" }) else {
      return take(plain: scalars, isNarrow: isNarrow)
    }
    take(plain: scalars[..<end], isNarrow: isNarrow)
    for scalar in scalars[end...] { keep(scalar.utf8) }
  }
}

import JSONParsing
import MappingEngine

/// A format of dates: a pattern, which a fraction of a second and a zone may follow.
struct DateShape: Sendable, CustomStringConvertible {
  private let pattern: DatePattern
  private let fields: [DateField]
  /// The number of bytes before a fraction and a zone; `nil` if neither may follow.
  private let length: Int?
  /// Whether the format is from a contract. Then it also accepts texts that the pattern would write
  /// differently.
  private let isOfContract: Bool

  init(_ pattern: DatePattern, length: Int? = nil, isOfContract: Bool = false) {
    (self.pattern, self.length, self.isOfContract) = (pattern, length, isOfContract)
    fields = pattern.fields
  }

  var description: String { "Date('\(pattern)')" }

  /// The common formats.
  static let usual = [
    DateShape("yyyy-MM-dd'T'HH:mm:ss", length: 19), DateShape("yyyy-MM-dd HH:mm:ss", length: 19),
    DateShape("yyyy-MM-dd'T'HH:mm", length: 16), DateShape("yyyy-MM-dd HH:mm", length: 16),
    DateShape("yyyy-MM-dd"), DateShape("dd.MM.yyyy"), DateShape("d.M.yyyy"),
    DateShape("MM/dd/yyyy"), DateShape("dd/MM/yyyy"), DateShape("M/d/yyyy"),
    DateShape("d/M/yyyy"), DateShape("HH:mm:ss"), DateShape("HH:mm"),
    DateShape("EEE, dd MMM yyyy HH:mm:ss zzz"), DateShape("EEEE, dd-MMM-yy HH:mm:ss zzz"),
    DateShape("EEE MMM dd HH:mm:ss yyyy"),
  ]

  /// Whether a text may have a common format: it has a digit, and a mark between numbers or names.
  static func mayBeUsual(_ text: String) -> Bool {
    guard let first = text.utf8.first, isPlausible(text) else { return false }
    return KeyName.isDigit(first)
      ? text.utf8.contains { "-./:".utf8.contains($0) }
      : text.utf8.contains(UInt8(ascii: " ")) && text.utf8.contains(UInt8(ascii: ":"))
  }

  /// Whether a text may be a date at all.
  static func isPlausible(_ text: String) -> Bool {
    4...64 ~= text.utf8.count && text.utf8.contains(where: KeyName.isDigit)
  }

  func reads(_ text: String) -> Bool {
    (isOfContract ? Self.isPlausible(text) : Self.mayBeUsual(text)) && instant(of: text) != nil
  }

  private func instant(of text: String) -> Instant? {
    guard let length else {
      guard let instant = pattern.instant(from: text.utf8) else { return nil }
      // A common format rejects names in another letter case, and a zero before a number.
      let isExact = isOfContract || pattern.text(for: instant) == text
      return isExact ? instant : nil
    }
    guard text.utf8.count >= length, Tail(text.utf8.dropFirst(length)) != nil else { return nil }
    return pattern.instant(from: text.utf8.prefix(length))
  }

  /// Returns the numbers of the date, without the century, and the digits of the fraction; `nil` if
  /// the text is no such date.
  func symbols(of text: String) -> TextSymbols? {
    guard let instant = instant(of: text) else { return nil }
    let (century, numbers) = pattern.numbers(of: instant)
    var symbols = TextSymbols()
    for field in fields {
      let (first, count) = field.range
      symbols.add(numbers[field.rawValue] - first, of: count)
    }
    let tail = length.flatMap { Tail(text.utf8.dropFirst($0)) }
    for digit in tail?.digits ?? [] { symbols.add(Int(digit - 0x30), of: 10) }
    symbols.compose = { [pattern, fields] symbols in
      var numbers = numbers
      for (field, symbol) in zip(fields, symbols) {
        numbers[field.rawValue] = Int(symbol) + field.range.first
      }
      return pattern.text(ofCentury: century, numbers).map { date in
        date + (tail?.text(with: symbols.dropFirst(fields.count)) ?? "")
      }
    }
    return symbols
  }

  /// A fraction and a zone: `.250+02:00`, `Z`; both are optional.
  private struct Tail {
    private let mark: [UInt8]
    let digits: [UInt8]
    private let zone: [UInt8]

    init?(_ bytes: some Sequence<UInt8>) {
      let bytes = Array(bytes)
      mark = Array(bytes.prefix { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
      digits = mark.isEmpty ? [] : Array(bytes.dropFirst(mark.count).prefix(while: KeyName.isDigit))
      zone = Array(bytes.dropFirst(mark.count + digits.count))
      let isOffset =
        3...6 ~= zone.count && "+-".utf8.contains(zone[0])
        && zone.dropFirst().allSatisfy { KeyName.isDigit($0) || $0 == UInt8(ascii: ":") }
      guard mark.count == (digits.isEmpty ? 0 : 1), zone.isEmpty || zone == [0x5a] || isOffset
      else { return nil }
    }

    func text(with symbols: some Sequence<UInt16>) -> String {
      String(decoding: mark + symbols.map { UInt8($0) + 0x30 } + zone, as: UTF8.self)
    }
  }
}

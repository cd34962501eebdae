import ContractModel
import MappingEngine

/// A format of dates: a pattern, which a fraction of a second and a zone may follow.
struct DateShape: Sendable {
  private let pattern: DatePattern
  private let fields: [DateField]
  /// The number of bytes before a fraction and a zone; `nil` if neither may follow.
  private let length: Int?
  /// Whether the format is from a contract. Then it also accepts texts that the pattern would write
  /// differently.
  private let isOfContract: Bool

  private init(_ pattern: DatePattern, length: Int? = nil, isOfContract: Bool = false) {
    (self.pattern, self.length, self.isOfContract) = (pattern, length, isOfContract)
    fields = pattern.fields
  }

  /// - Returns: `nil` for a coercion without a date pattern.
  init?(_ coercion: Coercion) {
    guard case .datePattern(let text, let zone) = coercion,
      let pattern = DatePattern(text, zone: zone ?? .utc)
    else { return nil }
    self.init(pattern, isOfContract: true)
  }

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

  func reads(_ text: String) -> Bool {
    // Most texts are no dates: those have digits, and common formats a mark between them.
    4...64 ~= text.utf8.count && text.utf8.contains(where: KeyName.isDigit)
      && (isOfContract || text.utf8.contains { "-./:".utf8.contains($0) })
      && parts(of: text) != nil
  }

  /// Matches a fraction and a zone: `.250+02:00`, `Z`; both are optional.
  private static let tail = try? TextPattern(#"^([.,]\d+)?(Z|[+-][\d:]{2,5})?$"#)

  /// Returns the instant of a text, and the fraction and zone after it.
  private func parts(of text: String) -> (instant: Instant, tail: String)? {
    guard let instant = pattern.instant(from: text.utf8.prefix(length ?? .max)) else { return nil }
    let tail = String(Substring(text.utf8.dropFirst(length ?? .max)))
    // A common format rejects names in another letter case, and a zero before a number.
    let isExact =
      length.map { _ in Self.tail?.matches(tail) ?? false }
      ?? (isOfContract || pattern.text(for: instant) == text)
    return isExact ? (instant, tail) : nil
  }

  /// Returns the numbers of the date, without the century, and the digits of the fraction; `nil` if
  /// the text is no such date.
  func symbols(of text: String) -> TextSymbols? {
    guard let (instant, tail) = parts(of: text) else { return nil }
    let (century, numbers) = pattern.numbers(of: instant)
    var symbols = TextSymbols()
    for field in fields {
      let (first, count) = field.range
      symbols.add(numbers[field.rawValue] - first, of: count)
    }
    let mark = tail.prefix { $0 == "." || $0 == "," }
    let digits = mark.isEmpty ? "" : tail.dropFirst().prefix(while: \.isNumber)
    let zone = tail.dropFirst(mark.count + digits.count)
    for digit in digits.utf8 { symbols.add(Int(digit - 0x30), of: 10) }
    symbols.compose = { [pattern, fields] symbols in
      var numbers = numbers
      for (field, symbol) in zip(fields, symbols) {
        numbers[field.rawValue] = Int(symbol) + field.range.first
      }
      let fraction = symbols.dropFirst(fields.count).map { "\($0)" }.joined()
      return pattern.text(ofCentury: century, numbers).map { $0 + mark + fraction + zone }
    }
    return symbols
  }
}

/// A part of a date pattern that is read and written without Foundation.
enum DatePatternItem: Sendable {
  case literal(String)
  case number(Number)
  /// `yy`: 1950 to 2049.
  case twoDigitYear
  /// `S`: the first digits after the point of the second, at most 9.
  case fraction(digitCount: Int)
  /// One of several names; the values count up from the first name's.
  case name(DatePart, [String], first: Int)
  /// An offset, and the text for UTC.
  case offset(OffsetForms, utc: String)
  /// `z`: a zone's abbreviation.
  case zone

  struct Number: Sendable {
    var part: DatePart
    /// The permitted numbers of digits when parsing.
    var digitCounts: ClosedRange<Int>
    /// The minimum number of digits when writing.
    var leastDigitCount: Int
    /// The number that stands for 0, if it is not 0: 12 for `h`, 24 for `k`.
    var zero: Int?
  }
}

// MARK: - Making

extension DatePatternItem {
  /// - Returns: `nil` if the pattern must be left to Foundation.
  static func items(_ tokens: [DatePatternToken]) -> [DatePatternItem]? {
    var items: [DatePatternItem] = []
    for token in tokens {
      guard let item = DatePatternItem(token) else { return nil }
      items.append(item)
    }
    let isAmbiguous = zip(items, items.dropFirst()).contains {
      $0.hasVariableWidth && $1.startsWithDigit
    }
    let parts = Set(items.compactMap(\.part))
    // For an incomplete date Foundation takes the nearest day with the weekday's name.
    let hasWholeDate = !parts.contains(.weekday) || parts.isSuperset(of: [.year, .month, .day])
    return isAmbiguous || !hasWholeDate ? nil : items
  }

  /// - Returns: `nil` if the field must be left to Foundation.
  private init?(_ token: DatePatternToken) {
    switch token {
    case .literal(let text): self = .literal(text)
    case .field(let letter, let count):
      guard
        let item = Self.number(letter, count) ?? Self.name(letter, count)
          ?? Self.offset(letter, count)
      else { return nil }
      self = item
    }
  }

  private static func number(_ letter: Unicode.Scalar, _ count: Int) -> DatePatternItem? {
    switch (letter, count) {
    case ("y", 2): .twoDigitYear
    case ("y", 1...9):
      .number(
        Number(part: .year, digitCounts: max(3, count)...max(4, count), leastDigitCount: count))
    case ("S", 1...9): .fraction(digitCount: count)
    case ("M", 1...2), ("L", 1...2): number(.month, count)
    case ("d", 1...2): number(.day, count)
    case ("H", 1...2): number(.hour, count)
    case ("k", 1...2): number(.hour, count, zero: 24)
    case ("K", 1...2): number(.hourOfHalfDay, count)
    case ("h", 1...2): number(.hourOfHalfDay, count, zero: 12)
    case ("m", 1...2): number(.minute, count)
    case ("s", 1...2): number(.second, count)
    default: nil
    }
  }

  private static func number(_ part: DatePart, _ count: Int, zero: Int? = nil) -> DatePatternItem {
    .number(Number(part: part, digitCounts: count...2, leastDigitCount: count, zero: zero))
  }

  private static func name(_ letter: Unicode.Scalar, _ count: Int) -> DatePatternItem? {
    switch (letter, count) {
    case ("M", 3), ("L", 3): .name(.month, EnglishDateNames.shortMonths, first: 1)
    case ("M", 4), ("L", 4): .name(.month, EnglishDateNames.months, first: 1)
    case ("E", 1...3): .name(.weekday, EnglishDateNames.shortWeekdays, first: 0)
    case ("E", 4): .name(.weekday, EnglishDateNames.weekdays, first: 0)
    case ("a", 1...3): .name(.halfDay, EnglishDateNames.halfDays, first: 0)
    default: nil
    }
  }

  private static func offset(_ letter: Unicode.Scalar, _ count: Int) -> DatePatternItem? {
    switch (letter, count) {
    case ("Z", 1...3): .offset([.letter, .basic], utc: "+0000")
    case ("X", 1): .offset([.letter, .hours, .basic], utc: "Z")
    case ("X", 2), ("X", 4): .offset([.letter, .basic], utc: "Z")
    case ("Z", 5), ("X", 3), ("X", 5): .offset([.letter, .extended], utc: "Z")
    case ("x", 1): .offset([.hours, .basic], utc: "+00")
    case ("x", 2), ("x", 4): .offset(.basic, utc: "+0000")
    case ("x", 3), ("x", 5): .offset(.extended, utc: "+00:00")
    case ("z", 1...3): .zone
    default: nil
    }
  }

  private var part: DatePart? {
    switch self {
    case .literal: nil
    case .number(let number): number.part
    case .twoDigitYear: .year
    case .fraction: .nanosecond
    case .name(let part, _, _): part
    case .offset, .zone: .offset
    }
  }

  private var hasVariableWidth: Bool {
    switch self {
    case .number(let number): number.digitCounts.count > 1
    case .offset(let forms, _): forms.contains(.hours)
    default: false
    }
  }

  private var startsWithDigit: Bool {
    switch self {
    case .literal(let text): text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    case .number, .twoDigitYear, .fraction: true
    case .name, .offset, .zone: false
    }
  }
}

// MARK: - Reading

extension DatePatternItem {
  /// Parses the item at the position; returns `false` if it is not there, or contradicts another.
  func read(_ scanner: inout DateScanner, into parts: inout DateParts) -> Bool {
    if case .literal(let text) = self { return scanner.take(text.utf8) }
    guard let part, let value = value(&scanner) else { return false }
    return parts.set(part, value)
  }

  private func value(_ scanner: inout DateScanner) -> Int? {
    switch self {
    case .literal: nil
    case .number(let number): scanner.digits(number.digitCounts).flatMap { number.value($0.value) }
    case .twoDigitYear: scanner.digits(2).map { $0 + ($0 < 50 ? 2_000 : 1_900) }
    case .fraction(let count): scanner.fraction(count...count)
    case .name(_, let names, let first):
      scanner.name(of: names, ignoresCase: true).map { $0 + first }
    case .offset(let forms, _): scanner.offset(forms)
    case .zone: scanner.zone()
    }
  }
}

extension DatePatternItem.Number {
  fileprivate func value(_ written: Int) -> Int? {
    guard let zero else { return written }
    guard (1...zero).contains(written) else { return nil }
    return written == zero ? 0 : written
  }
}

extension DateScanner {
  /// The zones of RFC 822, section 5.1, without its single letters, and UTC; in hours ahead of UTC.
  private static let zones = [
    ("GMT", 0), ("UTC", 0), ("UT", 0), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5),
    ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
  ]
  private static let zoneNames = zones.map(\.0)

  /// Takes a zone's abbreviation; returns seconds ahead of UTC.
  fileprivate mutating func zone() -> Int? {
    name(of: Self.zoneNames, ignoresCase: true).map { Self.zones[$0].1 * 3_600 }
  }
}

// MARK: - Writing

extension DatePatternItem {
  /// - Parameter parts: All parts, in UTC.
  func write(_ parts: DateParts, to text: inout String) {
    let value = part.flatMap { parts[$0] } ?? 0
    switch self {
    case .literal(let literal): text.append(literal)
    case .number(let number):
      let written = value == 0 ? number.zero ?? 0 : value
      text.append(written, digitCount: number.leastDigitCount)
    case .twoDigitYear: text.append(value % 100, digitCount: 2)
    case .fraction(let count):
      let scale = (count..<9).reduce(1) { scale, _ in scale * 10 }
      text.append(value / scale, digitCount: count)
    case .name(_, let names, let first): text.append(names[value - first])
    case .offset(_, let utc): text.append(utc)
    case .zone: text.append("GMT")
    }
  }
}

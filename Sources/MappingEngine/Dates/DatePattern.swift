package import ContractModel

/// A date pattern of Unicode Technical Standard 35, part 4 (“Date Format Patterns”), such as
/// `MM/dd/yyyy`, with the zone of its times.
///
/// The locale is `en_US_POSIX`. The calendar is the proleptic Gregorian one (by default, a
/// `DateFormatter` uses the Julian one before 15 October 1582). Years are 1 to 9999. If the pattern
/// has no field for a part of the date, the part is that of 2000-01-01T00:00:00 in the zone.
///
/// A text is accepted only if the pattern would write exactly this text for the resulting instant.
/// So no field rolls over, no field may be shorter or longer than its letters, nothing may stand
/// around the date, and a weekday must be the date's. There are three exceptions:
///
/// - A field of one letter, such as `M`, may have a leading zero.
/// - Names, `AM` and `PM` may be written in any case.
/// - A zone in the text may differ from the pattern's zone, in which every instant is written. `Z`
///   to `ZZZ` are `+0200` or the letter `Z`, which Foundation also accepts there; `ZZZZZ` and `XXX`
///   are `+02:00` or `Z`; `z` is `GMT`, `UTC`, `UT`, or one of RFC 822's American zones, such as
///   `PST`.
///
/// `yy` is 1950 to 2049, as in `DateFormatter`. `y` rejects a year of one or two digits, which is
/// ambiguous: 12 is 2012 for Foundation, and the year 12 by the standard.
///
///     let pattern: DatePattern = "MM/dd/yyyy"
///     pattern.instant(from: "02/29/2012".utf8)  // 2012-02-29T00:00:00Z
///     pattern.instant(from: "2/29/2012".utf8)   // nil
///     pattern.instant(from: "02/30/2012".utf8)  // nil
///
/// The fields `y M L d E a H h K k m s S z Z X x` are parsed without Foundation, to the nanosecond.
/// A pattern with other fields, or with digits that could belong to either of two fields (`Hmm`),
/// is left to `DateFormatter`, which keeps milliseconds; then a text is accepted only if the
/// formatter writes it back byte for byte.
package struct DatePattern: Sendable {
  package let text: String
  /// The zone of times, if the pattern has no field for a zone.
  package let zone: DateZone
  private let engine: Engine

  private enum Engine: Sendable {
    case items([DatePatternItem])
    case formatter(DatePatternFormatter)
  }

  static let years = 1...9_999

  /// - Parameters:
  ///   - text: The pattern, without quotes around it.
  ///   - zone: The zone of its times; UTC for a pattern with a field for a zone.
  /// - Returns: `nil` if the pattern has no field, or has an unquoted letter that is no field.
  package init?(_ text: String, zone: DateZone = .utc) {
    let tokens = DatePatternToken.tokens(of: text)
    guard tokens.contains(where: \.isField), tokens.allSatisfy(\.isKnown) else { return nil }
    (self.text, self.zone) = (text, zone)
    engine =
      DatePatternItem.items(tokens).map(Engine.items)
      ?? .formatter(DatePatternFormatter(text, zone))
  }

  /// - Parameter text: UTF-8, with nothing around the date.
  /// - Returns: `nil` if the text does not match the pattern, or describes no valid time.
  package func instant(from text: some Collection<UInt8>) -> Instant? {
    switch engine {
    case .items(let items):
      DateScanner.read(text) { scanner in
        var parts = DateParts()
        for item in items {
          guard item.read(&scanner, into: &parts) else { return nil }
        }
        return parts.instant(in: zone)
      }
    case .formatter(let formatter): formatter.instant(from: text)
    }
  }

  /// The function is not generic, so that calls from other modules are fast.
  package func reads(_ text: String) -> Bool { instant(from: text.utf8) != nil }

  /// Writes an instant in the pattern's zone, to the precision of its fields; returns `nil` if the
  /// instant's year is not 1 to 9999, in UTC and in the zone.
  package func text(for instant: Instant) -> String? {
    let local = Instant(
      seconds: instant.seconds + Int64(zone.seconds), nanoseconds: instant.nanoseconds)
    guard Self.years.contains(instant.civil.date.year), Self.years.contains(local.civil.date.year)
    else { return nil }
    switch engine {
    case .items(let items):
      let parts = DateParts(local)
      return items.reduce(into: "") { text, item in item.write(parts, to: &text) }
    case .formatter(let formatter): return formatter.text(for: instant)
    }
  }
}

extension DatePattern: Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  package var description: String { text }

  /// - Parameter text: A valid pattern; an invalid one is a programming error and traps.
  package init(stringLiteral text: String) {
    guard let pattern = DatePattern(text) else { preconditionFailure("no date pattern: \(text)") }
    self = pattern
  }

  package static func == (left: DatePattern, right: DatePattern) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.zone == right.zone
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(zone)
  }
}

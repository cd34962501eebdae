package import ContractModel

/// A pattern of Unicode Technical Standard 35, part 4 (“Date Format Patterns”): `MM/dd/yyyy`, of
/// the times of a zone.
///
/// The locale is `en_US_POSIX`, the calendar the proleptic Gregorian one (a `DateFormatter` left as
/// it is has the Julian one before 15 October 1582), years are 1 to 9999. What a pattern has no
/// field for is that of 2000-01-01T00:00:00 in the zone.
///
/// A text is read exactly if it is what the pattern writes for the instant that it says. So nothing
/// rolls over, no field may be shorter or longer than its letters, nothing may stand around the
/// date, and a weekday has to be the date's. There are three exceptions:
///
/// - A field of one letter, such as `M`, may have a leading zero.
/// - Names, `AM` and `PM` may be written in any case.
/// - A zone that the text says may be another than the pattern's, in which every instant is
///   written. `Z` to `ZZZ` are `+0200`
///   or the letter `Z`, which Foundation takes there too; `ZZZZZ` and `XXX` are `+02:00` or `Z`;
///   `z` is `GMT`, `UTC`, `UT`, or one of RFC 822's American zones, such as `PST`.
///
/// `yy` is 1950 to 2049, as `DateFormatter` has it. `y` does not read a year of one or two digits:
/// to Foundation 12 is 2012, by the standard it is the year 12.
///
///     let pattern: DatePattern = "MM/dd/yyyy"
///     pattern.instant(from: "02/29/2012".utf8)  // 2012-02-29T00:00:00Z
///     pattern.instant(from: "2/29/2012".utf8)   // nil
///     pattern.instant(from: "02/30/2012".utf8)  // nil
///
/// The fields `y M L d E a H h K k m s S z Z X x` are read here, to the nanosecond. A pattern with
/// others, or with digits of which it is not clear to which field they belong (`Hmm`), is left to
/// `DateFormatter`, which keeps milliseconds; there only what is written back byte for byte is
/// read.
package struct DatePattern: Sendable {
  package let text: String
  /// The zone of times where the pattern has no field for one.
  package let zone: DateZone
  private let engine: Engine

  private enum Engine: Sendable {
    case items([DatePatternItem])
    case formatter(DatePatternFormatter)
  }

  /// The years that are read and written.
  static let years = 1...9_999

  /// - Parameters:
  ///   - text: The pattern, without quotes around it.
  ///   - zone: What its times are of; of a pattern with a field for a zone, UTC.
  /// - Returns: `nil` if it has no field, or a letter that is none outside quotes.
  package init?(_ text: String, zone: DateZone = .utc) {
    let tokens = DatePatternToken.tokens(of: text)
    guard tokens.contains(where: \.isField), tokens.allSatisfy(\.isKnown) else { return nil }
    (self.text, self.zone) = (text, zone)
    engine =
      DatePatternItem.items(tokens).map(Engine.items)
      ?? .formatter(DatePatternFormatter(text, zone))
  }

  /// - Parameter text: UTF-8, with nothing around the date.
  /// - Returns: `nil` if the text does not fit the pattern, or says no time.
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

  /// Whether a text fits the pattern. It is not generic, so that other modules' calls are fast.
  package func reads(_ text: String) -> Bool { instant(from: text.utf8) != nil }

  /// Writes an instant, in the pattern's zone, as far as the pattern has fields for it.
  ///
  /// - Returns: `nil` if the instant's year is not 1 to 9999, in UTC and in the zone.
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

  /// - Parameter text: A pattern; an invalid one ends the program.
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

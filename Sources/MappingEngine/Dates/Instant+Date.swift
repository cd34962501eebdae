public import Foundation
import JSONParsing

extension Instant {
  /// The instant nearest to a date, to the nanosecond.
  ///
  /// A `Date` counts seconds in a `Double`, whose steps today are about a tenth of a microsecond.
  ///
  /// - Returns: `nil` if the date is not finite, or its seconds since 1970 do not fit `Int64`.
  public init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    let second = interval.rounded(.down)
    guard let whole = Int64(exactly: second) else { return nil }
    let nanoseconds = Int64(((interval - second) * 1e9).rounded())
    let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (seconds, isOverflow) = whole.addingReportingOverflow(Self.referenceSeconds + carry)
    guard !isOverflow else { return nil }
    self.init(seconds: seconds, nanoseconds: Int32(rest))
  }

  /// The date nearest to the instant.
  public var date: Date {
    let seconds = Int128(seconds) - Int128(Self.referenceSeconds)
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// 2001-01-01T00:00:00Z, the reference date of `Date`.
  private static let referenceSeconds: Int64 = 978_307_200
}

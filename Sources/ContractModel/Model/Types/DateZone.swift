/// A fixed offset from UTC: `UTC`, `UTC+2`, `UTC-5:30`.
public struct DateZone: Hashable, Sendable, CustomStringConvertible {
  /// The offset of the zone ahead of UTC in minutes, less than a day in either direction.
  public let minutes: Int

  /// - Parameter minutes: The offset of the zone ahead of UTC, less than a day in either direction.
  /// - Returns: `nil` if the offset is a day or more.
  public init?(minutes: Int) {
    guard abs(minutes) < 24 * 60 else { return nil }
    self.minutes = minutes
  }

  /// UTC itself.
  public static let utc = DateZone()

  private init() { minutes = 0 }

  /// The offset of the zone ahead of UTC in seconds.
  package var seconds: Int { minutes * 60 }

  public var description: String {
    guard minutes != 0 else { return "UTC" }
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    let tail = rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)"
    return "UTC\(minutes < 0 ? "-" : "+")\(hours)\(tail)"
  }
}

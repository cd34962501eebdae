import CaptureSources
import MappingEngine

/// The first and last capture times of dated values, in seconds since 1970.
package struct SeenTimes: Codable, Equatable, Sendable {
  /// `nil`, if no value has a date.
  package private(set) var range: ClosedRange<Int64>?

  package init() {}

  mutating func add(_ time: Int64) {
    let known = range ?? time...time
    range = min(known.lowerBound, time)...max(known.upperBound, time)
  }

  package mutating func merge(_ other: SeenTimes) {
    guard let others = other.range else { return }
    add(others.lowerBound)
    add(others.upperBound)
  }
}

/// The capture times of the first and last payloads: just enough to show that a key appeared or
/// disappeared, rather than being optional.
package struct PayloadTimes: Codable, Equatable, Sendable {
  /// The earliest times, ascending; `last` has the latest, descending. Equal times are repeated.
  private(set) var first: [Int64] = []
  private(set) var last: [Int64] = []

  /// How many payloads must lack a key before it is first seen, or after it is last seen.
  package static let leastCountWithout = 11

  package init() {}

  mutating func add(_ time: Int64) {
    Self.insert(time, into: &first, isBefore: <)
    Self.insert(time, into: &last, isBefore: >)
  }

  package mutating func merge(_ other: PayloadTimes) {
    for time in other.first { Self.insert(time, into: &first, isBefore: <) }
    for time in other.last { Self.insert(time, into: &last, isBefore: >) }
  }

  private static func insert(
    _ time: Int64, into times: inout [Int64], isBefore: (Int64, Int64) -> Bool
  ) {
    if times.count == leastCountWithout, let last = times.last, !isBefore(time, last) { return }
    times.insert(time, at: times.firstIndex { isBefore(time, $0) } ?? times.count)
    if times.count > leastCountWithout { times.removeLast() }
  }

  /// Whether more than ten payloads were captured before a key was first seen.
  package func isNew(_ key: SeenTimes) -> Bool {
    guard first.count == Self.leastCountWithout, let range = key.range else { return false }
    return first.allSatisfy { $0 < range.lowerBound }
  }

  /// Whether more than ten payloads were captured after a key was last seen.
  package func isGone(_ key: SeenTimes) -> Bool {
    guard last.count == Self.leastCountWithout, let range = key.range else { return false }
    return last.allSatisfy { $0 > range.upperBound }
  }
}

extension CaptureRecord {
  /// The years from 1970 to 9999.
  private static let times: Range<Int64> = 0..<253_402_300_800

  /// The capture time in seconds since 1970: that of the capture, or else the response's `date`;
  /// without a zone, in UTC. `nil`, if neither is a date.
  var time: Int64? {
    guard let text = date ?? responseHeaders.value(named: "date") else { return nil }
    let formats: [LenientDateFormat] = [.timestamp, .rfc1123, .yearMonthDay]
    let found = formats.lazy.compactMap { $0.instant(from: text.utf8) }.first
    guard let found else { return date.flatMap(Double.init).flatMap(Self.seconds) }
    return Self.times.contains(found.seconds) ? found.seconds : nil
  }

  /// Returns seconds since 1970 from a number of seconds, milliseconds, microseconds or
  /// nanoseconds; `nil` for a small number.
  private static func seconds(_ number: Double) -> Int64? {
    let units: [Double] = [1, 1e3, 1e6, 1e9]
    return units.map { number / $0 }.first { 1e8..<1e11 ~= $0 }.map { Int64($0) }
  }
}

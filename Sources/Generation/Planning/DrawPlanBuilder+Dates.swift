import ContractModel
import Foundation
import JSONParsing

extension DrawPlanBuilder {
  /// The number of days from 2000-01-01 on from which a pattern's dates are drawn, with a leap day.
  private static let dayCount = 400

  mutating func date(_ type: ScalarType) -> DrawNode {
    var node = DrawNode(.date)
    if let (unit, isText) = type.coercions.first?.epoch {
      (node.table, node.countPerSecond) = (-1, unit.countPerSecond)
      if isText { node.way = .quoted }
    } else if case .datePattern(let pattern, _) = type.coercions.first {
      node.table = dateTable(pattern) + 1
    }
    let (low, high) = Self.bounds(of: node)
    (node.low, node.high) = (UInt64(bitPattern: low), UInt64(bitPattern: high))
    return node
  }

  /// Returns the bounds of dates since 1970, chosen so that the year has four digits in every zone;
  /// for a pattern, in days.
  private static func bounds(of node: DrawNode) -> (Int64, Int64) {
    switch node.table {
    case 0: (-62_135_500_000, 253_402_200_000)
    case -1: (0, 4_102_444_800 * node.countPerSecond)
    default: (0, Int64(dayCount - 1))
    }
  }

  /// Adds the dates to draw from; canonical payloads write their few dates when they need them.
  private mutating func dateTable(_ pattern: String) -> Int32 {
    let days = 0..<(isForDrawing ? Self.dayCount : 0)
    let tokens = DateTable.texts(of: days, by: pattern).map { token(JSONWriter.text(of: $0)) }
    return tables.dateTables.add(
      DateTable(pattern: pattern, tokens: tables.dateTokens.add(contentsOf: tokens)))
  }
}

extension DateTable {
  /// The time 2000-01-01T00:00:00Z, in seconds since 1970.
  static let firstSecond: Int64 = 946_684_800

  /// Returns the start of a day, counted from 2000-01-01, in seconds since 1970.
  static func seconds(ofDay day: Int64) -> Int64 { firstSecond + day * 86_400 }

  /// Returns the texts of days, counted from 2000-01-01, at their start in the pattern's zone.
  static func texts(of days: Range<Int>, by pattern: String) -> [String] {
    texts(at: days.map { seconds(ofDay: Int64($0)) }, by: pattern)
  }

  /// - Parameter seconds: The times in seconds since 1970-01-01, in the pattern's zone.
  static func texts(at seconds: [Int64], by pattern: String) -> [String] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.dateFormat = pattern
    return seconds.map {
      formatter.string(from: Date(timeIntervalSince1970: TimeInterval($0)))
    }
  }
}

import Foundation

/// Reads dates in the two formats of the contract, strictly.
enum DateReading {
  /// Reads `2025-03-01T10:00:00Z`, with or without a fraction.
  static func instant(_ text: String) -> Date? {
    let shape = text.map { ("0"..."9").contains($0) ? "9" : String($0) }.joined()
    guard shape.hasPrefix("9999-99-99T99:99:99"), hasZone(shape.dropFirst(19)) else { return nil }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return try? style.parse(text)
  }

  /// Whether a zone, or a fraction and a zone, follows the seconds.
  private static func hasZone(_ shape: Substring) -> Bool {
    let zone = shape.first == "." ? shape.dropFirst().drop { $0 == "9" } : shape
    let isFraction = zone.count == shape.count || (2...10).contains(shape.count - zone.count)
    return isFraction && ["Z", "+99:99", "-99:99"].contains(String(zone))
  }

  /// Reads `2025-03-01`, as midnight in UTC.
  static func day(_ text: String) -> Date? {
    let shape = text.map { ("0"..."9").contains($0) ? "9" : String($0) }.joined()
    return shape == "9999-99-99" ? instant(text + "T00:00:00Z") : nil
  }
}

/// Reads numbers in texts, strictly.
enum NumberReading {
  static func double(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    let isNumber = (try? JSONDecoder().decode(Double.self, from: Data(text.utf8))) != nil
    return isPlain && isNumber ? Double(text) : nil
  }
}

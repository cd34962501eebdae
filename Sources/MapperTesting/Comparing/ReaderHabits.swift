import Foundation

/// Habits of `JSONSerialization` that a mapper using it cannot avoid.
///
/// They differ between operating systems, so the running system is tested, once.
enum ReaderHabits {
  /// Whether U+FEFF at the start of a text is taken for a byte order mark and dropped.
  static let dropsMark = (read("\"\u{FEFF}a\"") as? String)?.utf8.count == 1

  /// Whether a whole number just below the range of `Int64` is cast to another `Int`.
  static let castsBelowInt64 = read("-9223372036854775809") is Int

  private static func read(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }
}

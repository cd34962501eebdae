import Foundation

/// What `JSONSerialization` makes of values, which a mapper that goes through it cannot help.
///
/// The systems have other ones of their own, so the one that runs is asked, once.
enum ReaderHabits {
  /// Whether it takes U+FEFF at the start of a text for a byte order mark, and leaves it out.
  static let dropsMark = (read("\"\u{FEFF}a\"") as? String)?.utf8.count == 1

  /// Whether a whole number just below `Int64` is cast to an `Int`, which is another number.
  static let castsBelowInt64 = read("-9223372036854775809") is Int

  private static func read(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }
}

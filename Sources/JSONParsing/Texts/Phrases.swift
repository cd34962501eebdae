// The words that several messages and reports share.

/// Returns a count and what is counted: `1 contract`, `2 entries`.
///
/// - Parameter many: The plural, if it is not the word with an "s".
package func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? word : many ?? word + "s")"
}

/// Returns a text as it is shown within a sentence: of more than 60 scalars the first 57.
package func shortened(_ text: String) -> String {
  text.unicodeScalars.dropFirst(60).isEmpty ? text : truncated(text, after: 57)
}

/// Returns the first scalars of a text, and an ellipsis if there are more.
package func truncated(_ text: String, after count: Int) -> String {
  let start = text.unicodeScalars.prefix(count)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}

/// Returns the first of some names and how many there are besides: `id, name and 3 more`.
package func listed(_ names: [String], most: Int = 8) -> String {
  let shown = names.prefix(most).joined(separator: ", ")
  return names.count > most ? "\(shown) and \(names.count - most) more" : shown
}

// Phrases that several messages and reports share.

/// Returns a count and its noun: `1 contract`, `2 entries`; by default the plural has an "s".
package func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? word : many ?? word + "s")"
}

/// Returns a text for display in a sentence: if it has more than 60 scalars, the first 57 and an
/// ellipsis.
package func shortened(_ text: String) -> String {
  text.unicodeScalars.dropFirst(60).isEmpty ? text : truncated(text, after: 57)
}

/// Returns the first scalars of a text, and an ellipsis if there are more.
package func truncated(_ text: String, after count: Int) -> String {
  let start = text.unicodeScalars.prefix(count)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}

/// Returns the first names and the number of the others: `id, name and 3 more`.
package func listed(_ names: [String], most: Int = 8) -> String {
  let shown = names.prefix(most).joined(separator: ", ")
  return names.count > most ? "\(shown) and \(names.count - most) more" : shown
}

/// Returns a text as one word of a command line, in quotes if necessary.
package func shellWord(_ text: String) -> String {
  let isWord = text.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
      || "._/-".utf8.contains(byte)
  }
  return isWord ? text : shellQuoted(text)
}

package func shellQuoted(_ text: String) -> String {
  guard text.contains("'") else { return "'\(text)'" }
  let isPlain = !text.contains { "\"$`\\!".contains($0) }
  return isPlain ? "\"\(text)\"" : "'\(text.replacing("'", with: "'\\''"))'"
}

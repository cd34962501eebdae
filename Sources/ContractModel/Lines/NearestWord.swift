import JSONParsing

/// Returns the word that was probably meant.
///
/// A word is near if it differs only in case, or in few edits (insertions, deletions, replacements,
/// swaps of neighbours): at most a third of the word, and at most two. A word that starts with the
/// given word is near, too. Of several near words, the one with the fewest edits is returned, then
/// the first.
///
/// - Complexity: O(*k* · *n*²) for *k* words of *n* characters; words longer than 64 are not
///   compared.
package func nearestWord(to word: String, among words: some Sequence<String>) -> String? {
  let scalars = Array(word.unicodeScalars)
  guard !scalars.isEmpty, scalars.count <= 64 else { return nil }
  let limit = min(2, max(1, scalars.count / 3))
  var nearest: (word: String, distance: Int)?
  for candidate in words where !candidate.utf8.elementsEqual(word.utf8) {
    let other = Array(candidate.unicodeScalars.prefix(67))
    let distance = distance(from: scalars, to: other, limit: limit)
    // A word of one or two letters would be near to every other such word.
    if let distance, distance == 0 || scalars.count > 2, distance < nearest?.distance ?? .max {
      nearest = (candidate, distance)
    }
  }
  return nearest?.word
}

/// Returns the distance between two words; `nil` if they are not near.
private func distance(
  from word: [Unicode.Scalar], to other: [Unicode.Scalar], limit: Int
) -> Int? {
  let (lower, otherLower) = (lowercased(word), lowercased(other))
  if lower == otherLower { return 0 }
  if abs(other.count - word.count) <= limit {
    let edits = editDistance(word, other)
    if edits <= limit { return edits }
  }
  return otherLower.starts(with: lower) ? limit + 1 : nil
}

private func lowercased(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
  word.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
}

/// Returns the number of edits between two words (optimal string alignment).
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, scalar) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      let replaced = last[column] + (scalar == other ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}

package func didYouMean(_ word: String, among words: some Sequence<String>) -> String? {
  nearestWord(to: word, among: words).map { "did you mean \(quoted($0))?" }
}

/// Returns a hint with the word that was probably meant, or else with the first words.
package func nearestOrFirst(_ word: String, among words: [String]) -> String {
  didYouMean(word, among: words)
    ?? "it has \(words.prefix(12).map(quoted).joined(separator: ", "))"
}

/// Returns a text from outside in quotes, safe to display and at most 60 characters long.
package func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard !scalars.dropFirst(60).isEmpty else { return "\"\(displayed(text))\"" }
  return "\"\(displayed(String(scalars.prefix(57))))…\""
}

package enum KeyLikeness: Equatable {
  /// The keys differ only in case and in the separators between words: `userId`, `user_id`.
  case sameLetters
  /// The keys differ in this many characters, one or two.
  case near(distance: Int)
}

/// Returns the likeness between two different keys; `nil`, if there is none.
package func likeness(of key: String, to other: String) -> KeyLikeness? {
  if letters(key) == letters(other) { return .sameLetters }
  let (left, right) = (Array(key.unicodeScalars), Array(other.unicodeScalars))
  let limit = min(2, right.count / 3)
  guard limit > 0, left.count <= 64, abs(left.count - right.count) <= limit else { return nil }
  let distance = editDistance(left, right)
  return distance <= limit ? .near(distance: distance) : nil
}

private func letters(_ key: String) -> [Unicode.Scalar] {
  lowercased(key.unicodeScalars.filter { $0 != "_" && $0 != "-" })
}

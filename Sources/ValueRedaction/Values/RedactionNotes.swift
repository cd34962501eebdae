import JSONParsing

/// The counts of values that could not be replaced properly.
package final class RedactionNotes: Sendable {
  /// The count of values, and the constraints of contracts on them, sorted.
  package typealias Total = (count: Int, words: [String])

  private let noted = Mutex<[Replacement.Outcome: (count: Int, words: Set<String>)]>([:])

  func note(_ replacement: Replacement) {
    guard replacement.outcome != .isReplaced else { return }
    noted.withLock { noted in
      noted[replacement.outcome, default: (0, [])].count += 1
      noted[replacement.outcome]?.words.formUnion(replacement.words)
    }
  }

  private func total(_ outcome: Replacement.Outcome) -> Total {
    noted.withLock { ($0[outcome]?.count ?? 0, $0[outcome]?.words.sorted() ?? []) }
  }

  /// The values that stay, because constraints, or the small number of similar values, allow no
  /// other value.
  package var staying: Total { total(.stays) }
  /// The values that do not keep the constraints of contracts any more.
  package var breaking: Total { total(.breaks) }
}

/// The replacement of a text.
struct Replacement: Sendable {
  enum Outcome: Sendable { case isReplaced, stays, breaks }

  var text: String
  var outcome = Outcome.isReplaced
  /// The constraints of contracts that the text keeps, or that its replacement breaks.
  var words: [String] = []
}

/// Remembers what was made of the first keys: most texts repeat.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  private static var mostKeys: Int { 100_000 }

  func value(of key: Key, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let value = make()
    values.withLock { values in
      if values.count < Self.mostKeys { values[key] = value }
    }
    return value
  }
}

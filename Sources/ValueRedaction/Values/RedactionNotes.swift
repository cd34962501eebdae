import JSONParsing

/// The counts of values that could not be replaced properly.
package final class RedactionNotes: Sendable {
  /// Values, with the constraints of contracts on them.
  package struct Total: Sendable {
    package fileprivate(set) var count = 0
    fileprivate var constraints: Set<String> = []

    package var words: [String] { constraints.sorted() }
  }

  private let totals = Mutex<[Replacement.Outcome: Total]>([:])

  init() {}

  func note(_ replacement: Replacement) {
    guard replacement.outcome != .isReplaced else { return }
    totals.withLock { totals in
      totals[replacement.outcome, default: Total()].count += 1
      totals[replacement.outcome]?.constraints.formUnion(replacement.words)
    }
  }

  /// The values that stay, because constraints, or the small number of similar values, allow no
  /// other value.
  package var staying: Total { totals.withLock { $0[.stays] ?? Total() } }
  /// The values that do not keep the constraints of contracts any more.
  package var breaking: Total { totals.withLock { $0[.breaks] ?? Total() } }
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

import JSONParsing

/// The replacements of texts, and the counts of texts that could not be replaced properly.
package final class RedactionNotes: Sendable {
  /// The result of replacing a text.
  enum Outcome: Sendable { case isReplaced, stays, breaks }

  struct Replacement: Sendable {
    var text: String
    var outcome: Outcome
    /// The constraints of contracts on the text.
    var words: [String]

    init(text: String, _ outcome: Outcome = .isReplaced, _ words: [String] = []) {
      (self.text, self.outcome, self.words) = (text, outcome, words)
    }
  }

  /// A text, and the way in which it is read.
  struct Key: Hashable {
    var text: MemberName
    var isURL = false
  }

  private struct State {
    var replacements: [Key: Replacement] = [:]
    var secretNames: [MemberName: Bool] = [:]
    var told: [Outcome: Told] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The maximum number of remembered texts, and their maximum length: most texts repeat.
  private static let (mostTexts, longestText) = (100_000, 300)

  /// Returns the replacement of a text, which is made once.
  func replacement(of key: Key, _ make: () -> Replacement) -> Replacement {
    let known = state.withLock { $0.replacements[key] }
    let replacement = known ?? make()
    if known == nil, key.text.text.utf8.count <= Self.longestText {
      state.withLock { state in
        if state.replacements.count < Self.mostTexts { state.replacements[key] = replacement }
      }
    }
    return replacement
  }

  /// Whether a member with this name is a secret. The result is remembered for each name.
  func isSecret(_ name: MemberName) -> Bool {
    state.withLock { state in
      if let known = state.secretNames[name] { return known }
      let isSecret = CredentialNames.isSecret(name.text)
      if state.secretNames.count < Self.mostTexts { state.secretNames[name] = isSecret }
      return isSecret
    }
  }

  /// Counts a text that was not replaced properly.
  func note(_ found: Replacement) {
    guard found.outcome != .isReplaced else { return }
    state.withLock { state in
      state.told[found.outcome, default: Told()].count += 1
      state.told[found.outcome]?.constraints.formUnion(found.words)
    }
  }

  // MARK: - Reported texts

  /// The texts that were not replaced properly, with the constraints of contracts on them.
  package struct Told: Sendable, Equatable {
    package fileprivate(set) var count = 0
    fileprivate var constraints: Set<String> = []

    package var words: [String] { constraints.sorted() }
  }

  /// The values that stay, because constraints, or the small number of similar values, allow no
  /// other value.
  package var staying: Told { told(.stays) }
  /// The values that do not keep the constraints of contracts any more.
  package var breaking: Told { told(.breaks) }

  private func told(_ outcome: Outcome) -> Told {
    state.withLock { $0.told[outcome] ?? Told() }
  }
}

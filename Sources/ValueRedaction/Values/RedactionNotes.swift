import JSONParsing

/// What became of texts, and how often one could not be replaced as it should be.
package final class RedactionNotes: Sendable {
  /// What can be the matter with a text.
  enum Outcome: Sendable { case isReplaced, stays, breaks }

  struct Replacement: Sendable {
    var text: String
    var outcome: Outcome
    /// What contracts ask of the text.
    var words: [String]

    init(text: String, _ outcome: Outcome = .isReplaced, _ words: [String] = []) {
      (self.text, self.outcome, self.words) = (text, outcome, words)
    }
  }

  /// A text, and what it is taken for.
  struct Key: Hashable {
    var text: MemberName
    var isURL = false
  }

  private struct State {
    var replacements: [Key: Replacement] = [:]
    var secretNames: [MemberName: Bool] = [:]
    var counts: [Outcome: Int] = [:]
    var words: [Outcome: Set<String>] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// How many texts are remembered, and up to which length: most repeat.
  private static let (mostTexts, longestText) = (100_000, 300)

  /// Returns what takes the place of a text, which is made once.
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

  /// Whether a member of this name is a secret: of each name it is asked once.
  func isSecret(_ name: MemberName) -> Bool {
    state.withLock { state in
      if let known = state.secretNames[name] { return known }
      let isSecret = CredentialNames.isSecret(name.text)
      if state.secretNames.count < Self.mostTexts { state.secretNames[name] = isSecret }
      return isSecret
    }
  }

  /// Counts a text that was not replaced as it should be.
  func note(_ found: Replacement) {
    guard found.outcome != .isReplaced else { return }
    state.withLock { state in
      state.counts[found.outcome, default: 0] += 1
      state.words[found.outcome, default: []].formUnion(found.words)
    }
  }

  // MARK: - What is reported

  /// Texts that were not replaced as they should be, and what contracts ask of them, in their words.
  package struct Told: Sendable, Equatable {
    package var count = 0
    package var words: [String] = []
  }

  /// The values that stay, since contracts, or how few are like them, leave no other.
  package var staying: Told { told(.stays) }
  /// The values that no longer keep what contracts ask of them.
  package var breaking: Told { told(.breaks) }

  private func told(_ outcome: Outcome) -> Told {
    state.withLock {
      Told(count: $0.counts[outcome] ?? 0, words: $0.words[outcome]?.sorted() ?? [])
    }
  }
}

import ContractModel
import JSONParsing

/// A cause of disagreements in a sentence without a full stop, safe to display.
///
///     User takes 23 absent keys for nil: login, id, node_id, avatar_url, url and 18 more
struct DisagreementHeadline: CustomStringConvertible {
  /// How many key paths are named at most.
  private static let keyLimit = 5
  /// The key path of a line that reads what it stands in.
  private static let whole = "itself"

  private let group: DisagreementGroup
  private let disagreement: Disagreement
  /// The key paths, as those of their type.
  private let keys: [String]

  init(_ group: DisagreementGroup) {
    (self.group, disagreement) = (group, group.disagreement)
    var seen: Set<SourceKeyPath> = []
    keys = group.lines.map(\.source).filter { seen.insert($0).inserted }.map { source in
      source == .representation ? Self.whole : displayed(source.description)
    }
  }

  var description: String {
    let (isOfNothing, names) = (disagreement.state.isNothing, listed(keys, most: Self.keyLimit))
    switch disagreement.kind {
    case .breaks(let law): return "the mapper breaks the law: \(law)"
    case .unstable: return "the mapper does not do the same twice with one payload"
    case .count:
      return "the store has \(disagreement.mapper), and the contract \(disagreement.contract)"
    case .noProperty: return "\(subject) has no property for \(names)"
    case .variant: return "\(subject) makes \(disagreement.detail)"
    case .refuses where group.isOnValid: return "the mapper refuses the valid payload"
    case .refuses where keys.isEmpty: return "the mapper refuses what the contract admits"
    case .refuses:
      let object = isOfNothing ? "\(object(states)), which may be" : object("valid")
      return "\(subject) refuses \(object)\(list)"
    case .accepts where disagreement.outcome == .leftOut:
      return keys == [Self.whole]
        ? "the mapper leaves out elements that the contract refuses"
        : "\(subject) leaves out elements of \(names) that the contract refuses"
    case .accepts where keys.isEmpty && disagreement.mapping != nil:
      return "\(subject) takes an object that no case fits"
    case .accepts where keys == [Self.whole]: return "the mapper takes \(states) payloads"
    case .accepts where keys.isEmpty: return "the mapper takes what the contract refuses"
    case .accepts: return "\(subject) takes \(object(states))\(outcome)\(list)"
    case .differs where keys.isEmpty: return "the mapper makes another value of the payload"
    case .differs:
      let made = disagreement.outcome ?? .value
      return isOfNothing
        ? "\(subject) makes \(made) of \(object(states))\(list)"
        : "\(subject) makes \(made) of \(names)"
    }
  }

  private var subject: String {
    disagreement.mapping.map { displayed($0.text) } ?? "the payload"
  }

  /// ` for nil`
  private var outcome: String {
    guard let outcome = disagreement.outcome, outcome != .value else { return "" }
    return " for \(outcome)"
  }

  /// `: login, id and 21 more`, if there are several.
  private var list: String {
    keys.count > 1 ? ": " + listed(keys, most: Self.keyLimit) : ""
  }

  /// `absent or null`, `absent, null or invalid`
  private var states: String {
    let isInvalid = group.states.contains { if case .broken = $0 { true } else { false } }
    let all = [
      (group.states.contains(.absent), "absent"), (group.states.contains(.null), "null"),
      (isInvalid, "invalid"),
    ]
    let words = all.filter(\.0).map(\.1)
    guard let last = words.last, words.count > 1 else { return words.first ?? "present" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `an absent file_url`, `23 absent keys`
  private func object(_ adjective: String) -> String {
    guard keys.count == 1 else { return "\(keys.count) \(adjective) keys" }
    return "\(withArticle(adjective)) \(keys[0])"
  }
}

/// `a Girl`, `an absent`, `a User`
func withArticle(_ word: String) -> String {
  (word.prefix(1).contains { "aeioAEIO".contains($0) } ? "an " : "a ") + word
}

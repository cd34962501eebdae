import ContractModel
import JSONParsing

/// A cause of disagreements in a sentence without a full stop, safe to display.
///
///     User reads 23 absent keys as nil: login, id, node_id, avatar_url, url and 18 more
struct CauseHeadline: CustomStringConvertible {
  /// The most key paths that are named.
  private static let keyLimit = 5
  /// The most key paths that are named for a type where all are listed.
  private static let nameLimit = 60
  /// The text for the payload. Lines of a mapping that read the value they stand in have their
  /// property's name.
  private static let whole = "itself"

  private let cause: Cause
  private let disagreement: Disagreement
  /// The key paths; they have their type's name in front if there are several types.
  private let keys: [String]
  private let keysByType: [(type: String, keys: [String])]

  init(_ cause: Cause) {
    (self.cause, disagreement) = (cause, cause.disagreement)
    let keysByType = Self.keysByType(cause.lines)
    self.keysByType = keysByType
    let isOne = keysByType.count < 2
    // Take one key path of each type in turn.
    let most = keysByType.map(\.keys.count).max() ?? 0
    keys = (0..<most).flatMap { number in
      keysByType.filter { number < $0.keys.count }.map { type, keys in
        isOne ? keys[number] : (type.isEmpty ? "" : type + ".") + keys[number]
      }
    }
  }

  private static func keysByType(
    _ lines: [Cause.Line]
  ) -> [(type: String, keys: [String])] {
    var result: [(type: String, keys: [String])] = []
    for line in lines {
      let type = line.mapping.map { displayed($0.text) } ?? ""
      let (source, property) = (line.line.source, line.mapping == nil ? nil : line.line.property)
      let key =
        source == .representation
        ? property.map { displayed($0.description) } ?? whole : displayed(source.description)
      let place = result.firstIndex { $0.type == type } ?? result.endIndex
      if place == result.endIndex { result.append((type, [])) }
      if !result[place].keys.contains(key) { result[place].keys.append(key) }
    }
    return result
  }

  /// All keys of several types, if the headline does not name them all:
  /// `User: login, id; Plan: name`
  var allKeys: String? {
    guard keysByType.count > 1, keys.count > Self.keyLimit else { return nil }
    return keysByType.map { "\($0): \(listed($1, most: Self.nameLimit))" }.joined(separator: "; ")
  }

  var description: String { sentence + responses }

  /// The number of responses, if it matters: `, after 2 responses`
  private var responses: String {
    let isPair = !disagreement.overlapping.isEmpty
    guard isPair || disagreement.kind == .count, disagreement.endpoints.count > 1 else { return "" }
    return ", after \(disagreement.endpoints.count) responses" + (isPair ? ", two at once" : "")
  }

  private var sentence: String {
    let isOfNothing =
      disagreement.outcome?.isOfStore == true
      ? cause.states.allSatisfy(\.isNothing) : disagreement.state.isNothing
    let names = listed(keys, most: Self.keyLimit)
    if let fallback = cause.fallback {
      return "the mapper makes \(fallback) of payloads that the contract refuses"
    }
    switch disagreement.kind {
    case .breaks where disagreement.failure == .notModified:
      return "the store changes where a response says that nothing has changed"
    case .breaks where disagreement.failure != nil: return "the store changes where a load fails"
    case .breaks(let law): return "the mapper breaks the law: \(law)"
    case .unstable where disagreement.isUnsteady && !keys.isEmpty:
      let object = isOfNothing ? object(states) + list : names
      return "\(subject) makes another value of \(object) each time"
    case .unstable: return "the mapper does not do the same twice with one payload"
    case .startsFull: return "the store is not empty before anything is loaded into it"
    case .count:
      let counts = [disagreement.mapper, disagreement.contract].map { $0.prefix { $0 != ":" } }
      return "the store has \(counts[0]), and the contract \(counts[1])"
    case .noProperty: return "\(subject) has no property for \(names)"
    case .variant: return "\(subject) makes \(disagreement.detail)"
    case .refusesMember: return "\(subject) refuses members that no line reads"
    case .readsMember where keys.count == 1:
      return "\(subject) reads \(displayed(disagreement.detail)) for \(names)"
    case .readsMember: return "\(subject) reads members that no line reads for \(names)"
    case .refuses where cause.isOnValid: return "the mapper refuses the valid payload"
    case .refuses where disagreement.switchKey != nil:
      return "\(subject) refuses some values of \(displayed(disagreement.switchKey?.text ?? "")), "
        + "which the contract admits"
    case .refuses where keys.isEmpty || keys == [Self.whole]:
      return "the mapper refuses what the contract admits"
    case .refuses:
      let object = isOfNothing ? "\(object(states)), which the contract allows" : object("valid")
      return "\(subject) refuses \(object)\(list)"
    case .accepts where disagreement.outcome == .leftOut:
      return keys == [Self.whole]
        ? "the mapper leaves out elements that the contract refuses"
        : "\(subject) leaves out elements of \(names) that the contract refuses"
    case .accepts where keys.isEmpty && disagreement.mapping != nil:
      return "\(subject) takes an object that no case fits"
    case .accepts where keys == [Self.whole] && [nil, .value].contains(disagreement.outcome):
      return "the mapper takes \(states) payloads"
    case .accepts where keys == [Self.whole]:
      return "the mapper reads \(states) payloads as \(disagreement.outcome ?? .value)"
    case .accepts where keys.isEmpty: return "the mapper takes what the contract refuses"
    case .accepts:
      guard let outcome = disagreement.outcome, outcome != .value else {
        return "\(subject) takes \(object(states))\(list)"
      }
      return "\(subject) reads \(object(states)) as \(outcome)\(list)"
    case .differs where disagreement.outcome == .reordered:
      let place = keys.isEmpty ? "the payload" : names
      return "\(subject) has the elements of \(place) in another order"
    case .differs where keys.isEmpty: return "the mapper makes another value of the payload"
    case .differs where disagreement.outcome == .otherObject:
      return "\(subject) has another object of the payload as \(names)"
    case .differs where disagreement.outcome == .oldValue:
      let place = isOfNothing ? object(states) + list : names
      return "\(subject) keeps the old value of \(place)"
    case .differs where disagreement.outcome == .olderValue:
      return "\(subject) takes \(names) of a response that is not newer"
    case .differs where disagreement.wipes && !cause.isOnValid:
      let it = keys.count == 1 ? "it" : "them"
      return "\(subject): a response without \(names) sets \(it) to "
        + "\(disagreement.outcome ?? .value)"
    case .differs:
      let made = disagreement.outcome ?? .value
      if isOfNothing { return "\(subject) makes \(made) of \(object(states))\(list)" }
      let property = disagreement.line?.property.map { displayed($0.description) }
      return "\(subject) makes \(made) of "
        + (keys == [Self.whole] ? property ?? "the payload" : names)
    }
  }

  private var subject: String {
    disagreement.mapping.map { displayed($0.text) } ?? "the mapper"
  }

  /// The keys, if there are several: `: login, id and 21 more`
  private var list: String {
    keys.count > 1 ? ": " + listed(keys, most: Self.keyLimit) : ""
  }

  /// The states of the values: `absent or null`, `absent, null or invalid`
  private var states: String {
    let isInvalid = cause.states.contains { if case .broken = $0 { true } else { false } }
    let all = [
      (cause.states.contains(.absent), "absent"), (cause.states.contains(.null), "null"),
      (cause.states.contains(.empty), "empty"), (isInvalid, "invalid"),
    ]
    let words = all.filter(\.0).map(\.1)
    guard let last = words.last, words.count > 1 else { return words.first ?? "present" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns the keys with an adjective: `an absent file_url`, `23 absent keys`
  private func object(_ adjective: String) -> String {
    guard keys.count == 1 else { return "\(keys.count) \(adjective) keys" }
    return "\(withArticle(adjective)) \(keys[0])"
  }
}

/// Returns a word with its indefinite article: `a Girl`, `an absent`, `a User`
func withArticle(_ word: String) -> String {
  (word.prefix(1).contains { "aeioAEIO".contains($0) } ? "an " : "a ") + word
}

extension Cause {
  /// Whether another cause is this one: a property that is `nil` on the valid payload
  /// is not read of its key, whatever else happens there; what a property is on the valid payload,
  /// it is of a wrong value too; a key that the mapper reads by another name is not read; what becomes
  /// of null becomes of nothing; an object that is made another variant is read as that; what is
  /// another value each time is no value of the payload; and where several things become of the same
  /// lines, one is reported.
  func explains(_ other: Cause) -> Bool {
    let (own, foreign) = (disagreement, other.disagreement)
    guard !other.lines.isEmpty else { return false }
    // Values follow from objects that are there twice, or not at all.
    if own.kind == .count, foreign.kind == .differs, other.isOfHistory {
      return own.mapping == nil || other.lines.contains { $0.mapping == own.mapping }
    }
    // A store that is emptied before each load forgets what the response does not say.
    if own.isEmptied, other.isOfHistory, foreign.wipes { return true }
    if let type = own.variantType {
      return isOnValid && other.lines.allSatisfy { $0.mapping == type }
    }
    if own.kind == .refuses, isOnValid, let line = own.unreadLine {
      return [.accepts, .differs].contains(foreign.kind)
        && other.lines.allSatisfy { $0.key == ContractLineKey(line) }
    }
    guard Set(lines.map(\.key)).isSuperset(of: other.lines.map(\.key)) else { return false }
    switch (own.kind, foreign.kind) {
    case (.unstable, .accepts), (.unstable, .differs): return true
    case (.accepts, .accepts):
      return own.outcome != nil && foreign.outcome == nil
    case (.differs, .differs):
      if isOnValid, own.outcome == .nothing { return !other.isOnValid }
      return isOnValid == other.isOnValid
        && (own.state.isNothing == foreign.state.isNothing || own.outcome == foreign.outcome)
    case (.differs, .accepts) where isOnValid && own.outcome == .nothing,
      (.differs, .readsMember) where isOnValid:
      return true
    case (.differs, .accepts) where own.outcome == foreign.outcome:
      let isOfNothing = other.states.allSatisfy(\.isNothing)
      return own.outcome == .value
        ? isOnValid && !other.states.contains(where: \.isNothing)
        : isOnValid || own.state.isNothing && isOfNothing
    default: return false
    }
  }

  /// Whether the other one's list, of which nothing is left, was not made of its elements, but is what
  /// this one shows: an empty one, whatever is wrong.
  func isWhole(of other: Cause) -> Bool {
    disagreement.kind == .accepts && disagreement.outcome == .emptyCollection
      && other.disagreement.kind == .accepts && other.disagreement.outcome == .leftOut
      && !other.keepsSome && !other.lines.isEmpty
      && Set(lines.map(\.key)).isSuperset(of: other.lines.map(\.key))
  }
}

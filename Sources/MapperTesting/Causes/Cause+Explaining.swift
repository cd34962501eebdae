extension Cause {
  /// Returns whether another cause follows from this one, so that only this one is reported.
  ///
  /// - If a property is `nil` on the valid payload, its key is not read. Other faults at the key
  ///   show nothing more.
  /// - If a property has another value on the valid payload, it also has it for a wrong value.
  /// - If the mapper reads a key by another name, it does not read it by its own name.
  /// - The mapper treats null in the same way as an absent value.
  /// - If the mapper makes an object another variant, it reads the object's values as that
  ///   variant's.
  /// - A store that applies an older response has its values, whatever they are.
  /// - A value that differs each time does not come from the payload.
  /// - Of several results for the same lines, only one is reported.
  func explains(_ other: Cause) -> Bool {
    let (own, foreign) = (disagreement, other.disagreement)
    guard !other.lines.isEmpty else { return false }
    // Wrong values follow from objects that are in the store twice, or not at all.
    if own.kind == .count, foreign.kind == .differs, other.isOfHistory {
      return own.mapping == nil || other.lines.contains { $0.mapping == own.mapping }
    }
    // A store that is emptied before each load loses the values that the response does not mention.
    if own.isEmptied, other.isOfHistory, foreign.wipes { return true }
    if own.outcome == .olderValue, foreign.outcome == .olderValue, own.kind == .differs {
      return own.mapping == foreign.mapping
    }
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

  /// Returns whether the other cause's list without elements is the empty list of this cause: the
  /// mapper returns an empty list, whatever is wrong, and does not drop single elements.
  func isWhole(of other: Cause) -> Bool {
    disagreement.kind == .accepts && disagreement.outcome == .emptyCollection
      && other.disagreement.kind == .accepts && other.disagreement.outcome == .leftOut
      && !other.keepsSome && !other.lines.isEmpty
      && Set(lines.map(\.key)).isSuperset(of: other.lines.map(\.key))
  }
}

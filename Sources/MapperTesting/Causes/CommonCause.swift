import ContractModel
import JSONParsing

/// A cause that may show in many types of objects.
package struct CommonCause: Hashable, Sendable {
  var kind: Disagreement.Kind
  var outcome: Outcome?
  var isOfNothing: Bool
  var isOnValid: Bool
  /// The fault, the type of the value and the mapper's reason of what is refused.
  var detail: [MemberName]
}

extension Cause {
  /// `nil` of what says nothing of other types.
  package var commonCause: CommonCause? {
    if let joinedCause { return joinedCause }
    guard disagreement.mapping != nil else { return nil }
    var detail: [MemberName] = []
    switch disagreement.kind {
    case .refuses:
      guard !isOnValid, let fault = caseID?.prefix(while: { $0 != "@" }),
        let line = disagreement.line
      else { return nil }
      detail = [MemberName(String(fault)), MemberName("\(line.value.type)")]
      detail.append(disagreement.typeCause.detail)
    case .accepts, .differs:
      guard [nil, .value].contains(disagreement.outcome) else { break }
      // Another value is the same mistake where one fault shows it.
      guard !isOnValid, let fault = caseID?.prefix(while: { $0 != "@" }),
        let line = disagreement.line
      else { return nil }
      detail = [MemberName(String(fault))]
      if disagreement.kind == .differs { detail.append(MemberName("\(line.value.type)")) }
    case .readsMember: break
    // The counts of one payload are reported together, with all types.
    case .count where isOfHistory: break
    default: return nil
    }
    return CommonCause(
      kind: disagreement.kind, outcome: disagreement.outcome,
      isOfNothing: disagreement.typeCause.isOfNothing, isOnValid: isOnValid, detail: detail)
  }

  /// What tests of other mappers tell, too, where one mistake makes it: the same of values of the same
  /// type. `nil` of what says nothing of other mappers, such as how many objects a store has.
  package var sharedCause: CommonCause? {
    guard disagreement.kind != .count, var cause = commonCause else { return nil }
    if let line = disagreement.line { cause.detail.append(MemberName("\(line.value.type)")) }
    return cause
  }

  /// How many types have to have it before it is one cause: that three make `nil` of what is absent
  /// is how the app is written, that two do may be chance.
  package var commonCount: Int {
    if [nil, .value].contains(disagreement.outcome) { return 2 }
    return switch disagreement.kind {
    case .accepts: 3
    case .differs: disagreement.outcome == .oldValue ? 2 : 3
    default: 2
    }
  }
}

import ContractModel
import JSONParsing

extension Cause {
  /// The key of a cause that may appear in many types of objects; `nil` if the cause says nothing
  /// about other types.
  var commonCause: DisagreementKey? {
    if let joinedCause { return joinedCause }
    guard disagreement.mapping != nil else { return nil }
    let fault = isOnValid ? nil : caseID.map { MemberName(String($0.prefix { $0 != "@" })) }
    let type = disagreement.line.map { MemberName("\($0.value.type)") }
    // The fault, the type of the value, and the mapper's reason for rejecting it.
    var detail: [MemberName] = []
    switch disagreement.kind {
    case .refuses:
      guard let fault, let type else { return nil }
      detail = [fault, type] + disagreement.typeCause.detail
    case .accepts, .differs:
      guard [nil, .value].contains(disagreement.outcome) else { break }
      // Another value is the same mistake if the same fault shows it.
      guard let fault, let type else { return nil }
      detail = disagreement.kind == .differs ? [fault, type] : [fault]
    case .readsMember: break
    // The counts after one payload are reported together, for all types.
    case .count where isOfHistory: break
    default: return nil
    }
    return DisagreementKey(
      kind: disagreement.kind, outcome: disagreement.outcome,
      isOfNothing: disagreement.typeCause.isOfNothing, isOnValid: isOnValid, detail: detail)
  }

  /// The cause that tests of other mappers may share because of one common mistake: the same result
  /// for values of the same type. `nil` if the cause cannot occur in other mappers, such as a wrong
  /// number of objects in a store.
  package var sharedCause: DisagreementKey? {
    guard disagreement.kind != .count, var cause = commonCause else { return nil }
    if let line = disagreement.line { cause.detail.append(MemberName("\(line.value.type)")) }
    return cause
  }

  /// The number of types that must share the cause before it is reported as one. If three types
  /// read an absent value as `nil`, that is how the app is written; if two do, it may be chance.
  package var commonCount: Int {
    if [nil, .value].contains(disagreement.outcome) { return 2 }
    return switch disagreement.kind {
    case .accepts: 3
    case .differs: disagreement.outcome?.isOfStore == true ? 2 : 3
    default: 2
    }
  }
}

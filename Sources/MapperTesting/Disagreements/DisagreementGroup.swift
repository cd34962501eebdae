package import ContractModel
import Generation
import JSONParsing

/// The disagreements of one cause.
package struct DisagreementGroup: Sendable {
  /// On a valid payload, or else on the smallest.
  package internal(set) var disagreement: Disagreement
  /// The names of the payloads, that of the disagreement first.
  package internal(set) var caseNames: [String]
  /// The id that makes the payload again: `null@[0].file_url`, `random:42:17`.
  package internal(set) var caseID: String?
  /// Whether the payload of the disagreement is valid, which says most of the mapper.
  package internal(set) var isOnValid = false
  /// Whether it was found among payloads that are shrunk.
  var isShrunk = false
  /// Whether an earlier run failed on the payload.
  var isKept = false
  /// The way from the first payload to this one, if it was shrunk.
  package internal(set) var shrinking: Shrinking?
  /// The lines of the contract that it shows at, in the order in which they first came.
  package internal(set) var lines: [PropertyRule] = []
  /// The things that payloads have there, in the order in which they first came.
  var states: [ValueState] = []
  /// The one thing that is special about the payload, on a line that is safe to display; `nil`, if
  /// there are more.
  package internal(set) var difference: String?

  /// How bad it is: 0 is worst.
  var rank: Int {
    switch disagreement.kind {
    case .refuses: isOnValid ? 0 : 1
    case .noProperty, .variant, .differs, .count: 2
    case .accepts: 3
    case .unstable: 4
    case .breaks: 5
    }
  }

  /// Notes where the disagreement shows.
  mutating func note(_ disagreement: Disagreement) {
    if !states.contains(disagreement.state) { states.append(disagreement.state) }
    guard let line = disagreement.rule,
      !lines.contains(where: { ContractLineKey($0) == ContractLineKey(line) })
    else { return }
    lines.append(line)
  }

  /// Whether the cause of another group is this one: a property that is `nil` on the valid payload
  /// is not read of its key, whatever else happens there; what a property is on the valid payload,
  /// it is of a wrong value too; and what becomes of null becomes of nothing.
  fileprivate func explains(_ other: DisagreementGroup) -> Bool {
    guard disagreement.kind == .differs, let outcome = disagreement.outcome, outcome != .value,
      Set(lines.map(ContractLineKey.init)).isSuperset(of: other.lines.map(ContractLineKey.init))
    else { return false }
    switch other.disagreement.kind {
    case .differs: return isOnValid && outcome == .nothing && !other.isOnValid
    case .accepts where isOnValid && outcome == .nothing: return true
    case .accepts where outcome == other.disagreement.outcome:
      return isOnValid || disagreement.state.isNothing && other.states.allSatisfy(\.isNothing)
    default: return false
    }
  }
}

extension [DisagreementGroup] {
  /// How many causes of one type of object are told in full.
  private static var mostOfType: Int { 3 }

  /// The worst first; of the causes of a type of object the first three, the last of them with the
  /// others. What another cause explains is none of its own.
  package var worstFirst: [(group: DisagreementGroup, others: [DisagreementGroup])] {
    let sorted = filter { group in !contains { $0.explains(group) } }.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    var result: [(group: DisagreementGroup, others: [DisagreementGroup])] = []
    var places: [MemberName: [Int]] = [:]
    for (_, group) in sorted {
      guard let mapping = group.disagreement.mapping else {
        result.append((group, []))
        continue
      }
      if let known = places[mapping], known.count == Self.mostOfType {
        result[known[known.count - 1]].others.append(group)
      } else {
        places[mapping, default: []].append(result.count)
        result.append((group, []))
      }
    }
    return result
  }
}

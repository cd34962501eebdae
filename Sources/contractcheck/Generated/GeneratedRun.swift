import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Maps the payloads of one target of a contract.
struct GeneratedRun {
  /// The number of drawn payloads among the valid ones.
  private static let drawnCount = 20
  let target: ContractExample.Target
  let cases: GeneratedCases
  let mapper: Mapper
  /// The names of the mappings, or endpoints, of the contract's lines.
  let owners: [Origin.Place: String]
  /// The violations of the base payloads themselves. A change is noticed if it causes another
  /// violation.
  private(set) var known: [ObjectIdentifier: Set<ExpectedViolation>] = [:]

  /// A change, by the number of its key path and of its cell there.
  typealias Change = (kind: ServerChange, keyPath: Int, cell: Int)

  /// Maps a part of the target's payloads, the same share as for all targets, spread evenly over
  /// their kinds.
  ///
  /// - Parameter outcome: The outcome of the contract's payloads so far.
  mutating func map(
    _ changes: [Change], share limit: Int, _ outcome: inout GeneratedVerifier.Outcome
  ) {
    let validCount = Self.validCount(of: cases)
    let (all, total) = (validCount + changes.count, outcome.count)
    let count = total <= limit ? all : max(1, all * limit / total)
    // A mapping that reads enclosing objects has no valid payload by itself.
    let isAdmitted = !violations(in: cases.sweep.bases[0].bytes).isRefusal
    if !isAdmitted { outcome.aloneRefused.append(target.text) }
    for number in 0..<count {
      let index = number * all / count
      if index < validCount {
        if isAdmitted { mapValid(index, &outcome) } else { outcome.count -= 1 }
      } else {
        mapChanged(changes[index - validCount], &outcome)
      }
    }
    for keyPath in cases.sweep.keyPaths where keyPath.level == 0 {
      for kind in ServerChange.allCases where kind.isAllowed(at: keyPath) {
        outcome.trials += trials(of: kind, keyPath)
      }
    }
  }

  // MARK: - Valid payloads

  /// Returns the number of valid payloads that are generated for a target.
  static func validCount(of cases: GeneratedCases) -> Int {
    (cases.count(of: .canonical) ?? 0) + (cases.count(of: .pairwise) ?? 0) + drawnCount
  }

  /// Returns a canonical payload, one with members at their edges, or a drawn one.
  private func validCase(_ index: Int) -> GeneratedCase {
    var index = index
    for phase in [GeneratedCase.Phase.canonical, .pairwise] {
      let count = cases.count(of: phase) ?? 0
      if index < count { return cases[phase, index] }
      index -= count
    }
    return cases[.valid, index]
  }

  private func mapValid(_ index: Int, _ outcome: inout GeneratedVerifier.Outcome) {
    let one = validCase(index)
    let payload = one.payload.bytes
    outcome.validCount += 1
    let violations = violations(in: payload)
    guard violations.isRefusal else { return }
    outcome.refusals.append(
      GeneratedVerifier.Refusal(
        id: one.id, target: target.text, payload: payload, violations: violations))
  }

  // MARK: - Changes

  private mutating func mapChanged(_ change: Change, _ outcome: inout GeneratedVerifier.Outcome) {
    let keyPath = cases.sweep.keyPaths[change.keyPath]
    let cell = keyPath.cells[change.cell]
    let base = cell.base
    let before = known[ObjectIdentifier(base)] ?? findings(in: base.bytes)
    known[ObjectIdentifier(base)] = before
    outcome.changedCount += 1
    let found = findings(in: cell.bytes)
    outcome.trials += trials(of: change.kind, keyPath, isNoticed: !found.isSubset(of: before))
  }

  /// Returns a trial for each line that reads a key path.
  private func trials(
    of kind: ServerChange, _ keyPath: FaultedKeyPath, isNoticed: Bool? = nil
  ) -> [NoticedFaults.Trial] {
    keyPath.lines.map { line in
      let line = NoticedFaults.Line(line, of: owners[line.origin.place] ?? target.text)
      return NoticedFaults.Trial(change: kind, line: line, isNoticed: isNoticed)
    }
  }

  // MARK: - The engine's verdict

  /// Returns the violations of a payload, or the violation that it cannot be parsed.
  private func violations(in payload: [UInt8]) -> [Violation] {
    do {
      var store = ObjectStore()
      let document = try JSONDocument(parsing: payload)
      return mapper.map(document, as: MappingTarget(target), into: &store).violations
    } catch {
      return [
        Violation(
          rule: RuleID(error), severity: .error, path: InstancePath(),
          byteRange: error.offset..<error.offset, message: "\(error)")
      ]
    }
  }

  private func findings(in payload: [UInt8]) -> Set<ExpectedViolation> {
    Set(violations(in: payload).map(\.expected))
  }
}

extension [Violation] {
  fileprivate var isRefusal: Bool { contains { $0.severity == .error } }
}

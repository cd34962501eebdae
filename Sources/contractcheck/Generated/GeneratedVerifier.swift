import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Maps payloads generated from a contract. Valid payloads have to be admitted. For changes that a
/// server may make, the lines that notice them are recorded.
struct GeneratedVerifier {
  /// A payload that should be valid, but that the engine rejects.
  struct Refusal {
    var id: String
    var target: String
    var payload: [UInt8]
    var violations: [Violation]
  }

  /// The result of a contract's payloads.
  struct Outcome {
    /// The numbers of mapped valid payloads, of mapped changed payloads, and of all payloads.
    var validCount = 0
    var changedCount = 0
    var count = 0
    var targetCount = 0
    /// The number of targets without a payload of at most `mostValues` values, or whose payloads
    /// are too deep.
    var tooLargeCount = 0
    /// The number of targets that were skipped, because the contract is too large.
    var unseenCount = 0
    /// The number of cases for which no payload was searched.
    var leftOutCaseCount = 0
    /// The endpoints and types without valid payloads, because the canonical one is rejected.
    var aloneRefused: [String] = []
    var refusals: [Refusal] = []
    var trials: [NoticedFaults.Trial] = []

    var ranCount: Int { validCount + changedCount }
  }

  /// The maximum number of values of a payload in which faults are made.
  static let mostValues = 2_000
  /// The maximum number of cases of a target's mappings for which payloads are searched.
  private static let mostCases = 100
  /// The maximum amount of work, in lines of the contract for each target, and values of its
  /// payloads. It is counted rather than timed, so that it is the same on every machine.
  static let mostWork = 2_000_000
  /// The work for a value of a payload, in lines: each value has about twenty faults.
  private static let workOfValue = 20
  /// The maximum number of values in all cases that are kept from the count to the run.
  private static let mostKeptValues = 20_000
  private let limits = GenerationLimits(valueCount: mostValues, caseCount: mostCases)
  let contract: Contract
  /// The maximum number of mapped payloads; if there are more, the same share of each target's
  /// payloads is mapped.
  let limit: Int
  var mostWork = Self.mostWork

  func outcome() -> Outcome {
    var outcome = Outcome()
    guard limit > 0 else { return outcome }
    let owners = Dictionary(contract.ownedLines.map { ($0.line.origin.place, $0.owner) }) {
      first, _ in first
    }
    let recorder = ReadRecorder(contract, as: contract.generationTargets)
    for target in targets(recorder, &outcome) {
      guard let cases = target.cases ?? cases(of: target.target, recorder) else { continue }
      var run = GeneratedRun(
        target: target.target, cases: cases, mapper: recorder.mapper, owners: owners)
      run.map(target.changes, share: limit, &outcome)
    }
    return outcome
  }

  private struct Target {
    var target: ContractExample.Target
    var changes: [GeneratedRun.Change]
    /// The target's cases while they are few. Others are generated again for the run, so that
    /// memory does not grow with the contract.
    var cases: GeneratedCases?
  }

  private func cases(
    of target: ContractExample.Target, _ recorder: ReadRecorder
  ) -> GeneratedCases? {
    GeneratedCases(contract, target: target, limits: limits, recorder: recorder)
  }

  private func targets(_ recorder: ReadRecorder, _ outcome: inout Outcome) -> [Target] {
    var (work, keptCount) = (0, 0)
    var found: [Target] = []
    var seen: Set<ChangedLine> = []
    let lineCount = contract.lineCount
    let targets = contract.generationTargets
    outcome.targetCount = targets.count
    for target in targets {
      guard work < mostWork else {
        outcome.unseenCount += 1
        continue
      }
      work += lineCount
      guard let cases = cases(of: target, recorder) else {
        if contract.isTooLarge(target, limits) { outcome.tooLargeCount += 1 }
        continue
      }
      work += Self.workOfValue * cases.valueCount
      keptCount += cases.valueCount
      let changes = changes(of: cases, unlike: &seen)
      outcome.count += GeneratedRun.validCount(of: cases) + changes.count
      outcome.leftOutCaseCount += cases.sweep.leftOutCaseCount
      found.append(
        Target(
          target: target, changes: changes, cases: keptCount <= Self.mostKeptValues ? cases : nil))
    }
    return found
  }

  private struct ChangedLine: Hashable {
    var change: ServerChange
    var place: Origin.Place
  }

  /// Returns the changes at the target's key paths. A line that several targets share is changed
  /// once. An unknown case is tried at every key path, since another key may select the case there.
  private func changes(
    of cases: GeneratedCases, unlike seen: inout Set<ChangedLine>
  ) -> [GeneratedRun.Change] {
    var changes: [GeneratedRun.Change] = []
    for (number, keyPath) in cases.sweep.keyPaths.enumerated() {
      let before = seen
      for (index, cell) in keyPath.cells.enumerated() {
        guard let change = ServerChange(cell), !change.isAllowed(at: keyPath),
          keyPath.level == 0 || change == .unknownCase
        else { continue }
        let lines = keyPath.lines.map { ChangedLine(change: change, place: $0.origin.place) }
        guard change == .unknownCase || lines.contains(where: { !before.contains($0) }) else {
          continue
        }
        seen.formUnion(lines)
        changes.append((change, keyPath: number, cell: index))
      }
    }
    return changes
  }
}

extension Contract {
  /// The size of the contract: the lines of its mappings, and their cases.
  fileprivate var lineCount: Int {
    (mappings + includedMappings).reduce(endpoints.count) { count, mapping in
      count + 1 + mapping.lines.count + (mapping.dispatch?.cases.count ?? 0)
    }
  }

  /// Whether a target has no payload because it would be too large.
  fileprivate func isTooLarge(_ target: ContractExample.Target, _ limits: GenerationLimits) -> Bool
  {
    var payloads = CanonicalPayloads(self, mostValues: limits.valueCount)
    _ = payloads.payload(of: target)
    return payloads.isTooLarge
  }
}

import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Maps payloads generated from a contract: valid ones have to be admitted, and of changes
/// that a server may make it is noted which lines notice them.
struct GeneratedVerifier {
  /// A payload that keeps the contract, by its lines, and that the engine refuses.
  struct Refusal {
    var id: String
    var target: String
    var payload: [UInt8]
    var violations: [Violation]
  }

  /// The result of a contract's payloads.
  struct Outcome {
    /// How many valid payloads were mapped, and how many with a change, of how many that there are.
    var validCount = 0
    var changedCount = 0
    var count = 0
    /// How many endpoints and types there are.
    var targetCount = 0
    /// How many of them have no payload of `mostValues` values or fewer, or one that is too deep.
    var tooLargeCount = 0
    /// How many of them were not looked at, because the contract is too large to look at all.
    var unseenCount = 0
    /// How many cases of mappings no payload was looked for.
    var leftOutCaseCount = 0
    /// The endpoints and types that no valid payload was generated for, since the simplest is refused.
    var aloneRefused: [String] = []
    var refusals: [Refusal] = []
    var noticed = NoticedFaults()

    var ranCount: Int { validCount + changedCount }
  }

  /// How many values a payload may have that faults are made in.
  static let mostValues = 2_000
  /// For how many cases of a target's mappings payloads are looked for.
  private static let mostCases = 100
  /// How much is looked at in all, in lines of the contract for each target, and values of its
  /// payloads: counted, so that it is the same everywhere.
  static let mostWork = 2_000_000
  /// The work for a value of a payload, in lines: it has a score of faults.
  private static let workOfValue = 20
  /// How many values the cases may have in all that are kept from the count to the run.
  private static let mostKeptValues = 20_000
  private let contract: Contract
  private let limit: Int
  private let mostWork: Int
  private let limits = GenerationLimits(valueCount: mostValues, caseCount: mostCases)

  /// - Parameter limit: How many payloads are mapped at most; of more, a share of each target's.
  init(_ contract: Contract, limit: Int, mostWork: Int = mostWork) {
    (self.contract, self.limit, self.mostWork) = (contract, limit, mostWork)
  }

  func outcome() -> Outcome {
    var outcome = Outcome()
    guard limit > 0 else { return outcome }
    let names = contract.mappingsOfLines
    let recorder = ReadRecorder(contract, as: contract.generationTargets)
    for target in targets(recorder, &outcome) {
      guard let cases = target.cases ?? cases(of: target.target, recorder) else { continue }
      var run = GeneratedRun(target.target, cases, recorder.mapper, names: names)
      run.map(target.changes, share: limit, of: outcome.count)
      run.add(to: &outcome)
    }
    return outcome
  }

  /// A target that payloads are generated for.
  private struct Target {
    var target: ContractExample.Target
    var changes: [GeneratedRun.Change]
    /// Its cases as long as these are few: what is left out is made again when it is run, so that
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
          target: target, changes: changes,
          cases: keptCount <= Self.mostKeptValues ? cases : nil))
    }
    return found
  }

  private struct ChangedLine: Hashable {
    var change: ServerChange
    var place: Origin.Place
  }

  /// The changes at the target's key paths: of a line that several targets lead to, once. An unknown
  /// case is tried in each case, since in some another key may decide.
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
  /// The mappings in which lines stand, those of their cases too, by where the lines stand.
  fileprivate var mappingsOfLines: [Origin.Place: MemberName] {
    var names: [Origin.Place: MemberName] = [:]
    for mapping in includedMappings + mappings {
      let uses = (mapping.dispatch?.cases.map(\.use) ?? []) + [mapping.dispatch?.otherwise]
      let added = uses.flatMap { use in
        if case .lines(let lines)? = use { lines } else { [PropertyLine]() }
      }
      for line in mapping.lines + added { names[line.origin.place] = mapping.name }
    }
    return names
  }

  /// How much there is to look through: the lines of its mappings, and their cases.
  fileprivate var lineCount: Int {
    (mappings + includedMappings).reduce(endpoints.count) { count, mapping in
      count + 1 + mapping.lines.count + (mapping.dispatch?.cases.count ?? 0)
    }
  }

  /// Whether a target has no payload because that would be too large.
  fileprivate func isTooLarge(_ target: ContractExample.Target, _ limits: GenerationLimits) -> Bool
  {
    var payloads = CanonicalPayloads(self, mostValues: limits.valueCount)
    _ = payloads.payload(of: target)
    return payloads.isTooLarge
  }
}

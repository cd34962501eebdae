package import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Holds what the engine reports of generated payloads against what the generator predicts, which
/// reads contracts with no code of the engine.
package struct GeneratedVerifier {
  /// A case for which the engine reports something else.
  package struct Difference: Sendable {
    package var id: String
    package var target: String
    package var payload: [UInt8]
    package var expected: Set<ExpectedViolation>
    package var found: Set<ExpectedViolation>

    package init(
      id: String, target: String, payload: [UInt8], expected: Set<ExpectedViolation>,
      found: Set<ExpectedViolation>
    ) {
      (self.id, self.target, self.payload) = (id, target, payload)
      (self.expected, self.found) = (expected, found)
    }
  }

  /// What came of a contract's payloads.
  package struct Outcome: Sendable {
    /// How many payloads were mapped, of how many that there are.
    package var ranCount = 0
    package var count = 0
    /// How many endpoints and types there are.
    package var targetCount = 0
    /// How many of them have no payload of `mostValues` values or fewer, or one that is too deep.
    package var tooLargeCount = 0
    /// How many of them were not looked at, because the contract is too large to look at all.
    package var unseenCount = 0
    /// How many cases of mappings no payload was looked for.
    package var leftOutCaseCount = 0
    package var differences: [Difference] = []

    package init() {}
  }

  /// How many values a payload may have that faults are made in.
  package static let mostValues = 2_000
  /// For how many cases of a target's mappings payloads are looked for.
  private static let mostCases = 100
  /// How much is looked at in all, in lines of the contract for each target, and values of its
  /// payloads: counted, so that it is the same everywhere.
  package static let mostWork = 2_000_000
  /// What a value of a payload takes, as against a line: it has a score of faults.
  private static let workOfValue = 20
  /// How many values the cases may have in all that are kept from the count to the run.
  private static let mostKeptValues = 20_000
  /// How many drawn payloads of each target there are among them.
  private static let drawnCount = 20
  private let contract: Contract
  private let limit: Int
  private let mostWork: Int
  private let limits = GenerationLimits(valueCount: mostValues, caseCount: mostCases)

  /// - Parameter limit: How many payloads are mapped at most; of more, a share of each target's.
  package init(_ contract: Contract, limit: Int, mostWork: Int = mostWork) {
    (self.contract, self.limit, self.mostWork) = (contract, limit, mostWork)
  }

  package func outcome() -> Outcome {
    var outcome = Outcome()
    guard limit > 0 else { return outcome }
    let targets = self.targets(&outcome)
    for target in targets {
      guard let cases = target.cases ?? cases(of: target.target) else { continue }
      run(cases, target.target, &outcome)
    }
    return outcome
  }

  private func cases(of target: ContractExample.Target) -> GeneratedCases? {
    GeneratedCases(contract, target: target, limits: limits)
  }

  /// The targets that payloads are made up for, with their cases as long as these are few: what is
  /// left out is made again when it is run, so that memory does not grow with the contract.
  private func targets(
    _ outcome: inout Outcome
  ) -> [(target: ContractExample.Target, cases: GeneratedCases?)] {
    var (work, keptCount) = (0, 0)
    var found: [(target: ContractExample.Target, cases: GeneratedCases?)] = []
    let lineCount = contract.lineCount
    let targets = contract.generationTargets
    outcome.targetCount = targets.count
    for target in targets {
      guard work < mostWork else {
        outcome.unseenCount += 1
        continue
      }
      work += lineCount
      guard let cases = cases(of: target) else {
        if contract.isTooLarge(target, limits) { outcome.tooLargeCount += 1 }
        continue
      }
      work += Self.workOfValue * cases.valueCount
      keptCount += cases.valueCount
      outcome.count += cases.fixedCount + Self.drawnCount
      outcome.leftOutCaseCount += cases.sweep.leftOutCaseCount
      found.append((target, keptCount <= Self.mostKeptValues ? cases : nil))
    }
    return found
  }

  /// Maps as large a share of a target's cases as of all, evenly: some of each phase.
  private func run(
    _ cases: GeneratedCases, _ target: ContractExample.Target, _ outcome: inout Outcome
  ) {
    let judge = GeneratedJudge(contract, target)
    let all = cases.fixedCount + Self.drawnCount
    let share = outcome.count <= limit ? all : max(1, all * limit / outcome.count)
    for number in 0..<share {
      let one = cases[number * all / share]
      let payload = one.payload
      guard let expected = one.prediction(for: payload) else { continue }
      outcome.ranCount += 1
      let found = judge.errors(in: payload.bytes)
      guard found != expected else { continue }
      outcome.differences.append(
        Difference(
          id: one.id, target: target.text, payload: payload.bytes, expected: expected, found: found)
      )
    }
  }
}

extension Contract {
  /// How much there is to look through: the lines of its mappings, and their cases.
  fileprivate var lineCount: Int {
    (mappings + includedMappings).reduce(endpoints.count) { count, mapping in
      count + 1 + mapping.rules.count + (mapping.dispatch?.cases.count ?? 0)
    }
  }

  /// Whether a target has no payload because that would be too large.
  fileprivate func isTooLarge(_ target: ContractExample.Target, _ limits: GenerationLimits) -> Bool
  {
    var payloads = CanonicalPayloads(self, mostValues: limits.valueCount)
    switch target {
    case .type(_, let value): _ = payloads.payload(of: value, choosing: [:])
    case .endpoint(let selector):
      switch endpoints.first(where: { $0.selector == selector.value })?.body {
      case .value(let value)?: _ = payloads.payload(of: value, choosing: [:])
      case .map(let rules)?: _ = payloads.payload(ofLines: rules, choosing: [:])
      case nil: return false
      }
    }
    return payloads.isTooLarge
  }
}

/// What the engine says of payloads.
package struct GeneratedJudge {
  private let mapper: Mapper
  private let target: MappingTarget

  package init(_ contract: Contract, _ target: ContractExample.Target) {
    self.target = MappingTarget(target)
    mapper = Mapper(contract, as: self.target)
  }

  /// The violations of severity error.
  package func errors(in payload: [UInt8]) -> Set<ExpectedViolation> {
    do {
      var store = ObjectStore()
      let result = mapper.map(try JSONDocument(parsing: payload), as: target, into: &store)
      return Set(result.violations.filter { $0.severity == .error }.map(\.expected))
    } catch {
      let isEmpty = error.reason == .emptyText
      return [
        ExpectedViolation(rule: isEmpty ? .emptyBody : .notJSON, path: InstancePath())
      ]
    }
  }
}

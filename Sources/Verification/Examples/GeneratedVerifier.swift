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
    package var differences: [Difference] = []

    package init() {}
  }

  /// How many drawn payloads of each target there are among them.
  private static let drawnCount = 20
  private let contract: Contract
  private let limit: Int

  /// - Parameter limit: How many payloads are mapped at most; of more, a share of each target's.
  package init(_ contract: Contract, limit: Int) { (self.contract, self.limit) = (contract, limit) }

  package func outcome() -> Outcome {
    var outcome = Outcome()
    guard limit > 0 else { return outcome }
    let targets = contract.generationTargets.compactMap { target in
      GeneratedCases(contract, target: target).map { (target: target, cases: $0) }
    }
    outcome.count = targets.reduce(0) { $0 + $1.cases.fixedCount + Self.drawnCount }
    for (target, cases) in targets { run(cases, target, &outcome) }
    return outcome
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

package import ContractModel
import JSONParsing

package struct ExampleReport {
  private let outcomes: [(contract: Contract, outcomes: [ExampleOutcome])]
  private let set: ContractSet
  private let colors: TextColors

  package init(
    _ outcomes: [(contract: Contract, outcomes: [ExampleOutcome])], of set: ContractSet,
    colors: TextColors = .none
  ) {
    (self.outcomes, self.set, self.colors) = (outcomes, set, colors)
  }

  /// The failures, then the totals; ends with a line end.
  package var text: String { (failures + [summary]).joined(separator: "\n") + "\n" }

  /// The failures, one for each example; without a line end.
  package var failures: [String] {
    outcomes.flatMap(\.outcomes).filter { !$0.isPassed }.map(describe)
  }

  private func describe(_ outcome: ExampleOutcome) -> String {
    let origin = outcome.example.origin
    let text = set.text(of: origin.path) ?? []
    let position = TextPosition(offset: origin.range.lowerBound, in: text)
    let headline =
      colors(.strong, "\(displayed(set.shownPath(origin.path))):\(position)")
      + ": \(colors.severity(.error)): the example \(quoted(outcome.example.name)) fails"
    return SourceExcerpt.text(headline, remarks: outcome.failures)
  }

  private var summary: String {
    let all = outcomes.flatMap(\.outcomes)
    guard !all.isEmpty else { return "no examples in \(counted(outcomes.count, "contract"))" }
    let failed = all.filter { !$0.isPassed }.count
    let contracts = outcomes.filter { !$0.outcomes.isEmpty }.count
    let result = failed == 0 ? "all passed" : "\(failed) failed"
    return "ran \(counted(all.count, "example")) of \(counted(contracts, "contract")): \(result)"
  }
}

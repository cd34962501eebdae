import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// A group about payloads that the mapper does not survive.
  ///
  /// - Parameters:
  ///   - payloads: The last is the one that it is about; at least one.
  ///   - verdict: The verdict of a process that mapped them alone: `it traps (SIGILL)`.
  ///   - id: The id that makes them again.
  package func trap(
    on payloads: [[UInt8]], _ verdict: String, id: String?, _ shrinking: Shrinking?
  ) -> DisagreementGroup {
    let disagreement = Disagreement(
      kind: .breaks(.anyJSONIsSurvived), path: InstancePath(),
      contract: contractVerdict(on: payloads.last ?? []), mapper: verdict, payloads: payloads)
    let note = "a run of this test died on it; nothing else is tried until it is survived"
    return DisagreementGroup(
      disagreement: disagreement, caseNames: [note], caseID: id, shrinking: shrinking,
      difference: note)
  }

  /// `accepts it`, or why not.
  private func contractVerdict(on payload: [UInt8]) -> String {
    guard let result = result(of: payload) else { return "rejects it: no JSON" }
    return result.violations.first { $0.severity == .error }.map(rejection) ?? "accepts it"
  }
}

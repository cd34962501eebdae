import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// What is told of payloads that the mapper does not survive.
  ///
  /// - Parameters:
  ///   - payloads: The last is the one that it is about; at least one.
  ///   - verdict: What a process says that mapped them alone: `it traps (SIGILL)`.
  ///   - id: What makes them again.
  package func trap(
    on payloads: [[UInt8]], _ verdict: String, id: String?, _ shrinking: Shrinking?
  ) -> DisagreementGroup {
    let disagreement = Disagreement(
      kind: .breaks(.anyJSONIsSurvived), path: InstancePath(),
      contract: contractVerdict(on: payloads.last ?? []), mapper: verdict, payloads: payloads)
    return DisagreementGroup(
      disagreement: disagreement,
      occasions: ["a run of this test died on it; nothing else is tried until it is survived"],
      isOnValid: false, caseID: id, shrinking: shrinking)
  }

  /// `accepts it`, or why not.
  private func contractVerdict(on payload: [UInt8]) -> String {
    guard let document = try? JSONDocument(parsing: payload) else { return "rejects it: no JSON" }
    var store = ObjectStore(findsObjectsAgain: false)
    let result = contract.map(document, as: target, into: &store, exchange: exchange)
    return result.violations.first { $0.severity == .error }.map(rejection) ?? "accepts it"
  }
}

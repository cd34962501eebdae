import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// The cause of payloads that the mapper does not survive.
  ///
  /// - Parameters:
  ///   - payloads: The last is the one that it is about; at least one.
  ///   - verdict: The verdict of a process that mapped them alone: `it traps (SIGILL)`.
  ///   - id: The id that makes them again.
  package func trap(
    on payloads: [EndpointPayload], _ verdict: String, id: String?, _ shrinking: Shrinking?
  ) -> Cause {
    var disagreement = Disagreement(
      kind: .breaks(.anyJSONIsSurvived), path: InstancePath(),
      contract: contractVerdict(on: payloads.last?.bytes ?? []), mapper: verdict,
      payloads: payloads.map(\.bytes))
    if !mapper.endpoints.isEmpty {
      disagreement.endpoints = payloads.map { mapper.endpoints[$0.endpoint] }
    }
    let note = "a run of this test died on it; nothing else is tried until it is survived"
    var observation = Observation(disagreement, on: note, id: id)
    observation.shrinking = shrinking
    var cause = Cause(observation)
    cause.difference = note
    return cause
  }

  /// `accepts it`, or why not.
  private func contractVerdict(on payload: [UInt8]) -> String {
    guard let result = result(of: payload) else { return "rejects it: no JSON" }
    return result.violations.first { $0.severity == .error }.map(rejection) ?? "accepts it"
  }
}

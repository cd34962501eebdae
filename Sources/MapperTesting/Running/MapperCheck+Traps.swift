import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Returns the cause for payloads that end the mapper's process.
  ///
  /// - Parameters:
  ///   - payloads: The payloads, at least one; the last one is the failing one.
  ///   - verdict: The verdict of a process that mapped only them: `it traps (SIGILL)`.
  ///   - id: The id from which the payloads can be made again.
  package func trap(
    on payloads: [EndpointPayload], _ verdict: String, id: String?, _ shrinking: Shrinking?
  ) -> Cause {
    var disagreement = Disagreement(
      kind: .breaks(.anyJSONIsSurvived),
      contract: statement(on: payloads.last?.bytes ?? []), mapper: verdict,
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

  /// Returns what the contract says of a payload: `rejects it: the payload is not JSON`
  private func statement(on payload: [UInt8]) -> String {
    do {
      let result = result(of: try JSONDocument(parsing: payload))
      return result.violations.first { $0.severity == .error }.map(rejection) ?? "accepts it"
    } catch {
      return "rejects it: the payload \(error.verdict)"
    }
  }
}

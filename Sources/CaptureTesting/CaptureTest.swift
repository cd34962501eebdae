import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import JSONParsing
import MapperTesting
import MappingEngine
import Testing

/// Checks whether a mapper of an app accepts the recorded bodies of an endpoint.
///
/// `expect(_:reads:_:)` is the short form. With a contract, the mapper's results have to be those
/// of the contract.
final class CaptureTest {
  let contract: Contract?
  private let check: RecordedCheck
  let reading: RecordedReading
  private var refusals = Refusals()

  init(_ mapper: MapperUnderTest, reads captures: Captures, _ bodies: RecordedBodies) {
    contract = nil
    check = RecordedCheck(
      mapper, as: "\(mapper.name) reads \(bodies.text) of \(captures.text)",
      below: captures.packageFolder)
    reading = RecordedReading(bodies, of: captures) { mapper.isCancelled }
  }

  /// - Parameters:
  ///   - contract: The contract to check against.
  ///   - check: The check of the mapper against the contract.
  init(
    reads captures: Captures, _ bodies: RecordedBodies, keeps contract: Contract,
    _ check: RecordedCheck
  ) {
    (self.contract, self.check) = (contract, check)
    reading = RecordedReading(bodies, of: captures) { check.mapper.isCancelled }
  }

  /// Runs the mapper over all bodies, and records an issue for each cause.
  func verify(sourceLocation: SourceLocation) -> CaptureCoverage {
    check.open.tellBeginning(at: sourceLocation)
    let violations = violations()
    guard !check.mapper.isCancelled else { return reading.coverage }
    reading.record(violations, at: sourceLocation)
    TestIssue.attach(
      Array("\(reading.coverage)\n".utf8), named: "coverage.txt", at: sourceLocation)
    return reading.coverage
  }

  /// Runs the mapper over all bodies, once. Returns the violations, one per cause, which fail the
  /// test.
  func violations() -> [MapperViolation] {
    guard !RecordedCheck.isIdle else { return [] }
    check.open.begin()
    reading.read(readsRequests: check.usesRequestBody) { judge($0, $1, $2, $3) }
    // Reporting may end the process if there is no other way to fail the run.
    check.open.close()
    return (check.comparison.map(disagreements) ?? refusals.violations(reading.coverage))
      + reading.violations
  }

  // MARK: - Judging

  private func judge(
    _ body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String],
    _ sent: SentBody
  ) -> CaptureReader.Answer {
    check.place = record.placeText()
    let verdict = verdict(on: body, record, parameters, sent)
    if check.mapper.isCancelled { return .stop }
    // A bare line that is not JSON is a mistake of the capture.
    if !verdict.isTaken, record.isBareLine, let error = body.parseError {
      return .notJSON(error)
    }
    reading.coverage.bodyCount += 1
    switch verdict {
    case .taken: break
    case .differs: reading.coverage.failedCount += 1
    case .refused(let refusal):
      reading.coverage.failedCount += 1
      refusals.note(refusal, body, record, by: check.mapper)
    case .broken(let violation):
      reading.coverage.brokenCount += 1
      reading.server.note(violation, body, record)
    }
    return .goOn
  }

  private enum Verdict {
    case taken, differs
    case refused(Refusal)
    case broken(Violation?)

    var isTaken: Bool { if case .taken = self { true } else { false } }
  }

  private func verdict(
    on body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String],
    _ sent: SentBody
  ) -> Verdict {
    guard let comparison = check.comparison else {
      var session = check.mapper.makeSession()
      if case .refused(let refusal) = session.map(body) { return .refused(refusal) }
      return .taken
    }
    let isUsed = check.usesExchange && record.kind == .exchange
    var exchange = isUsed ? record.exchange(parameters) : nil
    if check.usesRequestBody { exchange?.request = sent.request(of: record, parameters) }
    switch comparison.judge(body, at: check.place, of: exchange) {
    case .agrees: return .taken
    case .disagrees: return .differs
    case .refusedByContract(let violation): return .broken(violation)
    }
  }

  /// Returns the causes of differences from the contract, each with the position of its recording.
  private func disagreements(_ comparison: RecordedComparison) -> [MapperViolation] {
    guard let contract else { return [] }
    return comparison.causes.worstFirst.map { cause, others in
      let told = MapperViolation(cause, and: others, of: contract)
      let place = cause.caseNames.first.map { [("recorded", $0)] } ?? []
      return MapperViolation(told.description, place, payload: told.payload)
    }
  }
}

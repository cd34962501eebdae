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

  convenience init(_ mapper: MapperUnderTest, reads captures: Captures, _ bodies: RecordedBodies) {
    let check = RecordedCheck(
      mapper, as: "\(mapper.name) reads \(bodies.text) of \(captures.text)",
      below: captures.packageFolder)
    self.init(reads: captures, bodies, keeps: nil, check)
  }

  init(
    reads captures: Captures, _ bodies: RecordedBodies, keeps contract: Contract?,
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
    let (verdict, refusal) = verdict(on: body, record, parameters, sent)
    if check.mapper.isCancelled { return .stop }
    let isTaken = if case .agrees = verdict { true } else { false }
    // A bare line that is not JSON is a mistake of the capture.
    if !isTaken, record.isBareLine, let error = body.parseError { return .notJSON(error) }
    reading.coverage.bodyCount += 1
    switch verdict {
    case .agrees: break
    case .disagrees:
      reading.coverage.failedCount += 1
      if let refusal { refusals.note(refusal, body, record, by: check.mapper) }
    case .refusedByContract(let violation):
      reading.coverage.brokenCount += 1
      reading.server.note(violation, body, record)
    }
    return .goOn
  }

  /// Returns the verdict on a body, and without a contract the reason why the mapper rejects it.
  private func verdict(
    on body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String],
    _ sent: SentBody
  ) -> (RecordedComparison.Verdict, Refusal?) {
    guard let comparison = check.comparison else {
      var session = check.mapper.makeSession()
      if case .refused(let refusal) = session.map(body) { return (.disagrees, refusal) }
      return (.agrees, nil)
    }
    let isUsed = check.usesExchange && record.kind == .exchange
    var exchange = isUsed ? record.exchange(parameters) : nil
    if check.usesRequestBody { exchange?.request = sent.request(of: record, parameters) }
    return (comparison.judge(body, at: check.place, of: exchange), nil)
  }

  /// Returns the causes of differences from the contract, each with the position of its recording.
  private func disagreements(_ comparison: RecordedComparison) -> [MapperViolation] {
    guard let contract else { return [] }
    return comparison.causes.worstFirst.map { cause, others in
      let reported = MapperViolation(cause, and: others, of: contract)
      let place = cause.caseNames.first.map { [("recorded", $0)] } ?? []
      return MapperViolation(reported.description, place, payload: reported.payload)
    }
  }
}

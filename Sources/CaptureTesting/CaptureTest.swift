import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import JSONParsing
import MapperTesting
import MappingEngine
import Testing

/// Whether a mapper of an app takes the bodies that were recorded of an endpoint.
///
/// `expect(_:reads:_:)` is the short way to say it. With a contract, what the mapper makes of them has
/// to be what the contract says.
final class CaptureTest {
  /// What there is to say of a run.
  struct Findings {
    /// What fails the test, one violation a cause.
    var violations: [MapperViolation]
    var warnings: [String]
    var coverage: CaptureCoverage
  }

  let captures: Captures
  private let bodies: RecordedBodies
  let contract: Contract?
  private let check: RecordedCheck
  private(set) var coverage: CaptureCoverage
  private var refusals = Refusals()
  /// What was sent last.
  private var sent = SentBody()
  private(set) var server = ServerFaults()
  private(set) var others = UnmatchedRecords()
  /// What could not be read of the captures, safe to display.
  private(set) var problems: [CaptureProblem] = []
  /// What is wrong with records of the file that is read.
  private var noted: [CaptureProblem] = []
  /// The files of folders that are no captures, in words.
  private var notice: String?

  init(_ mapper: MapperUnderTest, reads captures: Captures, _ bodies: RecordedBodies) {
    (self.captures, self.bodies, contract) = (captures, bodies, nil)
    check = RecordedCheck(
      mapper, as: "\(mapper.name) reads \(bodies.text) of \(captures.text)",
      below: captures.packageFolder)
    coverage = CaptureCoverage(of: bodies.text)
  }

  /// - Parameters:
  ///   - contract: What the mapper has to keep.
  ///   - check: That of the mapper and the contract.
  init(
    reads captures: Captures, _ bodies: RecordedBodies, keeps contract: Contract,
    _ check: RecordedCheck
  ) {
    (self.captures, self.bodies, self.contract) = (captures, bodies, contract)
    self.check = check
    coverage = CaptureCoverage(of: bodies.text)
  }

  /// Runs the mapper over all bodies, and records an issue for each cause.
  func verify(sourceLocation: SourceLocation) -> CaptureCoverage {
    check.open.tellBeginning(at: sourceLocation)
    let found = findings()
    guard !check.mapper.isCancelled else { return found.coverage }
    found.violations.record(at: sourceLocation)
    for warning in found.warnings { TestIssue.warn(warning, at: sourceLocation) }
    TestIssue.attach(
      Array("\(found.coverage)\n".utf8), named: "coverage.txt", at: sourceLocation)
    return found.coverage
  }

  /// Runs the mapper over all bodies, once.
  func findings() -> Findings {
    guard !RecordedCheck.isIdle else {
      return Findings(violations: [], warnings: [], coverage: coverage)
    }
    check.open.begin()
    read()
    // What is said of it may end the process, where nobody else fails the run.
    check.open.close()
    return Findings(
      violations: (check.comparison.map(disagreements) ?? refusals.violations(coverage))
        + [nothingJudged, damage].compactMap(\.self),
      warnings: [server.text(coverage), notice].compactMap(\.self), coverage: coverage)
  }

  // MARK: - Reading

  private func read() {
    let search = CaptureSearch(
      operands: captures.operands, known: [bodies.inputs].compactMap(\.self))
    (problems, notice) = (search.problems, search.notice)
    coverage.inputCount = search.inputs.count
    var reader = CaptureReader()
    reader.packing = .ofCaptures
    reader.readsRequests = bodies.hasConditions || check.usesRequestBody
    for (number, input) in search.inputs.enumerated() where !check.mapper.isCancelled {
      noted = []
      let found = releasingObjects {
        reader.read(input) { record, body in take(record, body, ofInput: number) }
      }
      problems += (noted + found).inOrder
    }
  }

  private func take(
    _ record: CaptureRecord, _ body: Span<UInt8>, ofInput input: Int
  ) -> CaptureReader.Answer {
    if check.mapper.isCancelled { return .stop }
    if record.isRequest {
      sent = SentBody(record, body)
      return .goOn
    }
    switch bodies.fit(record, sent) {
    case .none: noteOther(record, record.fault ?? "", ofInput: input)
    case .otherStatus(let status): coverage.otherStatuses[status, default: 0] += 1
    case .unknown(let reason): note(reason, in: record)
    case .body(let parameters):
      if case .undecodable(let reason) = record.bodyState {
        note("the body cannot be decoded: \(reason)", in: record)
      } else if case .cutOff = record.bodyState {
        noteOther(record, "the log has cut off the body", ofInput: input)
      } else if body.isEmpty, record.mayBeEmpty {
        coverage.bodilessCount += 1
      } else {
        return judge(body.withUnsafeBufferPointer { Array($0) }, record, parameters)
      }
    }
    return .goOn
  }

  private func noteOther(_ record: CaptureRecord, _ reason: String, ofInput input: Int) {
    let place = RecordOrder(record, in: ItemPlace(input: input, segment: 0))
    others.note(record, at: place, nearest: nil, reason: reason)
    coverage.otherCount += 1
  }

  private func note(_ reason: String, in record: CaptureRecord) {
    noted.append(
      CaptureProblem(record.input, record.bodyStart?.position, "\(record.summary): \(reason)"))
  }

  // MARK: - Judging

  private func judge(
    _ body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String]
  ) -> CaptureReader.Answer {
    check.place = record.placeText()
    let verdict = verdict(on: body, record, parameters)
    if check.mapper.isCancelled { return .stop }
    // A line that is not JSON is the capture's fault.
    if !verdict.isTaken, record.isBareLine, let error = Self.mistake(in: body) {
      return .notJSON(error)
    }
    coverage.bodyCount += 1
    switch verdict {
    case .taken: break
    case .differs: coverage.failedCount += 1
    case .refused(let refusal):
      coverage.failedCount += 1
      refusals.note(refusal, body, record, by: check.mapper)
    case .broken(let violation):
      coverage.brokenCount += 1
      server.note(violation, body, record)
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
    on body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String]
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

  private static func mistake(in body: [UInt8]) -> JSONParseError? {
    do throws(JSONParseError) {
      _ = try JSONDocument(parsing: body)
      return nil
    } catch {
      return error
    }
  }
}

extension [CaptureProblem] {
  /// The problems of one input by their places; last come those of all of it.
  fileprivate var inOrder: [CaptureProblem] {
    enumerated().sorted { left, right in
      let (one, other) = (left.element.position, right.element.position)
      return (one?.line ?? .max, one?.column ?? 0, left.offset)
        < (other?.line ?? .max, other?.column ?? 0, right.offset)
    }.map(\.element)
  }
}

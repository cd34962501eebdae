import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Reads captures once, and passes the bodies that a test names to a judge.
final class RecordedReading {
  /// Judges a body; the parameters are those of its path.
  typealias Judge = (
    _ body: [UInt8], _ record: CaptureRecord, _ parameters: [MemberName: String], _ sent: SentBody
  ) -> CaptureReader.Answer

  let captures: Captures
  private let bodies: RecordedBodies
  private let isCancelled: () -> Bool
  var coverage: CaptureCoverage
  /// The bodies that the contract rejects.
  var server = ServerFaults()
  private(set) var others = UnmatchedRecords()
  /// The parts of the captures that could not be read, safe to display.
  private(set) var problems: [CaptureProblem] = []
  /// A notice of the files in folders that are not captures.
  private(set) var notice: String?
  private var sent = SentBody()
  /// The problems of records in the current file.
  private var noted: [CaptureProblem] = []

  init(
    _ bodies: RecordedBodies, of captures: Captures, isCancelled: @escaping () -> Bool
  ) {
    (self.captures, self.bodies, self.isCancelled) = (captures, bodies, isCancelled)
    coverage = CaptureCoverage(of: bodies.text)
  }

  /// - Parameter readsRequests: Whether the judge needs the sent bodies.
  func read(readsRequests: Bool, _ judge: Judge) {
    let search = CaptureSearch(
      operands: captures.operands, known: [bodies.inputs].compactMap(\.self))
    (problems, notice) = (search.problems, search.notice)
    coverage.inputCount = search.inputs.count
    var reader = CaptureReader()
    reader.packing = .ofCaptures
    reader.readsRequests = bodies.hasConditions || readsRequests
    for (number, input) in search.inputs.enumerated() where !isCancelled() {
      noted = []
      let found = releasingObjects {
        reader.read(input) { record, body in take(record, body, ofInput: number, judge) }
      }
      problems += (noted + found).inOrder
    }
  }

  private func take(
    _ record: CaptureRecord, _ body: Span<UInt8>, ofInput input: Int, _ judge: Judge
  ) -> CaptureReader.Answer {
    if isCancelled() { return .stop }
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
        return judge(body.withUnsafeBufferPointer { Array($0) }, record, parameters, sent)
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
}

extension [CaptureProblem] {
  /// The problems of one input by position; problems of the whole input come last.
  fileprivate var inOrder: [CaptureProblem] {
    enumerated().sorted { left, right in
      let (one, other) = (left.element.position, right.element.position)
      return (one?.line ?? .max, one?.column ?? 0, left.offset)
        < (other?.line ?? .max, other?.column ?? 0, right.offset)
    }.map(\.element)
  }
}

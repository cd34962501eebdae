import Foundation
import MapperTesting

/// Notes the calls of a mapper and the readings of its results, so that an end of the process during
/// one of them is reported.
final class CallWatch {
  /// The journal that tells the next run about the payload; `nil` if nothing can be saved.
  private let journal: CallJournal?
  /// The name of the test, on one line that is safe to display.
  var test = RunningTest.shownName
  /// The time limit of a call, in seconds.
  var seconds: Double?
  private let answers: AnswerTally?
  /// Where the next payload was recorded, on one line that is safe to display; for recorded
  /// payloads.
  var recorded: String?
  /// The payload that was mapped last.
  private var last: [UInt8] = []
  private lazy var bytes = (test: Array(test.utf8), advice: Array(advice.utf8))

  /// The time limit of reading a result, as a multiple of the time limit of a call: it includes the
  /// time for comparing large values.
  private static let readingFactor = 4.0

  init(
    _ journal: CallJournal? = nil, _ settings: MapperTestSettings = .current,
    answers: AnswerTally? = nil, recorded: String? = nil
  ) {
    (self.journal, self.answers, self.recorded) = (journal, answers, recorded)
    seconds = settings.callSeconds
  }

  /// The advice for people: the line after the payload.
  lazy var advice: String = {
    guard let journal, journal.isOpen, RunningTest.current != nil else { return "" }
    let isCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
    return isCI
      ? "  next      run this test on a machine that keeps .contractcheck, twice: the payload is shrunk\n"
      : "  next      run the tests again: this payload is tried first, and shrunk\n"
  }()

  /// The line after a payload that was recorded.
  private var recordedLine: [UInt8]? { recorded.map { Array("  recorded  \($0)\n".utf8) } }

  /// Notes that a result is being read; the returned function notes that it was read.
  fileprivate func noteReading() -> () -> Void {
    let call = OpenCalls.open(
      .reading, test: bytes.test, payload: last, advice: recordedLine ?? [],
      seconds: seconds.map { $0 * Self.readingFactor }, in: journal)
    return { OpenCalls.close(call) }
  }

  /// Notes that the last of a session's payloads is being mapped; the returned function notes that
  /// it was mapped.
  func noteCall(_ payloads: [EndpointPayload], awaits: Bool) -> () -> Void {
    let bytes = bytes
    journal?.note(payloads)
    last = payloads.last?.bytes ?? []
    let call = OpenCalls.open(
      awaits ? .awaitingCall : .call, test: bytes.test, payload: last,
      advice: recordedLine ?? bytes.advice, seconds: seconds, in: journal)
    return { [journal] in
      OpenCalls.close(call)
      journal?.note([])
    }
  }

  fileprivate func note(_ answer: MapperAnswer, to payload: EndpointPayload) {
    guard let answers else { return }
    let end = noteReading()
    defer { end() }
    answers.note(answer, to: payload)
  }
}

/// Returns a mapper that notes each of its calls and each reading of its results. The recording of a
/// `Codable` type's decoding is not noted: it only gets payloads that the mapper has survived.
func watched(_ mapper: MapperUnderTest, _ watch: CallWatch = CallWatch()) -> MapperUnderTest {
  var mapper = mapper.withSessions { WatchedSession(session: $0, watch: watch) }
  mapper.noteReading = watch.noteReading
  return mapper
}

private struct WatchedSession: MapperSession {
  var session: any MapperSession
  let watch: CallWatch
  /// The payloads that the session was given so far: with a store, a trap may need them all.
  var payloads: [EndpointPayload] = []

  var stored: StoredObjects? { session.stored }
  var awaits: Bool { session.awaits }

  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    payloads.append(payload)
    let answer = session.map(payload, noting: note)
    watch.note(answer, to: payload)
    return answer
  }

  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    payloads += [first, second]
    if let both = session.mapAtOnce(first, second, noting: note) { return both }
    payloads.removeLast(2)
    return nil
  }

  private func note() -> () -> Void { watch.noteCall(payloads, awaits: awaits) }
}

/// A summary of a mapper's answers, which shows whether any was compared with another mapper's.
final class AnswerTally {
  /// Whether the mapper accepted a payload.
  private(set) var hasTaken = false
  /// The first rejected payload, and the reason in a phrase that is safe to display.
  private(set) var firstRefused: (payload: [UInt8], reason: String)?

  func note(_ answer: MapperAnswer, to payload: EndpointPayload) {
    guard case .refused(let refusal) = answer else {
      hasTaken = true
      return
    }
    if firstRefused == nil { firstRefused = (payload.bytes, refusal.reason) }
  }
}

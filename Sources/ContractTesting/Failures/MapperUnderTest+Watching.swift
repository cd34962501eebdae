import Foundation
import MapperTesting

/// The data about the calls of a mapper, besides the payloads.
struct CallWatch {
  /// The journal that tells the next run about the payload; `nil` if nothing can be saved.
  var journal: CallJournal?
  /// The name of the test, on one line that is safe to display.
  var test: String
  /// The time limit of a call, in seconds.
  var seconds: Double?
  /// Counts the mapper's answers, if they are needed.
  var answers: AnswerTally?
  /// The place where the payload was recorded, for recorded payloads.
  var recorded: RecordedPlace?

  init(
    _ journal: CallJournal? = nil, _ settings: MapperTestSettings = .current,
    answers: AnswerTally? = nil, recorded: RecordedPlace? = nil
  ) {
    (self.journal, self.answers, self.recorded) = (journal, answers, recorded)
    test = RunningTest.shownName
    seconds = settings.callSeconds
  }

  /// The advice for people: the line after the payload.
  var advice: String {
    guard let journal, journal.isOpen, RunningTest.current != nil else { return "" }
    let isCI = !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
    return isCI
      ? "  next      run this test on a machine that keeps .contractcheck, twice: the payload is shrunk\n"
      : "  next      run the tests again: this payload is tried first, and shrunk\n"
  }
}

/// Returns a mapper that notes each of its calls and each reading of its results, so that an end of
/// the process during one of them is reported. The recording of a `Codable` type's decoding is not
/// noted: it only gets payloads that the mapper has survived.
func watched(_ mapper: MapperUnderTest, _ watch: CallWatch = CallWatch()) -> MapperUnderTest {
  let (test, advice) = (Array(watch.test.utf8), Array(watch.advice.utf8))
  let last = LastPayload()
  let noteReading = {
    let call = OpenCalls.open(
      .reading, test: test, payload: last.bytes, advice: watch.recorded?.line ?? [],
      seconds: watch.seconds.map { $0 * readingFactor }, in: watch.journal)
    return { OpenCalls.close(call) }
  }
  var mapper = mapper.withSessions { session in
    WatchedSession(
      session: session, watch: watch, test: test, advice: advice, last: last,
      noteReading: noteReading)
  }
  mapper.noteReading = noteReading
  return mapper
}

/// The time limit of reading a result, as a multiple of the time limit of a call: it includes the
/// time for comparing large values.
private let readingFactor = 4.0

private final class LastPayload { var bytes: [UInt8] = [] }

/// A session whose calls are noted.
private struct WatchedSession: MapperSession {
  var session: any MapperSession
  let watch: CallWatch
  let test: [UInt8]
  let advice: [UInt8]
  let last: LastPayload
  let noteReading: () -> () -> Void
  /// The payloads that the session was given so far: with a store, a trap may need them all.
  var payloads: [EndpointPayload] = []

  var stored: StoredObjects? { session.stored }
  var awaits: Bool { session.awaits }

  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    payloads.append(payload)
    let answer = session.map(payload, noting: note)
    if let answers = watch.answers {
      let end = noteReading()
      defer { end() }
      answers.note(answer, to: payload)
    }
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

  /// Notes that the last payload is being mapped; the returned function notes that it was mapped.
  private func note() -> () -> Void {
    watch.journal?.note(payloads)
    last.bytes = payloads.last?.bytes ?? []
    let call = OpenCalls.open(
      awaits ? .awaitingCall : .call, test: test, payload: last.bytes,
      advice: watch.recorded?.line ?? advice, seconds: watch.seconds, in: watch.journal)
    return {
      OpenCalls.close(call)
      watch.journal?.note([])
    }
  }
}

/// Where the running call's payload was recorded. The mapper's caller sets it each time.
final class RecordedPlace {
  /// The place, on one line that is safe to display.
  var text = ""

  /// The line after the payload of a call that ends the process.
  fileprivate var line: [UInt8] { Array("  recorded  \(text)\n".utf8) }
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

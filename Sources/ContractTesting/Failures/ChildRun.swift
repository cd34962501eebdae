import MapperTesting

/// Asks a child process whether a mapper survives payloads. The child is this test process run
/// again with only one test, in which the check maps the payloads and does nothing else.
///
///     var child = ChildRun(of: check)
///     child.traps(on: [payload])       // .trapped(signal: 4)
///
/// In the child, `ChildRun.answer(to:by:)` answers; every check first finds out whether it has to
/// answer.
struct ChildRun {
  /// The environment variable with the number of the question. It has no effect without the
  /// question's file: see `ChildQuestion`.
  static let variable = "CONTRACTCHECK_CHILD"
  private let check: String
  private let command: TestCommand?
  /// The time limit of a child, in seconds.
  private var seconds: Double
  private let countLimit: Int
  /// The number of children that were started.
  private(set) var count = 0
  /// Whether the last child ended in the mapper that the first has to agree with.
  private(set) var isOfOther = false
  private(set) var note: EndpointPayload?

  /// - Parameter seconds: The time limit of a child. A busy machine takes seconds to start one;
  ///   once one has ended, the others may take ten times as long, and at least five seconds.
  init(
    of check: String, in test: RunningTest? = .current, seconds: Double = 30, countLimit: Int = 200
  ) {
    (self.check, self.seconds, self.countLimit) = (check, seconds, countLimit)
    command = test.flatMap { TestCommand(CommandLine.arguments, running: $0) }
  }

  /// Returns whether the mapper ends a process that gives one session the payloads, in order.
  mutating func traps(over payloads: [EndpointPayload]) -> ChildVerdict {
    guard let command else {
      return .unknown(reason: "the tests are not run by swift test, which a child would be")
    }
    guard count < countLimit else {
      return .unknown(reason: "\(count) processes were started, and no more are")
    }
    count += 1
    do {
      let question = try ChildQuestion(asking: CallRecord(check: check, payloads: payloads))
      let start = ContinuousClock.now
      let verdict = try command.verdict(on: question, within: seconds)
      let taken = (ContinuousClock.now - start) / .seconds(1)
      seconds = min(seconds, max(5, 10 * taken))
      (isOfOther, note) = (question.progress == .calledOther, question.note)
      return verdict
    } catch {
      return .unknown(reason: "no process could be started")
    }
  }

  /// Returns whether the mapper ends a process that is given one payload.
  mutating func traps(on payload: [UInt8]) -> ChildVerdict {
    traps(over: [EndpointPayload(payload)])
  }
}

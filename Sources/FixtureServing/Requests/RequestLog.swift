import Foundation
import JSONParsing

/// The requests that a stub or server got, and those that it rejected.
///
/// Rejected requests that the test did not read are reported, since a client may have swallowed the
/// error: at the end of a test that collects its logs, or else on standard error when the log is
/// released.
package final class RequestLog: Sendable {
  private struct State: Sendable {
    var sent: [SentRequest] = []
    var refused: [StubError] = []
    /// The first that may break the contract.
    var doubt: StubError?
    /// How many of those the test looked at.
    var readCount = 0
    /// What was refused before a check of the app's client.
    var setAside: (refused: [StubError], doubt: StubError?, readCount: Int)?
  }

  /// Collects the logs that are made in a task.
  @TaskLocal package static var collector: RequestLogs?
  /// Where a log reports requests that the test did not read.
  @TaskLocal package static var tell: @Sendable (String) -> Void = { told.tell($0) }

  private static let told = ToldLines { text in
    // Without a reader nothing is written.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private let owner: String
  private let allowsUnanswered: Bool
  private let state = Mutex(State())
  /// `nil`, if a collector tells it.
  private let tell: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - owner: Whose log it is, in words: `a StubbedSession`.
  ///   - allowsUnanswered: Whether the test refuses requests on purpose, so that nothing is reported.
  package init(of owner: String, allowsUnanswered: Bool) {
    (self.owner, self.allowsUnanswered) = (owner, allowsUnanswered)
    tell = Self.collector == nil ? Self.tell : nil
    Self.collector?.add(self)
  }

  deinit {
    guard let tell else { return }
    for text in [unreadText, doubtText].compactMap(\.self) { tell("warning: \(text)\n") }
  }

  package var sent: [SentRequest] { state.withLock { $0.sent } }

  /// What was refused, as the test reads it.
  package var unanswered: [StubError] {
    state.withLock { state in
      state.readCount = state.refused.count
      return state.refused
    }
  }

  /// The first that was refused, which counts as not read.
  package var firstRefused: StubError? { state.withLock { $0.refused.first } }

  package func note(_ request: SentRequest) { state.withLock { $0.sent.append(request) } }

  package func note(refused error: StubError) { state.withLock { $0.refused.append(error) } }

  /// Notes a request that is answered, and may break the contract.
  package func note(doubted error: StubError) { state.withLock { $0.doubt = $0.doubt ?? error } }

  // MARK: - A check of the app's client

  /// Forgets the requests so far: those from now on are of another load. What the check refuses, it
  /// tells itself.
  package func beginLoad() {
    state.withLock { state in
      if state.setAside == nil {
        state.setAside = (state.refused, state.doubt, state.readCount)
      }
      (state.sent, state.refused, state.doubt, state.readCount) = ([], [], nil, 0)
    }
  }

  package func endLoads() {
    state.withLock { state in
      guard let before = state.setAside else { return }
      (state.refused, state.doubt, state.readCount) = before
      state.setAside = nil
    }
  }

  // MARK: - What nobody looked at

  /// How many requests are reported.
  private static let toldCount = 12

  /// Rejected requests that the test did not read, in lines; `nil`, if there are none.
  package var unreadText: String? {
    let unread = state.withLock { Array($0.refused.dropFirst($0.readCount)) }
    guard !allowsUnanswered, !unread.isEmpty else { return nil }
    let more = unread.count - Self.toldCount
    let texts =
      unread.prefix(Self.toldCount).map(\.description)
      + (more > 0 ? ["… and \(more) more"] : [])
    return
      ([
        "\(owner) refused \(counted(unread.count, "request")), and the test did not look at "
          + "\"unanswered\""
      ] + texts.map { $0.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n") })
      .joined(separator: "\n")
  }
}

extension RequestLog {
  /// The request that may break the contract, in lines.
  fileprivate var doubtText: String? { state.withLock { $0.doubt }?.description }
}

/// The logs of the stubs and servers that a test makes.
package final class RequestLogs: Sendable {
  private let logs = Mutex<[RequestLog]>([])

  package init() {}

  fileprivate func add(_ log: RequestLog) { logs.withLock { $0.append(log) } }

  /// A text for each log with rejected requests that the test did not read.
  package var unreadTexts: [String] { logs.withLock { $0 }.compactMap(\.unreadText) }

  /// The requests that may break the contract, of each log that has any the first.
  package var doubtTexts: [String] { logs.withLock { $0 }.compactMap(\.doubtText) }
}

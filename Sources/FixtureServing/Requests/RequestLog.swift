import Foundation
import JSONParsing

/// The requests that a stub or server received, and the rejected ones among them.
///
/// Rejected requests that the test did not read are reported, because a client may have ignored the
/// error: at the end of a test that collects its logs, or otherwise on standard error when the log
/// is released.
package final class RequestLog: Sendable {
  private struct State: Sendable {
    var sent: [SentRequest] = []
    var refused: [StubError] = []
    /// The first request that may break the contract.
    var doubt: StubError?
    /// The number of rejected requests that the test read.
    var readCount = 0
    /// The requests that were rejected before a check of the app's client.
    var setAside: (refused: [StubError], doubt: StubError?, readCount: Int)?
  }

  /// Collects the logs that are created in a task.
  @TaskLocal package static var collector: RequestLogs?
  /// Reports the requests that the test did not read.
  @TaskLocal package static var report: @Sendable (String) -> Void = { lines.add($0) }

  private static let lines = LineWriter { text in
    // If nothing reads standard error, nothing is written.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private let owner: String
  private let allowsUnanswered: Bool
  private let state = Mutex(State())
  /// Reports unread requests; `nil` if a collector reports them.
  private let report: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - owner: A description of the log's owner: `a StubbedSession`.
  ///   - allowsUnanswered: Whether the test causes rejected requests on purpose, so that nothing is
  ///     reported.
  package init(of owner: String, allowsUnanswered: Bool) {
    (self.owner, self.allowsUnanswered) = (owner, allowsUnanswered)
    report = Self.collector == nil ? Self.report : nil
    Self.collector?.add(self)
  }

  deinit {
    guard let report else { return }
    for text in [unreadText, doubtText].compactMap(\.self) { report("warning: \(text)\n") }
  }

  package var sent: [SentRequest] { state.withLock { $0.sent } }

  /// The rejected requests. Reading this property counts as reading them.
  package var unanswered: [StubError] {
    state.withLock { state in
      state.readCount = state.refused.count
      return state.refused
    }
  }

  /// The first rejected request. Reading this property does not count as reading the request.
  package var firstRefused: StubError? { state.withLock { $0.refused.first } }

  package func note(_ request: SentRequest) { state.withLock { $0.sent.append(request) } }

  package func note(refused error: StubError) { state.withLock { $0.refused.append(error) } }

  /// Records a request that is answered, and may break the contract.
  package func note(doubted error: StubError) { state.withLock { $0.doubt = $0.doubt ?? error } }

  // MARK: - A check of the app's client

  /// Forgets the requests so far, because further ones belong to another load. The check itself
  /// reports the requests that are rejected during the check.
  package func beginLoad() {
    state.withLock { state in
      state.setAside = state.setAside ?? (state.refused, state.doubt, state.readCount)
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

  // MARK: - Unread requests

  /// The maximal number of reported requests.
  private static let toldCount = 12

  /// The rejected requests that the test did not read, one per line; `nil` if there are none.
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

  /// The first request that may break the contract, in lines.
  fileprivate var doubtText: String? { state.withLock { $0.doubt }?.description }
}

/// The logs of a test's stubs and servers.
package final class RequestLogs: Sendable {
  private let logs = Mutex<[RequestLog]>([])

  package init() {}

  fileprivate func add(_ log: RequestLog) { logs.withLock { $0.append(log) } }

  /// A text for each log with rejected requests that the test did not read.
  package var unreadTexts: [String] { logs.withLock { $0 }.compactMap(\.unreadText) }

  /// The first request that may break the contract, of each log that has one.
  package var doubtTexts: [String] { logs.withLock { $0 }.compactMap(\.doubtText) }
}

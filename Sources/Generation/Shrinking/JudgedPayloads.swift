/// The judgements of a search for the simplest payload: each payload is judged once, and no more of
/// them than the search may spend.
struct JudgedPayloads<Identity: Hashable> {
  /// Whether a payload is one to judge.
  private let admits: (PayloadTree) -> Bool
  /// The failure of a payload; `nil`, if it passes.
  private let judge: (PayloadTree) -> Identity?
  private let limit: Int
  private let shouldStop: () -> Bool
  /// By the payloads' bytes.
  private var verdicts: [[UInt8]: Identity?] = [:]
  /// How many payloads were judged.
  private(set) var count = 0
  /// How many of them were taken, since they are simpler and fail for the same reason.
  var acceptedCount = 0

  init(
    limit: Int, shouldStop: @escaping () -> Bool, admitting admits: @escaping (PayloadTree) -> Bool,
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    (self.limit, self.shouldStop, self.admits, self.judge) = (limit, shouldStop, admits, judge)
  }

  /// Whether nothing more is to be judged.
  var isExhausted: Bool { count >= limit || shouldStop() }

  /// Forgets all but what a failure is known to be: its judgement does not count.
  mutating func restart(_ payload: PayloadTree, failingWith identity: Identity) {
    (verdicts, count, acceptedCount) = ([payload.bytes: identity], 0, 0)
  }

  func isKnown(_ payload: PayloadTree) -> Bool { verdicts[payload.bytes] != nil }

  /// - Returns: Nothing, for a payload that is not to be judged, which does not count; else, what it
  ///   fails with.
  mutating func verdict(_ payload: PayloadTree) -> Identity?? {
    let bytes = payload.bytes
    if let known = verdicts[bytes] { return known }
    guard admits(payload) else {
      verdicts[bytes] = .some(nil)
      return nil
    }
    count += 1
    let verdict = judge(payload)
    verdicts[bytes] = .some(verdict)
    return .some(verdict)
  }
}

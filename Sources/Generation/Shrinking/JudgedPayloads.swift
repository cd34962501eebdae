/// The judgements in a search for the simplest payload: each payload is judged once, up to the
/// limit of the search.
struct JudgedPayloads<Identity: Hashable> {
  /// Returns whether a payload may be judged.
  private let admits: (PayloadTree) -> Bool
  /// Returns the failure of a payload; `nil` if it passes.
  private let judge: (PayloadTree) -> Identity?
  private let limit: Int
  private let shouldStop: () -> Bool
  /// The verdicts, by the payloads' bytes.
  private var verdicts: [[UInt8]: Identity?] = [:]
  private(set) var count = 0
  /// The number of payloads that were accepted, as they are simpler and fail for the same reason.
  var acceptedCount = 0

  init(
    limit: Int, shouldStop: @escaping () -> Bool, admitting admits: @escaping (PayloadTree) -> Bool,
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    (self.limit, self.shouldStop, self.admits, self.judge) = (limit, shouldStop, admits, judge)
  }

  var isExhausted: Bool { count >= limit || shouldStop() }

  /// Starts over with a payload whose failure is known; its judgement does not count.
  mutating func restart(_ payload: PayloadTree, failingWith identity: Identity) {
    (verdicts, count, acceptedCount) = ([payload.bytes: identity], 0, 0)
  }

  func isKnown(_ payload: PayloadTree) -> Bool { verdicts[payload.bytes] != nil }

  /// - Returns: `nil` for a payload that may not be judged, which does not count; otherwise its
  ///   failure, or `nil` inside if it passes.
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

import JSONParsing

/// The judgements in a search for the simplest payload: each payload is judged once, up to the
/// limit of the search.
struct JudgedPayloads<Identity: Hashable> {
  /// The bytes of a payload, which are hashed in one call instead of one by one.
  private struct Key: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Returns whether a payload may be judged.
  private let admits: (PayloadTree) -> Bool
  /// Returns the failure of a payload; `nil` if it passes.
  private let judge: (PayloadTree) -> Identity?
  private let limit: Int
  private let shouldStop: () -> Bool
  /// The verdicts, by the payloads' bytes.
  private var verdicts: [Key: Identity?] = [:]
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
    (verdicts, count, acceptedCount) = ([Key(bytes: payload.bytes): identity], 0, 0)
  }

  func isKnown(_ bytes: [UInt8]) -> Bool { verdicts[Key(bytes: bytes)] != nil }

  /// - Returns: `nil` for a payload that may not be judged, which does not count; otherwise its
  ///   failure, or `nil` inside if it passes.
  mutating func verdict(_ payload: PayloadTree, _ bytes: [UInt8]) -> Identity?? {
    if let known = verdicts[Key(bytes: bytes)] { return known }
    guard admits(payload) else {
      verdicts[Key(bytes: bytes)] = .some(nil)
      return nil
    }
    count += 1
    let verdict = judge(payload)
    verdicts[Key(bytes: bytes)] = .some(verdict)
    return .some(verdict)
  }
}

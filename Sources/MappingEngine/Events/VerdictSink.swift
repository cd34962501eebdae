import ContractModel

/// Keeps whether the payload is refused, and stops as soon as it is.
struct VerdictSink: MappingSink {
  static var wantsNotices: Bool { false }
  private(set) var isSated = false

  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem?.severity == .error { isSated = true }
  }
}

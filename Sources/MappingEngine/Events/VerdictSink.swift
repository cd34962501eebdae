import ContractModel

/// Keeps whether the payload is refused, and stops as soon as it is.
struct VerdictSink: MappingSink {
  static var wantsNotices: Bool { false }
  private(set) var isSated = false

  mutating func record(_ moment: MappingMoment, _ value: NoValue?, old: NoValue?) {
    if moment.problem?.severity == .error { isSated = true }
  }

  func mark() -> Int { 0 }

  mutating func retract(_ mark: Int) {}
}

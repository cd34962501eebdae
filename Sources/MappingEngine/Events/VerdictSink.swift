import ContractModel

/// A sink that keeps only whether the payload is rejected, and stops at the first error.
struct VerdictSink: MappingSink {
  static var wantsNotices: Bool { false }
  private var errorCount = 0
  private var trialCount = 0

  var isSated: Bool { errorCount > 0 && trialCount == 0 }

  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem?.severity == .error { errorCount += 1 }
  }

  mutating func beginTrial() -> Int {
    trialCount += 1
    return errorCount
  }

  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    trialCount -= 1
    if takesBack { errorCount = mark }
  }
}

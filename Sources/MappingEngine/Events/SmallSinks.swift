import ContractModel

/// Counts what happens, and keeps the problems.
struct CountingSink: MappingSink {
  static var wantsNotices: Bool { true }
  var isSated: Bool { false }

  /// What a rule did, how often.
  struct RuleCounts: Sendable {
    var mapped = 0
    var missing = 0
    var null = 0
    var problems = 0
  }

  /// By the plan's rules.
  private(set) var rules: [RuleCounts]
  private(set) var problems: [MappingMoment] = []

  init(_ plan: MappingPlan) {
    rules = Array(repeating: RuleCounts(), count: plan.rules.count)
  }

  @inline(__always)
  mutating func record(_ moment: MappingMoment, _ value: NoValue?, old: NoValue?) {
    if moment.problem != nil { return note(moment) }
    guard moment.rule >= 0, !moment.isElement else { return }
    switch moment.name {
    case .set, .unchanged: rules[Int(moment.rule)].mapped += 1
    case .setNull where moment.missingStep < 0: rules[Int(moment.rule)].null += 1
    case .nullKept: rules[Int(moment.rule)].null += 1
    case .missing, .setNull, .setDefault: rules[Int(moment.rule)].missing += 1
    default: break
    }
  }

  private mutating func note(_ moment: MappingMoment) {
    problems.append(moment)
    if moment.rule >= 0 { rules[Int(moment.rule)].problems += 1 }
  }

  func mark() -> Int { 0 }

  mutating func retract(_ mark: Int) {}
}

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

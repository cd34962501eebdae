import ContractModel
public import JSONParsing

/// What came of payloads, in numbers, and which violations they have.
public struct MappingCounts: Sendable {
  var objects = ObjectCounter()
  private(set) var rules: [CountingSink.RuleCounts] = []
  /// In the order of the payloads and their events.
  public private(set) var violations: [Violation] = []
  private var types: [MemberName] = []

  public init() {}

  /// The objects of each type that were made and found again.
  public var counts: [MemberName: ObjectCounts] {
    var counts: [MemberName: ObjectCounts] = [:]
    for (type, name) in types.enumerated() where objects.distinct[type] + objects.reused[type] > 0 {
      var count = ObjectCounts()
      count.created = objects.created[type]
      count.reused = objects.reused[type]
      count.distinct = objects.distinct[type]
      counts[name] = count
    }
    return counts
  }

  /// How often rules found their values.
  public var mappedCount: Int { rules.reduce(0) { $0 + $1.mapped } }

  mutating func append(_ sink: CountingSink, _ plan: MappingPlan, _ document: JSONDocument) {
    types = plan.types
    if rules.count < sink.rules.count {
      rules += repeatElement(.init(), count: sink.rules.count - rules.count)
    }
    for (index, counts) in sink.rules.enumerated() {
      rules[index].mapped += counts.mapped
      rules[index].missing += counts.missing
      rules[index].null += counts.null
      rules[index].problems += counts.problems
    }
    guard !sink.problems.isEmpty else { return }
    let describer = ViolationDescriber(sink.problems, plan, document)
    violations += sink.problems.compactMap { describer.violation(of: $0) }
  }
}

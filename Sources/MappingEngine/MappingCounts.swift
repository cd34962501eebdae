import ContractModel
public import JSONParsing

/// What came of payloads, in numbers, and which violations they have.
public struct MappingCounts: Sendable {
  var objects = ObjectCounter()
  var sink: TallySink?
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

  mutating func append(_ sink: TallySink, _ plan: MappingPlan, _ document: JSONDocument) {
    types = plan.types
    let describer = ViolationDescriber(sink.problems, plan, document)
    violations += sink.problems.compactMap { describer.violation(of: $0) }
    self.sink = sink
  }
}

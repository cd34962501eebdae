import ContractModel
public import JSONParsing

/// Counts of the objects in payloads, and the violations of the payloads.
public struct MappingCounts: Sendable {
  var objects = ObjectCounter()
  var sink: TallySink?
  /// The violations, in the order of the payloads and their events.
  public private(set) var violations: [Violation] = []
  private var types: [MemberName] = []

  /// Makes counts of 0.
  public init() {}

  /// The objects of each type that were made, and found again.
  public var counts: [MemberName: ObjectCounts] {
    var counts: [MemberName: ObjectCounts] = [:]
    for (type, name) in types.enumerated() where objects.created[type] + objects.reused[type] > 0 {
      var count = ObjectCounts()
      count.created = objects.created[type]
      count.reused = objects.reused[type]
      count.distinct = objects.created[type]
      counts[name] = count
    }
    return counts
  }

  mutating func append(
    _ sink: TallySink, causes: [RawEvent], _ plan: MappingPlan, _ document: JSONDocument
  ) {
    types = plan.tables.types
    let describer = ViolationDescriber(sink.problems, causes: causes, plan, document)
    violations += sink.problems.compactMap { describer.violation(of: $0) }
    self.sink = sink
  }
}

extension Mapper {
  /// Counts the objects of a payload, and keeps no values.
  ///
  /// - Parameter counts: Counts that are used with this mapper only.
  public func count(
    _ document: JSONDocument, as target: MappingTarget, into counts: inout MappingCounts,
    exchange: MappingExchange? = nil
  ) {
    var counter = ObjectCounter()
    swap(&counter, &counts.objects)
    var sink = counts.sink ?? TallySink(plan)
    counts.sink = nil
    sink.beginPayload()
    var run = MappingRun(
      plan, document, reader, exchange: ExchangeDocument(exchange, for: plan), consume sink,
      consume counter)
    _ = DeepStack.run(for: document) { run.run(planned(target)) }
    counts.objects = run.destination
    counts.append(run.sink, causes: run.causes, plan, document)
  }
}

public import ContractModel
public import JSONParsing

/// Maps payloads as a contract says.
///
///     let mapper = Mapper(contract, as: target)
///     var store = ObjectStore()
///     let result = mapper.map(document, as: target, into: &store)
///     result.events.first { $0.name == .coercionFailed }?.path   // friends[1].name
///
/// A mapper is compiled once and never changes; any number of runs may use it at a time.
public struct Mapper: Sendable {
  /// The contract that it maps by.
  public let contract: Contract
  let plan: MappingPlan
  private let transformers: ValueTransformers
  /// How many steps are taken to look for a pattern in one text.
  package var patternStepLimit = TextPattern.mostSteps

  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - targets: What can be mapped to, besides the contract's endpoints.
  ///   - transformers: The app's, by the names that `custom:` gives.
  public init(
    _ contract: Contract, as targets: MappingTarget..., transformers: ValueTransformers = [:]
  ) {
    self.init(contract, as: targets, transformers: transformers)
  }

  /// Makes a mapper.
  ///
  /// - Parameters:
  ///   - contract: The contract that says what is mapped.
  ///   - targets: The types and endpoints that payloads will be of.
  ///   - transformers: The app's, by the names that `custom:` gives.
  public init(
    _ contract: Contract, as targets: [MappingTarget], transformers: ValueTransformers = [:]
  ) {
    self.contract = contract
    self.transformers = transformers
    plan = MappingPlanBuilder.plan(contract, targets: targets)
  }

  /// Maps a payload, and keeps every event.
  ///
  /// - Parameters:
  ///   - document: The payload.
  ///   - target: An endpoint of the contract, or one of the targets that the mapper was made with.
  ///   - store: The objects that were there before; afterwards, those of the payload too, unless it
  ///     is refused. The result has them in any case.
  ///   - object: The object to map onto, instead of one that the identity finds.
  ///   - exchange: What the payload is of, for key paths at `@path`, `@request` and `@header`.
  @discardableResult
  public func map(
    _ document: JSONDocument, as target: MappingTarget, into store: inout ObjectStore,
    onto object: ObjectID? = nil, exchange: MappingExchange? = nil
  ) -> MappingResult {
    // Given away and taken back, so that the run changes the store in place.
    var taken = ObjectStore()
    swap(&taken, &store)
    var run = MappingRun(
      plan, document, reader, exchange: ExchangeDocument(exchange, for: plan),
      EventLog<MappedValue>(reserving: document.byteCount / 24), consume taken)
    run.pathParameters = exchange?.request?.pathParameters ?? [:]
    let value = DeepStack.run(for: document) { run.run(planTarget(target), onto: object) }
    store = run.destination
    let journal = store.takeJournal()
    let events = MappingEvents(
      run.sink, causes: run.causes, discarded: store.discarded, plan, document)
    let result = MappingResult(value: value, events: events, store: store)
    if run.recording.errorCount > 0, let journal { store.revert(to: journal) }
    return result
  }

  /// Returns whether a payload is admitted: whether it has no violation of severity error.
  ///
  /// - Complexity: As `map`, but stops at the first error, and keeps nothing.
  public func admits(
    _ document: JSONDocument, as target: MappingTarget, exchange: MappingExchange? = nil
  ) -> Bool {
    var run = MappingRun(
      plan, document, reader, exchange: ExchangeDocument(exchange, for: plan), VerdictSink(),
      ObjectCounter())
    _ = DeepStack.run(for: document) { run.run(planTarget(target)) }
    return !run.sink.isSated
  }

  /// The properties whose values stay out of every report.
  package var sensitiveProperties: Set<TypeProperty> {
    var properties: Set<TypeProperty> = []
    for variant in plan.tables.variants where variant.type >= 0 {
      for index in variant.lines.indices {
        let line = plan.tables.lines[plan.tables.order[index]]
        guard line.isSensitive, line.property >= 0 else { continue }
        properties.insert(
          TypeProperty(
            type: plan.tables.types[variant.type],
            property: plan.tables.properties[line.property]))
      }
    }
    return properties
  }

  /// The bytes of a payload that stay out of every report.
  package func sensitiveRanges(of document: JSONDocument, as target: MappingTarget) -> [Range<Int>]
  {
    guard plan.tables.lines.contains(where: \.isSensitive) else { return [] }
    var store = ObjectStore()
    return map(document, as: target, into: &store).sensitiveRanges
  }

  /// Whether it matters what exchange a payload is of.
  package var usesExchange: Bool { plan.tables.usesExchange }
  /// Whether lines read what the request sends as its body.
  package var usesRequestBody: Bool { plan.tables.usesRequestBody }

  var reader: ScalarReader {
    ScalarReader(plan: plan, transformers: transformers, patternStepLimit: patternStepLimit)
  }

  /// A target, looked up once for many payloads.
  package struct PlannedTarget: Sendable {
    let target: PlanTarget

    /// Whether it is an endpoint without a body.
    package var hasNoBody: Bool { if case .nothing = target { true } else { false } }
  }

  /// - Parameter target: An endpoint of the contract, or one of the targets that the mapper was made
  ///   with.
  package func planned(_ target: MappingTarget) -> PlannedTarget {
    PlannedTarget(target: planTarget(target))
  }

  func planTarget(_ target: MappingTarget) -> PlanTarget {
    guard let target = plan.targets[target] else {
      preconditionFailure("the mapper was not made for the target")
    }
    return target
  }
}

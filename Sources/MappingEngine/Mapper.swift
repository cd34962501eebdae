public import ContractModel
public import JSONParsing

/// Maps payloads by a contract.
///
///     let mapper = Mapper(contract, as: target)
///     var store = ObjectStore()
///     let result = mapper.map(document, as: target, into: &store)
///     result.events.first { $0.name == .coercionFailed }?.path   // friends[1].name
///
/// A mapper is compiled once and never changes; any number of runs may use it concurrently.
public struct Mapper: Sendable {
  /// The contract of the mapper.
  public let contract: Contract
  let plan: MappingPlan
  private let transformers: ValueTransformers
  /// The maximum number of steps for matching a pattern in one text.
  package var patternStepLimit = TextPattern.mostSteps

  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - targets: The targets of payloads, besides the contract's endpoints.
  ///   - transformers: The app's transformers, by the names in `custom:`.
  public init(
    _ contract: Contract, as targets: MappingTarget..., transformers: ValueTransformers = [:]
  ) {
    self.init(contract, as: targets, transformers: transformers)
  }

  /// Makes a mapper.
  ///
  /// - Parameters:
  ///   - targets: The targets of payloads, besides the contract's endpoints.
  ///   - transformers: The app's transformers, by the names in `custom:`.
  public init(
    _ contract: Contract, as targets: [MappingTarget], transformers: ValueTransformers = [:]
  ) {
    self.contract = contract
    self.transformers = transformers
    plan = MappingPlanBuilder.plan(contract, targets: targets)
  }

  /// Maps a payload and keeps every event.
  ///
  /// - Parameters:
  ///   - document: The payload.
  ///   - target: An endpoint of the contract, or one of the targets that the mapper was made with.
  ///   - store: The objects that existed before. Afterwards it also has those of the payload,
  ///     unless the payload is rejected; the result has them in any case.
  ///   - object: The object to map onto, instead of one that is found by its identity.
  ///   - exchange: The exchange of the payload, for key paths at `@path`, `@request` and `@header`.
  @discardableResult
  public func map(
    _ document: JSONDocument, as target: MappingTarget, into store: inout ObjectStore,
    onto object: ObjectID? = nil, exchange: MappingExchange? = nil
  ) -> MappingResult {
    // The store is moved into the run and back, so that the run changes it in place.
    var taken = ObjectStore()
    swap(&taken, &store)
    var run = MappingRun(
      plan, document, reader, exchange: ExchangeDocument(exchange, for: plan),
      EventLog<MappedValue>(reserving: document.byteCount / 24), consume taken)
    run.pathParameters = exchange?.request?.pathParameters ?? [:]
    let value = DeepStack.run(for: document) { run.run(planned(target), onto: object) }
    store = run.destination
    let journal = store.takeJournal()
    let events = MappingEvents(
      run.sink, causes: run.causes, discarded: store.discarded, plan, document)
    let result = MappingResult(value: value, events: events, store: store)
    if run.recording.errorCount > 0, let journal { store.revert(to: journal) }
    return result
  }

  /// Returns whether the contract accepts the payload: it has no violation of severity error.
  ///
  /// - Complexity: As `map`, but stops at the first error, and keeps nothing.
  public func admits(
    _ document: JSONDocument, as target: MappingTarget, exchange: MappingExchange? = nil
  ) -> Bool {
    var run = MappingRun(
      plan, document, reader, exchange: ExchangeDocument(exchange, for: plan),
      ReadSink(wantsReads: false), ObjectCounter())
    _ = DeepStack.run(for: document) { run.run(planned(target)) }
    return !run.sink.isSated
  }

  /// The properties whose values must not appear in any report.
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

  /// Returns the bytes of a payload that must not appear in any report.
  package func sensitiveRanges(of document: JSONDocument, as target: MappingTarget) -> [Range<Int>]
  {
    guard plan.tables.lines.contains(where: \.isSensitive) else { return [] }
    var store = ObjectStore()
    return map(document, as: target, into: &store).sensitiveRanges
  }

  package var usesExchange: Bool { plan.tables.usesExchange }
  package var usesRequestBody: Bool { plan.tables.usesRequestBody }

  var reader: ScalarReader {
    ScalarReader(plan: plan, transformers: transformers, patternStepLimit: patternStepLimit)
  }

  /// - Parameter target: An endpoint of the contract, or one of the targets that the mapper was
  ///   made with.
  package func planned(_ target: MappingTarget) -> PlanTarget {
    guard let target = plan.targets[target] else {
      preconditionFailure("the mapper was not made for the target")
    }
    return target
  }
}

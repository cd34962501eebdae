package import ContractModel
import JSONParsing
package import MappingEngine

/// Holds what a mapper of the app makes of payloads against what the contract says.
package struct MapperCheck {
  let contract: Mapper
  let target: MappingTarget
  let mapper: MapperUnderTest
  let options: ComparisonOptions
  let exchange: MappingExchange?

  package var statedContract: Contract { contract.contract }

  /// - Parameters:
  ///   - contract: The engine, made for the target.
  ///   - target: What the payloads are.
  ///   - mapper: The app's.
  ///   - exchange: What the payloads are of.
  package init(
    _ contract: Mapper, as target: MappingTarget, _ mapper: MapperUnderTest,
    _ options: ComparisonOptions = ComparisonOptions(), exchange: MappingExchange? = nil
  ) {
    (self.contract, self.target, self.mapper) = (contract, target, mapper)
    (self.options, self.exchange) = (options, exchange)
  }

  /// Maps payloads one after the other, and compares what came of the last.
  ///
  /// A mapper without a store is given the last alone: it has no memory of the others.
  ///
  /// - Parameters:
  ///   - payloads: At least one.
  ///   - isUnspecified: Whether mappers may differ from the contract on the last of them; then it
  ///     is only asked whether this one survives it, as of what is not JSON.
  package func disagreements(
    over payloads: [[UInt8]], isUnspecified: Bool = false
  ) -> [Disagreement] {
    let payloads = mapper.keepsObjects ? payloads : payloads.suffix(1)
    guard let payload = payloads.last else { return [] }
    var session = mapper.makeSession()
    guard !isUnspecified, let document = try? JSONDocument(parsing: payload) else {
      for payload in payloads { _ = session.map(payload) }
      return []
    }
    var store = ObjectStore(findsObjectsAgain: mapper.keepsObjects)
    var results: [MappingResult] = []
    for earlier in payloads.dropLast() {
      guard let document = try? JSONDocument(parsing: earlier) else { continue }
      results.append(contract.map(document, as: target, into: &store, exchange: exchange))
      _ = session.map(earlier)
    }
    let answer = session.map(payload)
    // What both refuse is most of all faults, and to refuse is quicker than to map.
    if case .refused = answer, !contract.admits(document, as: target, exchange: exchange) {
      return []
    }
    results.append(contract.map(document, as: target, into: &store, exchange: exchange))
    let found = compare(results, answer, payload)
    if !found.isEmpty, document.leavesValuesOpen { return [] }
    return found.map { disagreement in
      var disagreement = disagreement
      disagreement.payloads = Array(payloads)
      return disagreement
    }
  }

  private func compare(
    _ results: [MappingResult], _ answer: MapperAnswer, _ payload: [UInt8]
  ) -> [Disagreement] {
    guard let result = results.last else { return [] }
    let errors = result.violations.filter { $0.severity == .error }
    let refusal = errors.first(where: \.bindsMappers)
    switch (refusal, answer) {
    case (let violation?, .value(let found)):
      return [accepts(violation, value(of: violation, result, found))]
    case (let violation?, .stored): return [accepts(violation, nil)]
    case (_, .refused(let refusal)):
      return errors.isEmpty ? [refuses(refusal.reason, payload, result)] : []
    case (nil, .value(let found)):
      guard errors.isEmpty else { return [] }
      return ResultComparison.differences(result, found, options).map { Disagreement($0) }
    case (nil, .stored(let objects)):
      // Of what either refused before, the stores may have parts.
      guard results.allSatisfy(\.isAdmitted) else { return [] }
      let comparison = StoreComparison(results, contract.contract, options)
      return comparison.differences(objects).map { Disagreement($0) }
    }
  }

  // MARK: - Verdicts

  private func accepts(_ violation: Violation, _ value: String?) -> Disagreement {
    Disagreement(
      kind: .accepts, rule: violation.line, origin: violation.origin, path: violation.path,
      contract: rejection(violation),
      mapper: "accepts it" + (value.map { ": \($0)" } ?? ""), hint: hint(for: violation),
      payloads: [])
  }

  /// `rejects it: [0].id: the key "id" is missing`
  func rejection(_ violation: Violation) -> String {
    let place = violation.path.steps.isEmpty ? "" : "\(displayed(violation.path.description)): "
    return "rejects it: \(place)\(violation.message)"
  }

  /// A hint where null is refused for what may be absent: that is an optional of the app, which most
  /// readers let be null too.
  private func hint(for violation: Violation) -> String? {
    guard violation.rule == .nullValue, let line = violation.line, line.isOptional,
      !line.value.allowsNull, case .member? = violation.path.steps.last
    else { return nil }
    return "if null may come, write \(displayed(line.value.type.description))? in the contract"
  }

  /// A `Codable` model is decoded once more, to find out where it fails.
  private func refuses(
    _ reason: String, _ payload: [UInt8], _ result: MappingResult
  ) -> Disagreement {
    let failure = mapper.watch.flatMap { $0(payload).failure }
    let event = failure.flatMap { failure in
      result.events.first { $0.isTerminal && $0.path == failure.path && $0.property != nil }
    }
    let place = failure.map { displayed($0.path.description) } ?? ""
    let reason = failure.map { (place.isEmpty ? "" : "\(place): ") + $0.message } ?? reason
    return Disagreement(
      kind: .refuses, rule: event?.rule, path: failure?.path ?? InstancePath(),
      contract: "accepts it" + (event.map { value(of: $0, result) } ?? ""),
      mapper: "rejects it: \(reason)", payloads: [])
  }

  /// The contract's value at the place where a mapper fails: `: [0].remoteId = 1`.
  private func value(of event: MappingEvent, _ result: MappingResult) -> String {
    guard let path = place(of: event, in: result) else { return "" }
    let value = MappedValueText(event.isMissing ? nil : event.value, in: result.store)
    return ": \(displayed(path.description)) = \(value)"
  }

  /// The mapper's value where the contract refuses: `[0].fileUrlString = ""`.
  private func value(of violation: Violation, _ result: MappingResult, _ found: Any) -> String? {
    guard let event = result.events.first(where: { $0.violation == violation }),
      let property = event.property, let path = place(of: event, in: result)
    else { return nil }
    let type = event.object.map { result.store[$0].type } ?? ""
    let labels = options.labels(of: property, of: type)
    let stores = StoreComparison([result], contract.contract, options)
    let holders = ObjectHolders(result, found, stores, options)
    guard let holder = event.object.map({ holders[$0] }) ?? found,
      let value = ReflectedPath.value(of: labels, in: holder)
    else { return nil }
    return "\(displayed(path.description)) = \(ReflectedText(value))"
  }

  /// The path of the property that an event is about: `[0].remoteId`.
  private func place(of event: MappingEvent, in result: MappingResult) -> InstancePath? {
    guard let property = event.property else { return nil }
    let place = event.object.flatMap { ObjectPlaces(result)[$0] } ?? InstancePath()
    return property.names.reduce(place) { $0.appending(.member($1)) }
  }

  // MARK: - Single answers

  /// The answer of the mapper to a payload alone.
  func answer(_ payload: [UInt8]) -> MapperAnswer {
    var session = mapper.makeSession()
    return session.map(payload)
  }

  /// The answer of the mapper to a payload alone, in full to be compared and in short to be shown.
  func answerText(_ payload: [UInt8]) -> (complete: String, short: String) {
    switch answer(payload) {
    case .value(let value):
      return (ReflectedText(complete: value).description, ReflectedText(value).description)
    case .refused(let refusal): return ("a refusal", "a refusal: \(refusal.reason)")
    case .stored(let objects): return objects.texts
    }
  }

  /// The contract's result of a payload alone; `nil`, if that is no JSON.
  func result(of payload: [UInt8]) -> MappingResult? {
    guard let document = try? JSONDocument(parsing: payload) else { return nil }
    var store = ObjectStore(findsObjectsAgain: false)
    return contract.map(document, as: target, into: &store, exchange: exchange)
  }

  /// The contract's result of a payload, as text; `nil`, if it refuses it.
  func contractText(_ payload: [UInt8]) -> String? {
    guard let result = result(of: payload), result.isAdmitted else { return nil }
    return result.value.map { result.store.json($0) }
  }

  /// Whether the contract admits a payload.
  package func admits(_ payload: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(parsing: payload) else { return false }
    return contract.admits(document, as: target, exchange: exchange)
  }

  /// Where what a list of the payload becomes stands, as a path of properties.
  func listPlace(_ payload: [UInt8], at path: InstancePath) -> InstancePath? {
    guard let result = result(of: payload),
      let event = result.events.first(where: { $0.isTerminal && $0.path == path })
    else { return nil }
    return place(of: event, in: result) ?? (path.steps.isEmpty ? path : nil)
  }

  /// Whether the mapper does the same twice with what it may do anything with.
  func instabilities(_ payloads: some Collection<[UInt8]>) -> [Disagreement] {
    let (first, second) = (outcome(payloads), outcome(payloads))
    guard first != second else { return [] }
    return [
      Disagreement(
        kind: .unstable, path: InstancePath(), contract: "leaves it open",
        mapper: "does not do the same twice: \(first), then \(second)", payloads: Array(payloads))
    ]
  }

  private func outcome(_ payloads: some Collection<[UInt8]>) -> String {
    var session = mapper.makeSession()
    var answer: MapperAnswer?
    for payload in payloads { answer = session.map(payload) }
    switch answer {
    case .value(let value): return ReflectedText(complete: value).description
    case .refused: return "a refusal"
    case .stored(let objects):
      let counts = objects.byType.sorted { $0.key < $1.key }.map { "\($1.count) \($0)" }
      return "a store of \(counts.joined(separator: ", "))"
    case nil: return "nothing"
    }
  }
}

extension Disagreement {
  init(_ difference: ValueDifference) {
    let path = displayed(difference.path.description)
    let isCount = difference.kind == .count
    let place = isCount || path.isEmpty ? "" : "\(path) = "
    self.init(
      kind: isCount ? .count : .differs, rule: difference.rule, path: difference.path,
      contract: place + difference.expected, mapper: place + difference.found,
      hint: difference.hint, payloads: [])
    if case .noProperty(let type, let nearest) = difference.kind,
      let name = difference.path.lastName
    {
      kind = .noProperty
      mapper = "\(displayed(type)) has no property \(quoted(name))"
      hint =
        nearest.map {
          "did you mean \(quoted($0))? if so, say named: [\(quoted(name)): \(quoted($0))]"
        }
        ?? "where the app calls it otherwise, say named: [\(quoted(name)): …]"
    }
  }
}

extension InstancePath {
  fileprivate var lastName: String? {
    if case .member(let name)? = steps.last { name.text } else { nil }
  }
}

extension Violation {
  /// Whether a mapper has to refuse what breaks the rule.
  ///
  /// A value that is checked and not mapped is the server's to keep, and a whole number that a
  /// `Double` does not hold exactly is the nearest one to every mapper; see
  /// `RuleTraits.bindsMappers`.
  package var bindsMappers: Bool {
    guard severity == .error,
      line.map({ $0.property != nil || $0.source == .representation }) ?? true
    else { return false }
    guard rule == .lossyNumber else { return rule.traits.bindsMappers }
    return !(line?.value.type.holdsFloatingPoint ?? false)
  }
}

extension ValueType {
  fileprivate var holdsFloatingPoint: Bool {
    switch self {
    case .scalar(let scalar): scalar.name == .double || scalar.name == .float
    case .array(let element), .set(let element), .dictionary(let element):
      element.type.holdsFloatingPoint
    case .union(let types): types.contains(where: \.holdsFloatingPoint)
    case .literal, .mapping, .keyed: false
    }
  }
}

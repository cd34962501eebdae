package import ContractModel
import JSONParsing
package import MappingEngine

/// Compares the results of an app's mapper with the contract's results for the same payloads.
///
/// This is a class, although it is immutable: the run and each law refer to one, and in a build
/// without optimisation every copy of such a large value is code to compile and to run.
package final class MapperCheck {
  let contract: Mapper
  /// The lenient forms of the contract that the mapper may follow; empty if they equal the
  /// contract. Where null counts as absent, a store may clear or keep the property.
  let lenients: [Mapper]
  /// Variants of the contract, one for each allowed treatment of objects of unknown cases.
  let otherCases: [Mapper]
  /// The mappings whose objects of unknown cases the mapper may accept.
  private let mappingsOfUnknownCases: Set<MemberName>
  /// The contract with every value optional and nullable; `nil` unless values may be lost.
  let losing: Mapper?
  let target: MappingTarget
  let mapper: MapperUnderTest
  let options: ComparisonOptions
  package var exchange: MappingExchange?
  let tolerances: Tolerances
  /// The types of the contract with its tolerances.
  let types: ComparedTypes
  /// The labels of the properties that the contract maps; other properties are not compared.
  let labels: Set<MemberName>
  /// The names of the properties that the results of two compared mappers must both have.
  let agreedNames: Set<MemberName>
  /// Whether there are lines that only check objects, and map none of them.
  let checksObjects: Bool
  /// The mappings, by their lines.
  let mappingNames: [ContractLineKey: MemberName]
  /// The steps into elements of arrays, of the lines that have such steps.
  private let elementSteps: [ContractLineKey: Set<SourceKeyPath.Step>]

  var lenient: Mapper? { lenients.first }
  package var usesExchange: Bool { contract.usesExchange }
  package var usesRequestBody: Bool { contract.usesRequestBody }
  package var statedContract: Contract { contract.contract }

  /// - Parameters:
  ///   - contract: The engine, made for the target.
  ///   - part: The part of the payload that the mapper returns; `nil` if it returns all of it.
  package init(
    _ contract: Mapper, as target: MappingTarget, _ mapper: MapperUnderTest,
    _ options: ComparisonOptions = ComparisonOptions(), exchange: MappingExchange? = nil,
    tolerating tolerances: Tolerances = [], distinguishesNull: Bool = false,
    returning part: ReturnedPart? = nil
  ) {
    (self.contract, self.target) = (contract, target)
    (self.options, self.exchange, self.tolerances) = (options, exchange, tolerances)
    let stated = contract.contract
    let taken = stated.tolerating(tolerances, distinguishesNull: distinguishesNull)
    let keeping =
      mapper.keepsObjects
      ? stated.tolerating(tolerances, distinguishesNull: distinguishesNull, keepsNull: true) : taken
    let ways = [taken == stated ? nil : taken, keeping == taken ? nil : keeping]
    lenients = ways.compactMap { $0.map { Mapper($0, as: target) } }
    mappingsOfUnknownCases = stated.mappingsOfUnknownCases(tolerances)
    otherCases = taken.takingUnknownCases(mappingsOfUnknownCases).map { Mapper($0, as: target) }
    losing = tolerances.allowLosses ? Mapper(taken.toleratingLosses, as: target) : nil
    checksObjects = stated.ownedLines.contains(where: \.line.isOnlyChecked)
    types = ComparedTypes(taken, as: target, returning: part)
    let index = types.index
    self.mapper = mapper.naming(index.mappingsInOrder.flatMap { index.typeNames(of: $0) })
    let properties = ContractNames(taken)
    labels = properties.labels(options)
    agreedNames = labels.union(properties.labels(ComparisonOptions()))
    var names: [ContractLineKey: MemberName] = [:]
    for mapping in types.index.mappingsInOrder {
      for line in mapping.lines + mapping.addedLines { names[ContractLineKey(line)] = mapping.name }
    }
    for (type, line) in types.derivedLines { names[ContractLineKey(line)] = type }
    mappingNames = names
    var steps: [ContractLineKey: Set<SourceKeyPath.Step>] = [:]
    for lines in Dictionary(grouping: stated.ownedLines, by: \.owner).values.map({ $0.map(\.line) })
    {
      let places = ArrayPlaces(lines.map(\.source))
      for line in lines {
        let elements = places.elements(of: line.source).map { line.source.steps[$0] }
        if !elements.isEmpty { steps[ContractLineKey(line)] = Set(elements) }
      }
    }
    elementSteps = steps
  }

  /// Returns whether the violation is that no case fits an object, and the object may be accepted.
  func allowsUnknownCase(_ violation: Violation) -> Bool {
    guard [.noCase, .noSwitchKey].contains(violation.rule), !mappingsOfUnknownCases.isEmpty else {
      return false
    }
    // A contract without a file has no places.
    return mapping(at: violation.origin).map(mappingsOfUnknownCases.contains)
      ?? tolerances.allows(.unknownCase, of: nil, in: nil)
  }

  /// Maps payloads one after the other, and compares the result of the last one.
  ///
  /// A mapper without a store is given only the last one, since it does not remember the others.
  ///
  /// - Parameters:
  ///   - payloads: At least one payload.
  ///   - isUnspecified: Whether mappers may differ from the contract on the last payload. Then it
  ///     is only checked that the mapper survives it, as for a payload that is not JSON.
  package func disagreements(
    over payloads: [[UInt8]], isUnspecified: Bool = false
  ) -> [Disagreement] {
    let payloads = mapper.keepsObjects ? payloads[...] : payloads.suffix(1)
    guard let payload = payloads.last else { return [] }
    let answer = mapper.answer(to: payloads)
    guard !isUnspecified, let document = try? JSONDocument(parsing: payload) else { return [] }
    // Both reject most faults, and rejecting is faster than mapping.
    if case .refused = answer, !contract.admits(document, as: target, exchange: exchange) {
      return []
    }
    let mapped = results(contract, payloads, document)
    let (found, _) = judgement(mapped, answer, document, payloads) {
      self.results($0, payloads, $1)
    }
    return found.map { disagreement in
      var disagreement = disagreement
      disagreement.payloads = Array(payloads)
      if case .value(let all) = answer, disagreement.kind == .accepts {
        disagreement.answer = mapper.read {
          (ReflectedText(complete: all).description, ReflectedText(all).description)
        }
      }
      return disagreement
    }
  }

  /// Returns a contract's results for payloads that are mapped one after the other into one store;
  /// a payload that is not JSON has no result.
  private func results(
    _ contract: Mapper, _ payloads: ArraySlice<[UInt8]>, _ last: JSONDocument
  ) -> [MappingResult] {
    var store = ObjectStore(findsObjectsAgain: mapper.keepsObjects)
    var documents = payloads.dropLast().compactMap { try? JSONDocument(parsing: $0) }
    documents.append(last)
    return documents.map { contract.map($0, as: target, into: &store, exchange: exchange) }
  }

  /// Returns whether the contract admits a payload and the mapper returns the contract's value.
  func takes(_ payload: [UInt8]) -> Bool {
    guard let (results, answer, document) = admitted(payload, by: contract) else { return false }
    return judgement(results, answer, document, [payload]) { self.results($0, [payload], $1) }
      .found.isEmpty
  }

  /// Returns whether the mapper returns the value of the lenient contract, which admits it.
  func takesLeniently(_ payload: [UInt8]) -> Bool {
    guard let lenient, let (results, answer, _) = admitted(payload, by: lenient) else {
      return false
    }
    return mapper.read { self.compare(results, answer, payload, OpenValues()).isEmpty }
  }

  /// Returns the results of the contract and of the mapper, unless one of the two rejects a
  /// payload.
  private func admitted(
    _ payload: [UInt8], by contract: Mapper
  ) -> ([MappingResult], MapperAnswer, JSONDocument)? {
    let answer = answer(payload)
    guard case .value = answer, let document = try? JSONDocument(parsing: payload) else {
      return nil
    }
    let results = results(contract, [payload], document)
    return results.allSatisfy(\.isAdmitted) ? (results, answer, document) : nil
  }

  func compare(
    _ results: [MappingResult], _ answer: MapperAnswer, _ payload: [UInt8], _ open: OpenValues
  ) -> [Disagreement] {
    guard let result = results.last else { return [] }
    let errors = result.violations.filter { $0.severity == .error }
    let binding = errors.filter { $0.bindsMappers && !result.isNullOnTheWay($0) }
    let refusal = binding.first { !open.contains($0.path) }
    // The mapper may reject an open value, and may make anything of it.
    if refusal == nil, !binding.isEmpty { return [] }
    switch (refusal, answer) {
    case (let violation?, .value), (let violation?, .stored):
      return hidesError(of: payload, answer) ? [] : [accepts(violation, result, answer)]
    case (_, .refused(let refusal)):
      guard errors.isEmpty, !refusal.isUnanswered,
        types.returned?.values(in: result).isEmpty != true,
        elementSteps.isEmpty || !result.events.contains(where: lacksElement)
      else { return [] }
      let refusal = refuses(refusal, payload, result)
      // Foundation's readers reject the whole text if any number in it is too large.
      let isUnreadable = (try? JSONDocument(parsing: payload))?.root.hasNumberBeyondDouble ?? false
      return open.contains(refusal.path) || isUnreadable ? [] : [refusal]
    case (nil, .value(let found)):
      guard errors.isEmpty else { return [] }
      return located(differences(result, found, open), result)
    case (nil, .stored(let objects)):
      // The stores may have parts of payloads that either of the two rejected.
      guard results.allSatisfy(\.isAdmitted), open.readers(in: result).isEmpty,
        results.allSatisfy({ $0.listsOfFreeElements.isEmpty })
      else { return [] }
      let comparison = StoreComparison(results, types, options)
      return comparison.differences(objects)
    }
  }

  /// Returns whether an event is that a line reads an element, and finds an object without such a
  /// member, or a null on the way to a value in the element: an app that reads an array of one type
  /// there rejects both.
  private func lacksElement(_ event: MappingEvent) -> Bool {
    guard event.isTerminal, let line = event.line, let steps = elementSteps[ContractLineKey(line)],
      let found = event.json
    else { return false }
    if event.isNullOnTheWay, case .element? = found.path.steps.last { return true }
    guard event.isMissing, found.kind == .object,
      case .member(let name)? = event.path.steps.dropFirst(found.path.steps.count).first
    else { return false }
    return steps.contains(.segment(name))
  }

  /// Returns whether a client's answer to a payload is the value that it returns when a load fails.
  private func hidesError(of payload: [UInt8], _ answer: MapperAnswer) -> Bool {
    guard let fallback = mapper.fallback, let nothing = fallback.value,
      case .value(let value) = answer, comparedText(value) == comparedText(nothing)
    else { return false }
    fallback.add(payload)
    return true
  }

  /// Returns the differences, without those of open values and of objects of unknown cases that the
  /// contract leaves out.
  private func differences(
    _ result: MappingResult, _ found: Any, _ open: OpenValues
  ) -> [Disagreement] {
    var all = ResultComparison.differences(result, found, options, types)
    if all.contains(where: { $0.isBareCase || $0.outcome == .nothing }) {
      let declined = Set(placesOfDeclined(in: result))
      all.removeAll { declined.contains($0.path) && ($0.isBareCase || $0.outcome == .nothing) }
    }
    guard !all.isEmpty else { return all }
    let readers = open.readers(in: result) + result.listsOfFreeElements
    let places = readers.map { place(of: $0, in: result)?.steps ?? [] }
    return all.filter { difference in
      // A reader that rejects an open value may lose the value around it, if that may be lost.
      let mayBeLost = difference.line.map { line in
        tolerances.allows(.invalid, of: line.property, in: mappingName(of: line))
      }
      return !places.contains { place in
        difference.path.steps.starts(with: place)
          || (mayBeLost ?? false) && place.starts(with: difference.path.steps)
      }
    }
  }

  /// Returns the places in the result for objects that no case of their mapping accepted.
  private func placesOfDeclined(in result: MappingResult) -> [InstancePath] {
    let declined = result.events.filter { $0.name == .elementDeclined }
    guard !declined.isEmpty else { return [] }
    let places = ObjectPlaces(result)
    let terminal = result.events.filter(\.isTerminal)
    return declined.compactMap { event in
      let around = terminal.filter { event.path.starts(with: $0.path) }
      guard let nearest = around.max(by: { $0.path.steps.count < $1.path.steps.count }) else {
        return event.path
      }
      let place = places.place(of: nearest) ?? InstancePath()
      return InstancePath(place.steps + event.path.steps.dropFirst(nearest.path.steps.count))
    }
  }

  /// Returns the differences with the places of their values in the payload.
  private func located(
    _ differences: [Disagreement], _ result: MappingResult
  ) -> [Disagreement] {
    guard !differences.isEmpty else { return [] }
    let places = ObjectPlaces(result)
    var sources: [InstancePath: InstancePath] = [:]
    var empty: Set<InstancePath> = []
    for event in result.events where event.isTerminal {
      guard let place = places.place(of: event) else { continue }
      sources[place] = event.path
      if event.state == .empty { empty.insert(place) }
    }
    let source = { (path: InstancePath) in
      (0...path.steps.count).reversed().lazy.compactMap { sources[path.prefix($0)] }.first
    }
    return differences.map { difference in
      var disagreement = difference
      disagreement.source = source(difference.path)
      disagreement.otherSource = difference.otherPath.flatMap(source)
      if empty.contains(difference.path), difference.state == .null { disagreement.state = .empty }
      return disagreement
    }
  }
}

extension Violation {
  /// Whether a mapper must reject a value that breaks the rule. Constraints on a value that is
  /// checked but not mapped bind only the server. A whole number that a `Double` cannot hold
  /// exactly is allowed for floating-point types: every mapper has the nearest one. See
  /// `RuleTraits.bindsMappers`.
  package var bindsMappers: Bool {
    guard severity == .error,
      line.map({ $0.property != nil || $0.source == .representation }) ?? true
    else { return false }
    guard rule == .lossyNumber else { return rule.traits.bindsMappers }
    return line?.value.type.innermost.alternatives.contains { type in
      if case .scalar(let scalar) = type { [.double, .float].contains(scalar.name) } else { false }
    } != true
  }
}

extension MappingResult {
  /// The events of the lists that have an element which the contract leaves out for a reason that
  /// does not bind mappers: the app may keep the element.
  fileprivate var listsOfFreeElements: [MappingEvent] {
    let free = violations.filter { violation in
      violation.rule == .badElement && !violation.causes.contains(where: \.bindsMappers)
    }
    guard !free.isEmpty else { return [] }
    let lists = events.filter(\.isTerminal)
    return free.compactMap { violation in
      lists.last { list in
        violation.path.starts(with: list.path)
          && list.line.map(ContractLineKey.init) == violation.line.map(ContractLineKey.init)
      }
    }
  }

  /// Whether there is an object that no case of its mapping fits.
  var hasUnknownCase: Bool {
    events.contains { $0.name == .elementDeclined || $0.name == .declined }
      || violations.contains { $0.rule == .noCase || $0.rule == .noSwitchKey }
  }

  /// Returns whether a violation is about a null on the way to the value of an optional line (§ 7).
  func isNullOnTheWay(_ violation: Violation) -> Bool {
    violation.rule == .blockedPath
      && events.first { $0.violation == violation }?.isNullOnTheWay ?? false
  }
}

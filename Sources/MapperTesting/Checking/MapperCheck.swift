package import ContractModel
import JSONParsing
package import MappingEngine

/// Holds what a mapper of the app makes of payloads against what the contract says.
///
/// A class, though nothing of it changes: the run and each law refer to one, and in a build without
/// optimisation every copy of so large a value is code to compile and to run.
package final class MapperCheck {
  let contract: Mapper
  /// The contract as the mapper may take it; `nil`, if that is the contract.
  let lenient: Mapper?
  let target: MappingTarget
  let mapper: MapperUnderTest
  let options: ComparisonOptions
  let exchange: MappingExchange?
  let tolerances: Tolerances
  /// Those of the contract as the mapper may take it.
  let types: ComparedTypes
  /// The labels of the properties that the contract maps: an app's own ones are its affair.
  let labels: Set<MemberName>
  /// The mappings by their lines.
  let mappingNames: [ContractLineKey: MemberName]

  package var statedContract: Contract { contract.contract }

  /// - Parameters:
  ///   - contract: The engine, made for the target.
  ///   - target: What the payloads are.
  ///   - mapper: The app's.
  ///   - exchange: What the payloads are of.
  ///   - tolerances: The things that the mapper may take though the contract refuses them.
  ///   - distinguishesNull: Whether absent and null are two things to the mapper.
  ///   - part: The part of the payload that the mapper returns; `nil`: all of it.
  package init(
    _ contract: Mapper, as target: MappingTarget, _ mapper: MapperUnderTest,
    _ options: ComparisonOptions = ComparisonOptions(), exchange: MappingExchange? = nil,
    tolerating tolerances: Tolerances = [], distinguishesNull: Bool = false,
    returning part: ReturnedPart? = nil
  ) {
    (self.contract, self.target, self.mapper) = (contract, target, mapper)
    (self.options, self.exchange, self.tolerances) = (options, exchange, tolerances)
    let stated = contract.contract
    let taken = stated.tolerating(tolerances, distinguishesNull: distinguishesNull)
    lenient = taken == stated ? nil : Mapper(taken, as: target)
    types = ComparedTypes(taken, as: target, returning: part)
    labels = ContractNames(taken).labels(options)
    var names: [ContractLineKey: MemberName] = [:]
    for mapping in types.index.mappingsInOrder {
      for line in mapping.lines + mapping.addedLines { names[ContractLineKey(line)] = mapping.name }
    }
    mappingNames = names
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
    let payloads = mapper.keepsObjects ? payloads[...] : payloads.suffix(1)
    guard let payload = payloads.last else { return [] }
    var session = mapper.makeSession()
    guard !isUnspecified, let document = try? JSONDocument(parsing: payload) else {
      for payload in payloads { _ = session.map(payload) }
      return []
    }
    for earlier in payloads.dropLast() { _ = session.map(earlier) }
    let answer = session.map(payload)
    // What both refuse is most of all faults, and to refuse is quicker than to map.
    if case .refused = answer, !contract.admits(document, as: target, exchange: exchange) {
      return []
    }
    let mapped = results(contract, payloads, document)
    let found = disagreements(mapped, answer, document) { self.results($0, payloads, document) }
    return found.map { disagreement in
      var disagreement = disagreement
      disagreement.payloads = Array(payloads)
      return disagreement
    }
  }

  /// Compares the answer of the mapper with what the contract makes of the last payload.
  ///
  /// - Parameters:
  ///   - mapped: The results of the payloads so far, one at least.
  ///   - again: The same by the contract as the mapper may take it.
  func disagreements(
    _ mapped: [MappingResult], _ answer: MapperAnswer, _ document: JSONDocument,
    by again: @escaping (_ lenient: Mapper) -> [MappingResult]
  ) -> [Disagreement] {
    mapper.read { self.foundDisagreements(mapped, answer, document, by: again) }
  }

  private func foundDisagreements(
    _ mapped: [MappingResult], _ answer: MapperAnswer, _ document: JSONDocument,
    by again: (_ lenient: Mapper) -> [MappingResult]
  ) -> [Disagreement] {
    let payload = Array(document.bytes)
    var found = compare(mapped, answer, payload, OpenValues())
    if found.isEmpty { return [] }
    let open = OpenValues(document)
    if !open.isEmpty { found = compare(mapped, answer, payload, open) }
    guard let first = found.first, first.kind == .accepts, let lenient else { return found }
    // What it takes may be its own affair.
    let violations = mapped.last?.violations ?? []
    let others = compare(again(lenient), answer, payload, open).filter {
      !isOfUnknownCase($0, violations)
    }
    return others.isEmpty ? [] : isAlike(others, first) ? found : others
  }

  /// Whether a mapper made nil, or the line's default, of a value that a closed list does not name,
  /// and may do so; or anything of an object that no case fits.
  private func isOfUnknownCase(_ disagreement: Disagreement, _ violations: [Violation]) -> Bool {
    if disagreement.kind == .accepts, tolerances.allowsUnknownCases {
      return violations.contains { violation in
        [.noCase, .noSwitchKey].contains(violation.rule) && violation.path == disagreement.path
      }
    }
    guard disagreement.kind == .differs, let line = disagreement.line,
      disagreement.outcome == .nothing || disagreement.isDefault,
      tolerances.allows(.unknownCase, of: line.property, in: mappingName(of: line))
    else { return false }
    return violations.contains { violation in
      violation.rule == .notACase
        && violation.line.map { ContractLineKey($0) == ContractLineKey(line) } ?? false
    }
  }

  /// Returns the results of payloads by a contract, mapped one after the other into one store; one
  /// that is no JSON has none.
  ///
  /// - Parameter last: The last payload, parsed.
  private func results(
    _ contract: Mapper, _ payloads: ArraySlice<[UInt8]>, _ last: JSONDocument
  ) -> [MappingResult] {
    var store = ObjectStore(findsObjectsAgain: mapper.keepsObjects)
    var documents = payloads.dropLast().compactMap { try? JSONDocument(parsing: $0) }
    documents.append(last)
    return documents.map { contract.map($0, as: target, into: &store, exchange: exchange) }
  }

  /// Whether what a mapper disagrees with in its lenient contract is what it does in its contract.
  private func isAlike(_ others: [Disagreement], _ first: Disagreement) -> Bool {
    guard let line = first.line else { return others.contains { $0.line == nil } }
    return others.contains { $0.line.map { ContractLineKey($0) == ContractLineKey(line) } ?? false }
  }

  private func compare(
    _ results: [MappingResult], _ answer: MapperAnswer, _ payload: [UInt8], _ open: OpenValues
  ) -> [Disagreement] {
    guard let result = results.last else { return [] }
    let errors = result.violations.filter { $0.severity == .error }
    let binding = errors.filter(\.bindsMappers)
    let refusal = binding.first { !open.contains($0.path) }
    // What is open may be refused, and what it becomes is the mapper's affair.
    if refusal == nil, !binding.isEmpty { return [] }
    switch (refusal, answer) {
    case (let violation?, .value), (let violation?, .stored):
      return [accepts(violation, result, answer)]
    case (_, .refused(let refusal)):
      guard errors.isEmpty, types.returned?.values(in: result).isEmpty != true else { return [] }
      let refusal = refuses(refusal.reason, payload, result)
      // Foundation's readers refuse the whole text, wherever in it a number is too large.
      let isUnreadable = (try? JSONDocument(parsing: payload))?.root.hasNumberBeyondDouble ?? false
      return open.contains(refusal.path) || isUnreadable ? [] : [refusal]
    case (nil, .value(let found)):
      guard errors.isEmpty else { return [] }
      return located(differences(result, found, open), result)
    case (nil, .stored(let objects)):
      // Of what either refused before, the stores may have parts.
      guard results.allSatisfy(\.isAdmitted), open.readers(in: result).isEmpty else { return [] }
      let comparison = StoreComparison(results, types, options)
      return comparison.differences(objects).map { Disagreement($0) }
    }
  }

  /// The differences, but for those of what is open.
  private func differences(
    _ result: MappingResult, _ found: Any, _ open: OpenValues
  ) -> [ValueDifference] {
    let all = ResultComparison.differences(result, found, options, types)
    guard !all.isEmpty, !open.isEmpty else { return all }
    let places = open.readers(in: result).map { place(of: $0, in: result)?.steps ?? [] }
    return all.filter { difference in
      !places.contains { difference.path.steps.starts(with: $0) }
    }
  }

  /// The differences, with where the payload has what they are about.
  private func located(
    _ differences: [ValueDifference], _ result: MappingResult
  ) -> [Disagreement] {
    guard !differences.isEmpty else { return [] }
    let places = ObjectPlaces(result)
    var sources: [InstancePath: InstancePath] = [:]
    for event in result.events where event.isTerminal {
      if let place = place(of: event, in: places) { sources[place] = event.path }
    }
    let source = { (path: InstancePath) in
      (0...path.steps.count).lazy.compactMap {
        sources[InstancePath(Array(path.steps.dropLast($0)))]
      }.first
    }
    return differences.map { difference in
      var disagreement = Disagreement(difference)
      disagreement.source = source(difference.path)
      disagreement.otherSource = difference.otherPath.flatMap(source)
      return disagreement
    }
  }

  // MARK: - Single answers

  /// The answer of the mapper to a payload alone.
  func answer(_ payload: [UInt8]) -> MapperAnswer {
    var session = mapper.makeSession()
    return session.map(payload)
  }

  /// The answer of the mapper to a payload alone, in full to be compared and in short to be shown.
  func answerText(_ payload: [UInt8]) -> (complete: String, short: String) {
    let answer = answer(payload)
    return mapper.read {
      switch answer {
      case .value(let value):
        (self.comparedText(value), ReflectedText(value).description)
      case .refused(let refusal): ("a refusal", "a refusal: \(refusal.reason)")
      case .stored(let objects): objects.texts(of: self.labels)
      }
    }
  }

  /// All of a value that the contract speaks of.
  func comparedText(_ value: Any) -> String {
    ReflectedText(complete: value, of: labels).description
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

  /// Where what a list of the payload becomes stands in what the mapper returns, as a path of
  /// properties.
  func listPlace(_ payload: [UInt8], at path: InstancePath) -> InstancePath? {
    guard let result = result(of: payload),
      let event = result.events.first(where: { $0.isTerminal && $0.path == path })
    else { return nil }
    let place = place(of: event, in: result) ?? (path.steps.isEmpty ? path : nil)
    guard let part = types.returned, let place else { return place }
    let own = part.values(in: result).first { place.starts(with: $0.place) }
    return own.map { InstancePath(Array(place.steps.dropFirst($0.place.steps.count))) }
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
    case .value(let value): return mapper.read { self.comparedText(value) }
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
      kind: isCount ? .count : .differs, line: difference.line, path: difference.path,
      contract: place + difference.expected, mapper: place + difference.found,
      hint: difference.hint, payloads: [])
    (state, outcome) = (difference.state, difference.outcome)
    otherLines = difference.otherLines
    if let other = difference.otherPath {
      hint = "that is what \(other.steps.isEmpty ? "the payload" : displayed(other.description)) is"
    }
    isDefault = difference.isDefault
    detail = difference.line.map { "\($0.value.type)" } ?? ""
    if case .variant(let variant) = difference.kind {
      (kind, mapping, origin) = (.variant, variant.mapping, variant.origin)
      variantType = variant.expected
      let names = [variant.found, variant.expected].map { withArticle(displayed($0.text)) }
      detail = "\(names[0]) of \(names[1])"
    }
    if case .noProperty(let type, let nearest) = difference.kind,
      let name = difference.path.lastName
    {
      kind = .noProperty
      mapper = "\(displayed(type)) has no property \(quoted(name))"
      let named =
        nearest.map {
          "did you mean \(quoted($0))? if so, say named: [\(quoted(name)): \(quoted($0))]"
        }
        ?? "where the app calls it otherwise, say named: [\(quoted(name)): …]"
      let path = "\\\(displayed(type)).\(displayed(name))"
      hint = "\(named); Mirror shows no computed property: say .reading([\(quoted(name)): \(path)])"
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

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
  /// The contract in the other ways that the mapper may take objects of unknown cases.
  private let otherCases: [Mapper]
  /// The contract with every value absent or null, where values that do not fit may be lost.
  let losing: Mapper?
  let target: MappingTarget
  let mapper: MapperUnderTest
  let options: ComparisonOptions
  let exchange: MappingExchange?
  let tolerances: Tolerances
  /// Those of the contract as the mapper may take it.
  let types: ComparedTypes
  /// The labels of the properties that the contract maps: an app's own ones are its affair.
  let labels: Set<MemberName>
  /// Whether there are lines that hold objects to their lines, and map none of them.
  private let checksObjects: Bool
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
    (self.contract, self.target) = (contract, target)
    (self.options, self.exchange, self.tolerances) = (options, exchange, tolerances)
    let stated = contract.contract
    let taken = stated.tolerating(tolerances, distinguishesNull: distinguishesNull)
    lenient = taken == stated ? nil : Mapper(taken, as: target)
    otherCases = taken.takingUnknownCases(tolerances).map { Mapper($0, as: target) }
    losing = tolerances.allowLosses ? Mapper(taken.toleratingLosses, as: target) : nil
    checksObjects = stated.hasCheckedObjects
    types = ComparedTypes(taken, as: target, returning: part)
    let index = types.index
    self.mapper = mapper.naming(index.mappingsInOrder.flatMap { index.typeNames(of: $0) })
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
    let (found, _) = judgement(mapped, answer, document, payloads) {
      self.results($0, payloads, $1)
    }
    return found.map { disagreement in
      var disagreement = disagreement
      disagreement.payloads = Array(payloads)
      return disagreement
    }
  }

  /// The way in which a mapper takes its contract.
  enum Taking {
    case stated, lenient
    /// In a way that says nothing of what comes after the payload.
    case open
  }

  typealias Judgement = (found: [Disagreement], taking: Taking)

  /// Compares the answer of the mapper with what the contract makes of the last payload.
  ///
  /// - Parameters:
  ///   - mapped: The results of the payloads so far, one at least.
  ///   - payloads: Those that the mapper was given, to be given it again; none, if it is not to be.
  ///   - again: The same by the contract as the mapper may take it, with another last payload.
  func judgement(
    _ mapped: [MappingResult], _ answer: MapperAnswer, _ document: JSONDocument,
    _ payloads: ArraySlice<[UInt8]> = [],
    by again: @escaping (_ contract: Mapper, _ last: JSONDocument) -> [MappingResult]
  ) -> Judgement {
    var found = mapper.read { self.foundDisagreements(mapped, answer, document, by: again) }
    for index in found.found.indices where mapped.count > 1 {
      found.found[index].wipes = isWipe(found.found[index], mapped)
    }
    guard found.found.first?.kind == .accepts, let losing else { return found }
    // It is mapped again, and that not where things are read.
    guard let taken = again(lenient ?? contract, document).last else { return found }
    let losses = Losses(in: taken, document, self)
    return losses.areAllowed(answer, found, payloads, losing, by: { again(losing, $0) }, self)
  }

  /// Whether a store lost what earlier payloads said of an object, where the last says nothing of it.
  private func isWipe(_ disagreement: Disagreement, _ mapped: [MappingResult]) -> Bool {
    guard disagreement.kind == .differs, let line = disagreement.line,
      [.nothing, .emptyText, .zero, .no, .emptyCollection, .value].contains(disagreement.outcome)
    else { return false }
    let key = ContractLineKey(line)
    guard let last = mapped.last else { return false }
    let events = last.events.filter { event in
      event.isTerminal && event.line.map { ContractLineKey($0) } == key
    }
    return !events.isEmpty && events.allSatisfy { $0.isMissing && $0.name != .setDefault }
  }

  private func foundDisagreements(
    _ mapped: [MappingResult], _ answer: MapperAnswer, _ document: JSONDocument,
    by again: (_ contract: Mapper, _ last: JSONDocument) -> [MappingResult]
  ) -> Judgement {
    let payload = Array(document.bytes)
    var found = compare(mapped, answer, payload, OpenValues())
    if found.isEmpty { return ([], .stated) }
    let open = OpenValues(document)
    if !open.isEmpty { found = compare(mapped, answer, payload, open) }
    let violations = mapped.last?.violations ?? []
    found.removeAll { isOfUnknownCase($0, violations) }
    guard let first = found.first else { return ([], .stated) }
    // Which of two values an object had before, nobody knows.
    if mapped.dropLast().contains(where: { !EitherOrder($0).isEmpty }) { return ([], .open) }
    // A null on the way clears the property of some stores, and is an absent value to others.
    if case .stored = answer, first.kind == .differs,
      mapped.contains(where: { $0.events.contains { $0.isNullOnTheWay && $0.violation == nil } })
    {
      return ([], .open)
    }
    if agreesWithOneObject(contract, found, answer, document, open) { return ([], .stated) }
    guard first.kind != .refuses else { return (found, .stated) }
    // What it takes may be its own affair.
    func differences(_ results: [MappingResult]) -> [Disagreement] {
      compare(results, answer, payload, open).filter { !isOfUnknownCase($0, violations) }
    }
    let isOtherCase = otherCases.contains { contract in
      let results = again(contract, document)
      let isAbout = (mapped + results).contains(where: \.hasUnknownCase)
      return isAbout && differences(results).isEmpty
    }
    if isOtherCase { return ([], .open) }
    // So may an element be that it does not leave out.
    let leavesOut = violations.contains { $0.rule == .badElement }
    guard let lenient, first.kind == .accepts || leavesOut || checksObjects else {
      return (found, .stated)
    }
    let others = differences(again(lenient, document))
    if others.isEmpty || agreesWithOneObject(lenient, others, answer, document, open) {
      return ([], .lenient)
    }
    let isOwn =
      first.kind == .accepts || leavesOut
      ? isAlike(others, first) : others.first?.kind == first.kind
    return (isOwn ? found : others, .stated)
  }

  /// Whether a mapper that returns what it makes makes one object of all mentions of an identity, with
  /// the later values (§ 29): of all types of objects, or of some.
  func agreesWithOneObject(
    _ contract: Mapper, _ found: [Disagreement], _ answer: MapperAnswer, _ document: JSONDocument,
    _ open: OpenValues
  ) -> Bool {
    guard !mapper.keepsObjects, found.contains(where: { $0.kind == .differs }) else { return false }
    let types = typesMentionedAgain(document, by: contract)
    guard !types.isEmpty, types.count <= Self.mostMergedTypes else { return false }
    let payload = Array(document.bytes)
    return (1..<1 << types.count).reversed().contains { choice in
      let chosen = types.indices.filter { choice & 1 << $0 != 0 }.map { types[$0] }
      var store = ObjectStore(findingAgain: Set(chosen))
      let result = contract.map(document, as: target, into: &store, exchange: exchange)
      return compare([result], answer, payload, open).isEmpty
    }
  }

  /// Of how many types it is tried which become one object and which do not.
  private static let mostMergedTypes = 4

  /// The types of the objects that a payload mentions more than once.
  private func typesMentionedAgain(_ document: JSONDocument, by contract: Mapper) -> [MemberName] {
    var store = ObjectStore()
    let result = contract.map(document, as: target, into: &store, exchange: exchange)
    return Set(result.events.repeatedObjects.map { result.store[$0].type }).sorted()
  }

  /// Whether a store has the values of the last mentions of each object, where it may have others.
  func keepsOrder(_ results: [MappingResult], _ answer: MapperAnswer) -> Bool {
    guard let last = results.last, !EitherOrder(last).isEmpty, case .stored(let objects) = answer
    else { return true }
    return mapper.read {
      StoreComparison(results, self.types, self.options, keepsOrder: true).differences(objects)
        .isEmpty
    }
  }

  /// Whether a payload mentions an object more than once.
  func mentionsAgain(_ payload: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: payload)).map { !typesMentionedAgain($0, by: contract).isEmpty }
      ?? false
  }

  /// Whether a mapper made nil, or the line's default, of a value that a closed list does not name,
  /// and may do so; or of an object that no case fits, and that cannot be left out, what it makes of
  /// all others.
  private func isOfUnknownCase(_ disagreement: Disagreement, _ violations: [Violation]) -> Bool {
    if disagreement.kind == .accepts, disagreement.isBareCase || disagreement.outcome == .nothing {
      return violations.contains { violation in
        violation.path == disagreement.path
          && (tolerances.allows(violation)
            || violation.rule == .noCase && skipsOthers(violation))
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

  /// Whether what a mapper disagrees with in its lenient contract is what it does in its contract: with
  /// a value or one around it, or where no place is known, at the line.
  private func isAlike(_ others: [Disagreement], _ first: Disagreement) -> Bool {
    others.contains { other in
      if let place = other.source, let own = first.source, !place.steps.isEmpty {
        return own.starts(with: place)
      }
      return other.line.map { ContractLineKey($0) } == first.line.map { ContractLineKey($0) }
    }
  }

  func compare(
    _ results: [MappingResult], _ answer: MapperAnswer, _ payload: [UInt8], _ open: OpenValues
  ) -> [Disagreement] {
    guard let result = results.last else { return [] }
    let errors = result.violations.filter { $0.severity == .error }
    let binding = errors.filter { $0.bindsMappers && !result.isNullOnTheWay($0) }
    let refusal = binding.first { !open.contains($0.path) }
    // What is open may be refused, and what it becomes is the mapper's affair.
    if refusal == nil, !binding.isEmpty { return [] }
    switch (refusal, answer) {
    case (let violation?, .value), (let violation?, .stored):
      return hidesError(of: payload, answer) ? [] : [accepts(violation, result, answer)]
    case (_, .refused(let refusal)):
      guard errors.isEmpty, !refusal.isUnanswered,
        types.returned?.values(in: result).isEmpty != true
      else { return [] }
      let refusal = refuses(refusal, payload, result)
      // Foundation's readers refuse the whole text, wherever in it a number is too large.
      let isUnreadable = (try? JSONDocument(parsing: payload))?.root.hasNumberBeyondDouble ?? false
      return open.contains(refusal.path) || isUnreadable ? [] : [refusal]
    case (nil, .value(let found)):
      guard errors.isEmpty else { return [] }
      return located(differences(result, found, open), result)
    case (nil, .stored(let objects)):
      // Of what either refused before, the stores may have parts.
      guard results.allSatisfy(\.isAdmitted), open.readers(in: result).isEmpty,
        results.allSatisfy({ $0.listsOfFreeElements.isEmpty })
      else { return [] }
      let comparison = StoreComparison(results, types, options)
      return comparison.differences(objects).map { Disagreement($0) }
    }
  }

  /// Whether a client returns of a payload what it returns where a load fails.
  private func hidesError(of payload: [UInt8], _ answer: MapperAnswer) -> Bool {
    guard let fallback = mapper.fallback, let nothing = fallback.value,
      case .value(let value) = answer, comparedText(value) == comparedText(nothing)
    else { return false }
    fallback.add(payload)
    return true
  }

  /// Whether the mapping whose cases do not fit an object leaves such objects out.
  private func skipsOthers(_ violation: Violation) -> Bool {
    mapping(at: violation.origin).flatMap { types.index[$0] }
      .flatMap { types.index.dispatch(of: $0) }?.skipsOthers ?? false
  }

  /// The differences, but for those of what is open, and of objects of unknown cases that the
  /// contract leaves out.
  private func differences(
    _ result: MappingResult, _ found: Any, _ open: OpenValues
  ) -> [ValueDifference] {
    var all = ResultComparison.differences(result, found, options, types)
    if all.contains(where: { $0.isBareCase || $0.outcome == .nothing }) {
      let declined = Set(placesOfDeclined(in: result))
      all.removeAll { declined.contains($0.path) && ($0.isBareCase || $0.outcome == .nothing) }
    }
    guard !all.isEmpty else { return all }
    let readers = open.readers(in: result) + result.listsOfFreeElements
    let places = readers.map { place(of: $0, in: result)?.steps ?? [] }
    return all.filter { difference in
      !places.contains { difference.path.steps.starts(with: $0) }
    }
  }

  /// Where the objects would be that no case of their mapping took.
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
      let place = place(of: nearest, in: places) ?? InstancePath()
      return InstancePath(place.steps + event.path.steps.dropFirst(nearest.path.steps.count))
    }
  }

  /// The differences, with where the payload has what they are about.
  private func located(
    _ differences: [ValueDifference], _ result: MappingResult
  ) -> [Disagreement] {
    guard !differences.isEmpty else { return [] }
    let places = ObjectPlaces(result)
    var sources: [InstancePath: InstancePath] = [:]
    var empty: Set<InstancePath> = []
    for event in result.events where event.isTerminal {
      guard let place = place(of: event, in: places) else { continue }
      sources[place] = event.path
      if event.state == .empty { empty.insert(place) }
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
      if empty.contains(difference.path), difference.state == .null { disagreement.state = .empty }
      return disagreement
    }
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

extension MappingResult {
  /// The events of the lists with an element that the contract leaves out for a reason that does not
  /// bind mappers: the app may have it.
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
  fileprivate var hasUnknownCase: Bool {
    events.contains { $0.name == .elementDeclined || $0.name == .declined }
      || violations.contains { $0.rule == .noCase || $0.rule == .noSwitchKey }
  }

  /// Whether a violation is about a null on the way of a line that may be absent (§ 7).
  func isNullOnTheWay(_ violation: Violation) -> Bool {
    violation.rule == .blockedPath
      && events.first { $0.violation == violation }?.isNullOnTheWay ?? false
  }
}

extension Contract {
  fileprivate var hasCheckedObjects: Bool {
    let ofMappings = (mappings + includedMappings).flatMap { $0.lines + $0.addedLines }
    let ofEndpoints = endpoints.flatMap { endpoint -> [PropertyLine] in
      if case .map(let lines) = endpoint.body { lines } else { [] }
    }
    return (ofMappings + ofEndpoints).contains(where: \.isOnlyChecked)
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

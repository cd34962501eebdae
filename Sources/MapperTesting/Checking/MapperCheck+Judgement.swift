import ContractModel
import JSONParsing
import MappingEngine

// The judgement on an answer, under each form of the contract that a mapper may follow.

extension MapperCheck {
  /// The form of the contract under which an answer was judged.
  enum Taking: Equatable {
    case stated
    /// A lenient form, by its index in `lenients`.
    case lenient(Int)
    /// A form that does not determine the results of later payloads.
    case open
  }

  typealias Judgement = (found: [Disagreement], taking: Taking)

  /// Compares the mapper's answer with the contract's result for the last payload.
  ///
  /// - Parameters:
  ///   - mapped: The results for the payloads so far, at least one.
  ///   - payloads: The payloads that the mapper was given, if it may be given them again; otherwise
  ///     empty.
  ///   - again: Returns the same results by a more lenient contract, with another last payload.
  func judgement(
    _ mapped: [MappingResult], _ answer: MapperAnswer, _ document: JSONDocument,
    _ payloads: ArraySlice<[UInt8]> = [],
    by again: @escaping (_ contract: Mapper, _ last: JSONDocument) -> [MappingResult]
  ) -> Judgement {
    var found = mapper.read { self.foundDisagreements(mapped, answer, document, by: again) }
    for index in found.found.indices where mapper.keepsObjects {
      found.found[index].noteStore(of: mapped)
    }
    guard found.found.first?.kind == .accepts, let losing else { return found }
    // The mapper maps again here, which must not happen inside `mapper.read`.
    func withLosses(_ result: MappingResult) -> Judgement {
      Losses(in: result, document, self)
        .areAllowed(answer, found, payloads, losing, by: { again(losing, $0) }, self)
    }
    guard let lenient, let stated = mapped.last else { return mapped.last.map(withLosses) ?? found }
    let judged = again(lenient, document).last.map(withLosses) ?? found
    // What the lenient contract takes, such as an unlisted value, may also be lost.
    let other = judged.found.isEmpty ? judged : withLosses(stated)
    return other.found.isEmpty ? other : judged
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
    if let merged = disagreementsWithOneObject(contract, found, answer, document, open) {
      if merged.isEmpty { return ([], .stated) }
      // The mapper merges mentions and also has a mistake. Only the mistake is reported.
      if merged.count < found.count { found = merged }
    }
    guard let first = found.first else { return ([], .stated) }
    // The object had one of two values before, and it is unknown which.
    if mapped.dropLast().contains(where: { !EitherOrder($0).isEmpty }) { return ([], .open) }
    // A null on the way to a value clears the property in some stores, and is absent in others.
    if case .stored = answer, first.kind == .differs,
      mapped.contains(where: { $0.events.contains { $0.isNullOnTheWay && $0.violation == nil } })
    {
      return ([], .open)
    }
    guard first.kind != .refuses else { return (found, .stated) }
    // The mapper may be free to accept the value.
    func differences(_ results: [MappingResult]) -> [Disagreement] {
      compare(results, answer, payload, open).filter { !isOfUnknownCase($0, violations) }
    }
    let isOtherCase = otherCases.contains { contract in
      let results = again(contract, document)
      let isAbout = (mapped + results).contains(where: \.hasUnknownCase)
      return isAbout && differences(results).isEmpty
    }
    if isOtherCase { return ([], .open) }
    // The mapper may also be free to keep an element that the contract leaves out.
    let leavesOut = violations.contains { $0.rule == .badElement }
    guard !lenients.isEmpty, first.kind == .accepts || leavesOut || checksObjects else {
      return (found, .stated)
    }
    var others: [Disagreement]?
    for (number, contract) in lenients.enumerated() {
      let own = differences(again(contract, document))
      let merged = disagreementsWithOneObject(contract, own, answer, document, open)
      if own.isEmpty || merged?.isEmpty ?? false { return ([], .lenient(number)) }
      // A store may follow different forms of the contract for different lines.
      others = others?.filter { known in own.contains { $0.path == known.path } } ?? own
    }
    guard let others, !others.isEmpty else { return ([], .open) }
    let isOwn =
      first.kind == .accepts || leavesOut
      ? isAlike(others, first, inList: document.root.kind == .array)
      : others.first?.kind == first.kind
    return (isOwn ? found : others, .stated)
  }

  /// Returns the disagreements if the mapper makes one object of all mentions of an identity, with
  /// the later values (§ 29), for the choice of object types with the fewest disagreements; `nil` if
  /// it cannot be such a mapper.
  func disagreementsWithOneObject(
    _ contract: Mapper, _ found: [Disagreement], _ answer: MapperAnswer, _ document: JSONDocument,
    _ open: OpenValues
  ) -> [Disagreement]? {
    guard !mapper.keepsObjects, found.contains(where: { $0.kind == .differs }) else { return nil }
    let types = typesMentionedAgain(document, by: contract)
    guard !types.isEmpty, types.count <= Self.mostMergedTypes else { return nil }
    let payload = Array(document.bytes)
    var fewest: [Disagreement]?
    for chosen in types.subsets where !(fewest?.isEmpty ?? false) {
      var store = ObjectStore(findingAgain: Set(chosen))
      let result = contract.map(document, as: target, into: &store, exchange: exchange)
      let own = compare([result], answer, payload, open)
      if own.count < fewest?.count ?? .max { fewest = own }
    }
    return fewest
  }

  /// The most types for which all combinations of merged types are tried.
  private static let mostMergedTypes = 4

  private func typesMentionedAgain(_ document: JSONDocument, by contract: Mapper) -> [MemberName] {
    var store = ObjectStore()
    let result = contract.map(document, as: target, into: &store, exchange: exchange)
    return Set(result.events.repeatedObjects.map { result.store[$0].type }).sorted()
  }

  /// Returns whether a store has the values of the last mention of each object, although it may
  /// have those of other mentions.
  func keepsOrder(_ results: [MappingResult], _ answer: MapperAnswer) -> Bool {
    guard let last = results.last, !EitherOrder(last).isEmpty, case .stored(let objects) = answer
    else { return true }
    return mapper.read {
      StoreComparison(results, self.types, self.options, keepsOrder: true).differences(objects)
        .isEmpty
    }
  }

  func mentionsAgain(_ payload: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: payload)).map { !typesMentionedAgain($0, by: contract).isEmpty }
      ?? false
  }

  /// Returns whether the mapper may have its result for an unknown case. For a value that a closed
  /// list does not name, that is nil or the line's default value. For an object that no case fits
  /// and that cannot be left out, it is nil or the app's case for all other objects.
  private func isOfUnknownCase(_ disagreement: Disagreement, _ violations: [Violation]) -> Bool {
    if disagreement.kind == .accepts, disagreement.isBareCase || disagreement.outcome == .nothing {
      return violations.contains { violation in
        violation.path == disagreement.path
          && (allowsUnknownCase(violation)
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

  /// Returns whether the disagreement with the lenient contract is the one with the stated
  /// contract: at the same value or one around it, or, where no place is known, at the same line.
  /// Around each value is the list that is the payload, which has no line.
  private func isAlike(
    _ others: [Disagreement], _ first: Disagreement, inList isInList: Bool
  ) -> Bool {
    others.contains { other in
      if let place = other.source, let own = first.source, !place.steps.isEmpty {
        return own.starts(with: place)
      }
      if isInList, other.line == nil, other.source?.steps.isEmpty ?? true { return true }
      return other.line.map { ContractLineKey($0) } == first.line.map { ContractLineKey($0) }
    }
  }

  /// Returns whether the mapping whose cases do not fit an object leaves such objects out.
  private func skipsOthers(_ violation: Violation) -> Bool {
    mapping(at: violation.origin).flatMap { types.index[$0] }
      .flatMap { types.index.dispatch(of: $0) }?.skipsOthers ?? false
  }
}

extension Disagreement {
  /// Notes whether a store took a value of a response that is not newer, or cleared a value that
  /// earlier payloads set and that the last payload does not mention.
  fileprivate mutating func noteStore(of mapped: [MappingResult]) {
    guard kind == .differs || kind == .accepts, let line, let last = mapped.last,
      [.nothing, .emptyText, .zero, .no, .emptyCollection, .value].contains(outcome)
    else { return }
    let ofObject = last.events.last { $0.object == object && $0.isTerminal }
    if object != nil, ofObject?.name == .skippedUnmodified { outcome = .olderValue }
    guard kind == .differs, mapped.count > 1 else { return }
    let key = ContractLineKey(line)
    let events = last.events.filter { event in
      event.isTerminal && event.line.map { ContractLineKey($0) } == key
    }
    wipes = !events.isEmpty && events.allSatisfy { $0.isMissing && $0.name != .setDefault }
  }
}

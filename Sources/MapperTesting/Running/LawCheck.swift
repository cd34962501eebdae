package import JSONParsing

/// Checks a mapper of the app against one law, payload by payload.
package struct LawCheck {
  let law: Law
  let check: MapperCheck
  /// The mapper that the tested one has to agree with.
  private let other: MapperUnderTest?
  /// A payload that the contract admits, with which a store is filled first.
  private let valid: [UInt8]?

  package init(
    _ law: Law, _ check: MapperCheck, other: MapperUnderTest? = nil, valid: [UInt8]? = nil
  ) {
    (self.law, self.check, self.other, self.valid) = (law, check, other, valid)
  }

  package var isApplicable: Bool {
    switch law {
    case .mappingTwiceCreatesNothingNew, .refusedPayloadsChangeNothing: check.mapper.keepsObjects
    case .elementsAreIndependent: !check.mapper.keepsObjects
    case .roundTrips: check.mapper.encode != nil
    case .agreesWithAnotherMapper: other != nil
    // This law changes how the contract is interpreted.
    case .distinguishesNull: false
    default: true
    }
  }

  /// Returns whether the law is checked on a case. Laws that compare two payloads show most on a
  /// valid one, and are checked on drawn ones.
  func isUseful(on item: MapperCase) -> Bool {
    switch law {
    case .agreesWithTheContract, .agreesWithAnotherMapper, .refusedPayloadsChangeNothing: true
    default: item.isDrawnValid
    }
  }

  func breaches(on item: MapperCase) -> [Disagreement] {
    let isAgreement = law == .agreesWithTheContract
    let isOne = item.isMinimal || !isAgreement
    let isOpen = item.isUnspecified || isOne && item.spellings.contains(where: check.isOpen)
    // Making a case's bytes is faster than making its payload as a tree.
    let breaches =
      isAgreement
      ? check.disagreements(over: item.earlier + [item.bytes], isUnspecified: isOpen)
      : breaches(on: item.payload, after: item.earlier, isUnspecified: isOpen)
    // Among many changes, a spelling that the mapper does not accept does not affect the others.
    if isAgreement, !breaches.isEmpty, !isOne, item.spellings.contains(where: check.mayRead) {
      return []
    }
    return (isAgreement ? check.attributed(breaches, to: item) : breaches).map { breach in
      var breach = breach
      // With two faults, it is unknown which one is rejected.
      if breach.kind == .refuses, breach.line == nil, item.isMinimal, let line = item.line {
        breach.line = line
        if let event = check.event(of: line, at: item.place, in: item.bytes) {
          breach.state = event.state
        }
      }
      if breach.kind == .refuses, breach.line == nil {
        breach = check.atUnreadMember(breach, in: item.bytes)
      }
      if breach.kind == .refuses, breach.line == nil, let path = breach.source {
        breach.line = check.line(around: path, of: item.payload.bytes)
        breach.isAroundIt = breach.line != nil
      }
      breach.place = item.place
      if breach.kind == .refuses { breach.source = breach.source ?? item.place }
      return check.atSwitch(check.named(breach))
    }
  }

  /// Returns the mapper's breaches of the law on a payload.
  ///
  /// - Parameters:
  ///   - payload: For laws that compare two payloads, one that the contract admits shows most.
  ///   - earlier: The payloads that are mapped before, into the same store.
  ///   - isUnspecified: Whether mappers may differ from the contract on the payload.
  package func breaches(
    on payload: PayloadTree, after earlier: [[UInt8]] = [], isUnspecified: Bool = false
  ) -> [Disagreement] {
    let bytes = payload.bytes
    switch law {
    case .agreesWithTheContract:
      return check.disagreements(over: earlier + [bytes], isUnspecified: isUnspecified)
    case .anyJSONIsSurvived:
      return check.instabilities(bytes)
    case .mappingTwiceCreatesNothingNew:
      return check.disagreements(over: [bytes, bytes])
    case .unknownMembersAreIgnored:
      return changes(
        payload, to: payload.withUnknownMembers(besides: check.objectsWithNames(bytes)),
        "with members that nobody knows")
    case .memberOrderIsIrrelevant:
      return changes(payload, to: payload.withReversedMembers, "with its members in reverse order")
    case .agreesWithAnotherMapper:
      // Where mappers may legitimately differ from the contract, they may differ from each other.
      return isUnspecified ? [] : other.map { check.disagreements(with: $0, on: bytes) } ?? []
    case .refusedPayloadsChangeNothing:
      return [nil, valid].flatMap { check.remains(of: bytes, after: $0) }
    case .elementsAreIndependent: return dependences(payload)
    case .distinguishesNull: return []
    case .roundTrips: return losses(bytes)
    }
  }

  // MARK: - Two payloads

  private func changes(
    _ payload: PayloadTree, to other: PayloadTree, _ difference: String
  ) -> [Disagreement] {
    let answer = check.answer(payload.bytes)
    // The app may change a returned object later, so its text is made before the next payload is
    // mapped.
    let before = check.text(of: answer)
    let otherAnswer = check.answer(other.bytes)
    let after = check.text(of: otherAnswer)
    if law == .unknownMembersAreIgnored, case .refused(let refusal) = otherAnswer,
      check.admits(other.bytes)
    {
      if answer.isRefusal { return [] }
      return [
        Disagreement(
          kind: .refusesMember, contract: "accepts it",
          mapper: "rejects it: \(check.mapper.read { refusal.reason })", payloads: [other.bytes])
      ]
    }
    // Where names are values, as in a dictionary, the contract's result changes, too.
    guard before.complete != after.complete, let expected = check.contractText(payload.bytes),
      expected == check.contractText(other.bytes),
      // Of an object that a payload mentions more than once, the contract decides which values win.
      !check.mentionsAgain(payload.bytes)
        || [payload, other].contains(where: { !check.disagreements(over: [$0.bytes]).isEmpty })
    else { return [] }
    return [
      Disagreement(
        kind: .breaks(law), contract: "\(law): \(before.short)",
        mapper: "\(difference): \(after.short)", payloads: [payload.bytes, other.bytes])
    ]
  }

  /// Maps each element of the outermost arrays alone. An object that is mentioned twice may have
  /// the later values everywhere.
  private func dependences(_ payload: PayloadTree) -> [Disagreement] {
    let part = check.types.returned
    let paths = payload.places.paths
    let lists = payload.nodes.indices.lazy
      .filter { payload.nodes[$0].kind == .array && payload.children(of: $0).count > 1 }
      .map { (array: $0, path: paths[$0]) }
    guard !check.types.hasDependentElements, !check.mentionsAgain(payload.bytes),
      let (array, path) = lists.first(where: { part?.contains($0.path) ?? true }),
      case .value(let whole) = check.answer(payload.bytes)
    else { return [] }
    guard let places = check.listPlace(payload.bytes, at: path),
      // The elements of a set have no positions.
      let elements = check.mapper.read({
        list(in: whole, at: places).flatMap { $0.isSet ? nil : $0.elements }
      })
    else { return [] }
    let children = payload.children(of: array)
    guard elements.count == children.count else { return [] }
    for (position, child) in children.enumerated() {
      let alone = payload.keeping(child, of: array)
      guard check.admits(alone.bytes) else { continue }
      var answer = check.answer(alone.bytes)
      let together = check.text(of: .value(elements[position]))
      if case .value(let value) = answer {
        let own = check.mapper.read { list(in: value, at: places)?.elements?.first }
        answer = .value(own as Any)
      }
      let text = check.text(of: answer)
      guard text.complete != together.complete else { continue }
      let path = path.appending(.element(position))
      return [
        Disagreement(
          kind: .breaks(law), path: path, contract: "\(law): \(together.short)",
          mapper: "alone, \(displayed(path.description)) is \(text.short)",
          payloads: [payload.bytes, alone.bytes])
      ]
    }
    return []
  }

  private func list(in value: Any, at places: InstancePath) -> ReflectedValue? {
    ReflectedPath.value(at: places.steps[...], in: value).flatMap { ReflectedValue($0) }
  }

  /// Encodes the mapper's value, and maps it again.
  private func losses(_ bytes: [UInt8]) -> [Disagreement] {
    guard let encode = check.mapper.encode, case .value(let value) = check.answer(bytes) else {
      return []
    }
    let encoded = check.mapper.read { Result { try encode(value) } }
    let before = check.text(of: .value(value))
    var again = bytes
    var after: String
    switch encoded {
    case .failure(let error): after = "cannot be encoded: \(error)"
    case .success(let encoded):
      let text = check.text(of: check.answer(encoded))
      if text.complete == before.complete { return [] }
      (again, after) = (encoded, text.short)
    }
    return [
      Disagreement(
        kind: .breaks(law), contract: "\(law): \(before.short)",
        mapper: "encoded and mapped again: \(displayed(after))", payloads: [bytes, again])
    ]
  }
}

import ContractModel
import JSONParsing
import MappingEngine

// Results of the mapper, or of the contract, for single payloads.

extension MapperCheck {
  /// Returns the mapper's answer to a payload alone.
  func answer(_ payload: [UInt8]) -> MapperAnswer {
    var session = mapper.makeSession()
    return session.map(payload)
  }

  /// Returns the mapper's answer to a payload alone: complete, to compare, and short, to show.
  func answerText(_ payload: [UInt8]) -> (complete: String, short: String) {
    text(of: answer(payload))
  }

  func text(of answer: MapperAnswer) -> (complete: String, short: String) {
    mapper.read {
      switch answer {
      case .value(let value):
        (self.comparedText(value), ReflectedText(value).description)
      case .refused(let refusal): ("a refusal", "a refusal: \(refusal.reason)")
      case .stored(let objects): self.texts(of: objects)
      }
    }
  }

  /// Returns the text of all that the contract says about a value. The elements are sorted by their
  /// texts where arrays are made of members, whose order means nothing.
  func comparedText(_ value: Any) -> String {
    ReflectedText(complete: value, of: labels, inAnyOrder: types.readsNames).description
  }

  /// Returns the text of the stored objects: complete, to compare, and short, to show.
  func texts(of objects: StoredObjects) -> StoreTexts {
    objects.texts(of: labels, inAnyOrder: types.readsNames)
  }

  /// Returns the contract's result for a payload alone; `nil` if the payload is not JSON.
  func result(of payload: [UInt8]) -> MappingResult? {
    guard let document = try? JSONDocument(parsing: payload) else { return nil }
    var store = ObjectStore(findsObjectsAgain: false)
    return contract.map(document, as: target, into: &store, exchange: exchange)
  }

  /// Returns the contract's result for a payload as text; `nil` if the contract rejects it.
  func contractText(_ payload: [UInt8]) -> String? {
    guard let result = result(of: payload), result.isAdmitted else { return nil }
    return result.value.map { result.store.json($0) }
  }

  package func admits(_ payload: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(parsing: payload) else { return false }
    return contract.admits(document, as: target, exchange: exchange)
  }

  /// Returns the place, in the value that the mapper returns, of the property that a list of the
  /// payload becomes, as a path of properties.
  func listPlace(_ payload: [UInt8], at path: InstancePath) -> InstancePath? {
    guard let result = result(of: payload),
      let event = result.events.first(where: { $0.isTerminal && $0.path == path })
    else { return nil }
    let place = place(of: event, in: result) ?? (path.steps.isEmpty ? path : nil)
    guard let part = types.returned, let place else { return place }
    let own = part.values(in: result).first { place.starts(with: $0.place) }
    return own.map { InstancePath(Array(place.steps.dropFirst($0.place.steps.count))) }
  }

  /// Returns a disagreement if the mapper is unstable with payloads that it may treat in any way.
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

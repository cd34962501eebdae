import JSONParsing
import MappingEngine

// Results of the mapper, or of the contract, for single payloads.

extension MapperCheck {
  /// Returns the mapper's answer to a payload alone.
  func answer(_ payload: [UInt8]) -> MapperAnswer { mapper.answer(to: [payload]) }

  /// Returns the text of an answer: complete, to compare, and short, to show.
  func text(of answer: MapperAnswer) -> StoreTexts {
    mapper.read {
      switch answer {
      case .value(let value):
        (self.comparedText(value), ReflectedText(value).description)
      case .refused(let refusal): ("a refusal", "a refusal: \(refusal.reason)")
      case .stored(let objects): self.texts(of: objects)
      }
    }
  }

  /// Returns the complete text of a value, with only the properties that the contract maps.
  /// Elements are sorted by their texts if arrays may be made of members or of sets, which have no
  /// order.
  func comparedText(_ value: Any) -> String {
    ReflectedText(complete: value, of: labels, inAnyOrder: types.hasUnorderedElements).description
  }

  /// Returns the texts of the stored objects: complete, to compare, and short, to show. The order
  /// of a store's objects means nothing: in many stores they are the values of a dictionary.
  func texts(of objects: StoredObjects) -> StoreTexts {
    let sorted = objects.byType.sorted { $0.key < $1.key }
    let text = sorted.map { type, objects in
      let texts = objects.map { comparedText($0) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return "\(type): \(texts.joined(separator: ", "))"
    }
    let counts = sorted.map { "\($1.count) \(displayed($0.text))" }
    return (text.joined(separator: ", "), counts.joined(separator: ", "))
  }

  /// Returns the contract's result for a payload alone; `nil` if the payload is not JSON.
  func result(of payload: [UInt8]) -> MappingResult? {
    (try? JSONDocument(parsing: payload)).map(result)
  }

  func result(of document: JSONDocument) -> MappingResult {
    var store = ObjectStore(findsObjectsAgain: false)
    return contract.map(document, as: target, into: &store, exchange: exchange)
  }

  func sensitiveRanges(of payload: [UInt8]) -> [Range<Int>] {
    result(of: payload)?.sensitiveRanges ?? []
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
  /// payload becomes, as a path of properties; `nil` also for a list that becomes a set.
  func listPlace(_ payload: [UInt8], at path: InstancePath) -> InstancePath? {
    guard let result = result(of: payload),
      let event = result.events.first(where: { $0.isTerminal && $0.path == path })
    else { return nil }
    if case .set? = event.value { return nil }
    let place = place(of: event, in: result) ?? (path.steps.isEmpty ? path : nil)
    guard let part = types.returned, let place else { return place }
    let own = part.values(in: result).first { place.starts(with: $0.place) }
    return own.map { InstancePath(Array(place.steps.dropFirst($0.place.steps.count))) }
  }

  /// Returns a disagreement if the mapper is unstable with a payload that it may treat in any way.
  func instabilities(_ payload: [UInt8]) -> [Disagreement] {
    let first = outcome(payload)
    // The order of a set of few elements may be the same twice.
    let others = (0..<3).lazy.map { _ in self.outcome(payload) }
    guard let second = others.first(where: { $0 != first }) else { return [] }
    return [
      Disagreement(
        kind: .unstable, contract: "leaves it open",
        mapper: "does not do the same twice: \(first), then \(second)", payloads: [payload])
    ]
  }

  private func outcome(_ payload: [UInt8]) -> String {
    let answer = answer(payload)
    guard case .stored(let objects) = answer else { return text(of: answer).complete }
    let counts = objects.byType.sorted { $0.key < $1.key }.map { "\($1.count) \($0)" }
    return "a store of \(counts.joined(separator: ", "))"
  }
}

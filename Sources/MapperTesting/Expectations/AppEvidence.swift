import ContractModel
import JSONParsing
import MappingEngine

/// The answer of a mapper of the app to a payload, and its answers to changed payloads.
///
/// A black box does not say what it reads. Therefore a member is changed or removed, and the
/// payload is mapped again: the values that change were read from that member.
struct AppEvidence {
  let mapper: MapperUnderTest
  let contract: Mapper
  let target: MappingTarget
  let options: ComparisonOptions
  let exchange: MappingExchange?
  /// The payloads that were mapped before.
  let given: [JSONDocument]
  let payload: JSONDocument
  let answer: MapperAnswer
  /// The objects before the payload, with their values at that time; none without a store.
  let earlier: EarlierObjects

  init(
    _ mapper: MapperUnderTest, _ contract: Mapper, _ target: MappingTarget,
    _ options: ComparisonOptions, exchange: MappingExchange?, given: [JSONDocument],
    payload: JSONDocument
  ) {
    (self.mapper, self.contract, self.target, self.options) = (mapper, contract, target, options)
    (self.exchange, self.given, self.payload) = (exchange, given, payload)
    var session = mapper.makeSession()
    if mapper.keepsObjects {
      for document in given { _ = session.map(Array(document.bytes)) }
    }
    let identities = StoreComparison([], ComparedTypes(contract.contract, as: target), options)
    earlier = EarlierObjects(session.stored, identities)
    answer = session.map(Array(payload.bytes))
  }

  private func answer(_ payload: [UInt8]) -> MapperAnswer {
    let given = mapper.keepsObjects ? given.map { Array($0.bytes) } : []
    return mapper.answer(to: given + [payload])
  }

  // MARK: - Properties

  func property(
    _ property: PropertyPath, of object: ObjectID?, _ result: MappingResult, _ answer: MapperAnswer
  ) -> Any? {
    let comparison = comparison(result)
    return comparison.value(of: property, of: object, by: comparison.holders(in: answer))
  }

  func comparison(_ result: MappingResult) -> StoreComparison {
    StoreComparison([result], ComparedTypes(contract.contract, as: target), options)
  }

  // MARK: - Changes

  /// Returns whether a property changes if the value at a place of the payload is changed.
  func isRead(
    _ json: JSONValue, by line: PropertyLine, of object: ObjectID?, _ result: MappingResult
  ) -> Bool {
    guard let property = line.property else { return false }
    let before = text(of: self.property(property, of: object, result, answer))
    var isTried = false
    var isRefused = false
    for change in PayloadChange.changes(of: json, in: payload, line.value, contract.contract) {
      guard let document = try? JSONDocument(parsing: change) else { continue }
      var store = ObjectStore(findsObjectsAgain: mapper.keepsObjects)
      if mapper.keepsObjects {
        for document in given {
          contract.map(document, as: target, into: &store, exchange: exchange)
        }
      }
      let changed = contract.map(document, as: target, into: &store, exchange: exchange)
      // A payload that the contract rejects does not show into which property a value goes.
      guard changed.isAdmitted else { continue }
      let answer = self.answer(change)
      if answer.isRefusal {
        isRefused = true
        continue
      }
      isTried = true
      // The object that the changed payload describes at the same place.
      let other = changed.events.first {
        $0.property == property && $0.isTerminal && $0.path == json.path
      }
      // If the app has another object at the place, the value is not this object's identity.
      let after = self.property(property, of: other?.object, changed, answer)
      if let after, text(of: after) != before { return true }
    }
    if isTried || isRefused { return !isTried }
    // Null at the place may change the property, or have the mapper reject the payload.
    let answer = self.answer(PayloadChange.replacing(json, in: payload, with: "null"))
    return answer.isRefusal
      || text(of: self.property(property, of: object, result, answer)) != before
  }

  /// Returns whether the mapper's result is the same whatever value is at a place.
  func isIgnored(_ json: JSONValue) -> Bool {
    let before = text(of: answer)
    return PayloadChange.anyChanges(of: json, in: payload).allSatisfy {
      text(of: self.answer($0)) == before
    }
  }

  private func text(of value: Any?) -> String {
    ReflectedText(complete: value as Any).description
  }

  private func text(of answer: MapperAnswer) -> String {
    switch answer {
    case .refused: "a refusal"
    case .value(let value): text(of: value)
    case .stored(let objects):
      objects.byType.sorted { $0.key < $1.key }.map { "\($0): \(text(of: $1))" }.joined()
    }
  }
}

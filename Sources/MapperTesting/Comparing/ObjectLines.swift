import ContractModel
import JSONParsing
import MappingEngine

/// The lines of a contract that made objects.
struct ObjectLines {
  private var lines: [ObjectID: [PropertyRule]] = [:]
  /// The lines over the payload itself, by what they become.
  private(set) var ofPayload: [PropertyPath: PropertyRule] = [:]

  /// - Parameter results: What payloads became, in one store.
  init(_ results: [MappingResult]) {
    for result in results { add(result) }
  }

  private mutating func add(_ result: MappingResult) {
    result.events.forEachLine { rule, object in
      guard let property = rule.property else { return }
      guard let object else {
        ofPayload[property] = rule
        return
      }
      // The lines of an object mostly come once, one after another.
      let isKnown = lines[object]?.contains { $0.property == property } ?? false
      if !isKnown { lines[object, default: []].append(rule) }
    }
  }

  /// The lines of an object's mapping that become properties, in their order.
  func of(_ object: ObjectID) -> [PropertyRule] { lines[object] ?? [] }
}

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
    // The events of an object's line come one after another, so its property is mostly the last.
    for event in result.events where event.isTerminal {
      guard let rule = event.rule, let property = rule.property else { continue }
      if let object = event.object {
        let isKnown = lines[object]?.reversed().contains { $0.property == property } ?? false
        if !isKnown { lines[object, default: []].append(rule) }
      } else {
        ofPayload[property] = rule
      }
    }
  }

  /// The lines of an object's mapping that become properties, in their order.
  func of(_ object: ObjectID) -> [PropertyRule] { lines[object] ?? [] }
}

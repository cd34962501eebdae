import ContractModel
import JSONParsing
import MappingEngine

/// The lines of a contract that made objects.
struct ObjectLines {
  private var objects: [ObjectID: Lines] = [:]
  /// The lines over the payload itself, by what they become.
  private(set) var ofPayload: [PropertyPath: PropertyLine] = [:]

  private struct Lines {
    var lines: [PropertyLine] = []
    /// The properties of the lines, as the last result numbers them.
    var properties: [Int32] = []
    /// How many lines there were before that result.
    var earlierCount = 0
    var result = -1

    mutating func add(_ property: Int32, of result: Int, _ line: () -> PropertyLine) {
      if self.result != result {
        (self.result, properties, earlierCount) = (result, [], lines.count)
      }
      guard !properties.contains(property) else { return }
      properties.append(property)
      let line = line()
      let isKnown = lines[..<earlierCount].contains { $0.property == line.property }
      if !isKnown { lines.append(line) }
    }
  }

  /// - Parameter results: What payloads became, in one store.
  init(_ results: [MappingResult]) {
    for (number, result) in results.enumerated() {
      result.events.forEachLine { property, object, line in
        if let object {
          objects[object, default: Lines()].add(property, of: number, line)
        } else if let property = line().property {
          ofPayload[property] = line()
        }
      }
    }
  }

  /// The lines of an object's mapping that become properties, in their order.
  func of(_ object: ObjectID) -> [PropertyLine] { objects[object]?.lines ?? [] }
}

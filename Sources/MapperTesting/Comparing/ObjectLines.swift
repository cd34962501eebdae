import ContractModel
import MappingEngine

/// The lines of a contract from which objects were made.
struct ObjectLines {
  private var objects: [ObjectID: Lines] = [:]
  /// The lines over the payload itself, by their properties.
  private(set) var ofPayload: [PropertyPath: PropertyLine] = [:]

  private struct Lines {
    var lines: [PropertyLine] = []
    /// The properties of the lines, numbered as in the last result.
    var properties: [Int32] = []
    /// The number of lines before that result.
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

  /// - Parameter results: The results of payloads that were mapped into one store.
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

  /// Returns the lines of an object's mapping that become properties, in their order.
  func of(_ object: ObjectID) -> [PropertyLine] { objects[object]?.lines ?? [] }
}

import ContractModel
import JSONParsing
import MappingEngine

/// Summarizes differences at many places that have one reason: elements in another order, another
/// object of the payload, or an old value.
extension ResultComparison {
  /// The most elements, or objects of a type, that are compared with each other.
  static let pairLimit = 64

  /// Reports the differences of a property as one, if it has its old value or another object.
  mutating func reportAsOne(
    _ start: Int, _ object: MappedObject, _ line: PropertyLine, _ found: Any, _ path: InstancePath
  ) {
    guard let property = line.property else { return }
    var difference = Disagreement(
      at: path, line, text(object[property]), ReflectedText(found).description,
      state: differences[start].state)
    if hadBefore(found, object, property) {
      if differences.count == start + 1 { difference = differences[start] }
      difference.outcome = .oldValue
    } else if let other = otherObject(start, than: object[property], found) {
      difference.outcome = .otherObject
      if let path = ObjectPlaces(result)[other] {
        let place = path.steps.isEmpty ? "the payload" : displayed(path.description)
        (difference.otherPath, difference.hint) = (path, "that is what \(place) is")
      }
    } else {
      return
    }
    differences.removeSubrange(start...)
    differences.append(difference)
  }

  /// Returns whether the app's elements are the contract's in another order, as far as they differ.
  func isReordered(_ expected: [MappedValue], _ found: [Any]) -> Bool {
    guard expected.count == found.count, expected.count <= Self.pairLimit else { return false }
    var rest = found
    return expected.allSatisfy { element in rest.take { agrees(element, $0) } != nil }
  }

  private func hadBefore(_ found: Any, _ object: MappedObject, _ property: PropertyPath) -> Bool {
    var isOld = false
    result.events.forEachOldValue { id, changed, value in
      if !isOld, id == object.id, changed == property { isOld = agrees(value, found) }
    }
    return isOld
  }

  /// Returns the contract's object that the app has instead. One equal value proves nothing.
  private func otherObject(_ start: Int, than expected: MappedValue?, _ found: Any) -> ObjectID? {
    guard let id = expected?.objectID, differences.count - start > 1 else { return nil }
    return store.objects(ofType: store[id].type).prefix(Self.pairLimit).map(\.id).first {
      $0 != id && agrees(.object($0), found)
    }
  }
}

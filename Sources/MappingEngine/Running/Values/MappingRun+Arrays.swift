import ContractModel
import JSONParsing

extension MappingRun {
  mutating func evaluateArray(
    _ value: PlanValue, _ index: Int32, _ element: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    guard document.word(node).kind == .array else {
      guard value.isLenient, mayBeWrapped(node, element) else {
        return .failed(MappingProblem(.wrongType, value: index))
      }
      var elements = self.elements(value, index, element, place)
      take(node, 0, &elements)
      return finish(elements, payloadCount: 1)
    }
    if !Destination.keepsValues, !sink.wantsReads, arePlain(node, value, element) {
      return .value(Destination.array([], skipped: []))
    }
    var elements = self.elements(value, index, element, place)
    var child = document.firstChild(node)
    let end = document.next(node)
    var position = 0
    if Destination.keepsValues { elements.values.reserveCapacity(document.word(node).length) }
    while child < end, !sink.isSated {
      take(child, position, &elements)
      child = document.next(child)
      position += 1
    }
    if place.notesObjects { mappedObjects = elements.objects }
    return finish(elements, payloadCount: document.word(node).length)
  }

  /// Returns whether the kinds of all elements show that they are valid.
  private func arePlain(_ node: Int, _ value: PlanValue, _ element: Int32) -> Bool {
    let plain = plan.tables.values[element].plainKinds
    guard plain != 0, value.constraints.isEmpty, case .array = value.kind else { return false }
    var child = document.firstChild(node)
    let end = document.next(node)
    while child < end {
      guard plain &>> UInt16(document.word(child).kind.rawValue) & 1 != 0 else { return false }
      child = document.next(child)
    }
    return true
  }

  /// Returns whether a value may stand for an array of one element; an object never stands for an
  /// array of scalars.
  private func mayBeWrapped(_ node: Int, _ element: Int32) -> Bool {
    guard document.word(node).kind == .object else { return true }
    switch plan.tables.values[element].kind {
    case .mapping, .any, .dictionary, .keyed: return true
    default: return false
    }
  }
}

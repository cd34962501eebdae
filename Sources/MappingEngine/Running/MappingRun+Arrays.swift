import ContractModel
import JSONParsing

extension MappingRun {
  mutating func evaluateArray(
    _ value: PlanValue, _ index: Int32, _ element: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    guard document.word(node).kind == .array else {
      guard value.isLenient, mayBeWrapped(node, element) else {
        return .failed(MappingProblem(rule: .wrongType, value: index))
      }
      var elements = Elements(value, element, place)
      take(node, 0, &elements)
      return finish(elements, index, node, payloadCount: 1)
    }
    if !Destination.keepsValues, arePlain(node, value, element) {
      return .value(Destination.array([], skipped: []))
    }
    var elements = Elements(value, element, place)
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
    return finish(elements, index, node, payloadCount: document.word(node).length)
  }

  /// Whether the kinds of all elements alone say that they are right.
  private func arePlain(_ node: Int, _ value: PlanValue, _ element: Int32) -> Bool {
    let plain = plan.values[Int(element)].plainKinds
    guard plain != 0, value.constraints.isEmpty, case .array = value.kind else { return false }
    var child = document.firstChild(node)
    let end = document.next(node)
    while child < end {
      guard plain &>> UInt16(document.word(child).kind.rawValue) & 1 != 0 else { return false }
      child = document.next(child)
    }
    return true
  }

  /// A value stands for an array of one, but an object for no array of scalars.
  private func mayBeWrapped(_ node: Int, _ element: Int32) -> Bool {
    guard document.word(node).kind == .object else { return true }
    switch plan.values[Int(element)].kind {
    case .mapping, .any, .dictionary, .keyed: return true
    default: return false
    }
  }

  /// What a key path found in every element, mapped as an array.
  mutating func applyCollected(
    _ number: Int32, _ rule: PlanRule, _ found: [Found], _ frame: Frame
  ) -> Bool {
    collectsNothing = !found.contains { if case .value = $0 { true } else { false } }
    defer { collectsNothing = false }
    let index = rule.value
    let value = plan.values[Int(index)]
    let place = Place(rule: number, frame: frame, position: -1)
    switch value.kind {
    case .array(let element), .set(let element):
      var elements = Elements(value, element, place)
      elements.skipsMissing = rule.isOptional
      for (position, one) in found.enumerated() { take(one, position, &elements) }
      switch finish(elements, index, frame.node, payloadCount: found.count) {
      case .value(let result):
        return assign(result, number, rule, collectionNode(found, frame), frame)
      case .failed(let problem): fail(number, collectionNode(found, frame), frame, problem)
      case .null, .leftOut: break
      }
      return false
    default:
      let values = found.compactMap { if case .value(let node, _) = $0 { node } else { nil } }
      let json = values.map { JSONValue(document: document, node: $0).text() }
      guard let array = try? JSONDocument(parsing: "[\(json.joined(separator: ","))]") else {
        return false
      }
      return assign(
        .json(array.root), number, rule, collectionNode(found, frame), frame)
    }
  }

  /// Where what was collected stands: at the first of it.
  private func collectionNode(_ found: [Found], _ frame: Frame) -> Int {
    switch found.first {
    case .value(let node, _)?, .blocked(let node)?, .missing(let node, _)?: node
    case nil: frame.node
    }
  }
}

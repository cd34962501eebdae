import ContractModel
import JSONParsing

// Key paths that continue in every element of an array. Their value is an array, however the key
// path was written (§ 5).

extension MappingRun {
  /// Maps the values found in every element; returns whether the line touched the object.
  mutating func applyCollected(_ collected: Collected, _ line: Line) -> Bool {
    recording.collectsNothing = !collected.found.contains(where: \.isValue)
    defer { recording.collectsNothing = false }
    let value = line.planned.value
    var line = line
    guard takesCollected(value) else {
      line.node = collected.array
      fail(line, MappingProblem(.wrongType, value: value, other: collected.array))
      return false
    }
    mappedObjects.removeAll(keepingCapacity: true)
    line.node = collected.node
    return settle(evaluate(collected, line), line)
  }

  /// Returns whether an array is a value of the type.
  func takesCollected(_ value: Int32) -> Bool {
    plan.tables.values[value].takesAnyJSON || collectedElement(of: value) != nil
  }

  /// Returns the type of the elements of an array or set; `nil` for any other type.
  private func collectedElement(of value: Int32) -> Int32? {
    switch plan.tables.values[value].kind {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  private mutating func evaluate(_ collected: Collected, _ line: Line) -> Evaluated {
    let index = line.planned.value
    let value = plan.tables.values[index]
    let place = place(of: line)
    guard let element = collectedElement(of: index) else {
      return evaluateAny(
        collected, self.elements(value, index, index, place), line.planned.isOptional)
    }
    var elements = self.elements(value, index, element, place)
    elements.skipsMissing = line.planned.isOptional
    for (position, one) in collected.found.enumerated() { take(one, position, &elements) }
    if place.notesObjects { mappedObjects = elements.objects }
    return finish(elements, payloadCount: collected.found.count)
  }

  /// Evaluates a line that accepts any JSON. Its value is the array of the results; for a missing
  /// result, the array has null if the line is optional or the contract is lenient.
  private mutating func evaluateAny(
    _ collected: Collected, _ elements: Elements, _ isOptional: Bool
  ) -> Evaluated {
    var elements = elements
    var texts: [String] = []
    for (position, one) in collected.found.enumerated() {
      switch one {
      case .value(let node, _):
        sink.noteRead(node, by: elements.place.line, as: elements.element, isElement: true)
        texts.append(JSONValue(document: document, node: node).text())
      case .missing where isOptional || elements.value.isLenient: texts.append("null")
      case .missing, .blocked: take(one, position, &elements)
      }
    }
    // The texts are JSON of this document, so they nest no deeper than the document does.
    let options = JSONParsingOptions(maximumDepth: .max)
    let text = "[\(texts.joined(separator: ","))]"
    guard !elements.hasFailed, let array = try? JSONDocument(parsing: text, options: options) else {
      return .failed(nil)
    }
    return evaluateScalar(elements.value, elements.index, 0, array, elements.place)
  }

  /// Returns bytes that are the same for collections with equal elements.
  mutating func canonicalBytes(_ value: Int32, _ collected: Collected) -> [UInt8] {
    let element = collectedElement(of: value)
    var bytes: [UInt8] = []
    for one in collected.found {
      guard case .value(let node, _) = one else {
        append(nil, to: &bytes)
        continue
      }
      let part =
        element.map { canonicalBytes($0, node, comparesObjects: true) }
        ?? document.canonicalBytes(node)
      append(part, to: &bytes)
    }
    return bytes
  }
}

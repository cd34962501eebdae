import ContractModel
import JSONParsing

// What a key path finds that goes on in every element of an array: an array, whatever wrote it so
// (rule 5).

extension MappingRun {
  /// Maps what a key path found in every element.
  ///
  /// - Returns: Whether it touched the object.
  mutating func applyCollected(
    _ number: Int32, _ rule: PlanRule, _ collected: Collected, _ frame: Frame
  ) -> Bool {
    collectsNothing = !collected.found.contains { if case .value = $0 { true } else { false } }
    defer { collectsNothing = false }
    guard takesCollected(rule.value) else {
      let problem = MappingProblem(
        rule: .wrongType, value: rule.value, other: Int32(truncatingIfNeeded: collected.array))
      fail(number, collected.array, frame, problem)
      return false
    }
    mappedObjects.removeAll(keepingCapacity: true)
    let node = collectionNode(collected)
    switch evaluate(collected, rule, place(of: number, rule, frame)) {
    case .value(let value): return assign(value, number, rule, node, frame)
    case .failed(let problem): fail(number, node, frame, problem)
    case .null, .leftOut: record(dry ?? .declined, number, node, frame)
    }
    return false
  }

  /// Whether an array is one of a type's values.
  func takesCollected(_ value: Int32) -> Bool {
    plan.values[Int(value)].takesAnyJSON || collectedElement(of: value) != nil
  }

  /// The type of what is found in one element; `nil`, if the line's type is no collection of some.
  private func collectedElement(of value: Int32) -> Int32? {
    switch plan.values[Int(value)].kind {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  private mutating func evaluate(
    _ collected: Collected, _ rule: PlanRule, _ place: Place
  ) -> Evaluated {
    guard let element = collectedElement(of: rule.value) else {
      return evaluateAny(collected, rule, place)
    }
    var elements = Elements(plan.values[Int(rule.value)], element, place)
    elements.skipsMissing = rule.isOptional
    for (position, one) in collected.found.enumerated() { take(one, position, &elements) }
    if place.notesObjects { mappedObjects = elements.objects }
    return finish(elements, rule.value, collected.array, payloadCount: collected.found.count)
  }

  /// A line that takes any JSON takes the array, with null where an element has nothing.
  private mutating func evaluateAny(
    _ collected: Collected, _ rule: PlanRule, _ place: Place
  ) -> Evaluated {
    let value = plan.values[Int(rule.value)]
    var elements = Elements(value, rule.value, place)
    var texts: [String] = []
    for (position, one) in collected.found.enumerated() {
      switch one {
      case .value(let node, _): texts.append(JSONValue(document: document, node: node).text())
      case .missing where rule.isOptional || value.isLenient: texts.append("null")
      case .missing, .blocked: take(one, position, &elements)
      }
    }
    // The texts are JSON of this document, so that they nest no deeper than it.
    let options = JSONParsingOptions(maximumDepth: .max)
    let text = "[\(texts.joined(separator: ","))]"
    guard !elements.hasFailed, let array = try? JSONDocument(parsing: text, options: options) else {
      return .failed(nil)
    }
    return evaluateScalar(value, rule.value, 0, array, place)
  }

  /// Where what was collected stands: at the first of it.
  private func collectionNode(_ collected: Collected) -> Int {
    switch collected.found.first {
    case .value(let node, _)?, .blocked(let node)?, .missing(let node, _)?: node
    case nil: collected.array
    }
  }

  /// Bytes that collections share which say the same.
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

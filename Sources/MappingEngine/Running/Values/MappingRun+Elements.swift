import ContractModel
import JSONParsing

extension MappingRun {
  /// The elements of a collection while it is mapped.
  struct Elements {
    let value: PlanValue
    /// The types of the collection and of an element, in the plan.
    let index: Int32
    let element: Int32
    let place: Place
    /// The member of a keyed collection that is being mapped.
    var key: (node: Int, property: Int32)?
    /// The objects that the elements are mapped onto, by position.
    var objects: [ObjectID?] = []
    var values: [Value] = []
    var skipped: [Int] = []
    var hasFailed = false
    var skipsMissing = false
    /// Whether a bad element may have effects that must be taken back.
    let isTried: Bool
    let isSet: Bool
    /// Whether duplicates matter.
    let isCompared: Bool
    /// The canonical bytes of the previous elements.
    var seen: Set<[UInt8]> = []
    var isNotUnique = false
    var duplicateCount = 0

    init(
      _ value: PlanValue, _ index: Int32, _ element: Int32, _ place: Place, isTried: Bool
    ) {
      self.isTried = isTried
      (self.value, self.index, self.element, self.place) = (value, index, element, place)
      if case .set = value.kind { isSet = true } else { isSet = false }
      isCompared = isSet || !value.constraints.isEmpty
    }

    func event(_ name: MappingEventName, _ node: Int) -> RawEvent {
      var event = RawEvent(name, at: node, place.frame?.object, line: place.line)
      event.isElement = true
      return event
    }

    func place(at position: Int) -> Place {
      var inner = place
      inner.position = position
      let existing = place.existingElements
      inner.existing = position < existing.count ? existing[position] : nil
      inner.existingElements = []
      inner.key = key
      return inner
    }
  }

  /// Returns the state of a collection before its first element.
  func elements(
    _ value: PlanValue, _ index: Int32, _ element: Int32, _ place: Place
  ) -> Elements {
    var isTried = value.elements != .fail
    switch plan.tables.values[element].kind {
    case .mapping, .array, .set, .dictionary, .keyed, .listOrObject: break
    // A rejected scalar has no effects.
    default: isTried = false
    }
    return Elements(value, index, element, place, isTried: isTried)
  }

  mutating func take(_ found: Found, _ position: Int, _ elements: inout Elements) {
    switch found {
    case .value(let node, let holders):
      ancestors += holders
      take(node, position, &elements)
      ancestors.removeLast(holders.count)
    case .missing(let container, let step):
      if takesAbsence(position, &elements) { return }
      var event = elements.event(.missing, container)
      event.missingStep = Int32(step)
      refuse(event, MappingProblem(.missingKey, value: elements.element), position, &elements)
    case .blocked(let node):
      let problem = MappingProblem(.blockedPath, value: elements.element)
      refuse(elements.event(.blocked, node), problem, position, &elements)
    }
  }

  /// Returns whether a value may be absent in an element. If so, adds null if the element accepts
  /// it; otherwise skips the element (§ 5).
  private func takesAbsence(_ position: Int, _ elements: inout Elements) -> Bool {
    let isNullable = plan.tables.values[elements.element].allowsNull
    guard elements.skipsMissing || isNullable && elements.value.isLenient else { return false }
    if !isNullable {
      elements.skipped.append(position)
    } else if Destination.keepsValues {
      elements.values.append(.null)
    }
    return true
  }

  mutating func take(_ node: Int, _ position: Int, _ elements: inout Elements) {
    sink.noteRead(node, by: elements.place.line, as: elements.element, isElement: true)
    let element = plan.tables.values[elements.element]
    if document.word(node).kind == .null, !element.takesNull {
      return takeNull(node, position, &elements)
    }
    if let frame = elements.place.frame {
      noteEmptyText(elements.element, node, line: elements.place.line, frame)
    }
    let bytes =
      elements.isCompared
      ? canonicalBytes(elements.element, node, comparesObjects: true) : nil
    let isRepeated = bytes.map { !elements.seen.insert($0).inserted } ?? false
    if isRepeated, elements.isSet { return takeDuplicate(node, position, &elements) }
    let evaluated = evaluate(node, position, &elements)
    // A skipped bad element does not count as a duplicate of another element.
    if case .failed = evaluated, elements.value.elements != .fail {
      if let bytes, !isRepeated { elements.seen.remove(bytes) }
    } else if isRepeated {
      elements.isNotUnique = true
    }
    switch evaluated {
    case .value(let value):
      if Destination.keepsValues { elements.values.append(value) }
      if elements.place.notesObjects { elements.objects.append(mappedObjects.first ?? nil) }
      if let warning = recording.takeWarning() {
        var event = elements.event(.set, node)
        event.problem = warning
        record(event)
      }
    case .null: takeNull(node, position, &elements)
    case .failed(let problem?) where problem.rule == .badElement:
      keepNothing(position, &elements)  // already reported
    case .failed(let problem):
      let event = elements.event(problem?.event ?? .coercionFailed, node)
      refuse(event, problem, position, &elements)
    case .leftOut: elements.skipped.append(position)
    }
  }

  /// Maps an element; the effects of a bad element are taken back if the line leaves it out.
  private mutating func evaluate(
    _ node: Int, _ position: Int, _ elements: inout Elements
  ) -> Evaluated {
    let place = elements.place(at: position)
    guard elements.isTried else { return evaluate(elements.element, node, place) }
    let trial = beginTrial()
    let evaluated = evaluate(elements.element, node, place)
    let event = elements.event(.elementDeclined, node)
    let cause = end(trial, evaluated) { problem in
      var failed = event
      (failed.name, failed.problem) = (problem.event, problem)
      return failed
    }
    guard let cause else { return evaluated }
    var declined = event
    if cause.node == event.node, cause.line == event.line { declined.name = cause.name }
    declined.problem = badElement(cause)
    record(declined)
    return .failed(declined.problem)
  }

  /// Returns the warning that an element is left out, or becomes null.
  private mutating func badElement(_ cause: RawEvent) -> MappingProblem {
    var problem = MappingProblem(.badElement, severity: .warning)
    problem.cause = Int32(truncatingIfNeeded: causes.count)
    causes.append(cause)
    return problem
  }

  /// Leaves out an element that a set already contains.
  private mutating func takeDuplicate(
    _ node: Int, _ position: Int, _ elements: inout Elements
  ) {
    elements.duplicateCount += 1
    elements.skipped.append(position)
    elements.isNotUnique = true
    record(.elementDuplicate, at: node, line: elements.place.line)
    // A second mention still updates its object, if the object can be found again.
    guard case .mapping(let mapping) = plan.tables.values[elements.element].kind,
      !plan.tables.variants[plan.tables.mappings[mapping].outer].identity.isEmpty
    else { return }
    _ = evaluate(node, position, &elements)
  }

  private mutating func takeNull(_ node: Int, _ position: Int, _ elements: inout Elements) {
    let event = elements.event(.elementNull, node)
    guard plan.tables.values[elements.element].allowsNull else {
      let problem = MappingProblem(.nullValue, value: elements.element)
      return refuse(event, problem, position, &elements)
    }
    if isAtRoot(elements.place) { root.mappedCount += 1 }
    record(event)
    if Destination.keepsValues { elements.values.append(.null) }
  }

  /// Applies the line's policy to an element that does not fit.
  private mutating func refuse(
    _ event: RawEvent, _ problem: MappingProblem?, _ position: Int, _ elements: inout Elements
  ) {
    var event = event
    event.problem = problem
    if elements.value.elements == .fail {
      elements.hasFailed = true
      elements.skipped.append(position)
    } else {
      event.problem = badElement(event)
      keepNothing(position, &elements)
    }
    record(event)
  }

  /// Leaves an element out, or replaces it with null.
  private func keepNothing(_ position: Int, _ elements: inout Elements) {
    if elements.value.elements == .skip {
      elements.skipped.append(position)
    } else if Destination.keepsValues {
      elements.values.append(.null)
    }
  }

  func finish(_ elements: Elements, payloadCount: Int) -> Evaluated {
    if elements.hasFailed {
      // The payload keeps the mapped elements (§ 38); a property keeps its former value.
      let isPayload = elements.place.frame?.mapping == -1
      return isPayload && !elements.values.isEmpty ? .value(collection(elements)) : .failed(nil)
    }
    // A set has no duplicates, so they are not counted.
    let problem = collectionProblem(
      elements.index, count: payloadCount - elements.duplicateCount,
      isNotUnique: elements.isNotUnique)
    return problem.map { .failed($0) } ?? .value(collection(elements))
  }

  private func collection(_ elements: Elements) -> Value {
    collection(elements.values, of: elements.index, skipped: elements.skipped)
  }
}

import ContractModel
import JSONParsing

extension MappingRun {
  /// The elements of a collection as they come.
  struct Elements {
    let value: PlanValue
    let element: Int32
    let place: Place
    /// Of a keyed collection, the member that is being mapped.
    var key: (node: Int, property: Int32)?
    /// The objects that the elements are mapped onto, by their positions.
    var objects: [ObjectID?] = []
    var values: [Value] = []
    var skipped: [Int] = []
    var hasFailed = false
    var skipsMissing = false
    let isSet: Bool
    let isUnique: Bool
    /// What the elements so far say.
    var said: Set<[UInt8]> = []
    var isNotUnique = false
    var duplicateCount = 0

    init(_ value: PlanValue, _ element: Int32, _ place: Place) {
      (self.value, self.element, self.place) = (value, element, place)
      if case .set = value.kind { isSet = true } else { isSet = false }
      isUnique = !value.constraints.isEmpty
    }
  }

  mutating func take(_ found: Found, _ position: Int, _ elements: inout Elements) {
    switch found {
    case .value(let node, let holders):
      ancestors += holders
      take(node, position, &elements)
      ancestors.removeLast(holders.count)
    case .missing(let container, let step):
      if takesAbsence(position, &elements) { return }
      var moment = MappingMoment(
        name: .missing, rule: elements.place.rule, node: Int32(truncatingIfNeeded: container),
        missingStep: Int32(step), object: elements.place.frame?.object, isElement: true)
      refuse(
        &moment, MappingProblem(rule: .missingKey, value: elements.element), position, &elements)
    case .blocked(let node):
      var moment = elementMoment(.blocked, node, elements)
      refuse(
        &moment, MappingProblem(rule: .blockedPath, value: elements.element), position, &elements)
    }
  }

  /// Whether what is absent in an element may be: then null stands for it, if the type has one
  /// (rule 5).
  private func takesAbsence(_ position: Int, _ elements: inout Elements) -> Bool {
    let isNullable = plan.values[Int(elements.element)].allowsNull
    guard elements.skipsMissing || isNullable && elements.value.isLenient else { return false }
    if !isNullable {
      elements.skipped.append(position)
    } else if Destination.keepsValues {
      elements.values.append(.null)
    }
    return true
  }

  mutating func take(_ node: Int, _ position: Int, _ elements: inout Elements) {
    let element = plan.values[Int(elements.element)]
    if document.word(node).kind == .null, !element.takesNull {
      return takeNull(node, position, &elements)
    }
    if let frame = elements.place.frame {
      noteEmptyText(elements.element, node, document, elements.place.rule, frame)
    }
    if elements.isSet || elements.isUnique, isRepeated(node, &elements) {
      elements.isNotUnique = true
      if elements.isSet {
        elements.duplicateCount += 1
        elements.skipped.append(position)
        record(.elementDuplicate, at: node, nil, rule: elements.place.rule)
        // A second mention of an object that is known again updates it all the same.
        guard case .mapping(let mapping) = element.kind, hasIdentity(mapping) else { return }
        _ = evaluate(elements.element, node, in: document, elementPlace(position, elements))
        return
      }
    }
    switch evaluate(elements.element, node, in: document, elementPlace(position, elements)) {
    case .value(let value):
      if Destination.keepsValues { elements.values.append(value) }
      if elements.place.notesObjects { elements.objects.append(mappedObjects.first ?? nil) }
      if let warning = takeWarning() {
        var moment = elementMoment(.set, node, elements)
        moment.problem = warning
        tell(moment, nil, old: nil)
      }
    case .null:
      takeNull(node, position, &elements)
    case .failed(let problem):
      let isConstraint =
        problem?.rule.traits.isOfConstraint == true || problem?.constraint ?? -1 >= 0
      var moment = elementMoment(
        isConstraint ? .validationFailed : .coercionFailed, node, elements)
      refuse(&moment, problem, position, &elements)
    case .leftOut: elements.skipped.append(position)
    }
  }

  private func hasIdentity(_ mapping: Int32) -> Bool {
    !plan.variants[Int(plan.mappings[Int(mapping)].outer)].identity.isEmpty
  }

  private mutating func isRepeated(_ node: Int, _ elements: inout Elements) -> Bool {
    guard let bytes = canonicalBytes(elements.element, node, comparesObjects: true) else {
      return false
    }
    return !elements.said.insert(bytes).inserted
  }

  func elementPlace(_ position: Int, _ elements: Elements) -> Place {
    var place = elements.place
    place.position = position
    let existing = place.existingElements
    place.existing = position < existing.count ? existing[position] : nil
    place.existingElements = []
    place.key = elements.key
    return place
  }

  func elementMoment(
    _ name: MappingEventName, _ node: Int, _ elements: Elements
  ) -> MappingMoment {
    MappingMoment(
      name: name, rule: elements.place.rule, node: Int32(truncatingIfNeeded: node),
      object: elements.place.frame?.object, isElement: true)
  }

  mutating func takeNull(_ node: Int, _ position: Int, _ elements: inout Elements) {
    var moment = elementMoment(.elementNull, node, elements)
    guard !plan.values[Int(elements.element)].allowsNull else {
      if isAtRoot(elements.place) { rootMappedCount += 1 }
      tell(moment, nil, old: nil)
      if Destination.keepsValues { elements.values.append(.null) }
      return
    }
    refuse(
      &moment, MappingProblem(rule: .nullValue, value: elements.element), position, &elements)
  }

  /// What the policy of the line says of an element that does not fit.
  mutating func refuse(
    _ moment: inout MappingMoment, _ problem: MappingProblem?, _ position: Int,
    _ elements: inout Elements
  ) {
    switch elements.value.elements {
    case .fail:
      elements.hasFailed = true
      elements.skipped.append(position)
      moment.problem = problem
    case .skip: elements.skipped.append(position)
    case .null: if Destination.keepsValues { elements.values.append(.null) }
    }
    tell(moment, nil, old: nil)
  }

  func finish(
    _ elements: Elements, _ index: Int32, _ node: Int, payloadCount: Int
  ) -> Evaluated {
    if elements.hasFailed { return failedElements(elements) }
    let count = payloadCount - elements.duplicateCount
    for constraint in elements.value.constraints.indices {
      let rule: RuleID? =
        switch plan.constraints[constraint].test {
        // A set has no duplicates, so it does not count them.
        case .count(let least, let most): least...most ~= count ? nil : .badCount
        case .unique: elements.isNotUnique ? .notUnique : nil
        default: nil
        }
      if let rule {
        return .failed(
          MappingProblem(
            rule: rule, value: index, constraint: Int32(constraint),
            count: Int32(truncatingIfNeeded: count)))
      }
    }
    return .value(collection(elements))
  }

  /// The payload itself has what could be mapped of it (rule 38); a property keeps what it had.
  private func failedElements(_ elements: Elements) -> Evaluated {
    elements.place.frame?.mapping == -1 && !elements.values.isEmpty
      ? .value(collection(elements)) : .failed(nil)
  }

  private func collection(_ elements: Elements) -> Value {
    elements.isSet
      ? Destination.set(elements.values, skipped: elements.skipped)
      : Destination.array(elements.values, skipped: elements.skipped)
  }
}

import ContractModel
import JSONParsing

extension MappingRun {
  /// Makes of a value that is not null, or that may be null itself, what its type says.
  mutating func evaluate(
    _ index: Int32, _ node: Int, in document: JSONDocument, _ place: Place
  ) -> Evaluated {
    let value = plan.values[Int(index)]
    switch value.kind {
    case .mapping(let mapping): return evaluateObject(mapping, index, node, place)
    case .array(let element), .set(let element):
      return evaluateArray(value, index, element, node, place)
    case .dictionary, .keyed: return evaluateMembers(value, index, node, place)
    default: return evaluateScalar(value, index, node, document, place)
    }
  }

  private mutating func evaluateScalar(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument, _ place: Place
  ) -> Evaluated {
    switch reader.read(index, node, in: document, as: Value.self) {
    case .value(let result):
      if let problem = inequality(value, index, node, document, place) { return .failed(problem) }
      return .value(result)
    case .newValue(let result, let warning):
      self.warning = warning
      return .value(result)
    case .null: return .null
    case .failed(let problem): return .failed(problem)
    }
  }

  private mutating func evaluateObject(
    _ mapping: Int32, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    let outer = (aggregates, aggregateNode, rootNode)
    defer { (aggregates, aggregateNode, rootNode) = outer }
    if isAtRoot(place) { rootNode = node }
    if place.frame?.node == node, place.frame?.mapping != -1 {
      if aggregateNode != node { (aggregates, aggregateNode) = ([], node) }
      aggregates.append(mapping)
    }
    switch map(mapping, node, place) {
    case .object(let object): return .value(Destination.reference(to: object))
    case .lines(let value): return value.map { .value($0) } ?? .leftOut
    case .leftOut: return .leftOut
    case .wrongKind: return .failed(MappingProblem(rule: .wrongType, value: index))
    }
  }

  /// Whether an object is one that mapping starts with, and not inside of another.
  private func isAtRoot(_ place: Place) -> Bool {
    guard let mapping = place.frame?.mapping else { return false }
    return mapping < 0 || plan.mappings[Int(mapping)].source < 0
  }

  /// The problem of a value that is not equal to what it has to be equal to.
  ///
  /// Texts and numbers are compared by what they say, since a path says numbers as texts.
  private mutating func inequality(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument, _ place: Place
  ) -> MappingProblem? {
    for constraint in value.constraints.indices {
      guard case .equals(let source) = plan.constraints[constraint].test, let frame = place.frame
      else { continue }
      let other: (JSONDocument, Int)? =
        switch resolve(source, frame) {
        case .value(let node): (self.document, node)
        case .elsewhere(let document, let node): (document, node)
        case .missing, .blocked, .collected: nil
        }
      let mine = ScalarInput(node, in: document, trims: value.trims)
      let theirs = other.map { ScalarInput($0.1, in: $0.0, trims: false) }
      if theirs?.says(sameAs: mine) != true {
        return MappingProblem(rule: .notACase, value: index, constraint: Int32(constraint))
      }
    }
    return nil
  }

  // MARK: - Arrays and sets

  private mutating func evaluateArray(
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

  // MARK: - Elements

  /// The elements of a collection as they come.
  struct Elements {
    let value: PlanValue
    let element: Int32
    let place: Place
    var values: [Value] = []
    var skipped: [Int] = []
    var hasFailed = false
    var skipsMissing = false
    let isSet: Bool
    let isUnique: Bool
    var fingerprints: Set<UInt64> = []
    var isNotUnique = false
    var duplicateCount = 0

    init(_ value: PlanValue, _ element: Int32, _ place: Place) {
      (self.value, self.element, self.place) = (value, element, place)
      if case .set = value.kind { isSet = true } else { isSet = false }
      isUnique = !value.constraints.isEmpty
    }
  }

  private mutating func take(_ found: Found, _ position: Int, _ elements: inout Elements) {
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

  private mutating func take(_ node: Int, _ position: Int, _ elements: inout Elements) {
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
        // A second mention of an object updates it all the same.
        if case .mapping = element.kind {} else { return }
        _ = evaluate(elements.element, node, in: document, elementPlace(position, elements))
        return
      }
    }
    switch evaluate(elements.element, node, in: document, elementPlace(position, elements)) {
    case .value(let value):
      if Destination.keepsValues { elements.values.append(value) }
      if let warning = takeWarning() {
        var moment = elementMoment(.set, node, elements)
        moment.problem = warning
        sink.record(moment, nil, old: nil)
      }
    case .null:
      takeNull(node, position, &elements)
    case .failed(let problem):
      let isConstraint = problem?.rule.isOfConstraint == true || problem?.constraint ?? -1 >= 0
      var moment = elementMoment(
        isConstraint ? .validationFailed : .coercionFailed, node, elements)
      refuse(&moment, problem, position, &elements)
    case .leftOut: elements.skipped.append(position)
    }
  }

  private mutating func isRepeated(_ node: Int, _ elements: inout Elements) -> Bool {
    guard let fingerprint = fingerprint(elements.element, node, comparesObjects: true) else {
      return false
    }
    return !elements.fingerprints.insert(fingerprint).inserted
  }

  private func elementPlace(_ position: Int, _ elements: Elements) -> Place {
    var place = elements.place
    place.position = position
    place.existing = nil
    return place
  }

  private func elementMoment(
    _ name: MappingEventName, _ node: Int, _ elements: Elements
  ) -> MappingMoment {
    MappingMoment(
      name: name, rule: elements.place.rule, node: Int32(truncatingIfNeeded: node),
      object: elements.place.frame?.object, isElement: true)
  }

  private mutating func takeNull(_ node: Int, _ position: Int, _ elements: inout Elements) {
    var moment = elementMoment(.elementNull, node, elements)
    guard !plan.values[Int(elements.element)].allowsNull else {
      sink.record(moment, nil, old: nil)
      if Destination.keepsValues { elements.values.append(.null) }
      return
    }
    refuse(
      &moment, MappingProblem(rule: .nullValue, value: elements.element), position, &elements)
  }

  /// What the policy of the line says of an element that does not fit.
  private mutating func refuse(
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
    sink.record(moment, nil, old: nil)
  }

  private func finish(
    _ elements: Elements, _ index: Int32, _ node: Int, payloadCount: Int
  ) -> Evaluated {
    if elements.hasFailed { return failedElements(elements) }
    for constraint in elements.value.constraints.indices {
      let rule: RuleID? =
        switch plan.constraints[constraint].test {
        case .count(let least, let most):
          // A set has no duplicates, so it does not count them.
          (payloadCount - elements.duplicateCount < least
            || payloadCount - elements.duplicateCount > most) ? .badCount : nil
        case .unique: elements.isNotUnique ? .notUnique : nil
        default: nil
        }
      if let rule {
        return .failed(
          MappingProblem(rule: rule, value: index, constraint: Int32(constraint)))
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

  // MARK: - Dictionaries and keyed collections

  private mutating func evaluateMembers(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ place: Place
  ) -> Evaluated {
    guard document.word(node).kind == .object else {
      return .failed(MappingProblem(rule: .wrongType, value: index))
    }
    var names: [Int] = []
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      names.append(name)
      name = document.next(name + 1)
    }
    names = lastOfEach(names)
    if case .keyed(let property, let mapping) = value.kind {
      return evaluateKeyed(names, property, mapping, value, index, place)
    }
    guard case .dictionary(let element) = value.kind else { return .leftOut }
    var entries: [(name: String, value: Value)] = []
    var elements = Elements(value, element, place)
    for (position, name) in names.enumerated() {
      let count = elements.values.count
      take(name + 1, position, &elements)
      if elements.values.count > count {
        entries.append((name: document.string(name), value: elements.values[count]))
      }
    }
    switch finish(elements, index, node, payloadCount: names.count) {
    case .value: return .value(Destination.dictionary(entries))
    case let other: return other
    }
  }

  /// Of members with one name the last (rule 4).
  private func lastOfEach(_ names: [Int]) -> [Int] {
    var seen: Set<MemberName> = []
    return names.reversed().filter { seen.insert(MemberName(document.string($0))).inserted }
      .reversed()
  }

  private mutating func evaluateKeyed(
    _ names: [Int], _ property: Int32, _ mapping: Int32, _ value: PlanValue, _ index: Int32,
    _ place: Place
  ) -> Evaluated {
    var elements = Elements(value, index, place)
    var kept: [String] = []
    for (position, name) in names.enumerated() {
      if document.word(name + 1).kind == .null {
        takeNull(name + 1, position, &elements)
        continue
      }
      var inner = elementPlace(position, elements)
      inner.key = (node: name, property: property)
      switch map(mapping, name + 1, inner) {
      case .object(let object):
        guard Destination.keepsValues else { break }
        elements.values.append(Destination.reference(to: object))
        kept.append(document.string(name))
      case .lines, .leftOut: elements.skipped.append(position)
      case .wrongKind:
        var moment = elementMoment(.coercionFailed, name + 1, elements)
        refuse(
          &moment, MappingProblem(rule: .wrongType, value: index), position, &elements)
      }
    }
    switch finish(elements, index, names.first ?? 0, payloadCount: names.count) {
    case .value: return .value(Destination.keyed(elements.values, names: kept))
    case let other: return other
    }
  }
}

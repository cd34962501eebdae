import ContractModel
import JSONParsing

extension MappingRun {
  /// Runs a rule over a representation: exactly one terminal event comes of it (rule 12).
  ///
  /// - Returns: Whether it touched the object.
  mutating func run(_ number: Int32, _ frame: Frame) -> Bool {
    let rule = plan.rules[Int(number)]
    if !Destination.keepsValues, let isTouched = passPlain(number, rule, frame) { return isTouched }
    switch resolve(rule.source, frame) {
    case .value(let node): return apply(number, rule, node, document, frame)
    case .elsewhere(let value): return applyElsewhere(number, rule, value, frame)
    case .missing(let container, let step):
      return applyMissing(number, rule, container, step, frame)
    case .blocked(let node):
      let problem = MappingProblem(rule: .blockedPath, value: rule.value)
      record(.blocked, number, node, frame, problem: problem)
      return false
    case .collected(let collected): return applyCollected(number, rule, collected, frame)
    }
  }

  /// Lets a value pass that its kind alone says is right, where nothing of it is kept.
  ///
  /// - Returns: Whether it touched the object; `nil`, if there is more to look at.
  @inline(__always)
  private mutating func passPlain(
    _ number: Int32, _ rule: PlanRule, _ frame: Frame
  ) -> Bool? {
    guard case .slot(let slot) = rule.source.start, dry == nil else { return nil }
    let node = Int(slots[frame.slots + Int(slot)])
    guard node >= 0 else { return nil }
    let word = document.word(node)
    guard
      rule.plainKinds &>> UInt16(word.kind.rawValue) & 1 != 0
        || rule.takesPlainNumbers
          && reader.isPlainNumber(word, plan.values[Int(rule.value)], document)
    else { return nil }
    if frame.mentions >= 0 { compareMentions(number, node, frame) }
    sink.record(
      MappingMoment(
        name: .set, rule: number, node: Int32(truncatingIfNeeded: node), object: frame.object),
      nil, old: nil)
    return rule.property >= 0
  }

  /// Whether a value is of the payload, and not of the request.
  private func isHere(_ document: JSONDocument, _ rule: PlanRule) -> Bool {
    if case .walk = rule.source.start {
      switch plan.parts.paths[Int(rule.source.path)].base {
      case .path, .header, .requestHeader, .requestQuery, .index: return false
      default: return true
      }
    }
    return true
  }

  // MARK: - A value

  private mutating func apply(
    _ number: Int32, _ rule: PlanRule, _ node: Int, _ document: JSONDocument, _ frame: Frame
  ) -> Bool {
    if document.word(node).kind == .null, !plan.values[Int(rule.value)].takesNull {
      return applyNull(number, rule, node, document, frame)
    }
    if case .itself = rule.source.start,
      case .mapping(let mapping) = plan.values[Int(rule.value)].kind,
      !mayAggregate(mapping, node)
    {
      // The representation itself is there; that nothing of the aggregate is, is no violation.
      record(dry ?? .missing, number, node, frame)
      return false
    }
    let ancestorCount = ancestors.count
    if rule.isRelationship, plan.usesParents { enterObjects(on: rule, frame) }
    defer { ancestors.removeLast(ancestors.count - ancestorCount) }
    noteEmptyText(rule.value, node, document, number, frame)
    mappedObjects.removeAll(keepingCapacity: true)
    switch evaluate(rule.value, node, in: document, place(of: number, rule, frame)) {
    case .value(let value):
      if frame.mentions >= 0 { compareMentions(number, node, frame) }
      return assign(value, number, rule, node, frame)
    case .null:
      return applyNull(number, rule, node, document, frame)
    case .failed(let problem):
      fail(number, node, frame, problem)
      return false
    case .leftOut:
      record(dry ?? .declined, number, node, frame)
      return false
    }
  }

  /// Where a line's value is mapped, and the objects that it is mapped onto in place.
  func place(of number: Int32, _ rule: PlanRule, _ frame: Frame) -> Place {
    var place = Place(rule: number, frame: frame, position: -1)
    if rule.updatesInPlace, let object = frame.object, rule.property >= 0 {
      place.existingElements = destination.references(of: rule.property, in: object)
      place.existing = place.existingElements.first ?? nil
      place.notesObjects = true
    }
    return place
  }

  /// Tells of an empty text where the type wants something else, or the line speaks of it.
  mutating func noteEmptyText(
    _ index: Int32, _ node: Int, _ document: JSONDocument, _ rule: Int32, _ frame: Frame
  ) {
    let word = document.word(node)
    guard word.kind == .plainString, word.length == 2 else { return }
    let value = plan.values[Int(index)]
    guard value.refusesEmptyText || value.emptyString != nil else { return }
    record(.emptyString, at: node, frame.object, rule: rule)
  }

  /// Notes the objects between the representation and what a relationship reads: they are its
  /// parents (rule 6).
  private mutating func enterObjects(on rule: PlanRule, _ frame: Frame) {
    guard case .slot(let slot) = rule.source.start else { return }
    let start = Int(plan.mappings[Int(frame.mapping)].slotStart)
    var between: [Int32] = []
    var parent = plan.slots[start + Int(slot)].parent
    while parent >= 0 {
      let node = slots[frame.slots + Int(parent)]
      if node >= 0, document.word(Int(node)).kind == .object { between.append(node) }
      parent = plan.slots[start + Int(parent)].parent
    }
    ancestors += between.reversed()
  }

  /// Whether an object can be made of keys of the representation around it: one of them has to be
  /// there (rule 26), and it cannot be made of itself for ever.
  private mutating func mayAggregate(_ mapping: Int32, _ node: Int) -> Bool {
    guard aggregates.count < 8, !aggregates.contains(mapping) || aggregateNode != node else {
      return false
    }
    let start = fillSlotsSilently(mapping, node)
    defer { slots.removeLast(slots.count - start) }
    return slots[start...].contains { $0 >= 0 }
  }

  // MARK: - Assigning

  /// Sets a property, and says what that did.
  mutating func assign(
    _ value: Value, _ number: Int32, _ rule: PlanRule, _ node: Int, _ frame: Frame,
    name: MappingEventName = .set, missingStep: Int = -1, isElsewhere: Bool = false,
    problem: MappingProblem? = nil
  ) -> Bool {
    var moment = MappingMoment(
      name: name, rule: number, node: Int32(truncatingIfNeeded: isElsewhere ? frame.node : node),
      missingStep: Int32(missingStep), object: frame.object, isElsewhere: isElsewhere,
      problem: problem ?? takeWarning())
    if let dry {
      moment.isNull = name == .setNull
      moment.name = dry
      tell(moment, nil, old: nil)
      return false
    }
    guard rule.property >= 0, let object = frame.object else {
      tell(moment, value, old: nil)
      return false
    }
    let kept = rule.assign == .set ? nil : destination.value(of: rule.property, in: object)
    var value = value
    // A union takes nothing away (rule 22).
    if rule.assign == .union, name != .setNull { value = Destination.union(kept, value) }
    let assignment =
      rule.isDotted
      ? destination.set(value, dotted: rule.property, of: object)
      : destination.set(value, property: rule.property, of: object)
    switch assignment {
    case .noDestination:
      moment.name = .noDestination
      tell(moment, nil, old: nil)
      return false
    case .unchanged(let old):
      let isRead = name == .set || name == .setNull && missingStep < 0
      if isRead, !frame.isNew { moment.name = .unchanged }
      tell(moment, value, old: old)
    case .set(let old): tell(moment, value, old: old)
    }
    if rule.assign == .replace, let kept {
      for gone in Destination.objects(in: kept, notIn: value) {
        record(.deleted, at: node, gone, rule: number)
      }
    }
    if rule.updatesInPlace {
      destination.setReferences(mappedObjects, property: rule.property, of: object)
    }
    // What is written into another object does not touch this one.
    return !rule.isDotted
  }

  // MARK: - Null and missing

  mutating func applyNull(
    _ number: Int32, _ rule: PlanRule, _ node: Int, _ document: JSONDocument, _ frame: Frame
  ) -> Bool {
    let isElsewhere = !isHere(document, rule)
    switch rule.null {
    case .assign where rule.assign == .union:
      // A union takes nothing away (rule 22).
      record(dry ?? .nullKept, number, node, frame)
      return true
    case .assign:
      if frame.mentions >= 0, !isElsewhere { compareMentions(number, node, frame) }
      return assign(.null, number, rule, node, frame, name: .setNull, isElsewhere: isElsewhere)
    case .keep:
      record(dry ?? .nullKept, number, node, frame)
      return true
    case .reject:
      let problem = MappingProblem(rule: .nullValue, value: rule.value)
      record(.nullRejected, number, isElsewhere ? frame.node : node, frame, problem: problem)
      return false
    case .default:
      return assignDefault(number, rule, node, frame, missingStep: -1)
    }
  }

  /// What an absent member does: to the object by the line's policy, to the contract always the
  /// same (rule 13).
  mutating func applyMissing(
    _ number: Int32, _ rule: PlanRule, _ container: Int, _ step: Int, _ frame: Frame
  ) -> Bool {
    let isViolation = !rule.isOptional || rule.missing == .fail
    let problem =
      isViolation
      ? missingKey(rule, container, step, frame) : nearKey(rule, container, step, frame)
    if rule.defaultsMissing {
      return assignDefault(number, rule, container, frame, missingStep: step, problem: problem)
    }
    if rule.missing == .null, rule.assign != .union {
      return assign(
        .null, number, rule, container, frame, name: .setNull, missingStep: step, problem: problem)
    }
    var moment = MappingMoment(
      name: .missing, rule: number, node: Int32(truncatingIfNeeded: container),
      missingStep: Int32(step), object: frame.object, problem: problem)
    if let dry, problem == nil { moment.name = dry }
    tell(moment, nil, old: nil)
    return false
  }

  private mutating func assignDefault(
    _ number: Int32, _ rule: PlanRule, _ node: Int, _ frame: Frame, missingStep: Int,
    problem: MappingProblem? = nil
  ) -> Bool {
    let document = plan.parts.defaults[Int(rule.defaultValue)]
    let value: Value
    if document.word(0).kind == .array {
      var isSet = false
      if case .set = plan.values[Int(rule.value)].kind { isSet = true }
      value = isSet ? Destination.set([], skipped: []) : Destination.array([], skipped: [])
    } else {
      switch reader.read(rule.value, 0, in: document, as: Value.self) {
      case .value(let read), .newValue(let read, _): value = read
      case .null: value = .null
      // The default is a literal of the type, whatever the payload's form of it is.
      case .failed: value = .literal(ScalarInput(0, in: document, trims: false))
      }
    }
    return assign(
      value, number, rule, node, frame, name: .setDefault, missingStep: missingStep,
      problem: problem)
  }
}

import ContractModel
import JSONParsing

extension MappingRun {
  /// Runs a line over a representation; this records exactly one terminal event (§ 12). Returns
  /// whether the line touched the object.
  mutating func run(_ number: Int32, _ frame: Frame) -> Bool {
    let planned = plan.tables.lines[number]
    if !Destination.keepsValues, let isTouched = passPlain(number, planned, frame) {
      return isTouched
    }
    var line = Line(number: number, planned: planned, frame: frame, node: frame.node)
    let found = resolve(planned.source, frame)
    if case .blocked(let node) = found { line.isNullOnTheWay = isNullOnTheWay(node, of: planned) }
    switch taken(found, by: planned) {
    case .value(let node):
      line.node = node
      return apply(line)
    case .elsewhere(let value):
      line.isElsewhere = true
      return applyElsewhere(value, line)
    case .missing(let container, let step):
      (line.node, line.missingStep) = (container, step)
      return applyMissing(line)
    case .blocked(let node):
      line.node = node
      fail(line, MappingProblem(.blockedPath, value: planned.value))
      return false
    case .collected(let collected): return applyCollected(collected, line)
    }
  }

  /// Accepts a value whose kind alone shows that it is valid, if the destination keeps no values.
  /// Returns whether the line touched the object; `nil`, if the value needs a further check.
  @inline(__always)
  private mutating func passPlain(
    _ number: Int32, _ planned: PlanLine, _ frame: Frame
  ) -> Bool? {
    guard case .slot(let slot) = planned.source.start, recording.dry == nil else { return nil }
    let node = Int(slots[frame.slots + Int(slot)])
    guard node >= 0 else { return nil }
    let word = document.word(node)
    guard
      planned.plainKinds &>> UInt16(word.kind.rawValue) & 1 != 0
        || planned.takesPlainNumbers
          && reader.isPlainNumber(word, plan.tables.values[planned.value], document)
        || planned.takesPlainTexts
          && reader.isPlainText(word, plan.tables.values[planned.value], document)
    else { return nil }
    if frame.mentions >= 0 {
      compareMentions(Line(number: number, planned: planned, frame: frame, node: node))
    }
    sink.noteRead(node, by: number, as: planned.value, isElement: false)
    sink.record(RawEvent(.set, at: node, frame.object, line: number), nil, old: nil)
    return planned.property >= 0
  }

  // MARK: - A value

  private mutating func apply(_ line: Line) -> Bool {
    sink.noteRead(line.node, by: line.number, as: line.planned.value, isElement: false)
    let value = plan.tables.values[line.planned.value]
    if document.word(line.node).kind == .null, !value.takesNull { return applyNull(line) }
    if case .itself = line.planned.source.start, case .mapping(let mapping) = value.kind,
      !mustBeThere(line, mapping), !mayAggregate(mapping, line.node)
    {
      // The representation exists, so it is no violation that it has no key of the aggregate.
      record(recording.dry ?? .missing, line)
      return false
    }
    let ancestorCount = ancestors.count
    if line.planned.isRelationship, plan.tables.usesParents { enterObjects(on: line) }
    defer { ancestors.removeLast(ancestors.count - ancestorCount) }
    noteEmptyText(line.planned.value, line.node, line: line.number, line.frame)
    mappedObjects.removeAll(keepingCapacity: true)
    let evaluated = evaluate(line.planned.value, line.node, place(of: line))
    if case .value = evaluated { compareMentions(line) }
    return settle(evaluated, line)
  }

  /// Applies the outcome of a line's value; returns whether the line touched the object.
  mutating func settle(_ evaluated: Evaluated, _ line: Line) -> Bool {
    switch evaluated {
    case .value(let value): return assign(value, line)
    case .null: return applyNull(line)
    case .failed(let problem): fail(line, problem)
    case .leftOut: record(recording.dry ?? .declined, line)
    }
    return false
  }

  /// Returns the context of a line's value, with the objects that a line updates in place.
  func place(of line: Line) -> Place {
    var place = Place(line)
    if line.planned.updatesInPlace, let object = line.frame.object, line.planned.property >= 0 {
      place.existingElements = destination.references(of: line.planned.property, in: object)
      place.existing = place.existingElements.first ?? nil
      place.notesObjects = true
    }
    return place
  }

  /// Records an event for an empty text, if the type rejects it or the line has a policy for it.
  mutating func noteEmptyText(_ index: Int32, _ node: Int, line: Int32, _ frame: Frame) {
    guard isEmptyText(node) else { return }
    let value = plan.tables.values[index]
    guard value.refusesEmptyText || value.emptyString != nil else { return }
    record(.emptyString, at: node, frame.object, line: line)
  }

  func isEmptyText(_ node: Int) -> Bool {
    let word = document.word(node)
    return word.kind == .plainString && word.length == 2
  }

  /// Adds the objects between the representation and the value of a relationship to the ancestors:
  /// they are its parents (§ 6).
  private mutating func enterObjects(on line: Line) {
    guard case .slot(let slot) = line.planned.source.start else { return }
    let start = plan.tables.mappings[line.frame.mapping].slotStart
    var between: [Int32] = []
    var parent = plan.tables.slots[start + slot].parent
    while parent >= 0 {
      let node = slots[line.frame.slots + Int(parent)]
      if node >= 0, document.word(Int(node)).kind == .object { between.append(node) }
      parent = plan.tables.slots[start + parent].parent
    }
    ancestors += between.reversed()
  }

  /// Returns whether a line requires an object of the representation itself, even without any key of
  /// it (§ 26): not if the type of the line's property ends with `?`; and of another representation
  /// than the payload not if all of its keys are optional, or if it recurses into the same one.
  private func mustBeThere(_ line: Line, _ mapping: Int32) -> Bool {
    let isOptional =
      line.planned.property >= 0 && plan.tables.values[line.planned.value].allowsNull
    if isAtRoot(line.frame) { return !isOptional || document.word(line.node).kind != .object }
    return !isOptional && plan.tables.mappings[mapping].requiresKeys
      && aggregates.mayMake(mapping, of: line.node)
  }

  /// Returns whether an object can be made of keys of the representation around it: one of the keys
  /// must exist (§ 26), and the mapping must not recurse into the same representation.
  private mutating func mayAggregate(_ mapping: Int32, _ node: Int) -> Bool {
    guard aggregates.mayMake(mapping, of: node) else { return false }
    let frame = look(at: node, as: mapping)
    defer { drop(frame) }
    return hasKey(frame)
  }

  // MARK: - Assigning

  /// Sets a line's property, in a dry run only records it; returns whether the object is touched.
  mutating func assign(
    _ value: Value, _ line: Line, name: MappingEventName = .set, problem: MappingProblem? = nil
  ) -> Bool {
    let planned = line.planned
    var event = line.event(name, problem ?? recording.takeWarning())
    if let dry = recording.dry {
      event.isNull = name == .setNull
      event.name = dry
      record(event)
      return false
    }
    guard planned.property >= 0, let object = line.frame.object else {
      record(event, value)
      return false
    }
    var value = value
    // A union removes nothing (§ 22).
    if planned.assign == .union, name != .setNull {
      value = Destination.union(destination.value(of: planned.property, in: object), value)
    }
    let assignment =
      planned.isDotted
      ? destination.set(value, dotted: planned.property, of: object)
      : destination.set(value, property: planned.property, of: object)
    switch assignment {
    case .noDestination:
      event.name = .noDestination
      record(event)
      return false
    case .unchanged(let old):
      if name != .setDefault, !line.frame.isNew { event.name = .unchanged }
      record(event, value, old: old)
    case .set(let old):
      record(event, value, old: old)
      if planned.isRelationship, let old {
        losses += Destination.objects(in: old, notIn: value).map { Loss($0, line) }
      }
    }
    if planned.updatesInPlace {
      destination.setReferences(mappedObjects, property: planned.property, of: object)
    }
    // A value that is set in another object does not touch this one.
    return !planned.isDotted
  }

  // MARK: - Null and missing

  mutating func applyNull(_ line: Line) -> Bool {
    let planned = line.planned
    switch planned.null {
    case .assign where planned.assign != .union:
      compareMentions(line)
      return assign(.null, line, name: .setNull)
    // A union removes nothing (§ 22).
    case .assign, .keep:
      record(recording.dry ?? .nullKept, line)
      return true
    case .reject:
      record(.nullRejected, line, problem: MappingProblem(.nullValue, value: planned.value))
      return false
    case .default: return assignDefault(line)
    }
  }

  /// Applies the line's policy for an absent member (§ 13). For an optional line, only the policy
  /// `fail` makes the absence a violation.
  private mutating func applyMissing(_ line: Line) -> Bool {
    let planned = line.planned
    let isViolation = !planned.isOptional || planned.missing == .fail
    let problem = isViolation ? missingKey(line) : nearKey(line)
    if planned.defaultsMissing { return assignDefault(line, problem) }
    if planned.missing == .null, planned.assign != .union {
      return assign(.null, line, name: .setNull, problem: problem)
    }
    record(line.event(problem == nil ? recording.dry ?? .missing : .missing, problem))
    return false
  }

  private mutating func assignDefault(_ line: Line, _ problem: MappingProblem? = nil) -> Bool {
    let document = plan.tables.defaults[line.planned.defaultValue]
    let value: Value
    switch document.word(0).kind {
    case .array: value = collection([], of: line.planned.value)
    case .object: value = Destination.dictionary([])
    default:
      switch reader.read(line.planned.value, 0, in: document, as: Value.self) {
      case .value(let read), .newValue(let read, _): value = read
      case .null: value = .null
      // The default value is a literal of the type, so it is valid even if payloads use another
      // form.
      case .failed: value = .literal(ScalarInput(0, in: document, trims: false))
      }
    }
    return assign(value, line, name: .setDefault, problem: problem)
  }

  /// Makes a collection of a type: a set if the type is one, otherwise an array.
  func collection(_ elements: [Value], of index: Int32, skipped: [Int] = []) -> Value {
    if case .set = plan.tables.values[index].kind {
      return Destination.set(elements, skipped: skipped)
    }
    return Destination.array(elements, skipped: skipped)
  }
}

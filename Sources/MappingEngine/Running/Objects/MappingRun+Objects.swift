import ContractModel
import JSONParsing

extension MappingRun {
  enum ObjectOutcome {
    case object(ObjectID)
    /// The dictionary that the lines of an endpoint made.
    case lines(Value?)
    /// Nothing was mapped, which was reported.
    case leftOut
    /// The representation is no object.
    case wrongKind
  }

  private static var mostHandovers: Int { 32 }

  mutating func map(
    _ number: Int32, _ node: Int, _ place: Place, handovers: Int = 0
  ) -> ObjectOutcome {
    let mapping = plan.tables.mappings[number]
    let isLines = mapping.source < 0  // on a non-object, key paths lead nowhere
    let kind = document.word(node).kind
    guard
      kind == .object || mapping.readsSelf || isLines || kind == .array && mapping.readsElements
        || place.isEmptyArray
    else { return .wrongKind }
    if Sink.wantsDrift { representations?.append((Int32(truncatingIfNeeded: node), number)) }
    var frame = enter(number, node)
    (frame.position, frame.isEmptyArray) = (place.position, place.isEmptyArray)
    if plan.tables.usesParents { ancestors.append(Int32(node)) }
    let errorsBefore = recording.errorCount
    let use = choose(mapping, frame, place)
    if case .variant(let variant) = use {
      // An object that is made of keys of the enclosing one was checked together with it.
      let isAggregate = place.frame?.node == node && place.frame?.mapping ?? -1 >= 0
      if !isAggregate { noteReading(variant, frame) }
      let outcome = map(variant: variant, &frame, place, errorsBefore)
      leave(frame)
      return outcome
    }
    let isRecognized = place.isRecognized || hasKey(frame)
    leave(frame)
    guard case .mapping(let other) = use, handovers < Self.mostHandovers else {
      record(.elementDeclined, at: node, mapping: number)
      return .leftOut
    }
    members.add([PlaceReader(place: mapping.place, uses: mapping.conditionUses)], at: node)
    var inner = place
    inner.isRecognized = isRecognized
    depth.current += 1
    defer { depth.current -= 1 }
    return map(other, node, inner, handovers: handovers + 1)
  }

  private mutating func leave(_ frame: Frame) {
    drop(frame)
    if plan.tables.usesParents { ancestors.removeLast() }
  }

  // MARK: - One variant

  private mutating func map(
    variant number: Int32, _ frame: inout Frame, _ place: Place, _ errorsBefore: Int
  ) -> ObjectOutcome {
    let variant = plan.tables.variants[number]
    if variant.type < 0 { return .lines(mapLines(variant, &frame)) }
    let mark = sink.mark()
    var identity = Identity.none
    if !variant.identity.isEmpty { identity = identify(variant, frame, place) }
    if recording.dry == nil, isOfBeforeDeletion(variant, identity, frame) {
      check(variant, frame, .skippedUnmodified)
      // An app may have any value in place of the object.
      if !isAtRoot(place) { destination.leaveOpen() }
      return .leftOut
    }
    guard recording.dry == nil, find(number, identity, &frame, place) else {
      check(variant, frame, recording.dry ?? .declined)
      return .leftOut
    }
    if !frame.isNew, let object = frame.object, age(variant, frame, beside: object) != .newer {
      check(variant, frame, .skippedUnmodified)
      return .object(object)
    }
    var isTouched = setKey(frame, place)
    for line in variant.lines.indices where run(plan.tables.order[line], frame) { isTouched = true }
    guard isTouched || identity.isComplete else {
      let isExplained = recording.errorCount > errorsBefore || variant.lines.isEmpty
      return leaveOut(frame, mark, isExplained ? nil : nothingMapped(frame, place))
    }
    finish(variant, frame)
    return frame.object.map { .object($0) } ?? .leftOut
  }

  /// Runs the lines of an object to which nothing is written, to report violations of the contract.
  private mutating func check(_ variant: PlanVariant, _ frame: Frame, _ name: MappingEventName) {
    let outer = recording.dry
    recording.dry = outer ?? name
    for line in variant.lines.indices { _ = run(plan.tables.order[line], frame) }
    recording.dry = outer
  }

  /// Takes back an object that no line touched (§ 16).
  private mutating func leaveOut(
    _ frame: Frame, _ mark: Int, _ problem: MappingProblem?
  ) -> ObjectOutcome {
    if frame.isNew, let object = frame.object {
      destination.discard(object)
      sink.retract(mark)
    }
    record(.elementUnmappable, at: frame.node, mapping: frame.mapping, problem: problem)
    return .leftOut
  }

  private mutating func finish(_ variant: PlanVariant, _ frame: Frame) {
    guard let object = frame.object else { return }
    if variant.modifiedBy >= 0, let value = storedModification(variant, frame) {
      destination.setModification(value, of: object)
    }
    if Destination.keepsValues { postpone(variant.connections, object, frame) }
  }

  /// Sets the property for the key of a keyed collection (§ 20).
  private mutating func setKey(_ frame: Frame, _ place: Place) -> Bool {
    guard let key = place.key, let object = frame.object else { return false }
    let value = Value.string(.node(document, key.node))
    _ = destination.set(value, property: key.property, of: object)
    return true
  }

  private mutating func mapLines(_ variant: PlanVariant, _ frame: inout Frame) -> Value? {
    let object = destination.makeObject(type: -1)
    frame.object = object
    for line in variant.lines.indices { runRoot(plan.tables.order[line], frame) }
    if Destination.keepsValues, !variant.deletions.isEmpty { noteDeletions(variant, frame) }
    guard Destination.keepsValues else {
      destination.discard(object)
      return nil
    }
    var entries: [(name: String, value: Value)] = []
    for line in plan.tables.order[variant.lines.indices] {
      let property = plan.tables.lines[line].property
      guard property >= 0, let value = destination.value(of: property, in: object) else { continue }
      let names = plan.tables.properties[property].names
      let inner = names.dropFirst().reversed().reduce(value) { value, name in
        Destination.dictionary([(name: name.text, value: value)])
      }
      entries.append((name: names[0].text, value: inner))
    }
    destination.discard(object)
    return Destination.dictionary(entries)
  }

  // MARK: - Finding and making

  /// Finds or makes the object of a representation; returns whether there is one.
  private mutating func find(
    _ number: Int32, _ identity: Identity, _ frame: inout Frame, _ place: Place
  ) -> Bool {
    let variant = plan.tables.variants[number]
    if let existing = place.existing, place.isOnto || !identity.isComplete,
      destination.isObject(existing, ofType: variant.type)
    {
      reuse(existing, &frame)
      if case .complete(let family) = identity,
        destination.identities.find(identityBytes, family: family) == nil
      {
        _ = register(existing, family)
      }
      return true
    }
    switch identity {
    case .complete(let family): return find(number, family, &frame)
    case .missing(let isReported):
      let policy = plan.tables.mappings[variant.mapping].missingIdentity
      let problem = MappingProblem(
        .identityMissing, severity: policy == .fail ? .error : .warning)
      record(
        .identityMissing, at: frame.node, mapping: frame.mapping,
        problem: isReported ? nil : problem)
      guard policy == .create else { return false }
    case .none: break
    }
    make(variant.type, &frame)
    return true
  }

  private mutating func find(_ number: Int32, _ family: Int32, _ frame: inout Frame) -> Bool {
    let type = plan.tables.variants[number].type
    guard destination.findsObjectsAgain(ofType: type) else {
      make(type, &frame)
      return frame.object != nil
    }
    guard let record = destination.identities.find(identityBytes, family: family) else {
      make(type, &frame)
      guard let object = frame.object else { return false }
      noteFirstMention(register(object, family), number, frame)
      return true
    }
    let object = destination.identities[record].object
    guard !destination.isGone(object) else {
      // An app may consider the payload older than the deletion, or find old references to the
      // object.
      let isDoubtful = age(plan.tables.variants[number], frame, beside: object) == .same
      if isDoubtful || destination.wasReferred(object) { destination.leaveOpen() }
      make(type, &frame)
      guard let object = frame.object else { return false }
      noteChange(ofRecord: record)
      destination.identities[record].object = object
      destination.setIdentity(record, of: object)
      noteFirstMention(record, number, frame)
      return true
    }
    guard destination.isObject(object, ofType: type) else {
      report(
        MappingProblem(.identityConflict, other: frame.node), at: frame.node, object,
        mapping: frame.mapping)
      return false
    }
    reuse(object, &frame)
    noteMention(record, number, &frame)
    return true
  }

  /// Registers an object under its current identity, to be found again; returns the record.
  private mutating func register(_ object: ObjectID, _ family: Int32) -> Int {
    let record = destination.identities.insert(identityBytes, family: family, object: object)
    destination.setIdentity(record, of: object)
    return record
  }

  private mutating func make(_ type: Int32, _ frame: inout Frame) {
    frame.object = destination.makeObject(type: type)
    frame.isNew = true
    record(.created, at: frame.node, frame.object)
  }

  private mutating func reuse(_ object: ObjectID, _ frame: inout Frame) {
    destination.mention(object)
    frame.object = object
    frame.isNew = false
    record(.reused, at: frame.node, object)
  }
}

import JSONParsing

extension PayloadGenerator {
  /// The greatest depth at which recursion goes on although it could end.
  private static let deepestRecursion = 24
  private static let deepestNesting = 200

  mutating func object(of mapping: Int32) -> Int32? {
    guard depth < Self.deepestNesting else { return noRoom() }
    let cases = plan.tables.mappings[Int(mapping)]
    active[Int(mapping)] &+= 1
    depth += 1
    defer {
      active[Int(mapping)] &-= 1
      depth -= 1
    }
    guard !cases.shapes.isEmpty else { return draft.add(.object) }
    let number = alternative(of: cases.shapes.indices.count, simplest: Int(cases.simplest))
    return object(plan.tables.shapes[cases.shapes.indices.lowerBound + number])
  }

  mutating func alternative(of count: Int, simplest: Int) -> Int {
    guard count > 1 else { return 0 }
    guard source.isRandom, budget > 0, depth < Self.deepestRecursion else { return simplest }
    return source.random.below(count)
  }

  /// - Returns: `nil` if one of the object's required values cannot be made.
  mutating func object(_ shape: DrawShape) -> Int32? {
    guard shape.other < 0 else {
      guard let object = object(of: shape.other) else { return nil }
      satisfy(shape.conditions, in: object)
      return object
    }
    let object = draft.add(.object)
    let absentCount = absentSlots.count
    defer { absentSlots.removeLast(absentSlots.count - absentCount) }
    for slot in shape.slots.indices {
      guard draw(slot, in: object) else { return nil }
    }
    satisfy(shape.conditions, in: object)
    for copy in shape.copies.indices { apply(plan.tables.copies[copy], in: object) }
    if shape.mayBeArranged { arrange(object, shape) }
    return object
  }

  // MARK: - Members

  /// - Returns: Whether the object can be made with the drawn value.
  private mutating func draw(_ number: Int, in object: Int32) -> Bool {
    let slot = plan.tables.slots[number]
    let index = Int32(truncatingIfNeeded: number)
    if slot.outer >= 0, absentSlots.contains(slot.outer) {
      absentSlots.append(index)
      return true
    }
    if slot.isFrozen { source.freeze() }
    defer { if slot.isFrozen { source.thaw() } }
    switch state(of: slot, index) {
    case .value: return place(slot, in: object) || cut(slot, index, in: object)
    case .null: putNull(slot, in: object)
    case .absent: break
    }
    return true
  }

  /// Omits a value that cannot be made, if the contract allows it.
  private mutating func cut(_ slot: DrawSlot, _ index: Int32, in object: Int32) -> Bool {
    switch slot.cut {
    case .none: return false
    case .null: putNull(slot, in: object)
    case .absent: absentSlots.append(index)
    }
    return true
  }

  private enum State { case value, null, absent }

  private mutating func state(of slot: DrawSlot, _ index: Int32) -> State {
    let simplest = simplestState(slot, index)
    guard slot.mayBeNull || slot.mayBeAbsent, source.isRandom else { return simplest }
    return randomState(slot, index, simplest)
  }

  /// Returns `value`, unless recursion ends at this member.
  private mutating func simplestState(_ slot: DrawSlot, _ index: Int32) -> State {
    guard slot.cut != .none,
      isAround(slot.mentions) || isAround(plan.tables.nodes[Int(slot.node)].requiredClosure)
    else { return .value }
    if slot.cut == .null { return .null }
    absentSlots.append(index)
    return .absent
  }

  private mutating func randomState(_ slot: DrawSlot, _ index: Int32, _ simplest: State) -> State {
    let random = source.random.next()
    if simplest != .value {
      return random & 3 == 0 && budget > 0 && depth < Self.deepestRecursion ? .value : simplest
    }
    // `looseSlots` says whether the member may be left out; the low bits of `random` decide.
    guard looseSlots &>> UInt64(index & 63) & 1 != 0 || budget <= 0, random & 3 == 0 else {
      return .value
    }
    if slot.mayBeNull, slot.mayBeAbsent { return random & 4 == 0 ? .null : .absent }
    return slot.mayBeNull ? .null : .absent
  }

  func isAround(_ closure: DrawRange) -> Bool {
    guard !closure.isEmpty else { return false }
    return closure.indices.contains { active[Int(plan.tables.closures[$0])] > 0 }
  }

  // MARK: - Placing values

  /// - Returns: Whether there is a value.
  private mutating func place(_ slot: DrawSlot, in object: Int32) -> Bool {
    guard let value = self.value(slot.node) else { return false }
    if slot.isCollected, draft.nodes[Int(value)].kind == .array {
      draft.place(
        collected: draft.children(of: value), at: DraftPath(plan: plan, steps: slot.steps.indices),
        in: object)
    } else {
      put(value, slot, in: object)
    }
    return true
  }

  private mutating func putNull(_ slot: DrawSlot, in object: Int32) {
    put(draft.addConstant(plan.tables.constants[0]), slot, in: object)
  }

  private mutating func put(_ value: Int32, _ slot: DrawSlot, in object: Int32) {
    if slot.name >= 0 {
      draft.appendMember(value, slot.name, plan, to: object)
    } else {
      draft.place(value, at: DraftPath(plan: plan, steps: slot.steps.indices), in: object)
    }
  }

  /// Places a constant for each condition that the drawn values do not meet.
  private mutating func satisfy(_ conditions: DrawRange, in object: Int32) {
    for index in conditions.indices {
      let condition = plan.tables.conditions[index]
      let path = DraftPath(plan: plan, steps: condition.steps.indices)
      let found = draft.node(at: path, in: object)
      switch condition.kind {
      case .exists: if found != nil { continue }
      case .kind(let kind): if let found, self.kind(of: found) == kind { continue }
      case .equals: break
      }
      let constant = draft.addConstant(plan.tables.constants[Int(condition.constant)])
      draft.place(constant, at: path, in: object)
      if case .exists = condition.kind { continue }
      draft.replace(with: constant, at: path, in: object)
    }
  }

  private func kind(of node: Int32) -> JSONKind {
    let node = draft.nodes[Int(draft.resolved(node))]
    guard node.kind == .scalar else { return node.kind == .array ? .array : .object }
    return JSONKind(firstByte: draft.bytes[Int(node.tokenStart)])
  }

  private mutating func apply(_ copy: DrawCopy, in object: Int32) {
    let from = DraftPath(plan: plan, steps: copy.from.indices)
    guard let value = draft.node(at: from, in: object) else { return }
    let to = DraftPath(plan: plan, steps: copy.to.indices)
    draft.replace(with: draft.resolved(value), at: to, in: object)
  }
}

extension DrawNode {
  /// The mappings whose objects the value requires.
  var requiredClosure: DrawRange {
    switch kind {
    case .object, .union: closure
    case .array, .dictionary: least > 0 ? closure : .empty
    default: .empty
    }
  }
}

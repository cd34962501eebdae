import ContractModel
import JSONParsing

extension DrawPlanBuilder {
  mutating func slot(_ group: LineGroup, _ groups: [LineGroup], _ source: ShapeSource) -> DrawSlot {
    var slot = DrawSlot()
    if group.lines[0].deletes != nil { tables.deletes = true }
    slot.steps = steps(group.source)
    if isForDrawing, group.source.steps.count == 1,
      slot.steps.indices.allSatisfy({ tables.steps[$0].element < 0 }),
      !groups.contains(where: { $0.source != group.source && $0.startsLike(group) })
    {
      slot.name = tables.steps[Int(slot.steps.start)].name
    }
    let isIdentity = group.lines.contains { $0.property.map(source.identity.contains) ?? false }
    setValue(&slot, group, source, isIdentity: isIdentity)
    setState(&slot, group, groups, source, isIdentity: isIdentity)
    return slot
  }

  private mutating func setValue(
    _ slot: inout DrawSlot, _ group: LineGroup, _ source: ShapeSource, isIdentity: Bool
  ) {
    let literal = source.conditions.lazy.compactMap { $0.literal(at: group.source) }.first
    if let literal {
      slot.node = tables.nodes.add(constantNode(literal.json))
      slot.isFrozen = true
      return
    }
    if let example = group.lines.lazy.compactMap(\.options.example).first {
      slot.node = tables.nodes.add(constantNode(example.value.text()))
      return
    }
    let kinds = group.lines.map { $0.value.type.acceptedKinds }
    let common = kinds.dropFirst().reduce(kinds[0]) { $0.intersection($1) }
    let value = group.strictest.value.reading(common)
    slot.isCollected = group.source.steps.contains(.fanOut) && value.type.isOrdered
    let deleted = group.lines.lazy.compactMap(\.deletes).first?.type
    let foreign = group.lines.lazy.compactMap { line in
      line.property.flatMap { source.foreignKeys[$0] }
    }.first
    slot.node = node(value, role: isIdentity ? source.typeName : deleted ?? foreign)
    var key = slot.node
    while tables.nodes[Int(key)].kind == .array { key = tables.nodes[Int(key)].child }
    if !isIdentity, deleted == nil { tables.nodes[Int(key)].isForeign = foreign != nil }
    if isForDrawing, group.lines.allSatisfy(\.takesEmptyArray) { allowEmptyArray(in: &slot) }
    tables.nodes[Int(slot.node)].isCollected = slot.isCollected
    // Such lines change texts before they read them, so some texts are not values.
    if group.lines.contains(where: { $0.options.trims == true || $0.options.emptyString != nil }) {
      tables.nodes[Int(slot.node)].isTrimmed = true
      let least = max(1, tables.nodes[Int(slot.node)].low)
      if tables.nodes[Int(slot.node)].kind == .text { tables.nodes[Int(slot.node)].low = least }
    }
  }

  /// Allows `[]` in place of a slot's object.
  private mutating func allowEmptyArray(in slot: inout DrawSlot) {
    let object = tables.nodes[Int(slot.node)]
    var node = DrawNode(.union)
    (node.child, node.childCount) = (Int32(tables.nodes.count), 2)
    (node.allowsNull, node.closure) = (object.allowsNull, object.requiredClosure)
    tables.nodes += [object, constantNode("[]")]
    slot.node = tables.nodes.add(node)
  }

  private mutating func setState(
    _ slot: inout DrawSlot, _ group: LineGroup, _ groups: [LineGroup], _ source: ShapeSource,
    isIdentity: Bool
  ) {
    let literalIsSet = slot.isFrozen
    let isOptional = group.lines.allSatisfy(\.isOptional)
    let allowsNull = group.lines.allSatisfy(\.value.allowsNull)
    slot.cut = literalIsSet ? .none : isOptional ? .absent : allowsNull ? .null : .none
    slot.mentions = slot.cut == .none ? .empty : mentions(of: group.lines)
    guard isForDrawing else { return }
    slot.isFrozen =
      literalIsSet || !group.isOfOneMind || isPinned(group, source)
      || groups.contains { $0.overlaps(group) } || group.isEqual(among: groups)
      || group.lines.contains { $0.options.isConstant ?? false }
    let isFirm =
      slot.isFrozen || slot.isCollected
      || slot.steps.indices.contains { tables.steps[$0].element >= 0 }
      || group.isLookedAt(by: groups)
      || isIdentity && source.keepsIdentity
    slot.mayBeNull = allowsNull && !isFirm && !group.lines.contains { $0.options.null == .reject }
    slot.mayBeAbsent =
      isOptional && !isFirm && !group.lines.contains { $0.options.missing == .fail }
  }

  private func isPinned(_ group: LineGroup, _ source: ShapeSource) -> Bool {
    if case .segment(let first)? = group.source.steps.first, namesSeenFromOutside.contains(first) {
      return true
    }
    return source.pinned.contains { pinned in
      pinned.base == group.source.base
        && (pinned.steps.starts(with: group.source.steps)
          || group.source.steps.starts(with: pinned.steps))
    }
  }
}

extension PropertyLine {
  /// Whether `[]` may replace the line's object.
  fileprivate var takesEmptyArray: Bool {
    switch options.emptyArray {
    case nil: false
    case .null: nullPolicy != .reject
    case .empty: value.leastCount == 0
    }
  }
}

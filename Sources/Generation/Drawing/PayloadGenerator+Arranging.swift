extension PayloadGenerator {
  /// The number of orders that are drawn from, and the number of sets of unread members.
  private static let orderCount = 8
  private static let extraCount = 8

  /// Reorders the members of an object, and adds some that no line reads. Arrangement 0 is the
  /// contract's order without additional members.
  mutating func arrange(_ object: Int32, _ shape: DrawShape) {
    var arrangement = source.isRandom ? randomArrangement() : 0
    if counters.isDistinct { arrangement = 0 }
    if !shape.allowsUnknownMembers { arrangement %= Self.orderCount }
    if arrangement > 0 { apply(arrangement, to: object) }
  }

  private mutating func randomArrangement() -> Int {
    let random = source.random.next()
    var arrangement = 0
    let (order, extra) = (Int(random >> 8 & 0xff), Int(random >> 16 & 0xff))
    if random & 7 == 0 { arrangement += 1 + order % (Self.orderCount - 1) }
    if random & 0x70 == 0 {
      arrangement += Self.orderCount * (1 + extra % (Self.extraCount - 1))
    }
    return arrangement
  }

  private mutating func apply(_ arrangement: Int, to object: Int32) {
    guard draft.nodes[Int(object)].kind == .object else { return }
    var random = CaseRandom(state: UInt64(arrangement))
    var members = draft.children(of: object)
    // Nothing would be mapped from an object that has only unread members.
    let isExtended = !members.isEmpty && !plan.tables.unknownNames.isEmpty
    for _ in 0..<(arrangement / Self.orderCount + 1) / 2 where isExtended {
      let member = unknownMember(&random)
      if !members.contains(where: { draft.hasSameName($0, member) }) { members.append(member) }
    }
    switch arrangement % Self.orderCount {
    case 0: break
    case 1: members.reverse()
    default: random.shuffle(&members)
    }
    draft.setChildren(members, of: object)
  }

  private mutating func unknownMember(_ random: inout CaseRandom) -> Int32 {
    // Use the plain constants: the contents of an unread member do not matter.
    let constant = plan.tables.anyConstants.indices.lowerBound + random.below(8)
    let member = draft.addConstant(plan.tables.constants[constant])
    let name = plan.tables.unknownNames[random.below(plan.tables.unknownNames.count)]
    (draft.nodes[Int(member)].nameStart, draft.nodes[Int(member)].nameEnd) = (name.start, name.end)
    return member
  }
}

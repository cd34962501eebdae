extension PayloadGenerator {
  /// The most elements in a row that may be discarded because they are not new.
  private static let longestSearch = 64

  private enum Step { case end, value, null }

  mutating func collection(_ node: DrawNode) -> Int32? {
    guard node.low <= UInt64(mostValues) else { return noRoom() }
    let container = draft.add(node.kind == .array ? .array : .object)
    let (outerRank, wasDistinct) = (counters.rank, counters.isDistinct)
    defer { (counters.rank, counters.isDistinct) = (outerRank, wasDistinct) }
    if node.isDistinct { counters.isDistinct = true }
    var (count, attempts) = (0, 0)
    var spellings: Set<[UInt8]> = []
    var names: Set<[UInt32]> = []
    while true {
      counters.rank = node.isDistinct ? outerRank + attempts : outerRank
      guard let drawn = element(node, count, attempts) else {
        return UInt64(count) < node.low ? nil : container
      }
      if node.kind == .dictionary { name(drawn, attempts, unlike: &names) }
      attempts += 1
      if node.isDistinct, !spellings.insert(draft.spelling(of: drawn)).inserted { continue }
      draft.append(drawn, to: container)
      count += 1
    }
  }

  /// Draws the next element; returns `nil` if there is none.
  private mutating func element(_ node: DrawNode, _ count: Int, _ attempts: Int) -> Int32? {
    switch step(node, count, attempts) {
    case .end: return nil
    case .null: return draft.addConstant(plan.tables.constants[0])
    case .value:
      let allowsNull = plan.tables.nodes[Int(node.child)].allowsNull
      return value(node.child) ?? (allowsNull ? draft.addConstant(plan.tables.constants[0]) : nil)
    }
  }

  private mutating func step(_ node: DrawNode, _ count: Int, _ attempts: Int) -> Step {
    let element = plan.tables.nodes[Int(node.child)]
    let simplest = simplestStep(node, element, count)
    let isFull = UInt64(count) >= node.high || attempts - count >= Self.longestSearch
    let mustGoOn = UInt64(count) < node.least && attempts - count < Self.longestSearch
    if isFull { return .end }
    if mustGoOn && !element.allowsNull || !source.isRandom { return simplest }
    return randomStep(node, element, count, simplest)
  }

  /// Returns the step for a collection of one element, or of as many as required; where recursion
  /// ends, the collection has nulls or no elements.
  private func simplestStep(_ node: DrawNode, _ element: DrawNode, _ count: Int) -> Step {
    guard count < max(1, Int(node.low)) else { return .end }
    if isAround(node.closure) {
      if element.allowsNull { return .null }
      if node.low == 0 { return .end }
    }
    return .value
  }

  private mutating func randomStep(
    _ node: DrawNode, _ element: DrawNode, _ count: Int, _ simplest: Step
  ) -> Step {
    guard budget > 0, depth < 24 else { return simplest }
    let random = source.random.next()
    let mustGoOn = UInt64(count) < node.least
    let isEnd = simplest == .value ? random & 7 == 0 : random & 31 < 13
    if isEnd, !mustGoOn { return .end }
    return element.allowsNull && random & 0x700 == 0 ? .null : .value
  }

  // MARK: - Names

  /// Names a member of a dictionary: `a`, `b`, `c`, or a drawn text.
  private mutating func name(_ element: Int32, _ number: Int, unlike names: inout Set<[UInt32]>) {
    var number = number
    takeName(number)
    drawText(plan.tables.nodes[Int(plan.tables.keyNode)])
    // If the name exists already, take the next one that does not.
    while !names.insert(scratch).inserted {
      number += 1
      takeName(number)
    }
    let start = draft.bytes.count
    TextToken.append(scratch, to: &draft.bytes)
    draft.nodes[Int(element)].nameNumber = -1
    draft.nodes[Int(element)].nameStart = Int32(truncatingIfNeeded: start)
    draft.nodes[Int(element)].nameEnd = Int32(truncatingIfNeeded: draft.bytes.count)
  }

  private mutating func takeName(_ number: Int) {
    scratch.removeAll(keepingCapacity: true)
    CanonicalText.append(number, to: &scratch)
  }
}

extension PayloadGenerator {
  /// How many elements in a row may be taken out again because they are not new.
  private static let longestSearch = 64

  /// What an element is, or that there is none.
  private enum Step: Int { case end, value, null }

  /// An array, or an object whose names are any text.
  mutating func collection(_ node: PlanNode, _ index: Int32) -> Int32 {
    let container = draft.add(node.kind == .array ? .array : .object)
    let (outerRank, wasDistinct) = (counters.rank, counters.isDistinct)
    defer { (counters.rank, counters.isDistinct) = (outerRank, wasDistinct) }
    if node.isDistinct { counters.isDistinct = true }
    var count = 0
    var attempts = 0
    while true {
      counters.rank = node.isDistinct ? outerRank + attempts : outerRank
      source.begin(.element, index)
      let step = self.step(node, index, count, attempts)
      guard step != .end else {
        source.end()
        return container
      }
      let element = step == .null ? null(index) : value(node.child)
      if node.kind == .dictionary { name(element, count, attempts, in: container) }
      source.end()
      attempts += 1
      if node.isDistinct, isOld(element, in: container) { continue }
      draft.append(element, to: container)
      count += 1
    }
  }

  /// Null, with a choice that the value in its place would need.
  private mutating func null(_ index: Int32) -> Int32 {
    _ = source.next()
    source.note(.simplest, .more, index, isForced: true)
    return draft.addConstant(plan.constants[0])
  }

  private func isOld(_ element: Int32, in container: Int32) -> Bool {
    draft.children(of: container).contains { draft.areAlike($0, element) }
  }

  private mutating func step(
    _ node: PlanNode, _ index: Int32, _ count: Int, _ attempts: Int
  ) -> Step {
    let element = plan.nodes[Int(node.child)]
    let simplest = simplestStep(node, element, count)
    let isFull = UInt64(count) >= node.high || attempts - count >= Self.longestSearch
    let mustGoOn = UInt64(count) < node.low && attempts - count < Self.longestSearch
    let isForced = isFull || mustGoOn && !element.allowsNull
    if isForced {
      let step: Step = isFull ? .end : simplest
      if case .replayed = source.next() {}
      source.note(.simplest, .more, index, isForced: true)
      return step
    }
    var step = simplest
    switch source.next() {
    case .simplest: break
    case .random: step = randomStep(node, element, count, simplest)
    case .replayed(let choice):
      let replayed = choice.integer.flatMap { Step(rawValue: Int(truncatingIfNeeded: $0)) }
      let isAdmitted = replayed != .null || element.allowsNull
      if let replayed, isAdmitted, !(mustGoOn && replayed == .end) {
        step = replayed
      } else {
        source.noteMisaligned()
      }
    }
    source.note(step == simplest ? .simplest : .integer(step.rawValue), .more, index)
    return step
  }

  /// One element, or as many as there have to be; where recursion ends, null or none.
  private func simplestStep(_ node: PlanNode, _ element: PlanNode, _ count: Int) -> Step {
    guard count < max(1, Int(node.low)) else { return .end }
    if isAround(node.closure) {
      if element.allowsNull { return .null }
      if node.low == 0 { return .end }
    }
    return .value
  }

  private mutating func randomStep(
    _ node: PlanNode, _ element: PlanNode, _ count: Int, _ simplest: Step
  ) -> Step {
    guard budget > 0, depth < 24 else { return simplest }
    let random = source.random.next()
    let mustGoOn = UInt64(count) < node.low
    let isEnd = simplest == .value ? random & 7 == 0 : random & 31 < 13
    if isEnd, !mustGoOn { return .end }
    return element.allowsNull && random & 0x700 == 0 ? .null : .value
  }

  // MARK: - Names

  /// Names a member of a dictionary: `a`, `b`, `c`, or a text that is drawn.
  private mutating func name(_ element: Int32, _ count: Int, _ attempts: Int, in container: Int32) {
    let node = plan.nodes[Int(plan.keyNode)]
    scratch.removeAll(keepingCapacity: true)
    CanonicalText.append(attempts, to: &scratch)
    drawText(node, plan.keyNode)
    setName(element)
    // A name that is there already gives way to one that is not.
    var number = attempts
    while draft.children(of: container).contains(where: { draft.hasSameName($0, element) }) {
      number += 1
      scratch.removeAll(keepingCapacity: true)
      CanonicalText.append(number, to: &scratch)
      setName(element)
    }
  }

  private mutating func setName(_ element: Int32) {
    let start = draft.bytes.count
    TextToken.append(scratch, to: &draft.bytes)
    draft.nodes[Int(element)].nameNumber = -1
    draft.nodes[Int(element)].nameStart = Int32(truncatingIfNeeded: start)
    draft.nodes[Int(element)].nameEnd = Int32(truncatingIfNeeded: draft.bytes.count)
  }
}

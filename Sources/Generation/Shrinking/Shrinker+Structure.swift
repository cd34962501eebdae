extension Shrinker {
  mutating func runPasses() {
    resetMembers()
    minimiseEqualChoices()
    minimiseEachChoice()
    moveBehind()
    sortSiblings()
    lowerPairs()
    hoist()
    joinCollections()
    deleteWindows()
    deleteWithIndices()
  }

  /// P1: takes elements out and makes members canonical, from the outside in, by halves (delta
  /// debugging over a tree: Misherghi and Su, “HDD”, 2006).
  private mutating func resetMembers() {
    var span = 0
    while span < current.spans.count, !isExhausted {
      byHalves(
        countingBy: { $0.resettable(span).count },
        attempt: { shrinker, chunk in
          let spans = shrinker.current.spans
          let edits = shrinker.resettable(span)[chunk].map { part in
            (range: spans[part].range, choices: spans[part].replacement)
          }
          return shrinker.consider(edits)
        })
      span += 1
    }
  }

  /// The parts of a span that are not canonical.
  private func resettable(_ span: Int) -> [Int] {
    guard span < current.spans.count else { return [] }
    let children = current.spans.indices.filter { current.spans[$0].parent == Int32(span) }
    let isLong = children.contains { child in
      current.spans[child].role == .element
        && !current.sequence[Int(current.spans[child].start)].isSimplest
    }
    return children.filter { child in
      let part = current.spans[child]
      if part.role == .element, isLong, part.range.count > 1 { return true }
      return part.range.contains { !current.sequence[$0].isSimplest }
    }
  }

  /// P8: puts the elements of a collection in order.
  private mutating func sortSiblings() {
    var span = 0
    while span < current.spans.count {
      let elements = current.spans.indices.filter {
        current.spans[$0].parent == Int32(span) && current.spans[$0].role == .element
      }
      for (left, right) in zip(elements, elements.dropFirst()) {
        guard right < current.spans.count else { break }
        swap(current.spans[left].range, current.spans[right].range)
      }
      span += 1
    }
  }

  private mutating func swap(_ left: Range<Int>, _ right: Range<Int>) {
    guard left.upperBound <= right.lowerBound, right.upperBound <= current.sequence.count else {
      return
    }
    let choices = current.sequence.choices
    _ = consider([(left, Array(choices[right])), (right, Array(choices[left]))])
  }

  /// P2: takes out a few choices in a row, which joins neighbouring collections.
  private mutating func deleteWindows() {
    for length in [2, 1, 3] {
      var start = current.sequence.count - length
      while start >= 0, !isExhausted {
        if start + length <= current.sequence.count {
          _ = consider([(start..<start + length, [])])
        }
        start -= 1
      }
    }
  }

  /// Joins neighbouring collections: the end of one, the step to the next and its first step
  /// become a step.
  private mutating func joinCollections() {
    var position = 0
    while position + 2 < current.sequence.count, !isExhausted {
      let isJoint = (position..<position + 3).allSatisfy { current.sites[$0].kind == .more }
      if !isJoint || !consider([(position..<position + 3, [.integer(1)])]) { position += 1 }
    }
  }

  /// Takes an element out and lowers the numbers beside it that may be indices behind it
  /// (Hypothesis, issue 1187).
  private mutating func deleteWithIndices() {
    var span = 0
    while span < current.spans.count, !isExhausted {
      let elements = elementsWithNumbers(of: span)
      for number in elements.indices.dropLast() where elements.count > 1 {
        if deleteElement(number, of: elements) { break }
      }
      span += 1
    }
  }

  private func elementsWithNumbers(of span: Int) -> [Int] {
    current.spans.indices.filter { child in
      let element = current.spans[child]
      return element.parent == Int32(span) && element.role == .element && element.range.count == 2
        && current.sites[Int(element.start) + 1].kind == .integer
    }
  }

  private mutating func deleteElement(_ number: Int, of elements: [Int]) -> Bool {
    var candidate = current.sequence
    var isChanged = false
    for element in elements {
      let position = Int(current.spans[element].start) + 1
      guard let value = candidate[position].int, value > number, value < 1000 else {
        continue
      }
      candidate.replace(position, with: .integer(value - 1))
      isChanged = true
    }
    candidate.splice(current.spans[elements[number]].range, with: [])
    return isChanged && consider(candidate)
  }

  /// P10: puts an object in the place of one of its kind that it is in (Hypothesis'
  /// `pass_to_descendant`).
  private mutating func hoist() {
    var outer = 0
    while outer < current.spans.count, !isExhausted {
      var inner = outer + 1
      while inner < current.spans.count, current.spans[inner].start < current.spans[outer].end {
        if isSameMapping(outer, inner) {
          let choices = Array(current.sequence.choices[current.spans[inner].range])
          if consider([(current.spans[outer].range, choices)]) { inner = outer }
        }
        inner += 1
      }
      outer += 1
    }
  }

  private func isSameMapping(_ outer: Int, _ inner: Int) -> Bool {
    let (left, right) = (current.spans[outer], current.spans[inner])
    guard left.role == .value, right.role == .value, left.range != right.range else { return false }
    let plan = order.plan
    let (own, other) = (plan.tables.nodes[Int(left.node)], plan.tables.nodes[Int(right.node)])
    return own.kind == .object && other.kind == .object && own.table == other.table
  }
}

extension ChoiceSpan {
  /// The choices that make a span simpler: an element goes, all else is canonical.
  fileprivate var replacement: [Choice] { role == .element ? [] : [.simplestSpan] }
}

/// A pattern, compiled into instructions for following all alternatives at once.
///
/// A state is the index of an instruction that waits for a scalar. Jumps, splits and anchors do not
/// wait; they are followed when a state is added.
struct TextPatternProgram: Sendable {
  static let largestInstructionCount = 2_500

  enum Instruction: Sendable {
    case scalar(ScalarSet)
    case jump(Int)
    case split(Int, Int)
    case start, end
    /// The pattern has matched; the rest of the text does not matter.
    case match
  }

  private(set) var instructions: [Instruction] = []

  /// - Returns: `nil` if the pattern with expanded repeats has more than `largestInstructionCount`
  ///   instructions.
  init?(_ tree: TextPattern.Node) {
    guard append(tree), emit(.match) else { return nil }
  }

  private mutating func emit(_ instruction: Instruction) -> Bool {
    instructions.append(instruction)
    return instructions.count <= Self.largestInstructionCount
  }

  private mutating func append(_ node: TextPattern.Node) -> Bool {
    switch node {
    case .scalar(let set): return emit(.scalar(set))
    case .start: return emit(.start)
    case .end: return emit(.end)
    case .sequence(let nodes): return nodes.allSatisfy { append($0) }
    case .alternatives(let nodes): return appendAlternatives(nodes)
    case .repeated(let node, let least, let most): return appendRepeat(node, least, most)
    }
  }

  /// Appends `split first, rest; first; jump end; rest …`.
  private mutating func appendAlternatives(_ nodes: [TextPattern.Node]) -> Bool {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      guard emit(.split(split + 1, split)), append(node) else { return false }
      jumps.append(instructions.count)
      guard emit(.jump(0)) else { return false }
      instructions[split] = .split(split + 1, instructions.count)
    }
    guard let last = nodes.last, append(last) else { return false }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
    return true
  }

  /// Appends the node `least` times, then a loop over it, or as many optional copies as may follow.
  private mutating func appendRepeat(_ node: TextPattern.Node, _ least: Int, _ most: Int?) -> Bool {
    for _ in 0..<least {
      let count = instructions.count
      guard append(node) else { return false }
      // A node without instructions adds none in further repetitions either.
      if instructions.count == count { return true }
    }
    guard let most else {
      let split = instructions.count
      guard emit(.split(split + 1, split)), append(node), emit(.jump(split)) else {
        return false
      }
      instructions[split] = .split(split + 1, instructions.count)
      return true
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(instructions.count)
      guard emit(.split(0, 0)), append(node) else { return false }
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    return true
  }
}

// MARK: - Following

extension TextPatternProgram {
  /// The states at one position in a text, in the order in which they were found, each once.
  struct States {
    private(set) var waiting: [Int] = []
    private(set) var isMatched = false
    /// The number of instructions followed so far, at all positions.
    private(set) var stepCount = 0
    private var seen: [Bool]
    private var pending: [Int] = []
    private var touched: [Int] = []

    init(count: Int) { seen = Array(repeating: false, count: count) }

    mutating func removeAll() {
      for state in touched { seen[state] = false }
      touched.removeAll(keepingCapacity: true)
      waiting.removeAll(keepingCapacity: true)
      isMatched = false
    }

    /// Adds an instruction and all instructions that it reaches without a scalar.
    mutating func add(
      _ instruction: Int, of program: TextPatternProgram, isAtStart: Bool, isAtEnd: Bool
    ) {
      pending.append(instruction)
      while let state = pending.popLast() {
        guard !seen[state] else { continue }
        seen[state] = true
        stepCount += 1
        touched.append(state)
        switch program.instructions[state] {
        case .scalar: waiting.append(state)
        case .jump(let target): pending.append(target)
        case .split(let first, let second): pending += [second, first]
        case .start: if isAtStart { pending.append(state + 1) }
        case .end: if isAtEnd { pending.append(state + 1) }
        case .match: isMatched = true
        }
      }
    }
  }

  /// - Parameter limit: The maximum number of instructions to follow.
  func finding(
    in text: some Sequence<Unicode.Scalar>, limit: Int
  ) -> TextPattern.Finding {
    var scalars = text.makeIterator()
    var next = scalars.next()
    var (states, following) = (
      States(count: instructions.count), States(count: instructions.count)
    )
    var isAtStart = true
    while true {
      states.add(0, of: self, isAtStart: isAtStart, isAtEnd: next == nil)
      if states.isMatched { return .found }
      guard let scalar = next else { return .absent }
      guard states.stepCount + following.stepCount <= limit else { return .undecided }
      next = scalars.next()
      following.removeAll()
      for state in states.waiting {
        if case .scalar(let set) = instructions[state], set.contains(scalar) {
          following.add(state + 1, of: self, isAtStart: false, isAtEnd: next == nil)
        }
      }
      swap(&states, &following)
      isAtStart = false
    }
  }
}

extension TextPattern {
  /// Returns the classes by which the pattern takes the scalars of a text that it is found in; of a
  /// scalar outside of the part that is found, none.
  ///
  /// Any text of as many scalars, each of the same class, has the pattern in it, too.
  ///
  /// - Returns: `nil`, if the pattern is not found, or that takes too many steps to tell.
  package func classes(of text: [Unicode.Scalar]) -> [ScalarSet?]? { program.classes(of: text) }
}

extension TextPatternProgram {
  /// How many instructions are followed at most: what was taken is kept until the end is found.
  private static let mostSteps = 200_000

  /// A scalar that was taken, and the number of the one before it; −1 before the first.
  private typealias Taken = (set: ScalarSet, before: Int)

  fileprivate func classes(of text: [Unicode.Scalar]) -> [ScalarSet?]? {
    var taken: [Taken] = []
    var reached: [(instruction: Int, last: Int)] = []
    var states = States(count: instructions.count)
    for position in 0...text.count {
      states.removeAll()
      var waiting: [(state: Int, last: Int)] = []
      for (instruction, last) in reached + [(0, -1)] {
        let count = states.waiting.count
        states.add(
          instruction, of: self, isAtStart: position == 0, isAtEnd: position == text.count)
        waiting += states.waiting[count...].map { ($0, last) }
        if states.isMatched { return Self.classes(taken, to: last, before: position, text.count) }
      }
      guard position < text.count, states.stepCount < Self.mostSteps else { return nil }
      reached.removeAll(keepingCapacity: true)
      for (state, last) in waiting {
        guard case .scalar(let set) = instructions[state], set.contains(text[position]) else {
          continue
        }
        taken.append((set, last))
        reached.append((state + 1, taken.count - 1))
      }
    }
    return nil
  }

  /// - Parameters:
  ///   - last: The number of the last scalar of the part that was found.
  ///   - end: The place after it.
  private static func classes(
    _ taken: [Taken], to last: Int, before end: Int, _ count: Int
  ) -> [ScalarSet?] {
    var classes = [ScalarSet?](repeating: nil, count: count)
    var (last, place) = (last, end)
    while last >= 0 {
      place -= 1
      classes[place] = taken[last].set
      last = taken[last].before
    }
    return classes
  }
}

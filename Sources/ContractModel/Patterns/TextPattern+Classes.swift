extension TextPattern {
  /// Returns the character classes by which the pattern matches the scalars of a text; `nil` for a
  /// scalar outside of the matching part.
  ///
  /// Any text of the same length, whose scalars are in the same classes, also matches the pattern.
  ///
  /// - Returns: `nil`, if the pattern does not match, or the step limit is reached.
  package func classes(of text: [Unicode.Scalar]) -> [ScalarSet?]? { program.classes(of: text) }
}

extension TextPatternProgram {
  /// The maximum number of steps: the matched scalars are kept until the end of the match is found.
  private static let mostSteps = 200_000

  /// A matched scalar's class, and the index of the previous match; −1 for the first.
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

  /// - Parameter last: The index of the last scalar of the match; `end` is the position after it.
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

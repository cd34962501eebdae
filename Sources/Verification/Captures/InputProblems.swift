package import CaptureSources
package import MappingEngine

/// What could not be read, in the order of the capture: of each input the first problems, and how
/// many there are.
package struct InputProblems: Sendable {
  /// The problems of one input.
  package struct Input: Sendable {
    /// A problem, and where it stands among those of the input.
    package struct Entry: Sendable {
      package var segment: Int
      package var number: Int
      package var problem: CaptureProblem

      package init(segment: Int, number: Int, problem: CaptureProblem) {
        (self.segment, self.number, self.problem) = (segment, number, problem)
      }
    }

    package var first: [Entry]
    package var count: Int

    package init(first: [Entry], count: Int) {
      (self.first, self.count) = (first, count)
      limit()
    }

    package mutating func add(_ other: Input) {
      count += other.count
      first += other.first
      limit()
    }

    private mutating func limit() {
      first.sort { ($0.segment, $0.number) < ($1.segment, $1.number) }
      first.removeLast(max(0, first.count - ProblemLog.capacity))
    }
  }

  /// Inputs that cannot be read may be without end, so no more are told apart.
  private static let capacity = 10_000

  package private(set) var inputs = SmallestKeys<Int, Input>(capacity: capacity)
  package private(set) var count = 0

  package init() {}

  mutating func note(_ log: ProblemLog, in place: ItemPlace) {
    guard log.count > 0 else { return }
    let entries = log.listed.enumerated().map { number, problem in
      Input.Entry(segment: place.segment, number: number, problem: problem)
    }
    add(Input(first: entries, count: log.count), of: place.input)
  }

  package mutating func add(_ problems: Input, of input: Int) {
    count += problems.count
    inputs.add(problems, for: input) { $0.add(problems) }
  }

  /// Notes problems of inputs that are not told apart.
  mutating func noteOthers(_ count: Int) { self.count += count }

  mutating func merge(_ other: InputProblems) {
    count += other.count
    inputs.merge(other.inputs) { $0.add($1) }
  }

  /// The problems by their lines in the inputs; behind those of an input, and behind all, how many
  /// more there are.
  func listed(_ linesBefore: [ItemPlace: Int]) -> [CaptureProblem] {
    var rest = count
    var listed: [CaptureProblem] = []
    for (number, input) in inputs.entries {
      rest -= input.count  // what is left are those of inputs that are not told apart
      for entry in input.first {
        let lines = linesBefore[ItemPlace(input: number, segment: entry.segment)] ?? 0
        var problem = entry.problem
        problem.position = problem.position?.moved(byLines: lines)
        listed.append(problem)
      }
      listed += CaptureProblem.more(
        input.count - input.first.count, in: input.first.first?.problem.input ?? "")
    }
    return listed + CaptureProblem.more(rest, in: "(other inputs)")
  }
}

package import CaptureSources
import MappingEngine

/// The problems and line counts of inputs. Each input has its first problems, in the order of the
/// capture, and the number of all. The counts of lines that begin in the segments of a file serve
/// to convert line numbers within a segment to those of the file.
package struct InputLog: Codable, Sendable {
  /// The problems of one input.
  package struct Input: Codable, Sendable {
    /// A problem, and its place among those of the input.
    package struct Entry: Codable, Sendable {
      package var segment: Int
      package var number: Int
      package var problem: CaptureProblem
    }

    package private(set) var first: [Entry]
    /// The number of problems without the failures.
    package private(set) var count: Int
    /// Why the input could not be read to its end. Each reason is listed once, since all shares of
    /// standard input, and all segments of a file, meet the same failure.
    package private(set) var failures: [CaptureProblem]

    init(first: [Entry], count: Int, failures: [CaptureProblem] = []) {
      (self.first, self.count, self.failures) = (first, count, failures)
      limit()
    }

    /// The number of all problems.
    package var total: Int { count + failures.count }

    /// Adds the problems of another part of the input.
    ///
    /// - Returns: How many problems occur in both, and are counted once.
    mutating func add(_ other: Input) -> Int {
      let sum = total + other.total
      count += other.count
      first += other.first
      failures += other.failures.filter { !failures.contains($0) }
      limit()
      return sum - total
    }

    private mutating func limit() {
      first.sort { ($0.segment, $0.number) < ($1.segment, $1.number) }
      first.removeLast(max(0, first.count - ProblemLog.capacity))
      failures.sort { $0.message.utf8.lexicographicallyPrecedes($1.message.utf8) }
      failures.removeLast(max(0, failures.count - ProblemLog.capacity))
    }
  }

  /// The maximum number of kept inputs, since the number of unreadable inputs is unbounded.
  private static let capacity = 10_000

  private var inputs = SmallestKeys<InputNumber, Input>(capacity: capacity)
  /// The number of all problems.
  package private(set) var count = 0
  package private(set) var lineCounts: [ItemPlace: Int] = [:]

  package init() {}

  /// Notes the problems with an item, and how many lines begin in it.
  package mutating func note(_ outcome: CaptureReader.Outcome, of item: CaptureItem) {
    let (place, log) = (ItemPlace(item), outcome.problems)
    if item.segment != nil { note(lineCount: outcome.lineCount, in: place) }
    guard log.count > 0 || log.failure != nil else { return }
    let entries = log.listed.enumerated().map { number, problem in
      Input.Entry(segment: place.segment, number: number, problem: problem)
    }
    let failures = [log.failure].compactMap(\.self)
    let problems = Input(first: entries, count: log.count, failures: failures)
    count += problems.total
    inputs.add(problems, for: InputNumber(wrappedValue: place.input)) { count -= $0.add(problems) }
  }

  package mutating func note(lineCount: Int, in place: ItemPlace) { lineCounts[place] = lineCount }

  /// Removes the problems, which may show data of an input.
  mutating func removeValues() { inputs = SmallestKeys(capacity: Self.capacity) }

  package mutating func merge(_ other: InputLog) {
    // A segment is read once, so counts for the same segment are equal.
    lineCounts.merge(other.lineCounts) { max($0, $1) }
    count += other.count
    inputs.merge(other.inputs) { count -= $0.add($1) }
  }

  /// Whether the count is at least the sum of the kept inputs' counts.
  package var isSound: Bool { inputs.entries.reduce(0) { $0 + $1.value.total } <= count }

  /// The number of lines before each counted segment; right only if all earlier segments are
  /// counted.
  package var linesBefore: [ItemPlace: Int] {
    var before: [ItemPlace: Int] = [:]
    var (last, sum) = (-1, 0)
    for (place, count) in lineCounts.sorted(by: { $0.key < $1.key }) {
      if place.input != last { (last, sum) = (place.input, 0) }
      before[place] = sum
      sum += count
    }
    return before
  }

  /// The problems with their lines in the inputs. An entry after those of an input, and one at the
  /// end, give the number of unlisted problems.
  package var problems: [CaptureProblem] {
    let linesBefore = linesBefore
    var rest = count
    var listed: [CaptureProblem] = []
    for (number, input) in inputs.entries {
      rest -= input.total  // the rest belongs to inputs that are not kept
      for entry in input.first {
        let lines = linesBefore[ItemPlace(input: number.wrappedValue, segment: entry.segment)] ?? 0
        var problem = entry.problem
        problem.position = problem.position?.moved(byLines: lines)
        listed.append(problem)
      }
      listed += CaptureProblem.more(
        input.count - input.first.count, in: input.first.first?.problem.input ?? "")
      listed += input.failures
    }
    return listed + CaptureProblem.more(rest, in: "(other inputs)")
  }
}

import CaptureSources
import JSONParsing
import MappingEngine

// What parts of checks and of summaries say of their inputs alike: the lines of segments, and what
// could not be read.

extension PartLayout {
  package mutating func write(_ lineCounts: LineCounts, _ problems: InputProblems) {
    list("lines", lineCounts.counts.sorted { $0.key < $1.key }) { item, writer in
      writer.numbers([item.key.input, item.key.segment, item.value])
    }
    member("problemCount") { $0.number(problems.count) }
    list("problems", problems.inputs.entries) { $1.write($0.value, ofInput: $0.key) }
  }
}

extension PartValue {
  /// - Parameter firstInput: The place of the part's first input among those of all parts.
  package func lineCounts(
    firstInput: Int, _ budget: inout CountBudget
  ) throws(PartError) -> LineCounts {
    var counts = LineCounts()
    for line in try member("lines").elements() {
      let numbers = try line.elements(3)
      let place = ItemPlace(
        input: firstInput + (try numbers[0].number()), segment: try numbers[1].number())
      counts.note(try numbers[2].count(&budget), in: place)
    }
    return counts
  }

  /// - Parameter firstInput: The place of the part's first input among those of all parts.
  package func inputProblems(
    firstInput: Int, _ budget: inout CountBudget
  ) throws(PartError) -> InputProblems {
    var problems = InputProblems()
    let count = try member("problemCount").count(&budget)
    for input in try member("problems").elements() {
      let found = try input.problems(&budget)
      problems.add(found, of: firstInput + (try input.member("number").number()))
    }
    problems.noteOthers(max(0, count - problems.count))
    return problems
  }

  private func problems(
    _ budget: inout CountBudget
  ) throws(PartError) -> InputProblems.Input {
    var entries: [InputProblems.Input.Entry] = []
    for entry in try member("first").elements() {
      let order = try entry.member("order").numbers(2)
      entries.append(
        InputProblems.Input.Entry(
          segment: order[0], number: order[1], problem: try entry.problem()))
    }
    var failures: [CaptureProblem] = []
    for failure in try member("failures").elements() { failures.append(try failure.problem()) }
    return InputProblems.Input(
      first: entries, count: try member("count").count(&budget), failures: failures)
  }

  private func problem() throws(PartError) -> CaptureProblem {
    CaptureProblem(
      try member("input").string(),
      try optional("at").map { value throws(PartError) in try value.position() },
      try member("message").safeString(), detail: try optional("detail")?.safeString())
  }

  func position() throws(PartError) -> TextPosition {
    let numbers = try numbers(2)
    return TextPosition(line: max(1, numbers[0]), column: max(1, numbers[1]))
  }
}

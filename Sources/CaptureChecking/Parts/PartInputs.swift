import CaptureSources
import JSONParsing
import MappingEngine

// What parts of checks and of summaries say of their inputs alike: the lines of segments, and what
// could not be read.

extension LineCounts {
  package mutating func describe(_ rows: inout PartRows) throws(PartError) {
    var lines = counts.sorted { $0.key < $1.key }.map { (place: $0.key, count: $0.value) }
    let blank = (place: ItemPlace(input: 0, segment: 0), count: 0)
    try rows.list("lines", &lines, of: blank) { line, part throws(PartError) in
      try part.elements(3) { number, part throws(PartError) in
        switch number {
        case 0: try part.input(&line.place.input)
        case 1: try part.number(&line.place.segment)
        default: try part.count(&line.count)
        }
      }
    }
    for line in lines { note(line.count, in: line.place) }
  }
}

extension InputProblems {
  package mutating func describe(_ rows: inout PartRows) throws(PartError) {
    var (total, found) = (count, inputs.entries)
    try rows.member("problemCount") { part throws(PartError) in try part.count(&total) }
    let blank = (key: 0, value: Input(first: [], count: 0))
    try rows.objects("problems", &found, of: blank) { item, part throws(PartError) in
      try part.member("number") { part throws(PartError) in try part.input(&item.key) }
      try item.value.describe(&part)
    }
    guard rows.part.isReading else { return }
    for item in found { add(item.value, of: item.key) }
    noteOthers(max(0, total - count))
  }
}

extension InputProblems.Input {
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    var (first, count, failures) = (first, count, failures)
    try part.count(of: "count", &count)
    let noProblem = CaptureProblem("", nil, "")
    let blank = Entry(segment: 0, number: 0, problem: noProblem)
    try part.list("first", &first, of: blank) { entry, part throws(PartError) in
      var order = [entry.segment, entry.number]
      try part.object { part throws(PartError) in
        try part.describe(&entry.problem)
        try part.numbers(of: "order", &order)
      }
      (entry.segment, entry.number) = (order[0], order[1])
    }
    try part.list("failures", &failures, of: noProblem) { failure, part throws(PartError) in
      try part.object { part throws(PartError) in try part.describe(&failure) }
    }
    self = InputProblems.Input(first: first, count: count, failures: failures)
  }
}

extension PartCoder {
  fileprivate mutating func describe(_ problem: inout CaptureProblem) throws(PartError) {
    try text(of: "input", &problem.input)
    let start = TextPosition(line: 1, column: 1)
    try optional("at", &problem.position, of: start) { position, part throws(PartError) in
      try part.position(&position)
    }
    try safeText(of: "message", &problem.message)
    try safeText(of: "detail", &problem.detail)
  }

  /// A line and a column.
  mutating func position(_ position: inout TextPosition) throws(PartError) {
    var numbers = [position.line, position.column]
    try self.numbers(&numbers)
    position = TextPosition(line: max(1, numbers[0]), column: max(1, numbers[1]))
  }
}

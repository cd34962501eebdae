import CaptureSources
import ContractModel
import Foundation
import JSONParsing
import MappingEngine

// The values of a part.

extension JSONWriter {
  mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }

  mutating func member(_ name: String, _ count: Int) {
    self.name(name)
    number(count)
  }

  mutating func figures<Totals: SummedFigures>(of totals: Totals) {
    for figure in Totals.figures { member(figure.name, totals[keyPath: figure.path]) }
  }

  mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func numbers(_ numbers: [Int]) {
    beginArray()
    for number in numbers { self.number(number) }
    endArray()
  }

  mutating func members(of key: CheckTotals.EndpointKey) {
    member("contract", key.contract)
    member("endpoint", key.number)
  }

  // MARK: - Groups

  /// - Parameter isFolded: Whether it is of all unknown keys of a place.
  mutating func write(
    _ group: CheckTotals.GroupTotals, of key: CheckTotals.GroupKey, isFolded: Bool = false
  ) {
    beginObject()
    members(of: key.endpoint)
    member("rule", key.rule.rawValue)
    if let group = key.group {
      member("line", Int(group.line))
      member("mapping", Int(group.mapping))
      if let key = group.key { member("key", key.text) }
    }
    member("severity", group.severity.rawValue)
    figures(of: group)
    name("examples")
    beginArray()
    for example in group.examples { write(example) }
    endArray()
    write(group.values)
    if isFolded {
      name("folded")
      bool(true)
    }
    endObject()
  }

  /// Writes values with their fingerprints; most groups have none.
  private mutating func write(_ values: GroupValues) {
    guard !values.isEmpty else { return }
    name("values")
    beginArray()
    for (fingerprint, entry) in values.entries {
      beginArray()
      string(hexadecimal(fingerprint))
      string(entry.text)
      number(entry.count)
      endArray()
    }
    endArray()
    name("moreValues")
    bool(values.hasMore)
  }

  private mutating func write(_ found: CheckViolation) {
    beginObject()
    write(found.location, found.order)
    member("severity", found.severity.rawValue)
    member("path", found.violation.path.description)
    member("message", found.violation.message)
    if let hint = found.violation.hint { member("hint", hint) }
    if let summary = found.summary { member("request", summary) }
    if let status = found.status { member("status", status) }
    name("range")
    let bytes = found.violation.byteRange
    numbers([bytes.lowerBound, bytes.upperBound])
    name("mark")
    numbers([found.range.lowerBound, found.range.upperBound])
    if let text = String(validating: found.text, as: UTF8.self) {
      member("text", text)
    } else {
      member("base64", Data(found.text).base64EncodedString())
    }
    endObject()
  }

  /// Writes where something is: the input's name, the record, the line and column, and, of lines that
  /// are counted from a segment's start, the segment.
  private mutating func write(_ place: ViolationPlace, _ order: ViolationOrder) {
    member("input", place.input)
    switch place.record {
    case .file: break
    case .line(let number): member("record", number)
    case .entry(let number): member("entry", number)
    }
    name("at")
    numbers([place.position.line, place.position.column])
    name("inBody")
    bool(!place.isPositionInInput)
    name("order")
    numbers([order.record.input, order.record.segment, order.record.record, order.number])
  }

  // MARK: - What was not matched, or not read

  mutating func write(_ group: UnmatchedRecords.Group) {
    beginObject()
    if let nearest = group.nearest { members(of: nearest) }
    member("reason", group.reason)
    member("shape", group.shape)
    member("example", group.example)
    member("count", group.count)
    name("order")
    numbers([group.first.input, group.first.segment, group.first.record])
    endObject()
  }

  mutating func write(_ problems: InputProblems.Input, ofInput number: Int) {
    beginObject()
    member("number", number)
    member("count", problems.count)
    name("first")
    beginArray()
    for entry in problems.first {
      beginObject()
      writeMembers(of: entry.problem)
      name("order")
      numbers([entry.segment, entry.number])
      endObject()
    }
    endArray()
    name("failures")
    beginArray()
    for failure in problems.failures {
      beginObject()
      writeMembers(of: failure)
      endObject()
    }
    endArray()
    endObject()
  }

  private mutating func writeMembers(of problem: CaptureProblem) {
    member("input", problem.input)
    if let position = problem.position {
      name("at")
      numbers([position.line, position.column])
    }
    member("message", problem.message)
    if let detail = problem.detail { member("detail", detail) }
  }

  // MARK: - Contracts

  mutating func write(_ contents: MappingTally.Contents) {
    beginObject()
    name("endpoints")
    beginArray()
    for endpoint in contents.endpoints {
      beginObject()
      member("endpoint", endpoint.number)
      name("lines")
      beginArray()
      for line in endpoint.lines { write(line) }
      endArray()
      endObject()
    }
    endArray()
    name("cases")
    numbers(contents.cases)
    name("types")
    beginArray()
    for (mentions, identities) in zip(contents.mentions, contents.identities) {
      beginObject()
      member("mentions", mentions.count)
      member("anonymous", mentions.anonymous)
      name("identities")
      if let identities { strings(identities.map(hexadecimal)) } else { null() }
      endObject()
    }
    endArray()
    name("unmapped")
    beginArray()
    for key in contents.unmapped {
      beginObject()
      member("place", Int(key.place))
      member("key", key.name.text)
      member("count", key.count)
      endObject()
    }
    endArray()
    member("otherUnmapped", contents.otherUnmappedCount)
    endObject()
  }

  /// Writes a line's number and counts: fits, missing, null, does not fit, blocked.
  private mutating func write(_ line: MappingTally.Contents.Line) {
    let counts = line.counts
    numbers([
      line.number, counts.mapped, counts.missing, counts.null, counts.failed, counts.blocked,
    ])
  }

  mutating func write(
    _ mention: ConstantValues.Mention, of key: ConstantValues.Key, contract: Int
  ) {
    beginObject()
    member("contract", contract)
    member("property", hexadecimal(key.property))
    member("value", hexadecimal(key.value))
    member("count", mention.count)
    member("line", Int(mention.line))
    write(mention.place, mention.order)
    endObject()
  }
}

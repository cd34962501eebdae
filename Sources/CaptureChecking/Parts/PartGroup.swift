import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The violations of one kind, as a part has them.
struct PartGroup {
  private(set) var key: CheckTotals.GroupKey
  private(set) var totals: CheckTotals.GroupTotals
  /// Whether it is of all unknown keys of a place.
  private(set) var isFolded = false

  init(
    _ key: CheckTotals.GroupKey = .init(endpoint: .outside, rule: .notJSON, group: nil),
    _ totals: CheckTotals.GroupTotals? = nil, isFolded: Bool = false
  ) {
    (self.key, self.isFolded) = (key, isFolded)
    self.totals = totals ?? CheckTotals.GroupTotals(severity: .off)
  }

  mutating func describe(
    _ part: inout PartCoder, in whole: PartTotals
  ) throws(PartError) {
    try whole.describe(&key.endpoint, &part)
    try part.word(of: "rule", &key.rule)
    try describeLine(&part, whole.tallies)
    try part.word(of: "severity", &totals.severity)
    try part.figures(of: &totals)
    try describeExamples(&part, whole.tallies)
    try totals.values.describe(&part)
    try part.flag("folded", &isFolded)
  }

  private mutating func describeLine(
    _ part: inout PartCoder, _ tallies: [MappingTally?]
  ) throws(PartError) {
    guard part.has("line", key.group != nil) else { return }
    var group = key.group ?? PayloadProblems.Group(rule: key.rule, line: -1)
    try part.member("line") { part throws(PartError) in try part.number(&group.line) }
    try part.member("mapping") { part throws(PartError) in try part.number(&group.mapping) }
    try part.optional("key", &group.key, of: "") { key, part throws(PartError) in
      try part.text(&key)
    }
    let isThere = tallies[key.endpoint.contract]?.has(group) == true
    try part.require(isThere, at: "line", "the contract has no such line")
    key.group = group
  }

  // MARK: - Examples

  private mutating func describeExamples(
    _ part: inout PartCoder, _ tallies: [MappingTally?]
  ) throws(PartError) {
    var examples = totals.examples.map(Optional.some)
    try part.list("examples", &examples, of: nil) { example, part throws(PartError) in
      try part.object { part throws(PartError) in
        try describe(&example, &part, tallies[key.endpoint.contract])
      }
    }
    guard part.isReading else { return }
    totals.examples = examples.compactMap { $0 }.sorted { $0.order < $1.order }
  }

  private func describe(
    _ found: inout CheckViolation?, _ part: inout PartCoder, _ tally: MappingTally?
  ) throws(PartError) {
    let violation = found?.violation
    var place = found?.location ?? .unknown
    var order = found?.order ?? .first
    var severity = found?.severity ?? .off
    var path = violation?.path.description ?? ""
    var message = violation?.message ?? ""
    var discreet = violation?.discreet ?? Violation.Words(message: "")
    var (hint, summary, status) = (violation?.hint, found?.summary, found?.status)
    var (range, mark) = (violation?.byteRange ?? 0..<0, found?.range ?? 0..<0)
    var text = found?.text ?? []
    try part.place(&place, &order)
    try part.word(of: "severity", &severity)
    try part.text(of: "path", &path)
    let steps = try? InstancePath(parsing: path)
    try part.require(steps != nil, at: "path", "this is no path into a payload")
    try part.safeText(of: "message", &message)
    try part.safeText(of: "hint", &hint)
    try part.safeText(of: "discreetMessage", &discreet.message)
    try part.safeText(of: "discreetHint", &discreet.hint)
    try part.safeText(of: "request", &summary)
    try part.number(of: "status", &status)
    try part.range(of: "range", &range)
    try part.range(of: "mark", &mark)
    try part.bytes(&text)
    try part.require(mark.upperBound <= text.count, at: "mark", "this is no range")
    guard part.isReading, let steps else { return }
    let line = key.group.flatMap { tally?.line(of: $0) }
    let origin = line?.origin ?? key.group.flatMap { tally?.caseOrigin(of: $0) } ?? .none
    var read = Violation(
      rule: key.rule, severity: severity == .error ? .error : .warning, path: steps,
      byteRange: range, message: message, hint: hint, line: line, origin: origin)
    read.discreet = discreet
    found = CheckViolation(
      read, severity: severity, of: key, order: order, place: place, summary: summary,
      status: status,
      text: text, range: mark)
  }
}

extension PartCoder {
  /// A piece of a payload, in the member `text`, or, if it is no UTF-8, in `base64`.
  fileprivate mutating func bytes(_ bytes: inout [UInt8]) throws(PartError) {
    let known = String(validUTF8: bytes)
    if has("text", known != nil) {
      var text = known ?? ""
      try self.text(of: "text", &text)
      if isReading { bytes = Array(text.utf8) }
    } else {
      var base64 = Data(bytes).base64EncodedString()
      try text(of: "base64", &base64)
      let data = Data(base64Encoded: base64)
      try require(data != nil, at: "base64", "expected base64")
      bytes = data.map(Array.init) ?? bytes
    }
  }
}

extension GroupValues {
  /// Most groups have none.
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    guard part.has("values", !isEmpty) else { return }
    var (found, hasMore) = (entries, hasMore)
    let blank = (key: UInt64(0), value: Entry(text: "", count: 0))
    try part.list("values", &found, of: blank) { item, part throws(PartError) in
      try part.elements(3) { number, part throws(PartError) in
        switch number {
        case 0: try part.fingerprint(&item.key)
        case 1: try part.safeText(&item.value.text)
        default: try part.count(&item.value.count)
        }
      }
    }
    try part.bool(of: "moreValues", &hasMore)
    guard part.isReading else { return }
    for item in found { add(item.value, for: item.key) }
    if hasMore { noteMore() }
  }
}

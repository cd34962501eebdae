import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

extension CaptureCheck {
  /// The counts as a part of a check: a text that ends with a line end.
  ///
  /// The check is not finished.
  ///
  /// - Parameter isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package func part(_ header: PartHeader, isOneLine: Bool = false) -> [UInt8] {
    var rows = PartRows(writing: header, isOneLine: isOneLine)
    var totals = PartTotals(of: self)
    // Only what is read can be wrong.
    try? totals.describe(&rows)
    return rows.text
  }
}

extension CheckPart {
  /// Adds what the part has counted to a check by the same contracts and options.
  ///
  /// - Parameters:
  ///   - firstInput: The place of the part's first input among those of all parts.
  ///   - budget: How much may still be counted.
  /// - Throws: What of the part is not as the check writes it; then nothing is added.
  package func add(
    to check: inout CaptureCheck, firstInput: Int, _ budget: inout CountBudget
  ) throws(PartError) {
    var rows = PartRows(reading: root, firstInput: firstInput, budget)
    var part = PartTotals(for: check)
    try part.describe(&rows)
    check.merge(part.totals, part.tallies, part.constants)
    budget = rows.part.budget
  }
}

/// The totals of a check, as a part has them.
struct PartTotals {
  /// The check whose they are, or which the part has to fit.
  let check: CaptureCheck
  private(set) var totals: CheckTotals
  private(set) var tallies: [MappingTally?]
  private(set) var constants: [ConstantValues]

  fileprivate init(of check: CaptureCheck) {
    (self.check, totals, constants) = (check, check.totals, check.constants)
    tallies = check.contracts.indices.map { check.tally(ofContract: $0) }
  }

  fileprivate init(for check: CaptureCheck) {
    (self.check, totals, tallies) = (check, CheckTotals(), [])
    constants = check.contracts.map { _ in ConstantValues() }
  }

  fileprivate mutating func describe(_ rows: inout PartRows) throws(PartError) {
    for figure in CheckTotals.figures {
      try rows.member(figure.name) { part throws(PartError) in
        try part.figure(figure, of: &totals)
      }
    }
    try totals.lineCounts.describe(&rows)
    try totals.problems.describe(&rows)
    // Groups are read by the lines of the tallies, which stand behind them.
    if rows.part.isReading { try describeTallies(&rows) }
    try describeEndpoints(&rows)
    try describeStatuses(&rows)
    try describeGroups(&rows)
    var count = totals.unmatched.count
    try rows.member("unmatchedRecords") { part throws(PartError) in try part.count(&count) }
    try describePlaces(&rows)
    try describeUnmatched(&rows, count: count)
    if !rows.part.isReading { try describeTallies(&rows) }
    try describeConstants(&rows)
  }

  // MARK: - Endpoints

  /// The members that name an endpoint.
  func describe(
    _ key: inout CheckTotals.EndpointKey, _ part: inout PartCoder
  ) throws(PartError) {
    var (contract, number) = (key.contract, key.number)
    try describe(contract: &contract, &part)
    try part.number(of: "endpoint", &number)
    guard part.isReading else { return }
    let found = check.endpointKey(contract: contract, number: number)
    try part.require(found != nil, at: "endpoint", "the contract has no such endpoint")
    key = found ?? key
  }

  private func describe(contract: inout Int, _ part: inout PartCoder) throws(PartError) {
    try part.number(of: "contract", &contract)
    let isThere = check.contracts.indices.contains(contract)
    try part.require(isThere, at: "contract", "there is no such contract")
  }

  private mutating func describeEndpoints(_ rows: inout PartRows) throws(PartError) {
    var found = totals.endpointKeys.map { ($0, totals.endpoints[$0] ?? .init()) }
    try rows.objects("endpoints", &found, of: (.outside, .init())) { item, part throws(PartError) in
      try describe(&item.0, &part)
      try part.figures(of: &item.1)
      try part.member("rules") { part throws(PartError) in try item.1.describeRules(&part) }
    }
    guard rows.part.isReading else { return }
    for (key, counts) in found { totals.add(counts, of: key) }
  }

  private mutating func describeStatuses(_ rows: inout PartRows) throws(PartError) {
    var found = totals.statuses.sorted { $0.key < $1.key }.map { key, counts in
      (key: key, counts: counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    try rows.objects("statuses", &found, of: (.outside, [])) { item, part throws(PartError) in
      try describe(&item.key, &part)
      try part.list("records", &item.counts, of: (0, 0)) { record, part throws(PartError) in
        try part.elements(2) { number, part throws(PartError) in
          if number == 0 { try part.number(&record.0) } else { try part.count(&record.1) }
        }
      }
    }
    guard rows.part.isReading else { return }
    for (key, counts) in found {
      for (status, count) in counts { totals.noteStatus(status, of: key, count: count) }
    }
  }

  // MARK: - Groups

  private mutating func describeGroups(_ rows: inout PartRows) throws(PartError) {
    let folded = totals.violations.folded
    let found = try describe("groups", totals.groups, &rows, isFolded: folded.contains)
    for group in found {
      totals.add(
        group.totals, of: group.key, isFolded: group.isFolded, check.options.exampleCount)
    }
  }

  private mutating func describePlaces(_ rows: inout PartRows) throws(PartError) {
    for group in try describe("unknownKeys", totals.violations.places, &rows) {
      totals.add(group.totals, ofPlace: group.key, check.options.exampleCount)
    }
  }

  /// - Returns: What was read; none, while all is written.
  private func describe(
    _ name: String, _ groups: [CheckTotals.GroupKey: CheckTotals.GroupTotals],
    _ rows: inout PartRows, isFolded: (CheckTotals.GroupKey) -> Bool = { _ in false }
  ) throws(PartError) -> [PartGroup] {
    var found = groups.sorted { $0.key < $1.key }.map {
      PartGroup($0.key, $0.value, isFolded: isFolded($0.key))
    }
    try rows.objects(name, &found, of: PartGroup()) { group, part throws(PartError) in
      try group.describe(&part, in: self)
    }
    return rows.part.isReading ? found : []
  }

  private mutating func describeUnmatched(
    _ rows: inout PartRows, count: Int
  ) throws(PartError) {
    var groups = totals.unmatched.groups
    let blank = UnmatchedRecords.Group(
      nearest: nil, reason: "", shape: "", example: "", count: 0, first: .first)
    try rows.objects("unmatched", &groups, of: blank) { group, part throws(PartError) in
      if part.has("endpoint", group.nearest != nil) {
        var nearest = group.nearest ?? .outside
        try describe(&nearest, &part)
        group.nearest = nearest
      }
      try part.safeText(of: "reason", &group.reason)
      try part.safeText(of: "shape", &group.shape)
      try part.safeText(of: "example", &group.example)
      try part.count(of: "count", &group.count)
      try part.order(&group.first)
    }
    if rows.part.isReading { totals.unmatched.add(groups, count: count) }
  }

  // MARK: - Contracts

  private mutating func describeTallies(_ rows: inout PartRows) throws(PartError) {
    var contents = tallies.map { $0?.contents }
    let count = check.contracts.count
    try rows.list("tallies", &contents, of: nil, count: count) { item, part throws(PartError) in
      let number = part.isReading ? tallies.count : 0
      try part.nullable(&item, of: .init()) { contents, part throws(PartError) in
        try part.object { part throws(PartError) in
          try contents.describe(&part, ofContract: number, in: check)
        }
      }
      guard part.isReading else { return }
      var tally = item.map { _ in check.emptyTally(ofContract: number) }
      let isOfPlan = item.map { tally?.add($0) == true } ?? true
      try part.require(isOfPlan, "the counts are not those of the contract's lines")
      tallies.append(tally)
    }
  }

  private mutating func describeConstants(_ rows: inout PartRows) throws(PartError) {
    var found = constants.enumerated().flatMap { number, values in
      values.values.entries.map { (contract: number, key: $0.key, mention: $0.value) }
    }
    let blank = ConstantValues.Mention(count: 0, order: .first, line: 0, place: .unknown)
    let item = (contract: 0, key: ConstantValues.Key(property: 0, value: 0), mention: blank)
    try rows.objects("constants", &found, of: item) { item, part throws(PartError) in
      try describe(contract: &item.contract, &part)
      try part.fingerprint(of: "property", &item.key.property)
      try part.fingerprint(of: "value", &item.key.value)
      try part.count(of: "count", &item.mention.count)
      try part.number(of: "line", &item.mention.line)
      let group = PayloadProblems.Group(rule: .identityConflict, line: item.mention.line)
      let isThere = tallies[item.contract]?.has(group) == true
      try part.require(isThere, at: "line", "there is no such line")
      try part.place(&item.mention.place, &item.mention.order)
    }
    guard rows.part.isReading else { return }
    for item in found { constants[item.contract].add(item.mention, for: item.key) }
  }
}

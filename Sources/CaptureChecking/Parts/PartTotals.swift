import CaptureSources
import ContractModel
import Foundation
import JSONParsing
import MappingEngine

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
    var reader = PartTotals(check: check, firstInput: firstInput, budget: budget)
    try reader.read(root)
    check.merge(reader.totals, reader.tallies, reader.constants)
    budget = reader.budget
  }
}

/// Reads the totals of a part.
struct PartTotals {
  /// The check that the part has to fit.
  let check: CaptureCheck
  let firstInput: Int
  var budget: CountBudget
  private(set) var totals = CheckTotals()
  private(set) var tallies: [MappingTally?] = []
  private(set) var constants: [ConstantValues]

  init(check: CaptureCheck, firstInput: Int, budget: CountBudget) {
    (self.check, self.firstInput, self.budget) = (check, firstInput, budget)
    constants = check.contracts.map { _ in ConstantValues() }
  }

  mutating func read(_ root: PartValue) throws(PartError) {
    try root.readFigures(of: &totals, &budget)
    totals.lineCounts = try root.lineCounts(firstInput: firstInput, &budget)
    for endpoint in try root.member("endpoints").elements() { try readEndpoint(endpoint) }
    for endpoint in try root.member("statuses").elements() { try readStatuses(endpoint) }
    try readTallies(root)
    for group in try root.member("groups").elements() {
      let (key, counts) = try self.group(group)
      let isFolded = try group.optional("folded")?.bool() ?? false
      totals.add(counts, of: key, isFolded: isFolded, check.options.exampleCount)
    }
    for place in try root.member("unknownKeys").elements() {
      let (key, counts) = try group(place)
      totals.add(counts, ofPlace: key, check.options.exampleCount)
    }
    try readUnmatched(root)
    totals.problems = try root.inputProblems(firstInput: firstInput, &budget)
    for constant in try root.member("constants").elements() { try readConstant(constant) }
  }

  // MARK: - Places

  private func input(_ value: PartValue) throws(PartError) -> Int {
    firstInput + (try value.number())
  }

  private func record(_ numbers: ArraySlice<PartValue>) throws(PartError) -> RecordOrder {
    RecordOrder(
      input: try input(numbers[0]), segment: try numbers[1].number(),
      record: try numbers[2].number())
  }

  private func order(_ value: PartValue) throws(PartError) -> ViolationOrder {
    let numbers = try value.elements(4)
    return ViolationOrder(record: try record(numbers[..<3]), number: try numbers[3].number())
  }

  private func place(_ value: PartValue) throws(PartError) -> ViolationPlace {
    var record = CaptureRecord.Place.file
    if let number = value.optional("record") { record = .line(try number.number()) }
    if let number = value.optional("entry") { record = .entry(try number.number()) }
    return ViolationPlace(
      input: try value.member("input").string(), record: record,
      position: try value.member("at").position(),
      isPositionInInput: !(try value.member("inBody").bool()))
  }

  private func contract(_ value: PartValue) throws(PartError) -> Int {
    let number = try value.number()
    guard number < check.contracts.count else { throw value.error("there is no such contract") }
    return number
  }

  private func endpoint(_ value: PartValue) throws(PartError) -> CheckTotals.EndpointKey {
    let number = try value.member("endpoint")
    let key = check.endpointKey(
      contract: try contract(value.member("contract")), number: try number.number())
    guard let key else { throw number.error("the contract has no such endpoint") }
    return key
  }

  // MARK: - Endpoints and contracts

  private mutating func readEndpoint(_ value: PartValue) throws(PartError) {
    var counts = CheckTotals.EndpointTotals()
    try value.readFigures(of: &counts, &budget)
    for member in try value.member("rules").members() {
      guard let rule = RuleID(rawValue: member.name.text) else {
        throw member.value.error("\(quoted(member.name.text)) is no rule")
      }
      counts.rules[rule] = try member.value.count(&budget)
    }
    totals.add(counts, of: try endpoint(value))
  }

  private mutating func readTallies(_ root: PartValue) throws(PartError) {
    for (number, value) in try root.member("tallies").elements(check.contracts.count).enumerated() {
      guard !value.value.isNull else {
        tallies.append(nil)
        continue
      }
      var tally = check.emptyTally(ofContract: number)
      guard tally.add(try contents(value, ofContract: number)) else {
        throw value.error("the counts are not those of the contract's lines")
      }
      tallies.append(tally)
    }
  }

  private mutating func contents(
    _ value: PartValue, ofContract contract: Int
  ) throws(PartError) -> MappingTally.Contents {
    var contents = MappingTally.Contents()
    for endpoint in try value.member("endpoints").elements() {
      let number = try endpoint.member("endpoint")
      let key = check.endpointKey(contract: contract, number: try number.number())
      guard let key else { throw number.error("the contract has no such endpoint") }
      var lines: [MappingTally.Contents.Line] = []
      for line in try endpoint.member("lines").elements() { lines.append(try self.line(line)) }
      contents.endpoints.append(
        MappingTally.Contents.Endpoint(number: key.number, lines: lines))
    }
    for count in try value.member("cases").elements() {
      contents.cases.append(try count.count(&budget))
    }
    for type in try value.member("types").elements() {
      let mentions = try type.member("mentions").count(&budget)
      let anonymous = try type.member("anonymous").count(&budget)
      contents.mentions.append(
        MappingTally.TypeMentions(count: mentions, anonymous: anonymous))
      let identities = try type.member("identities")
      guard !identities.value.isNull else {
        contents.identities.append(nil)
        continue
      }
      var fingerprints: [UInt64] = []
      for identity in try identities.elements() { fingerprints.append(try identity.fingerprint()) }
      contents.identities.append(fingerprints)
    }
    for key in try value.member("unmapped").elements() {
      let place = try key.member("place").number()
      contents.unmapped.append(
        UnmappedKeys.Key(
          place: Int32(clamping: place), name: MemberName(try key.member("key").string()),
          count: try key.member("count").count(&budget)))
    }
    contents.otherUnmappedCount = try value.member("otherUnmapped").count(&budget)
    return contents
  }

  private mutating func line(
    _ value: PartValue
  ) throws(PartError) -> MappingTally.Contents.Line {
    let numbers = try value.elements(6)
    var counts: [Int] = []
    for count in numbers.dropFirst() { counts.append(try count.count(&budget)) }
    return MappingTally.Contents.Line(
      number: try numbers[0].number(),
      counts: RuleCounts(
        mapped: counts[0], missing: counts[1], null: counts[2], failed: counts[3],
        blocked: counts[4]))
  }

  private mutating func readStatuses(_ value: PartValue) throws(PartError) {
    let key = try endpoint(value)
    for record in try value.member("records").elements() {
      let numbers = try record.elements(2)
      totals.noteStatus(
        try numbers[0].number(), of: key, count: try numbers[1].count(&budget))
    }
  }

  private mutating func readConstant(_ value: PartValue) throws(PartError) {
    let number = try contract(value.member("contract"))
    let line = try value.member("line")
    let group = PayloadProblems.Group(
      rule: .identityConflict, line: Int32(clamping: try line.number()))
    guard tallies[number]?.has(group) == true else { throw line.error("there is no such line") }
    constants[number].add(
      ConstantValues.Mention(
        count: try value.member("count").count(&budget), order: try order(value.member("order")),
        line: group.line, place: try place(value)),
      for: ConstantValues.Key(
        property: try value.member("property").fingerprint(),
        value: try value.member("value").fingerprint()))
  }

  // MARK: - Groups

  private mutating func group(
    _ value: PartValue
  ) throws(PartError) -> (CheckTotals.GroupKey, CheckTotals.GroupTotals) {
    let endpoint = try endpoint(value)
    let rule = try value.member("rule").word(RuleID.self, "rule")
    var group: PayloadProblems.Group?
    if let line = value.optional("line") {
      let found = PayloadProblems.Group(
        rule: rule, line: Int32(clamping: try line.number(from: -1)),
        mapping: Int32(clamping: try value.member("mapping").number(from: -1)),
        key: try value.optional("key").map { value throws(PartError) in
          MemberName(try value.string())
        })
      guard tallies[endpoint.contract]?.has(found) == true else {
        throw line.error("the contract has no such line")
      }
      group = found
    }
    let key = CheckTotals.GroupKey(endpoint: endpoint, rule: rule, group: group)
    var examples: [CheckViolation] = []
    for example in try value.member("examples").elements() {
      examples.append(try violation(example, of: key))
    }
    let severity = try value.member("severity").word(CheckOptions.Severity.self, "severity")
    var totals = CheckTotals.GroupTotals(severity: severity, examples: examples)
    try value.readFigures(of: &totals, &budget)
    totals.values = try values(value)
    return (key, totals)
  }

  private mutating func values(_ value: PartValue) throws(PartError) -> GroupValues {
    var values = GroupValues()
    guard let list = value.optional("values") else { return values }
    for entry in try list.elements() {
      let parts = try entry.elements(3)
      values.add(
        GroupValues.Entry(
          text: try parts[1].safeString(), count: try parts[2].count(&budget)),
        for: try parts[0].fingerprint())
    }
    if try value.member("moreValues").bool() { values.noteMore() }
    return values
  }

  private func violation(
    _ value: PartValue, of key: CheckTotals.GroupKey
  ) throws(PartError) -> CheckViolation {
    let tally = tallies[key.endpoint.contract]
    let line = key.group.flatMap { tally?.line(of: $0) }
    let origin = line?.origin ?? key.group.flatMap { tally?.caseOrigin(of: $0) } ?? .none
    let path = try value.member("path")
    guard let steps = try? InstancePath(parsing: try path.string()) else {
      throw path.error("this is no path into a payload")
    }
    let severity = try value.member("severity").word(CheckOptions.Severity.self, "severity")
    let violation = Violation(
      rule: key.rule, severity: severity == .error ? .error : .warning, path: steps,
      byteRange: try range(value.member("range"), upTo: 1 << 50),
      message: try value.member("message").safeString(),
      hint: try value.optional("hint")?.safeString(), line: line, origin: origin)
    let text = try text(value)
    return CheckViolation(
      violation, severity: severity, of: key, order: try order(value.member("order")),
      place: try place(value), summary: try value.optional("request")?.safeString(),
      status: try value.optional("status")?.number(), text: text,
      range: try range(value.member("mark"), upTo: text.count))
  }

  private func text(_ value: PartValue) throws(PartError) -> [UInt8] {
    if let text = value.optional("text") { return Array(try text.string().utf8) }
    let base64 = try value.member("base64")
    guard let data = Data(base64Encoded: try base64.string()) else {
      throw base64.error("expected base64")
    }
    return [UInt8](data)
  }

  private func range(_ value: PartValue, upTo end: Int) throws(PartError) -> Range<Int> {
    let bounds = try value.numbers(2)
    guard bounds[0] <= bounds[1], bounds[1] <= end else { throw value.error("this is no range") }
    return bounds[0]..<bounds[1]
  }

  // MARK: - What was not matched, or not read

  private mutating func readUnmatched(_ root: PartValue) throws(PartError) {
    var groups: [UnmatchedRecords.Group] = []
    for group in try root.member("unmatched").elements() {
      let numbers = try group.member("order").elements(3)
      groups.append(
        UnmatchedRecords.Group(
          nearest: group.optional("endpoint") == nil ? nil : try endpoint(group),
          reason: try group.member("reason").safeString(),
          shape: try group.member("shape").safeString(),
          example: try group.member("example").safeString(),
          count: try group.member("count").count(&budget), first: try record(numbers[...])))
    }
    totals.unmatched.add(groups, count: try root.member("unmatchedRecords").count(&budget))
  }
}

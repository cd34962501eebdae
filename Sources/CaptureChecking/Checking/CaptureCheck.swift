package import CaptureSources
package import ContractModel
package import JSONParsing
package import MappingEngine
import RecordScreening

/// Checks captured records against contracts, and keeps exact totals.
///
/// Each worker has a check of its own. Its memory grows with the contracts and the number of
/// different identities, not with the number of records. Checks of parts of a capture, merged in
/// any order, equal the check of the whole.
package struct CaptureCheck: Sendable {
  package let contracts: [Contract]
  package let options: CheckOptions
  let matcher: EndpointMatcher
  /// Matches the requests that contracts describe; `nil`, if they describe none.
  let requestMatcher: EndpointMatcher?
  package let mappers: [Mapper]
  /// The places of each contract, in the order of reports.
  package let places: [[CheckedPlace]]
  /// Whether lines read the exchange of a payload, by contract.
  private let usesExchange: [Bool]
  /// Whether conditions of endpoints, or lines, read the bodies of requests.
  package let readsSentBodies: Bool
  /// The body of the last request that was checked.
  package private(set) var sent = SentBody()
  var tallies: [MappingTally?]
  /// The values of constant properties, by contract.
  package internal(set) var constants: [ConstantValues]
  /// The endpoints of events by their names.
  private var eventKeys: [String: EndpointKey] = [:]
  /// The target of bare bodies.
  let bareKey: EndpointKey?
  let ruleKeys: [EndpointKey?]
  /// The item that is being read.
  private(set) var item = ItemPlace(input: 0, segment: 0)
  /// The screen's verdict on a line, found before the check knew whether the line belongs to the
  /// endpoint.
  private var screened:
    (line: CaptureRecord.Place, key: EndpointKey, outcome: RecordScreen.Outcome)?
  /// The parsed record; the next record reuses its memory.
  private var document = JSONDocument.empty
  package var totals = CheckTotals()
  /// The checks of the same records by the contracts of released versions.
  package internal(set) var released: [ReleasedCheck]
  /// Whether a part that was added has counts only.
  package internal(set) var omitsExamples = false
  /// How many payloads the screen found clean, so that they were not mapped.
  package internal(set) var screenedCount = 0
  /// How many characters of bodies were scanned to locate violations: a measure of that work.
  package internal(set) var stepCount = 0

  /// - Parameters:
  ///   - contracts: Contracts without errors.
  ///   - options: How payloads are judged.
  package init(_ contracts: [Contract], options: CheckOptions) {
    self.contracts = contracts
    self.options = options
    released = options.released.map(ReleasedCheck.init)
    matcher = EndpointMatcher(contracts, host: options.host, basePath: options.basePath)
    let hasRequests = contracts.contains { $0.endpoints.contains(where: \.selector.isRequest) }
    requestMatcher =
      hasRequests
      ? EndpointMatcher(
        contracts, host: options.host, basePath: options.basePath, isOfRequests: true) : nil
    mappers = contracts.enumerated().map { number, contract in
      Mapper(contract, as: options.targets(ofContract: number))
    }
    places = CheckedPlace.all(contracts, mappers, options)
    usesExchange = mappers.map(\.usesExchange)
    readsSentBodies =
      matcher.hasConditions || requestMatcher?.hasConditions == true
      || mappers.contains(where: \.usesRequestBody)
    tallies = Array(repeating: nil, count: contracts.count)
    constants = Array(repeating: ConstantValues(), count: contracts.count)
    bareKey = Self.key(0, in: places)
    ruleKeys = options.inputRules.indices.map { [places] in Self.key($0 + 1, in: places) }
  }

  /// Returns the tally of a contract's payloads; `nil`, if no payload came.
  package func tally(ofContract number: Int) -> MappingTally? { tallies[number]?.settled }

  /// Returns the results of a group's line in the payloads of its endpoint, after the check was
  /// finished; `nil`, if the group has no line.
  package func counts(of key: FindingKey) -> EventCounts? {
    tallies[key.endpoint.contract]?.counts(of: key, at: key.endpoint.number)
  }

  // MARK: - Records

  /// Begins an item: the records that follow belong to it.
  package mutating func begin(_ item: ItemPlace) {
    (self.item, screened) = (item, nil)
    for number in released.indices { released[number].begin(item) }
  }

  package typealias Report = (CheckViolation) -> Void

  /// Checks a record.
  ///
  /// - Parameters:
  ///   - body: The bytes of the record's body.
  ///   - report: Receives every violation, in order; `nil`, if only examples are needed.
  package mutating func check(
    _ record: CaptureRecord, _ body: Span<UInt8>, report: Report? = nil
  ) -> CaptureReader.Answer {
    let answer = checkPresent(record, body, report)
    if !released.isEmpty { noteReleased(record, body, report) }
    return answer
  }

  private mutating func checkPresent(
    _ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?
  ) -> CaptureReader.Answer {
    guard !record.isRequest else {
      if readsSentBodies { sent = SentBody(record, body) }
      return checkRequest(record, body, report)
    }
    if record.isUnparsed { return checkUnparsed(record, body) }
    totals.recordCount += 1
    totals.byteCount += body.count
    if let bareKey, record.isBareLine {
      // Clean lines take this short way, since most lines are clean and short.
      let outcome = screen(body, bareKey)
      if case .clean = outcome {
        noteScreened(bareKey)
        return .goOn
      }
      screened = (record.place, bareKey, outcome)
    }
    guard isWanted(record) else {
      totals.filteredCount += 1
      return .goOn
    }
    guard let place = place(of: record) else { return .goOn }
    return checkBody(record, place, body, report)
  }

  /// Checks a record whose place is known.
  mutating func checkBody(
    _ record: CaptureRecord, _ place: Place, _ body: Span<UInt8>, _ report: Report?
  ) -> CaptureReader.Answer {
    if case .undecodable(let reason) = record.bodyState {
      totals.notePayload(place.key)
      note(
        .bodyUndecodable, place, record, body, message: "the body cannot be decoded: \(reason)",
        report)
      return .goOn
    }
    if case .cutOff = record.bodyState {
      totals.cutOffCount += 1
      return .goOn
    }
    if body.isBlank {
      checkEmpty(record, place, body, report)
      return .goOn
    }
    let outcome = outcome(of: record, body, place)
    if case .clean = outcome {
      noteScreened(place.key)
      return .goOn
    }
    do {
      try document.reparse(body, options: parsingOptions)
    } catch {
      if record.isBareLine { return .notJSON(error) }
      noteNotJSON(error, place, record, body, report)
      return .goOn
    }
    if judge(record, place, body, report), outcome == .new {
      tallies[place.key.contract]?.learn(body, of: place.key.number)
    }
    return .goOn
  }

  /// Checks the parameters, headers and form of a record whose body no line reads.
  mutating func checkWithoutBody(_ record: CaptureRecord, _ place: Place, _ report: Report?) {
    let (nothing, text) = (Array("{}".utf8)[...], ArraySlice<UInt8>())
    guard (try? document.reparse(nothing.span)) != nil else { return }
    _ = judge(record, place, text.span, report)
  }

  private var parsingOptions: JSONParsingOptions {
    var options = JSONParsingOptions.strict
    options.maximumDepth = self.options.maximumDepth
    return options
  }

  func hasNoBody(_ place: Place) -> Bool { planned(place.key)?.hasNoBody ?? false }

  private func planned(_ key: EndpointKey) -> PlanTarget? {
    places[key.contract][key.number].planned
  }

  // MARK: - Judging

  /// - Returns: Whether the payload has no violations.
  private mutating func judge(
    _ record: CaptureRecord, _ place: Place, _ body: Span<UInt8>, _ report: Report?
  ) -> Bool {
    guard let target = planned(place.key) else { return false }
    guard !target.hasNoBody else {
      noteUnexpected(place, record, body, report)
      return false
    }
    let contract = place.key.contract
    makeTally(ofContract: contract)
    let isUsed = usesExchange[contract] && record.kind == .exchange
    let exchange = isUsed ? exchange(of: record, place) : nil
    options.onPayload?(
      .init(contract: contract, target: self[place.key].target),
      body.withUnsafeBufferPointer { Array($0) }, exchange)
    guard
      let problems = tallies[contract]?.add(
        document, as: target, of: place.key.number, exchange: exchange)
    else { return false }
    totals.notePayload(place.key, isEmpty: document.root.isEmptyContainer)
    let order = RecordOrder(record, in: item)
    noteConstants(problems, order, contract, record, body)
    guard !problems.isEmpty else { return true }
    // All problems belong to one endpoint.
    var (seen, seenPlaces) = ([FindingKey: Int](), [FindingKey: Int]())
    var shown: [ShownProblem] = []
    var isRefused = false
    var rules: Set<RuleID> = []
    for (index, key) in problems.keys(at: place.key).enumerated() {
      let severity = options.severity(key.rule, Severity(problems.severity(at: index)))
      guard severity != .off, !isUnknown(key, in: record) else { continue }
      if severity == .error { isRefused = true }
      let number = seen.count(key)
      let isFirstAtPlace = key.place.map { seenPlaces.count($0) == 0 } ?? true
      if number == 0, rules.insert(key.rule).inserted { totals.note(key.rule, of: place.key) }
      let isOneOfFirst = totals.note(
        key, severity, value: problems.value(at: index), isFirst: (number == 0, isFirstAtPlace),
        at: order.violation(index), options.exampleCount)
      // Earlier problems of the payload also precede it in the capture's order.
      let keeps = isOneOfFirst && (options.exampleCount == 0 || number < options.exampleCount)
      if keeps || report != nil { shown.append((index, key, severity, keeps)) }
    }
    if isRefused { totals.noteRefusal(place.key) }
    show(shown, of: problems, order, record, place, body, report)
    return false
  }

  /// Counts an event that is not parsed, if the screen finds it clean.
  private mutating func checkUnparsed(
    _ record: CaptureRecord, _ body: Span<UInt8>
  ) -> CaptureReader.Answer {
    let name = record.event ?? ""
    if eventKeys[name] == nil {
      guard case .match(let candidate, _) = matcher.outcome(of: .init(event: name)) else {
        return .unknown
      }
      eventKeys[name] = key(of: candidate)
    }
    guard let key = eventKeys[name] else { return .unknown }
    let outcome = screen(body, key)
    guard outcome == .clean else {
      screened = (record.place, key, outcome)
      return .unknown
    }
    totals.recordCount += 1
    totals.byteCount += body.count
    totals.noteStatus(0, of: key)
    noteScreened(key)
    return .goOn
  }

  /// Notes a payload that the screen found clean.
  private mutating func noteScreened(_ key: EndpointKey) {
    screenedCount += 1
    totals.notePayload(key)
  }

  mutating func makeTally(ofContract number: Int) {
    // A comparison with `nil` would copy the tally.
    if case .none = tallies[number] { tallies[number] = MappingTally(mappers[number]) }
  }

  /// Screens a payload, unless its line was screened already.
  private mutating func outcome(
    of record: CaptureRecord, _ body: Span<UInt8>, _ place: Place
  ) -> RecordScreen.Outcome {
    defer { screened = nil }
    if let screened, screened.line == record.place, screened.key == place.key {
      return screened.outcome
    }
    return screen(body, place.key)
  }

  /// Screens a payload, and counts its objects if it is clean.
  private mutating func screen(_ body: Span<UInt8>, _ key: EndpointKey) -> RecordScreen.Outcome {
    guard let kernel = options.screen, let target = planned(key) else { return .unknown }
    makeTally(ofContract: key.contract)
    return tallies[key.contract]?.screen(
      body, as: target, of: key.number, maximumDepth: options.maximumDepth, kernel) ?? .unknown
  }

  /// Whether the missing key is a request header, and the capture has no headers of the request.
  private func isUnknown(_ key: FindingKey, in record: CaptureRecord) -> Bool {
    guard record.isRequest, record.requestHeaders.isEmpty, key.rule == .missingKey else {
      return false
    }
    return mappers[key.endpoint.contract].line(of: key)?.source.base == .requestHeader
  }

  private typealias ShownProblem = (index: Int, key: FindingKey, severity: Severity, isKept: Bool)

  /// The maximum number of violations whose messages are made at a time, which bounds the memory
  /// for a payload with very many violations.
  private static let mostWorded = 4_096

  /// Makes the messages of some of a payload's problems, and keeps or reports them.
  private mutating func show(
    _ shown: [ShownProblem], of problems: PayloadProblems, _ order: RecordOrder,
    _ record: CaptureRecord, _ place: Place, _ body: Span<UInt8>, _ report: Report?
  ) {
    guard !shown.isEmpty else { return }
    var positions = TextPositions(in: body)
    let hidden = mappers[place.key.contract].sensitiveRanges(
      of: document, as: self[place.key].target)
    if hidden.isEmpty {
      show(shown, of: problems, order, record, body, &positions, report)
    } else {
      var text = body.withUnsafeBufferPointer { ContiguousArray($0) }
      for offset in hidden.joined() where text[offset] >= 0x20 { text[offset] = UInt8(ascii: "*") }
      show(shown, of: problems, order, record, text.span, &positions, report)
    }
    stepCount += positions.stepCount
  }

  /// - Parameter body: The body with sensitive values hidden.
  private mutating func show(
    _ shown: [ShownProblem], of problems: PayloadProblems, _ order: RecordOrder,
    _ record: CaptureRecord, _ body: Span<UInt8>, _ positions: inout TextPositions,
    _ report: Report?
  ) {
    let summary = record.namedSummary
    var rest = shown[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.mostWorded)
      rest = rest.dropFirst(part.count)
      for (item, violation) in zip(part, problems.violations(at: part.map(\.index))) {
        let found = CheckViolation(
          violation, severity: item.severity, in: record, named: summary,
          at: order.violation(item.index), of: item.key, body, &positions)
        if item.isKept { totals.violations.keep(found, of: item.key, options.exampleCount) }
        report?(found)
      }
    }
  }

  private mutating func noteConstants(
    _ problems: PayloadProblems, _ order: RecordOrder, _ contract: Int, _ record: CaptureRecord,
    _ body: Span<UInt8>
  ) {
    guard let mentions = tallies[contract]?.takeConstants(), !mentions.isEmpty else { return }
    var positions: TextPositions?
    for (number, constant) in mentions.enumerated() {
      let order = order.violation(number)
      constants[contract].note(constant, at: order) {
        var found = positions ?? TextPositions(in: body)
        defer { positions = found }
        return ConstantValues.Mention(
          count: 1, order: order, line: constant.line,
          place: ViolationPlace(problems.offset(of: constant), in: record, &found))
      }
    }
    stepCount += positions?.stepCount ?? 0
  }
}

extension CaptureRecord {
  func exchange(_ place: CaptureCheck.Place) -> MappingExchange {
    exchange(place.parameters, query: place.query, form: place.form)
  }

  /// Returns the exchange of the payload.
  ///
  /// - Parameters:
  ///   - parameters: The path parameters.
  ///   - query: By default the query of the URL.
  package func exchange(
    _ parameters: [MemberName: String], query: NamedTexts? = nil, form: NamedTexts? = nil
  ) -> MappingExchange {
    let query = query ?? url.map { RequestURL.query(of: $0) } ?? [:]
    return MappingExchange(
      request: MappingRequest(
        pathParameters: parameters, query: query, headers: NamedTexts(requestHeaders), form: form),
      response: MappingResponse(headers: NamedTexts(responseHeaders)))
  }
}

extension [FindingKey: Int] {
  /// Counts a problem of a group.
  ///
  /// - Returns: The count before.
  fileprivate mutating func count(_ key: FindingKey) -> Int {
    self[key, default: 0] += 1
    return self[key, default: 1] - 1
  }
}

extension NamedTexts {
  fileprivate init(_ fields: [HeaderField]) {
    self.init(fields.map { Entry(name: MemberName($0.name), text: $0.value) })
  }
}

package import ContractModel
import Foundation
package import JSONParsing

/// Maps many payloads with one contract, and keeps only counts and identities: the needs of a check
/// of a capture.
///
/// Merging the tallies of two halves of a capture gives the tally of the whole.
package struct MappingTally: Sendable {
  package let mapper: Mapper
  /// The run, which is kept from one payload to the next with its memory and its counts.
  private var run: MappingRun<TallySink, ObjectCounter>
  var sink: TallySink {
    get { run.sink }
    _modify { yield &run.sink }
  }
  /// The results of lines, by endpoint number. Those of the current endpoint are in the sink; an
  /// endpoint without payloads has none.
  private var lineCounts: [[EventCounts]] = []
  /// The current endpoint, or −1.
  private var endpoint = -1
  /// The identities, by the plan's types.
  var identities: [IdentitySet]
  var mentions: [TypeMentions]
  var screens = EndpointScreens()
  /// The values of the last payload that must not change.
  private var constants: [ConstantMention] = []

  /// Returns, and removes, the values of the last payload that must not change. The function is
  /// mutating, because a tally that is read in an array of optionals is copied first.
  package mutating func takeConstants() -> [ConstantMention] {
    guard !constants.isEmpty else { return [] }
    defer { constants = [] }
    return constants
  }

  package init(_ mapper: Mapper) {
    self.mapper = mapper
    run = MappingRun(
      mapper.plan, .empty, mapper.reader, exchange: nil,
      TallySink(lines: 0, cases: mapper.plan.tables.cases.count), ObjectCounter())
    identities = Array(repeating: IdentitySet(), count: mapper.plan.tables.types.count)
    mentions = Array(repeating: TypeMentions(), count: mapper.plan.tables.types.count)
  }

  package struct TypeMentions: Hashable, Codable, Sendable {
    package var count = 0
    /// The mentions without an identity.
    package var anonymous = 0
  }

  // MARK: - Payloads

  /// Maps a payload; returns its problems, in the order in which they were found. Counts are kept
  /// separately by endpoint number.
  package mutating func add(
    _ document: JSONDocument, as target: PlanTarget, of endpoint: Int = 0,
    exchange: MappingExchange? = nil
  ) -> PayloadProblems {
    take(up: endpoint)
    run.begin(document, exchange: ExchangeDocument(exchange, for: mapper.plan))
    run.sink.beginPayload()
    _ = DeepStack.run(for: document) { run.run(target) }
    noteObjects()
    constants = run.mentions.constants
    let problems = PayloadProblems(
      run.sink.problems, causes: run.causes, mapper.plan, document, run.representations ?? [])
    run.destination.removeAll()
    run.end()
    return problems
  }

  /// Moves the counts of an endpoint into the sink, after moving those of the previous one back.
  private mutating func take(up number: Int) {
    guard number != endpoint else { return }
    layDown()
    makeRoom(for: number)
    swap(&run.sink.lines, &lineCounts[number])
    endpoint = number
  }

  private mutating func layDown() {
    if endpoint >= 0 { swap(&run.sink.lines, &lineCounts[endpoint]) }
    endpoint = -1
  }

  private mutating func makeRoom(for number: Int) {
    while lineCounts.count <= number { lineCounts.append([]) }
    guard lineCounts[number].isEmpty else { return }
    lineCounts[number] = Array(repeating: EventCounts(), count: mapper.plan.tables.lines.count)
  }

  private mutating func noteObjects() {
    for type in mentions.indices {
      let created = run.destination.created[type]
      mentions[type].count += created + run.destination.reused[type]
      mentions[type].anonymous += created
    }
    for record in 0..<run.destination.identities.count {
      let object = run.destination.identities[record].object
      let type = Int(run.destination.type(of: object))
      mentions[type].anonymous -= 1
      identities[type].insert(fingerprint(of: run.destination.identities.identity(of: record)))
    }
  }

  // MARK: - Totals

  /// The objects of a type, over all payloads.
  package struct TypeTotals: Hashable, Sendable {
    package var name: MemberName
    package var mentions: Int
    /// The objects with different identities, and those without an identity, which all count as
    /// different.
    package var distinct: Int
    /// Whether there may be more objects: at most a million identities are distinguished.
    package var isAtLeast: Bool
    package var repeated: Int { mentions - distinct }
  }

  /// The totals of types, in the order of the contract.
  package var types: [TypeTotals] {
    mapper.plan.tables.types.indices.filter { mentions[$0].count > 0 }.map { type in
      TypeTotals(
        name: mapper.plan.tables.types[type], mentions: mentions[type].count,
        distinct: identities[type].count + mentions[type].anonymous,
        isAtLeast: identities[type].isFull)
    }
  }

  /// The results over all payloads of each line that ran or could have run.
  package var lines: [LineTotals] {
    let (plan, counts) = (mapper.plan, allCounts)
    var lines: [LineTotals] = []
    lines.reserveCapacity(counts.count)
    for mapping in plan.tables.mappings {
      let name = plan.name(of: mapping)
      for number in plan.tables.lines(of: mapping) {
        lines.append(
          LineTotals(
            number: number, mapping: name, line: plan.tables.sourceLines[number],
            counts: counts[Int(number)]))
      }
    }
    return lines
  }

  /// Whether the key path of any line was found.
  package var hasSeenKeys: Bool {
    let lines = mapper.plan.tables.mappings.flatMap { mapper.plan.tables.lines(of: $0) }
    return countsByEndpoint.contains { _, counts in
      lines.contains { counts[Int($0)].present > 0 }
    }
  }

  /// The results by the plan's lines, over all endpoints.
  private var allCounts: [EventCounts] {
    var sums = Array(repeating: EventCounts(), count: mapper.plan.tables.lines.count)
    for (_, counts) in countsByEndpoint {
      for index in counts.indices { sums[index].merge(counts[index]) }
    }
    return sums
  }

  /// The results by the plan's lines, for each endpoint with payloads.
  var countsByEndpoint: [(endpoint: Int, counts: [EventCounts])] {
    lineCounts.indices.map { ($0, $0 == endpoint ? sink.lines : lineCounts[$0]) }
      .filter { !$0.counts.isEmpty }
  }

  /// Returns the results of a group's line in the payloads of one endpoint; `nil`, if the group has
  /// no line.
  package func counts(of key: FindingKey, at endpoint: Int) -> EventCounts? {
    guard let line = key.line else { return nil }
    guard lineCounts.indices.contains(endpoint) else { return EventCounts() }
    let counts = endpoint == self.endpoint ? sink.lines : lineCounts[endpoint]
    return counts.isEmpty ? EventCounts() : counts[Int(line)]
  }

  /// Adds results of lines of an endpoint.
  mutating func add(_ counts: [EventCounts], of endpoint: Int) {
    layDown()
    makeRoom(for: endpoint)
    for index in counts.indices { lineCounts[endpoint][index].merge(counts[index]) }
  }

  package struct LineTotals: Sendable {
    /// The line's number in the plan.
    package var number: Int32
    /// The name of the mapping; `nil` for the lines of an endpoint.
    package var mapping: MemberName?
    package var line: PropertyLine
    package var counts: EventCounts
  }

  /// The violations of lines that are present less often, or null more often, than permitted.
  package var rateViolations: [(line: Int32, mapping: MemberName?, violation: Violation)] {
    let hasRates = mapper.plan.tables.sourceLines.contains {
      $0.options.presence != nil || $0.options.nullRate != nil
    }
    guard hasRates else { return [] }
    return lines.flatMap { totals in
      var found: [Violation] = []
      let counts = totals.counts
      if let presence = totals.line.options.presence, counts.total > 0,
        presence.isMore(than: counts.present, of: counts.total)
      {
        found.append(
          totals.violation(
            .presenceBelow,
            "there in \(counts.present) of \(counts.total), expected \(presence) at least"))
      }
      if let nullRate = totals.line.options.nullRate, counts.present > 0,
        nullRate.isLess(than: counts.null, of: counts.present)
      {
        found.append(
          totals.violation(
            .nullRateAbove,
            "null in \(counts.null) of \(counts.present), expected \(nullRate) at most"))
      }
      return found.map { (totals.number, totals.mapping, $0) }
    }
  }

  /// The key paths of unread keys, with their mappings, the most frequent first. Keys that are data
  /// are joined into one.
  package var unmappedKeys: [(mapping: MemberName?, keyPath: MemberName, count: Int)] {
    var places: [UnmappedKeys.Key: Int] = [:]
    var keys: [UnmappedKeys.Key] = []
    for key in sink.unmapped.keys {
      let name = KeyName.isData(key.name.text) ? MemberName(KeyName.placeholder) : key.name
      let identity = UnmappedKeys.Key(place: key.place, name: name, count: 0)
      if let number = places[identity] {
        keys[number].count += key.count
      } else {
        places[identity] = keys.count
        keys.append(UnmappedKeys.Key(place: key.place, name: name, count: key.count))
      }
    }
    return keys.sorted(by: UnmappedKeys.Key.precedes).map { key in
      let mapping = mapper.plan.tables.mappings[mapper.plan.tables.places[key.place].mapping]
      return (
        mapper.plan.name(of: mapping), mapper.plan.keyPath(of: key.name, at: key.place), key.count
      )
    }
  }

  /// The number of members with other unread keys.
  package var otherUnmappedCount: Int { sink.unmapped.otherCount }

  /// The cases that were never chosen, of mappings that chose at least one case.
  package var unseenCases: [(mapping: MemberName?, item: MappingCase)] {
    let chosen = Set(cases.filter { $0.count > 0 }.map(\.mapping))
    return cases.filter { $0.count == 0 && chosen.contains($0.mapping) }
      .map { ($0.mapping, $0.item) }
  }

  /// A case of a mapping, and how often it was chosen.
  package struct CaseTotals: Sendable {
    /// The mapping's number in the plan.
    package var number: Int32
    package var mapping: MemberName?
    package var item: MappingCase
    package var count: Int
  }

  /// All cases, including those that mappings inherit.
  package var cases: [CaseTotals] {
    mapper.plan.tables.mappings.enumerated().flatMap { number, mapping in
      mapping.cases.indices.map { index in
        CaseTotals(
          number: Int32(number), mapping: mapper.plan.name(of: mapping),
          item: mapper.plan.tables.sourceCases[index], count: sink.cases[index])
      }
    }
  }

  /// Adds the counts of another tally of the same mapper.
  package mutating func merge(_ other: MappingTally) {
    let other = other.settled
    sink.merge(other.sink)
    for (endpoint, counts) in other.countsByEndpoint { add(counts, of: endpoint) }
    for type in identities.indices {
      identities[type].merge(other.identities[type])
      mentions[type].count += other.mentions[type].count
      mentions[type].anonymous += other.mentions[type].anonymous
    }
  }
}

extension MappingTally.LineTotals {
  fileprivate func violation(_ rule: RuleID, _ message: String) -> Violation {
    Violation(
      ofCapture: rule, message: "the key \(quoted(line.source.description)) is \(message)",
      line: line)
  }
}

extension Percentage {
  /// Returns whether a percentage is larger than a ratio of counts, calculated exactly.
  fileprivate func isMore(than part: Int, of whole: Int) -> Bool {
    guard let share = Decimal(string: number.text) else { return false }
    return Decimal(part) * 100 < share * Decimal(whole)
  }

  fileprivate func isLess(than part: Int, of whole: Int) -> Bool {
    guard let share = Decimal(string: number.text) else { return false }
    return Decimal(part) * 100 > share * Decimal(whole)
  }
}

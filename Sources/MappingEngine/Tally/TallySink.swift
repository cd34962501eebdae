import ContractModel
import JSONParsing

/// Counts what happens over payloads, and keeps the problems of the last.
struct TallySink: MappingSink {
  static var wantsNotices: Bool { true }
  static var wantsDrift: Bool { true }
  var isSated: Bool { false }

  /// By the plan's rules, of the endpoint whose payloads come; its tally lends them.
  var lines: [EventCounts]
  /// How often each of the plan's cases was chosen.
  private(set) var cases: [Int]
  private(set) var unmapped = UnmappedKeys()
  private(set) var problems: [RawEvent] = []

  init(_ plan: MappingPlan) {
    self.init(lines: plan.tables.lines.count, cases: plan.tables.cases.count)
  }

  init(lines: Int, cases: Int) {
    self.lines = Array(repeating: EventCounts(), count: lines)
    self.cases = Array(repeating: 0, count: cases)
  }

  /// Forgets the problems of the payload before.
  mutating func beginPayload() { problems.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem != nil { problems.append(event) }
    guard event.line >= 0, !event.isElement else { return }
    lines[Int(event.line)].note(event)
  }

  mutating func beginTrial() -> Int { problems.count }

  /// The finds of lines stay: what a bad element has came, too.
  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    if takesBack { problems.removeLast(problems.count - mark) }
  }

  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument) {
    unmapped.note(name, at: place, in: document)
  }

  /// Notes members that a screen has counted.
  mutating func noteUnmapped(_ name: [UInt8], _ place: Int32, count: Int) {
    unmapped.note(name, place, count: count)
  }

  mutating func noteCase(_ index: Int) { noteCase(index, count: 1) }

  mutating func noteCase(_ index: Int, count: Int) { cases[index] += count }

  mutating func add(_ contents: MappingTally.Contents) {
    for index in cases.indices { cases[index] += contents.cases[index] }
    for key in contents.unmapped {
      unmapped.note(Array(key.name.text.utf8), key.place, count: key.count)
    }
    unmapped.noteOthers(contents.otherUnmappedCount)
  }

  mutating func merge(_ other: TallySink) {
    for index in cases.indices { cases[index] += other.cases[index] }
    unmapped.merge(other.unmapped)
  }
}

/// How often a rule found what.
package struct EventCounts: Hashable, Sendable {
  /// A value that fits.
  package var mapped = 0
  /// Nothing.
  package var missing = 0
  /// A null, allowed or not.
  package var null = 0
  /// A value that does not fit.
  package var failed = 0
  /// Nothing, for something else stands in the way.
  package var blocked = 0

  package init(
    mapped: Int = 0, missing: Int = 0, null: Int = 0, failed: Int = 0, blocked: Int = 0
  ) {
    (self.mapped, self.missing, self.null, self.failed) = (mapped, missing, null, failed)
    self.blocked = blocked
  }

  /// How often the rule ran.
  package var total: Int { mapped + missing + null + failed + blocked }
  /// How often its key path was there.
  package var present: Int { mapped + null + failed }

  @inline(__always)
  fileprivate mutating func note(_ event: RawEvent) {
    if event.isAbsent {
      missing += 1
      return
    }
    switch event.name {
    case .set, .unchanged: mapped += 1
    case .missing: missing += 1
    case .setNull, .setDefault:
      if event.missingStep >= 0 { missing += 1 } else { null += 1 }
    case .nullKept, .nullRejected: null += 1
    // The keys of a skipped or unchanged object are present anyway.
    case .skippedUnmodified, .declined:
      if event.missingStep >= 0 {
        missing += 1
      } else if event.isNull {
        null += 1
      } else {
        mapped += 1
      }
    case .coercionFailed, .validationFailed: failed += 1
    case .blocked: blocked += 1
    default: break
    }
  }

  package mutating func merge(_ other: EventCounts) {
    mapped += other.mapped
    missing += other.missing
    null += other.null
    failed += other.failed
    blocked += other.blocked
  }
}

/// Counts are encoded as a list, for there are some of each line and endpoint.
extension EventCounts: Codable {
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    mapped = try list.decode(Int.self)
    missing = try list.decode(Int.self)
    null = try list.decode(Int.self)
    failed = try list.decode(Int.self)
    blocked = try list.decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try [mapped, missing, null, failed, blocked].encode(to: encoder)
  }
}

import ContractModel
import JSONParsing

/// A sink that counts events over all payloads, and keeps the problems of the last one.
struct TallySink: MappingSink {
  static var wantsNotices: Bool { true }
  static var wantsDrift: Bool { true }
  var isSated: Bool { false }

  /// The counts by the plan's lines, for the current endpoint; the tally lends them to the sink.
  var lines: [EventCounts]
  /// How often each case of the plan was chosen.
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

  mutating func beginPayload() { problems.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func record(_ event: RawEvent, _ value: NoValue?, old: NoValue?) {
    if event.problem != nil { problems.append(event) }
    guard event.line >= 0, !event.isElement else { return }
    lines[Int(event.line)].note(event)
  }

  mutating func beginTrial() -> Int { problems.count }

  /// The results of lines are kept: values in a bad element were received, too.
  mutating func endTrial(_ mark: Int, takesBack: Bool) {
    if takesBack { problems.removeLast(problems.count - mark) }
  }

  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument) {
    unmapped.note(name, at: place, in: document)
  }

  /// Adds unmapped members that a screen has counted.
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

/// The counts of a line's results.
package struct EventCounts: Hashable, Sendable {
  /// A valid value.
  package var mapped = 0
  package var missing = 0
  /// A null, permitted or not.
  package var null = 0
  /// An invalid value.
  package var failed = 0
  /// No value, because another value blocks the key path.
  package var blocked = 0

  package init() {}

  /// The number of times that the line ran.
  package var total: Int { mapped + missing + null + failed + blocked }
  /// The number of times that its key path was found.
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
    // The keys of a skipped or unchanged object are present, too.
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

/// Counts are encoded as a list, because there is one for each line and endpoint.
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

import ContractModel

// Parts of what a run knows while it lasts.

/// A value that mapping starts with, and what came of it.
struct MappingRoot {
  var node = 0
  /// How many objects came of it.
  var mappedCount = 0
  /// The number of objects in which no line found anything.
  var unmappedCount = 0

  /// Whether every element failed. Those that are left out on purpose do not count.
  var isNothingMapped: Bool { unmappedCount > 0 && mappedCount == 0 }
}

/// How deep a run has gone.
struct MappingDepth {
  /// How many objects and collections are inside of each other that are being mapped.
  var current = 0
  /// The depth at which it goes on on another stack.
  var nextStack: Int
  /// Whether it went too deep, and nothing more is mapped.
  var isOver = false

  /// Whether nothing more is followed down from here.
  var isDeepest: Bool { current >= DeepStack.deepest }
}

/// What a run has told so far, and what the events to come carry.
struct Recording {
  /// How many problems of severity error were reported.
  private(set) var errorCount = 0
  /// The first of them in the trial that goes on, one that binds mappers before others.
  private(set) var firstError: RawEvent?
  /// How many trials go on.
  private(set) var trialCount = 0
  /// A warning about the value that was read last, which its event carries.
  var warning: MappingProblem?
  /// The event of lines that fit while nothing is written: of an object that is not newer, or that
  /// is left out.
  var dry: MappingEventName?
  /// Whether what a line collects of every element is nothing at all.
  var collectsNothing = false

  @inline(__always)
  mutating func note(_ event: inout RawEvent) {
    if event.problem?.severity == .error { noteError(event) }
    if collectsNothing, !event.isElement { event.isAbsent = true }
  }

  private mutating func noteError(_ event: RawEvent) {
    errorCount += 1
    guard trialCount > 0, let rule = event.problem?.rule else { return }
    let isBetter =
      rule.traits.bindsMappers && firstError?.problem?.rule.traits.bindsMappers == false
    if firstError == nil || isBetter { firstError = event }
  }

  mutating func beginTrial() {
    trialCount += 1
    (firstError, warning) = (nil, nil)
  }

  /// - Parameter outer: What was reported before the trial.
  mutating func endTrial(_ outer: Recording, takesBack: Bool) {
    let told = self
    self = outer
    guard !takesBack else { return }
    (errorCount, warning) = (told.errorCount, told.warning)
    firstError = outer.firstError ?? told.firstError
  }

  mutating func takeWarning() -> MappingProblem? {
    defer { warning = nil }
    return warning
  }
}

/// The mappings of which objects are being made of one and the same representation.
struct Aggregates {
  private var node = -1
  private var mappings: [Int32] = []

  /// Whether another mapping can make an object of a representation, and does not do so for ever.
  func mayMake(_ mapping: Int32, of node: Int) -> Bool {
    mappings.count < 8 && (!mappings.contains(mapping) || self.node != node)
  }

  mutating func enter(_ mapping: Int32, _ node: Int) {
    if self.node != node { (mappings, self.node) = ([], node) }
    mappings.append(mapping)
  }
}

/// The values of objects that the payload mentions more than once.
struct Mentions {
  /// For each line of an object's variant the node that was read last, or −1.
  var nodes: [Int32] = []
  /// The values that may not change, for a comparison with other payloads.
  var constants: [ConstantMention] = []
  /// What was noted otherwise before the trials that go on, in the order of the changes.
  var changes: [Change] = []

  /// A change that can be taken back.
  enum Change {
    case node(at: Int, was: Int32)
    case record(at: Int, was: IdentityTable.Record)
  }

  /// Forgets the values of a payload; the memory is kept.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
  }
}

/// A value that may not change, as a payload mentions it.
package struct ConstantMention: Sendable {
  /// The line, by its number in the plan.
  package var line: Int32
  /// A fingerprint of the object and its property.
  package var property: UInt64
  /// A fingerprint of the value.
  package var value: UInt64
  var node: Int32
}

/// The unread members, and the readers of objects.
struct MemberReading {
  /// Whether unread members are wanted.
  let isWanted: Bool
  /// Whether a representation is looked at once more, so that nothing is reported again.
  var isSilent = false
  /// The members that the scans of the objects being mapped did not find, with their places; those of
  /// the innermost object last.
  var unread: [(name: Int32, place: Int32)] = []
  /// The policy of the object's mapping for unread members.
  var policy = MappingSettings.UnknownKeyPolicy.ignore
  /// The members that were reported as another spelling of a key.
  var reportedSpellings: Set<Int32> = []
  /// Who else looks into objects, by their nodes.
  private var readers: [Int32: [PlaceReader]] = [:]

  init(isWanted: Bool) { self.isWanted = isWanted }

  /// Notes a member that a scan did not find.
  @inline(__always)
  mutating func noteUnread(_ name: Int, at place: Int32) {
    if isWanted, !isSilent { unread.append((Int32(truncatingIfNeeded: name), place)) }
  }

  /// Forgets the members of a payload; the memory is kept.
  mutating func removeAll() {
    unread.removeAll(keepingCapacity: true)
    if !reportedSpellings.isEmpty { reportedSpellings.removeAll(keepingCapacity: true) }
    if !readers.isEmpty { readers.removeAll(keepingCapacity: true) }
  }

  /// The other readers of an object; `nil`, if there are none.
  func readers(of node: Int) -> [PlaceReader]? {
    readers.isEmpty ? nil : readers[Int32(truncatingIfNeeded: node)]
  }

  /// Notes who looks into an object.
  mutating func add(_ new: [PlaceReader], at node: Int) {
    let known = readers(of: node) ?? []
    readers[Int32(truncatingIfNeeded: node)] = known + new.filter { !known.contains($0) }
  }
}

import ContractModel

// Parts of the state of a run.

/// A value at which mapping starts, and the objects that were made of it.
struct MappingRoot {
  var node = 0
  var mappedCount = 0
  /// The number of objects in which no line found anything.
  var unmappedCount = 0

  /// Whether every element failed. Elements that are left out on purpose do not count.
  var isNothingMapped: Bool { unmappedCount > 0 && mappedCount == 0 }
}

struct MappingDepth {
  /// The number of nested objects and collections that are being mapped.
  var current = 0
  /// The depth at which the run continues on another stack.
  var nextStack: Int
  /// Whether the run went too deep and maps nothing more.
  var isOver = false

  var isDeepest: Bool { current >= DeepStack.deepest }
}

/// What a run has reported so far, and settings for the next events.
struct Recording {
  /// The number of problems of severity error that were reported.
  private(set) var errorCount = 0
  /// The first error of the current trial; an error that binds mappers replaces one that does not.
  private(set) var firstError: RawEvent?
  private(set) var trialCount = 0
  /// A warning about the value that was read last, which that value's event will carry.
  var warning: MappingProblem?
  /// The event of valid lines in a dry run, or `nil`. A dry run writes nothing, because the object
  /// is left out or is not newer than the stored one.
  var dry: MappingEventName?
  /// Whether a line that collects values of every element found none.
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

  /// - Parameter outer: The state before the trial.
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

/// The mappings that are making objects of one representation.
struct Aggregates {
  private var node = -1
  private var mappings: [Int32] = []

  /// Returns whether another mapping may make an object of a node, without endless recursion.
  func mayMake(_ mapping: Int32, of node: Int) -> Bool {
    mappings.count < 8 && (!mappings.contains(mapping) || self.node != node)
  }

  mutating func enter(_ mapping: Int32, _ node: Int) {
    if self.node != node { (mappings, self.node) = ([], node) }
    mappings.append(mapping)
  }
}

/// The values of objects that a payload mentions more than once.
struct Mentions {
  /// For each line of an object's variant, the node that was read last, or −1.
  var nodes: [Int32] = []
  /// The values that must not change, for comparison with other payloads.
  var constants: [ConstantMention] = []
  /// The state before the changes of the trials in progress, in the order of the changes.
  var changes: [Change] = []

  enum Change {
    case node(at: Int, was: Int32)
    case record(at: Int, was: IdentityTable.Record)
  }

  /// Removes the values of a payload and keeps the memory.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
  }
}

/// A value that must not change, at one mention in a payload.
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
  /// Whether the sink wants unread members.
  let isWanted: Bool
  /// Whether a representation is read again; then its unread members are not noted a second time.
  var isSilent = false
  /// The members that the scans of the objects being mapped did not find, with their places; those
  /// of the innermost object last.
  var unread: [(name: Int32, place: Int32)] = []
  /// The policy of the object's mapping for unread members.
  var policy = MappingSettings.UnknownKeyPolicy.ignore
  /// The members that were already reported as another spelling of a key.
  var reportedSpellings: Set<Int32> = []
  /// The other readers of objects, by node.
  private var readers: [Int32: [PlaceReader]] = [:]

  init(isWanted: Bool) { self.isWanted = isWanted }

  /// Notes a member that a scan did not find.
  @inline(__always)
  mutating func noteUnread(_ name: Int, at place: Int32) {
    if isWanted, !isSilent { unread.append((Int32(truncatingIfNeeded: name), place)) }
  }

  /// Removes the members of a payload and keeps the memory.
  mutating func removeAll() {
    unread.removeAll(keepingCapacity: true)
    if !reportedSpellings.isEmpty { reportedSpellings.removeAll(keepingCapacity: true) }
    if !readers.isEmpty { readers.removeAll(keepingCapacity: true) }
  }

  func readers(of node: Int) -> [PlaceReader]? {
    readers.isEmpty ? nil : readers[Int32(truncatingIfNeeded: node)]
  }

  mutating func add(_ new: [PlaceReader], at node: Int) {
    let known = readers(of: node) ?? []
    readers[Int32(truncatingIfNeeded: node)] = known + new.filter { !known.contains($0) }
  }
}

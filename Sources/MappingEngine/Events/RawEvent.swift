import ContractModel

/// An event in numbers, as a sink receives it.
struct RawEvent: Sendable {
  var name: MappingEventName
  /// The line, or −1 for an event of an object or of the payload.
  var line: Int32
  /// The connection, or −1.
  var connection: Int32 = -1
  /// The value that the event is about; for a missing value, the object or array that lacks it.
  var node: Int32
  /// For a missing value, the first step of the line's key path that was not found; otherwise −1.
  var missingStep: Int32 = -1
  /// The mapping of the object that the event is about, if no line determines it; otherwise −1.
  var mapping: Int32
  var object: ObjectID?
  /// Whether the event is about an element of the line's value, not about the whole value.
  var isElement = false
  /// Whether the value is not in the payload: it comes from the request, or is a position.
  var isElsewhere = false
  /// Whether the value is a null on the key path of a line that may be absent (§ 7).
  var isNullOnTheWay = false
  /// Whether this is an event of a dry run in which the line would have set null.
  var isNull = false
  /// Whether a line that collects a value of every element found none at all.
  var isAbsent = false
  var problem: MappingProblem?

  @inline(__always)
  init(
    _ name: MappingEventName, at node: Int, _ object: ObjectID?, line: Int32 = -1,
    mapping: Int32 = -1, problem: MappingProblem? = nil
  ) {
    (self.name, self.line, self.mapping) = (name, line, mapping)
    self.node = Int32(truncatingIfNeeded: node)
    (self.object, self.problem) = (object, problem)
  }
}

/// A way in which a value breaks the contract, in numbers.
struct MappingProblem: Sendable {
  var rule: RuleID
  var severity: ContractError.Severity
  /// The violated value type, or −1.
  var value: Int32
  /// The violated constraint, or −1.
  var constraint: Int32
  /// The number of elements or characters, if that is the problem; otherwise −1.
  var count: Int32
  /// Another node that explains the problem, such as a near key or earlier mention; otherwise −1.
  var other: Int32
  /// The node of the problem, if it differs from the event's; otherwise −1.
  var node: Int32
  /// For an unread or duplicate key, its place in the plan; otherwise −1.
  var place: Int32
  /// For a bad element, the number of the event that would have rejected it; otherwise −1.
  var cause: Int32 = -1

  init(
    _ rule: RuleID, severity: ContractError.Severity = .error, value: Int32 = -1,
    constraint: Int = -1, count: Int = -1, other: Int = -1, node: Int = -1, place: Int32 = -1
  ) {
    (self.rule, self.severity, self.value, self.place) = (rule, severity, value, place)
    self.constraint = Int32(truncatingIfNeeded: constraint)
    self.count = Int32(truncatingIfNeeded: count)
    self.other = Int32(truncatingIfNeeded: other)
    self.node = Int32(truncatingIfNeeded: node)
  }

  /// The event that reports the problem, unless another is given.
  var event: MappingEventName {
    constraint >= 0 ? .validationFailed : rule.traits.events.first ?? .coercionFailed
  }
}

import ContractModel

/// An event in numbers, as a sink is told of it.
struct RawEvent: Sendable {
  var name: MappingEventName
  /// The line, or −1 for what happened to an object or to the payload.
  var line: Int32
  /// The connection, or −1.
  var connection: Int32 = -1
  /// The value it is about; of something missing, the object or array that does not have it.
  var node: Int32
  /// For a missing value, the step of the line's key path that was not found; else −1.
  var missingStep: Int32 = -1
  /// The mapping of the object that it is about, where no line says it; or −1.
  var mapping: Int32
  /// The object being mapped.
  var object: ObjectID?
  /// Whether it is about an element of the line's value, and not about the value.
  var isElement = false
  /// Whether the value is not in the payload: of the request, or a position.
  var isElsewhere = false
  /// Whether the value is a null on the way of a line that may be absent (§ 7).
  var isNullOnTheWay = false
  /// Whether the value is null that a line would have set, had it been let.
  var isNull = false
  /// Whether nothing was there that a line's key path leads to in every element.
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
  /// The value type that is broken, or −1.
  var value: Int32
  /// The constraint that is broken, or −1.
  var constraint: Int32
  /// How many elements or characters there are, where that is the problem; or −1.
  var count: Int32
  /// Another node that explains the problem: a near key, an earlier mention; or −1.
  var other: Int32
  /// Where the problem is, if that is not where the event is; or −1.
  var node: Int32
  /// For an unread or duplicate key, its place in the plan; else −1.
  var place: Int32
  /// For a bad element, the number of the event that would have rejected it; else −1.
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

  /// The event that tells of it, where nothing else is said.
  var event: MappingEventName {
    constraint >= 0 ? .validationFailed : rule.traits.events.first ?? .coercionFailed
  }
}

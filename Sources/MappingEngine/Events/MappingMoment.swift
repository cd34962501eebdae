import ContractModel
import JSONParsing

/// Something that happened while a payload was mapped, in numbers: what a sink is told.
struct MappingMoment: Sendable {
  var name: MappingEventName
  /// The rule, or −1 for what happened to an object or to the payload.
  var rule: Int32 = -1
  /// The connection, or −1.
  var connection: Int32 = -1
  /// The value it is about; of something missing, the object or array that does not have it.
  var node: Int32
  /// Of something missing, the step of the rule's key path that was not found; else −1.
  var missingStep: Int32 = -1
  /// The mapping of the object that it is about, where no rule says it; or −1.
  var mapping: Int32 = -1
  /// The object being mapped.
  var object: ObjectID?
  /// Whether it is about an element of the rule's value, and not about the value.
  var isElement = false
  /// Whether the value is not in the payload: of the request, or a position.
  var isElsewhere = false
  /// Whether the value is null that a rule would have set, had it been let.
  var isNull = false
  /// Whether nothing was there that a rule's key path leads to in every element.
  var isAbsent = false
  var problem: MappingProblem?
}

/// A way in which a value breaks the contract, in numbers.
struct MappingProblem: Sendable {
  var rule: RuleID
  var severity = ContractError.Severity.error
  /// The value rule that is broken, or −1.
  var value: Int32 = -1
  /// The constraint that is broken, or −1.
  var constraint: Int32 = -1
  /// How many elements or characters there are, where that is the problem; or −1.
  var count: Int32 = -1
  /// Another node that explains the problem: a near key, an earlier mention; or −1.
  var other: Int32 = -1
  /// Where the problem is, if that is not where the moment is; or −1.
  var node: Int32 = -1
  /// Of a key that no line reads, or that is there twice, the place in the plan that has it; or −1.
  var place: Int32 = -1
}

/// Decides what is kept of what happens.
///
/// The engine is generic over its sink and specialised for each, so what a sink does not keep costs
/// nothing.
protocol MappingSink {
  associatedtype Value
  /// Whether payload events (duplicate members, unpaired surrogates) are wanted.
  static var wantsNotices: Bool { get }
  /// Whether the keys that nobody maps are wanted, and the cases that were chosen.
  static var wantsDrift: Bool { get }
  /// Whether mapping can stop here, since nothing more would be kept.
  var isSated: Bool { get }
  mutating func record(_ moment: MappingMoment, _ value: Value?, old: Value?)
  /// Notes a member that no key path leads to, of what stands at a place of a mapping.
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument)
  /// Notes the case that a representation is mapped by.
  mutating func noteCase(_ index: Int)
  /// A place in what was recorded, to which `retract` refers.
  func mark() -> Int
  /// Takes back the object that was made at a mark: nothing came of it.
  mutating func retract(_ mark: Int)
}

extension MappingSink {
  static var wantsDrift: Bool { false }
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument) {}
  mutating func noteCase(_ index: Int) {}
}

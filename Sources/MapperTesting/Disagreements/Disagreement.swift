package import ContractModel
package import JSONParsing
import MappingEngine

/// A payload for which a mapper of the app does not do what the contract says.
package struct Disagreement: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The contract rejects the payload, and the mapper accepts it.
    case accepts
    /// The contract admits the payload, and the mapper rejects it.
    case refuses
    /// A property has another value.
    case differs
    /// The mapper rejects a payload because of a member that no line reads.
    case refusesMember
    /// The mapper reads a property from a member that no line reads.
    case readsMember
    /// An object is another variant: the mapper made another case than the contract's.
    case variant
    /// The app's type has no property of this name.
    case noProperty
    /// The app's store has more or fewer objects of a type.
    case count
    /// The mapper gives different results for one payload.
    case unstable
    /// A store has objects before anything is loaded into it.
    case startsFull
    /// A law that compares two payloads is broken; they are the last two.
    case breaks(Law)
  }

  package var kind: Kind
  /// The line of the contract that the disagreement is about; `nil` if no line covers it.
  package var line: PropertyLine?
  /// Whether the line only reads a value around the place.
  var isAroundIt = false
  /// Further lines that the disagreement is about.
  var otherLines: [PropertyLine] = []
  /// The place of the contract's statement, if it is not a line.
  package var origin = Origin.none
  /// The place: in the payload for a rejection, of the property for a value that differs.
  package var path = InstancePath()
  /// The verdicts of the contract and of the mapper on the payload, each a phrase that is safe to
  /// display: `rejects it: [0].file_url: expected String, found null`.
  package var contract: String
  package var mapper: String
  package var hint: String?
  /// The payloads mapped before, into the same store, then the disagreement's own payload.
  package var payloads: [[UInt8]] = []
  /// The endpoints of the payloads, if there are several; otherwise empty.
  package var endpoints: [String] = []
  /// The numbers of the payloads that are loaded at the same time as the ones before them.
  package var overlapping: [Int] = []
  /// How the last load fails, if the disagreement is about that.
  var failure: LoadFailure?
  /// Whether a store lost all its objects after a response that it rejects or a load that fails.
  var isEmptied = false
  /// The contract's object with the property, if it is known.
  var object: ObjectID?
  /// The mapping of the line; `nil` if there is none.
  package internal(set) var mapping: MemberName?
  var state = ValueState.value
  /// The kind of value that the mapper made; `nil` if it is not known.
  var outcome: Outcome?
  /// The mapper's whole answer to a payload that the contract rejects: complete, to compare, and
  /// short, to show; `nil` for objects in a store.
  var answer: (complete: String, short: String)?
  /// The line whose key the mapper probably reads by another name, if the mapper rejects a payload.
  var unreadLine: PropertyLine?
  /// The key by which a mapping tells its cases apart, if the mapper rejects a value of it.
  var switchKey: MemberName?
  /// Whether the mapper left some elements of a collection out and kept others.
  var keepsSome = false
  /// Whether a store cleared a value of an object because the payload does not have it.
  var wipes = false
  /// Whether the mapper makes another value each time.
  var isUnsteady = false
  /// Whether the mapper made the line's default value.
  var isDefault = false
  /// Whether the mapper made a case of an enumeration without associated values.
  var isBareCase = false
  /// The mapper's reason for rejecting the payload, the types of the values that differ, or which
  /// variant became which: `a Girl of a Boy`.
  var detail = ""
  /// The expected type of an object of another variant.
  var variantType: MemberName?
  /// The place of the fault in the last payload.
  package var place: InstancePath?
  /// The place of the value in the payload, if it is known.
  var source: InstancePath?
  /// The property of the object that the mapper made instead, and its place in the payload.
  var otherPath, otherSource: InstancePath?

  /// The lines that the disagreement is about.
  var lines: [PropertyLine] { [line].compactMap(\.self) + otherLines }
}

extension InstancePath {
  /// The path without the positions of elements.
  var template: [Step] {
    steps.filter { if case .member = $0 { true } else { false } }
  }
}

/// The state of the payload's value at a disagreement.
package enum ValueState: Hashable, Sendable {
  case absent, null, value
  /// An empty text that stands for null.
  case empty
  /// A value that breaks a rule.
  case broken(RuleID)

  var isNothing: Bool { [.absent, .null, .empty].contains(self) }
}

extension Disagreement {
  /// Whether the disagreement is about a law that compares two payloads, not about the contract.
  var breaksLaw: Bool { if case .breaks = kind { true } else { false } }

  var comparesMappers: Bool { kind == .breaks(.agreesWithAnotherMapper) }

  /// The identity as a text that does not change when other parts of the contract are edited.
  package var identityText: String {
    let what = line.map { "\"\($0.key)\": \"\($0.line)\"" } ?? "\(path)"
    return "\(kind) \(what)"
  }
}

/// The identity of a line of a contract: its place in the file, or else its source and property.
struct ContractLineKey: Hashable, Sendable {
  private let place: Origin.Place
  private var source: SourceKeyPath?
  private var property: PropertyPath?

  init(_ line: PropertyLine) {
    (place, source, property) = (line.origin.place, line.source, line.property)
  }

  init(at place: Origin.Place) { self.place = place }
}

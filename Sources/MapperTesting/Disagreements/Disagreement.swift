package import ContractModel
package import JSONParsing

/// A payload of which a mapper of the app does not make what the contract says.
package struct Disagreement: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The contract refuses the payload, and the mapper takes it.
    case accepts
    /// The contract admits the payload, and the mapper refuses it.
    case refuses
    /// A property has another value.
    case differs
    /// The mapper refuses a payload because of a member that no line reads.
    case refusesMember
    /// A property is read of a member that no line reads.
    case readsMember
    /// An object is another variant: a case of the contract by the name of another one.
    case variant
    /// The app's type has no property of the name.
    case noProperty
    /// The store of the app has more objects of a type, or fewer.
    case count
    /// The mapper does not do the same twice with one payload.
    case unstable
    /// A store has objects before anything is loaded into it.
    case startsFull
    /// A law is broken that compares two payloads; those are the last two.
    case breaks(Law)
  }

  package var kind: Kind
  /// The line of the contract that it is about; none, for what no line speaks of.
  package var line: PropertyLine?
  /// Whether the line only reads what is around the place.
  var isAroundIt = false
  /// Further lines that it is about.
  var otherLines: [PropertyLine] = []
  /// Where the contract says it, if no line does.
  package var origin = Origin.none
  /// The place: in the payload where it is about a refusal, of a property where values differ.
  package var path: InstancePath
  /// The verdicts of the contract and the mapper on the payload, each in a phrase that is safe to
  /// display: `rejects it: [0].file_url: expected String, found null`.
  package var contract: String
  package var mapper: String
  package var hint: String?
  /// The payloads that were mapped before, into the same store, and the one that it is about.
  package var payloads: [[UInt8]]
  /// The endpoints of the payloads, where they are of several; else none.
  package var endpoints: [String] = []
  /// The numbers of the payloads that come at the same time as those before them.
  package var overlapping: [Int] = []
  /// The way in which the last load fails, where it is about that.
  var failure: LoadFailure?
  /// Whether a store had objects, and has none after a response that it refuses or a load that fails.
  var isEmptied = false
  /// The mapping of the contract that the line is of; `nil` for what no mapping has.
  package internal(set) var mapping: MemberName?
  /// The state of the value in the payload.
  var state = ValueState.value
  /// The kind of value that the mapper made of it; `nil`, where that is not known.
  var outcome: Outcome?
  /// All that the mapper made of a payload that the contract refuses, in full to be compared and in
  /// short to be shown; `nil`, of objects in a store.
  var answer: (complete: String, short: String)?
  /// The line whose key the mapper probably reads by another name, of one that refuses a payload.
  var unreadLine: PropertyLine?
  /// Whether the mapper left elements out, and has others of the collection.
  var keepsSome = false
  /// Whether a store lost a value of an object since the payload has none.
  var wipes = false
  /// Whether the mapper makes another value each time.
  var isUnsteady = false
  /// Whether the mapper made the line's default of it.
  var isDefault = false
  /// Whether the mapper made a case of an enumeration of it, with nothing associated.
  var isBareCase = false
  /// The mapper's reason to refuse the payload, the types of the values that differ, or what it makes
  /// of which variant: `a Girl of a Boy`.
  var detail = ""
  /// The type that an object of another variant should be.
  var variantType: MemberName?
  /// The place of what is special about the last payload.
  package var place: InstancePath?
  /// Where the payload has what it is about, as far as that is known.
  var source: InstancePath?
  /// Where the payload has the object that the mapper made instead.
  var otherSource: InstancePath?

  /// The reason to disagree, which is the same over many payloads.
  package struct Identity: Hashable, Sendable {
    var kind: Kind
    var line: Origin.Place?
    /// The path without the positions of elements.
    var template: [InstancePath.Step]
  }

  package var identity: Identity {
    // Variants are distinguished by their case, wherever they are.
    let line = line.map(\.origin.place) ?? (kind == .variant ? origin.place : nil)
    return Identity(kind: kind, line: line, template: line == nil ? path.template : [])
  }
}

extension InstancePath {
  /// The path without the positions of elements.
  var template: [Step] {
    steps.filter { if case .member = $0 { true } else { false } }
  }
}

/// The thing that a payload has where a mapper and its contract disagree.
package enum ValueState: Hashable, Sendable {
  case absent, null, value
  /// An empty text that stands for null.
  case empty
  /// A value that breaks a rule.
  case broken(RuleID)

  /// Whether there is nothing.
  var isNothing: Bool { [.absent, .null, .empty].contains(self) }
}

extension Disagreement {
  /// Whether it is about a law that compares two payloads, and not about what the contract says.
  package var breaksLaw: Bool { if case .breaks = kind { true } else { false } }

  /// Whether it is about what another mapper makes of the payload.
  package var comparesMappers: Bool { kind == .breaks(.agreesWithAnotherMapper) }

  /// The identity in words that stay the same while the contract is edited elsewhere.
  package var identityText: String {
    let what = line.map { "\"\($0.key)\": \"\($0.line)\"" } ?? "\(path)"
    return "\(kind) \(what)"
  }
}

/// The identity of a line of a contract: its place, and its source and property where no file has
/// it.
package struct ContractLineKey: Hashable, Sendable {
  private let place: Origin.Place
  private let source: SourceKeyPath
  private let property: PropertyPath?

  package init(_ line: PropertyLine) {
    (place, source, property) = (line.origin.place, line.source, line.property)
  }
}

import ContractModel
import JSONParsing

/// A contract, compiled: what the engine runs.
///
/// Everything that the engine looks at for each object and member lies in flat arrays of plain
/// numbers, which point into each other by index; so reading them counts no references and
/// allocates nothing. A plan is made once, never changes, and is shared by all who run it.
final class MappingPlan: Sendable {
  let parts: MappingPlanParts
  /// What can be mapped to, and where its rule is.
  let targets: [MappingTarget: PlanTarget]

  init(_ parts: MappingPlanParts, targets: [MappingTarget: PlanTarget]) {
    self.parts = parts
    self.targets = targets
    (types, mappings, variants, cases) = (parts.types, parts.mappings, parts.variants, parts.cases)
    (rules, order, values, slots) = (parts.rules, parts.order, parts.values, parts.slots)
    (scans, keys, keyWords, indexes) = (parts.scans, parts.keys, parts.keyWords, parts.indexes)
    (constraints, identityParts) = (parts.constraints, parts.identityParts)
    (conditions, connections) = (parts.conditions, parts.connections)
    (places, uses) = (parts.places, parts.uses)
    reportsUnknownKeys = parts.mappings.contains { $0.unknownKeys != .ignore }
    (usesParents, usesExchange) = (parts.usesParents, parts.usesExchange)
  }

  /// The types of objects, by name.
  let types: [MemberName]
  let mappings: [PlanMapping]
  let variants: [PlanVariant]
  let cases: [PlanCase]
  let conditions: [PlanCondition]
  let connections: [PlanConnection]
  let rules: [PlanRule]
  /// The rules of the variants in the order in which they run: indices of `rules`.
  let order: [Int32]
  let values: [PlanValue]
  let constraints: [PlanConstraint]
  let identityParts: [PlanIdentityPart]
  let scans: [PlanScan]
  let keys: [PlanKey]
  let keyWords: [UInt64]
  let indexes: [PlanIndex]
  let slots: [PlanSlot]
  /// The places of the mappings, those of one behind each other, its representation first.
  let places: [PlanPlace]
  /// What readers make of places.
  let uses: [PlaceUse]
  /// Whether a mapping has something against keys that no line reads.
  let reportsUnknownKeys: Bool
  /// Whether any key path starts at `@parent`.
  let usesParents: Bool
  /// Whether any starts at a part of the exchange.
  let usesExchange: Bool
}

/// The arrays of a plan while it is made, and those of them that are looked at rarely.
struct MappingPlanParts: Sendable {
  var types: [MemberName] = []
  var mappings: [PlanMapping] = []
  var variants: [PlanVariant] = []
  var cases: [PlanCase] = []
  var conditions: [PlanCondition] = []
  var connections: [PlanConnection] = []
  var rules: [PlanRule] = []
  var order: [Int32] = []
  var values: [PlanValue] = []
  var constraints: [PlanConstraint] = []
  var identityParts: [PlanIdentityPart] = []
  var scans: [PlanScan] = []
  var keys: [PlanKey] = []
  var keyWords: [UInt64] = []
  var indexes: [PlanIndex] = []
  var slots: [PlanSlot] = []
  var places: [PlanPlace] = []
  var uses: [PlaceUse] = []
  var usesParents = false
  var usesExchange = false

  /// What the rules were compiled from, and what the values were.
  var sourceRules: [PropertyRule] = []
  var valueRules: [ValueRule] = []
  var sourceMappings: [ContractMapping] = []
  var sourceConnections: [Connection] = []
  var sourceCases: [CaseRule] = []
  var coercions: [Coercion] = []
  var literals: [Literal] = []
  /// The values that absent members get, as JSON.
  var defaults: [JSONDocument] = []
  var paths: [SourceKeyPath] = []
  var properties: [PropertyPath] = []
  /// By the coercions that name them.
  var datePatterns: [Coercion: DatePattern] = [:]
  var foldings: [KeyFolding?] = []
  /// The step before each place; of a representation, any.
  var placeSteps: [SourceKeyPath.Step] = []
  /// For each mapping with a key style, the slots of its folded keys, by scan.
  var foldedKeys: [[MemberName: Int32]] = []
}

/// A run of entries in one of the plan's arrays.
struct PlanRange: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { Int(start)..<Int(start + count) }
}

/// A mapping: how its key paths are found in a representation, and which rules then run.
struct PlanMapping: Sendable {
  /// The mapping of the contract, or −1 for an endpoint's own lines.
  var source: Int32
  /// The first of the scans that find its keys.
  var scan: Int32 = -1
  var slotCount: Int32 = 0
  /// The first of its slots in `slots`.
  var slotStart: Int32 = 0
  var cases = PlanRange()
  /// The mappings of objects that are made of its own keys, in `order`.
  var aggregates = PlanRange()
  /// The place of its representation.
  var place: Int32 = -1
  /// What all of its lines and cases make of its places.
  var uses: Int32 = 0
  /// What its cases alone make of them.
  var conditionUses: Int32 = 0
  /// The key path that names the case, an index of `conditions`, or −1.
  var switchCondition: Int32 = -1
  var otherwise = PlanUse.none
  /// The variant without a case; that of a mapping that has cases and no lines is empty.
  var outer: Int32 = 0
  var hasCases = false
  /// The space that identities are told apart in: the type that the mapping itself makes.
  var family: Int32 = 0
  /// Whether a rule reads the representation itself, so that it need not be an object.
  var readsSelf = false
  /// Whether a key path starts at an element, so that it may be an array.
  var readsElements = false
  var unknownKeys = MappingSettings.UnknownKeyPolicy.ignore
  var missingIdentity = ContractMapping.MissingIdentityPolicy.create
  var isLenient = false
}

/// What a case leads to.
enum PlanUse: Sendable {
  case none
  /// The representation is left out on purpose.
  case skip
  case variant(Int32)
  case mapping(Int32)
}

struct PlanCase: Sendable {
  var conditions: PlanRange
  var trims: Bool
  var use: PlanUse
}

struct PlanCondition: Sendable {
  enum Test: Sendable {
    case equals(literal: Int32)
    case exists
    case kind(JSONKind)
  }

  var source: PlanSource
  var test: Test
}

/// A set of rules that makes one type of object.
struct PlanVariant: Sendable {
  var mapping: Int32
  /// −1: no object of a type, but what an endpoint's lines give.
  var type: Int32
  /// In `order`.
  var rules = PlanRange()
  var identity = PlanRange()
  var connections = PlanRange()
  /// The rules whose values may not change, in `order`.
  var constants = PlanRange()
  /// Whether a rule reads what is around the object.
  var readsAround = false
  /// What its lines and the cases make of the mapping's places.
  var uses: Int32 = 0
  /// The mappings of objects that it makes of the representation's own keys, in `order`.
  var aggregates = PlanRange()
  /// Whether each member that no scan of the mapping finds is one that nobody reads.
  var isPlainlyRead = false
  /// Whether others may look into objects that its key paths lead into.
  var sharesPlaces = false
  /// The rule that says how new an object is, or −1.
  var modifiedBy: Int32 = -1
}

/// Where a part of an identity comes from.
enum PlanIdentityPart: Sendable {
  case rule(Int32)
  /// The key of the keyed collection that the object is in: the property it becomes.
  case key(property: Int32)
}

/// Where a key path starts and how it is followed.
struct PlanSource: Sendable {
  enum Start: Sendable {
    /// The representation itself.
    case itself
    /// A slot of the mapping, which a scan fills.
    case slot(Int32)
    /// A walk along a path from the representation or from elsewhere.
    case walk
  }

  var start: Start
  /// In `paths`.
  var path: Int32
}

/// One line: an attribute or a relationship.
struct PlanRule: Sendable {
  var source: PlanSource
  /// In `properties`; −1: checked, not mapped.
  var property: Int32
  var isDotted: Bool
  var isRelationship: Bool
  var isOptional: Bool
  var value: Int32
  /// In `defaults`, or −1.
  var defaultValue: Int32
  var missing: PropertyRule.MissingPolicy
  /// Whether an absent member gives the default.
  var defaultsMissing: Bool
  var null: PropertyRule.NullPolicy
  var assign: PropertyRule.AssignmentPolicy
  var updatesInPlace: Bool
  var isSensitive: Bool
  /// Whether no two mentions of an object may differ in it.
  var isConstant: Bool
  /// Whether two mentions of one object may not differ in it: a single value.
  var isSingle: Bool
  /// The kinds of nodes, as bits, and whether numbers, that are right as they stand.
  var plainKinds: UInt16
  var takesPlainNumbers: Bool
  /// Whether its texts come from the exchange around the payload and are read as what they say.
  var isOfExchange: Bool
}

/// A connection of a variant; its keys are in the contract's.
struct PlanConnection: Sendable {
  var source: Int32
  /// The type of object it leads to.
  var type: Int32
  var property: Int32
  var isToMany: Bool
  /// The rules that make its own properties, by key, in `order`; −1 where none does.
  var keyRules: PlanRange
  /// The properties of the other object, by key, in `order`.
  var otherProperties: PlanRange
}

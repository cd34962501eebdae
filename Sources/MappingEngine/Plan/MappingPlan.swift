import ContractModel
import JSONParsing

/// A contract, compiled: what the engine runs.
///
/// A plan is made once, never changes, and is shared by all who run it.
final class MappingPlan: Sendable {
  let tables: PlanTables
  /// By the targets that can be mapped to, where their lines are.
  let targets: [MappingTarget: PlanTarget]
  /// Whether a mapping has something against keys that no line reads.
  let reportsUnknownKeys: Bool

  init(_ tables: PlanTables, targets: [MappingTarget: PlanTarget]) {
    (self.tables, self.targets) = (tables, targets)
    reportsUnknownKeys = tables.mappings.contains { $0.unknownKeys != .ignore }
  }
}

/// The tables of a plan.
///
/// Everything that the engine looks at for each object and member lies in flat arrays of plain
/// numbers, which point into each other by index; so reading them counts no references and
/// allocates nothing.
struct PlanTables: Sendable {
  /// The types of objects, by name.
  var types: [MemberName] = []
  var mappings: [PlanMapping] = []
  var variants: [PlanVariant] = []
  var cases: [PlanCase] = []
  var conditions: [PlanCondition] = []
  var connections: [PlanConnection] = []
  var lines: [PlanLine] = []
  var deletions: [PlanDeletion] = []
  /// Runs of numbers that others name by their ranges: the lines of a variant in the order in which
  /// they run, keys of connections, mappings of aggregates.
  var order: [Int32] = []
  var values: [PlanValue] = []
  var constraints: [PlanConstraint] = []
  var identityParts: [PlanIdentityPart] = []
  var scans: [PlanScan] = []
  var keys: [PlanKey] = []
  var keyWords: [UInt64] = []
  var indexes: [PlanIndex] = []
  var slots: [PlanSlot] = []
  /// The places of the mappings, those of one after each other, its representation first.
  var places: [PlanPlace] = []
  /// The uses that readers make of places.
  var uses: [PlaceUse] = []
  /// Whether any key path starts at `@parent`.
  var usesParents = false
  /// Whether any starts at a part of the exchange.
  var usesExchange = false
  /// Whether a key path is at the body or the form of the request.
  var usesRequestBody = false

  // MARK: - Looked at rarely

  /// The contract's own, from which lines, values, mappings, connections and cases were compiled.
  var sourceLines: [PropertyLine] = []
  var sourceTypes: [ConstrainedType] = []
  var sourceMappings: [ContractMapping] = []
  var sourceConnections: [Connection] = []
  var sourceCases: [MappingCase] = []
  var coercions: [Coercion] = []
  var literals: [Literal] = []
  /// The values that absent members get, as JSON.
  var defaults: [JSONDocument] = []
  var paths: [SourceKeyPath] = []
  var properties: [PropertyPath] = []
  /// By the coercions that name them.
  var datePatterns: [Coercion: DatePattern] = [:]
  var foldings: [KeyFolding] = []
  /// The step before each place; of a representation, any.
  var placeSteps: [SourceKeyPath.Step] = []
  /// For each mapping with a key style, the slots of its folded keys, by scan.
  var foldedKeys: [[MemberName: Int32]] = []

  // MARK: - Making them

  /// Appends an entry to a table.
  ///
  /// - Returns: Its number.
  mutating func append<Entry>(
    _ entry: Entry, to table: WritableKeyPath<PlanTables, [Entry]>
  ) -> Int32 {
    self[keyPath: table].append(entry)
    return Int32(self[keyPath: table].count - 1)
  }

  /// Appends entries to a table.
  ///
  /// - Returns: Where they lie.
  mutating func append<Entry>(
    contentsOf entries: [Entry], to table: WritableKeyPath<PlanTables, [Entry]>
  ) -> PlanRange {
    let start = self[keyPath: table].count
    self[keyPath: table] += entries
    return PlanRange(start: Int32(start), count: Int32(entries.count))
  }
}

extension Array {
  /// The entry that a plan has under a number.
  @inline(__always)
  subscript(number: Int32) -> Element {
    get { self[Int(number)] }
    set { self[Int(number)] = newValue }
  }
}

/// A run of entries in one of the plan's tables.
struct PlanRange: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { Int(start)..<Int(start + count) }
}

/// A mapping: how its key paths are found in a representation, and which lines then run.
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
  /// The uses that all of its lines and cases make of its places.
  var uses: Int32 = 0
  /// The uses that its cases alone make of them.
  var conditionUses: Int32 = 0
  /// The key path that names the case, an index of `conditions`, or −1.
  var switchCondition: Int32 = -1
  /// The line of the outer map that reads it, or −1.
  var switchLine: Int32 = -1
  var otherwise = PlanUse.none
  /// The variant without a case; that of a mapping that has cases and no lines is empty.
  var outer: Int32 = 0
  var hasCases = false
  /// The space that identities are distinguished in: the type that the mapping itself makes.
  var family: Int32 = 0
  /// Whether a line reads the representation itself, so that it need not be an object.
  var readsSelf = false
  /// Whether a key path starts at an element, so that it may be an array.
  var readsElements = false
  var unknownKeys = MappingSettings.UnknownKeyPolicy.ignore
  var missingIdentity = ContractMapping.MissingIdentityPolicy.create
  var isLenient = false
}

/// The outcome of choosing a case.
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

/// An object that an endpoint deletes: the lines of the parts of its identity, in `order`.
struct PlanDeletion: Sendable {
  var mapping: Int32
  var parts: PlanRange
}

/// A set of lines that makes one type of object.
struct PlanVariant: Sendable {
  var mapping: Int32
  /// −1: no object of a type, but what an endpoint's lines give.
  var type: Int32
  /// In `order`.
  var lines = PlanRange()
  var identity = PlanRange()
  /// The objects that an endpoint's lines delete, in `deletions`.
  var deletions = PlanRange()
  var connections = PlanRange()
  /// The lines whose values may not change, in `order`.
  var constants = PlanRange()
  /// Whether a line reads what is around the object.
  var readsAround = false
  /// The uses that its lines and the cases make of the mapping's places.
  var uses: Int32 = 0
  /// The mappings of objects that it makes of the representation's own keys, in `order`.
  var aggregates = PlanRange()
  /// Whether each member that no scan of the mapping finds is unread.
  var isPlainlyRead = false
  /// Whether that is so but for members that only other variants of the mapping read.
  var isPlainlyReadByOthers = false
  /// Whether others may look into objects that its key paths lead into.
  var sharesPlaces = false
  /// The line that says how new an object is, or −1.
  var modifiedBy: Int32 = -1
}

/// Where a part of an identity comes from.
enum PlanIdentityPart: Sendable {
  case line(Int32)
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
struct PlanLine: Sendable {
  var source: PlanSource
  /// In `properties`; −1: checked, not mapped.
  var property: Int32
  var isDotted: Bool
  var isRelationship: Bool
  var isOptional: Bool
  var value: Int32
  /// In `defaults`, or −1.
  var defaultValue: Int32
  var missing: PropertyLine.MissingPolicy
  /// Whether an absent member gives the default.
  var defaultsMissing: Bool
  var null: PropertyLine.NullPolicy
  var assign: PropertyLine.AssignmentPolicy
  var updatesInPlace: Bool
  var isSensitive: Bool
  /// Whether no two mentions of an object may differ in it.
  var isConstant: Bool
  /// Whether two mentions of one object may not differ in it: a single value.
  var isSingle: Bool
  /// The kinds of nodes, as bits, and whether numbers and texts, that are right as they stand.
  var plainKinds: UInt16
  var takesPlainNumbers: Bool
  var takesPlainTexts: Bool
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
  /// The lines that make its own properties, by key, in `order`; −1 where none does.
  var keyLines: PlanRange
  /// The properties of the other object, by key, in `order`.
  var otherProperties: PlanRange
}

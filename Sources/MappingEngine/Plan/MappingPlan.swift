import ContractModel
import JSONParsing

/// A compiled contract, which the engine runs.
///
/// A plan is made once and never changes; all runs share it.
final class MappingPlan: Sendable {
  let tables: PlanTables
  let targets: [MappingTarget: PlanTarget]
  /// Whether a mapping warns about unread keys, or rejects them.
  let reportsUnknownKeys: Bool
  /// The mapping that has each line, by number; −1 for the line of a whole body.
  let ownersOfLines: [Int32]

  init(_ tables: PlanTables, targets: [MappingTarget: PlanTarget]) {
    (self.tables, self.targets) = (tables, targets)
    reportsUnknownKeys = tables.mappings.contains { $0.unknownKeys != .ignore }
    var owners = Array(repeating: Int32(-1), count: tables.lines.count)
    for (number, mapping) in tables.mappings.enumerated() {
      for line in tables.lines(of: mapping) { owners[line] = Int32(number) }
    }
    ownersOfLines = owners
  }
}

/// The tables of a plan.
///
/// Everything that the engine reads for each object and member is in flat arrays of plain numbers,
/// which refer to each other by index. So reading them changes no reference counts and allocates
/// nothing.
struct PlanTables: Sendable {
  var types: [MemberName] = []
  var mappings: [PlanMapping] = []
  var variants: [PlanVariant] = []
  var cases: [PlanCase] = []
  var conditions: [PlanCondition] = []
  var connections: [PlanConnection] = []
  var lines: [PlanLine] = []
  var deletions: [PlanDeletion] = []
  /// Lists of numbers that other tables refer to by range: the lines of a variant in the order in
  /// which they run, keys of connections, mappings of aggregates.
  var order: [Int32] = []
  var values: [PlanValue] = []
  var constraints: [PlanConstraint] = []
  var identityParts: [PlanIdentityPart] = []
  var scans: [PlanScan] = []
  var keys: [PlanKey] = []
  var keyWords: [UInt64] = []
  var indexes: [PlanIndex] = []
  var slots: [PlanSlot] = []
  /// The places of the mappings; those of one mapping are adjacent, its representation first.
  var places: [PlanPlace] = []
  var uses: [PlaceUse] = []
  /// Whether any key path starts at `@parent`.
  var usesParents = false
  /// Whether any key path starts at a part of the exchange.
  var usesExchange = false
  /// Whether any key path starts at the body or the form of the request.
  var usesRequestBody = false

  // MARK: - Rarely used

  /// The contract's lines, types, mappings, connections and cases, from which the tables are made.
  var sourceLines: [PropertyLine] = []
  var sourceTypes: [ConstrainedType] = []
  var sourceMappings: [ContractMapping] = []
  var sourceConnections: [Connection] = []
  var sourceCases: [MappingCase] = []
  var coercions: [Coercion] = []
  var literals: [Literal] = []
  var defaults: [JSONDocument] = []
  var paths: [SourceKeyPath] = []
  var properties: [PropertyPath] = []
  var datePatterns: [Coercion: DatePattern] = [:]
  var foldings: [KeyFolding] = []
  /// The step that leads to each place; for a representation, the entry has no meaning.
  var placeSteps: [SourceKeyPath.Step] = []
  /// For each mapping with a key style, the slots of its folded keys, by scan.
  var foldedKeys: [[MemberName: Int32]] = []

  // MARK: - Filling the tables

  mutating func append<Entry>(
    _ entry: Entry, to table: WritableKeyPath<PlanTables, [Entry]>
  ) -> Int32 {
    self[keyPath: table].append(entry)
    return Int32(self[keyPath: table].count - 1)
  }

  mutating func append<Entry>(
    contentsOf entries: [Entry], to table: WritableKeyPath<PlanTables, [Entry]>
  ) -> PlanRange {
    let start = self[keyPath: table].count
    self[keyPath: table] += entries
    return PlanRange(start: Int32(start), count: Int32(entries.count))
  }
}

extension Array {
  @inline(__always)
  subscript(number: Int32) -> Element {
    get { self[Int(number)] }
    set { self[Int(number)] = newValue }
  }
}

/// A range of entries in one of the plan's tables.
struct PlanRange: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { Int(start)..<Int(start + count) }
}

/// A mapping: how the values of its key paths are found in a representation, and which lines run.
struct PlanMapping: Sendable {
  /// The mapping of the contract, or −1 for an endpoint's own lines.
  var source: Int32
  /// The first of the scans that find its keys; −1, if there is none.
  var scan: Int32 = -1
  var slotCount: Int32 = 0
  /// The first of its slots in `slots`.
  var slotStart: Int32 = 0
  var cases = PlanRange()
  /// The mappings of objects that are made of keys of the mapping's own representation, in `order`.
  var aggregates = PlanRange()
  /// The place of its representation.
  var place: Int32 = -1
  /// The uses that all of its lines and cases make of its places; see `PlaceReader.uses`.
  var uses: Int32 = 0
  /// The uses that its cases alone make of its places.
  var conditionUses: Int32 = 0
  /// The key path that names the case, an index of `conditions`, or −1.
  var switchCondition: Int32 = -1
  /// The line of the outer map that reads this key path, or −1.
  var switchLine: Int32 = -1
  var otherwise = PlanUse.none
  /// The variant without a case; it is empty if the mapping has cases and no lines of its own.
  var outer: Int32 = 0
  var hasCases = false
  /// The namespace of identities: the type that the mapping itself makes.
  var family: Int32 = 0
  /// Whether an object without any of its keys breaks a rule.
  var requiresKeys = false
  /// Whether a line reads the representation itself, which then need not be an object.
  var readsSelf = false
  /// Whether a key path starts at an element, so that the representation may be an array.
  var readsElements = false
  var unknownKeys = MappingSettings.UnknownKeyPolicy.ignore
  var missingIdentity = ContractMapping.MissingIdentityPolicy.create
  var isLenient = false
}

/// The outcome of choosing a case of a mapping.
enum PlanUse: Sendable {
  case none
  /// The representation is skipped on purpose.
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

/// An object that an endpoint deletes: the lines for the parts of its identity, in `order`.
struct PlanDeletion: Sendable {
  var mapping: Int32
  var parts: PlanRange
}

/// A set of lines that makes one type of object.
struct PlanVariant: Sendable {
  var mapping: Int32
  /// The object type; −1 for an endpoint's lines, which make no object.
  var type: Int32
  /// The lines, in `order`.
  var lines = PlanRange()
  var identity = PlanRange()
  /// The objects that an endpoint's lines delete, in `deletions`.
  var deletions = PlanRange()
  var connections = PlanRange()
  /// The lines whose values must not change, in `order`.
  var constants = PlanRange()
  /// Whether a line reads a value outside of the object.
  var readsAround = false
  /// The uses that its lines and the cases make of the mapping's places.
  var uses: Int32 = 0
  /// The mappings of objects that it makes of the representation's own keys, in `order`.
  var aggregates = PlanRange()
  /// Whether the unread members are exactly those that no scan of the mapping finds.
  var isPlainlyRead = false
  /// Like `isPlainlyRead`, except for members that only other variants of the mapping read.
  var isPlainlyReadByOthers = false
  /// Whether other mappings may read objects that its key paths lead into.
  var sharesPlaces = false
  /// The line with the object's modification, or −1.
  var modifiedBy: Int32 = -1
}

enum PlanIdentityPart: Sendable {
  case line(Int32)
  /// The key of the keyed collection that contains the object; the property is set to this key.
  case key(property: Int32)
}

/// Where a key path starts and how it is followed.
struct PlanSource: Sendable {
  enum Start: Sendable {
    /// The representation itself.
    case itself
    /// A slot of the mapping, filled by a scan.
    case slot(Int32)
    /// A walk along a path, from the representation or from elsewhere.
    case walk
  }

  var start: Start
  /// The key path, in `paths`.
  var path: Int32
}

/// One line: an attribute or a relationship.
struct PlanLine: Sendable {
  var source: PlanSource
  /// The property, in `properties`; −1 for a line that is checked but not mapped.
  var property: Int32
  var isDotted: Bool
  var isRelationship: Bool
  var isOptional: Bool
  var value: Int32
  /// The default value, in `defaults`, or −1.
  var defaultValue: Int32
  var missing: PropertyLine.MissingPolicy
  /// Whether an absent member gets the default value.
  var defaultsMissing: Bool
  var null: PropertyLine.NullPolicy
  var assign: PropertyLine.AssignmentPolicy
  var updatesInPlace: Bool
  var isSensitive: Bool
  /// Whether all mentions of an object, also those of other payloads, must have the same value.
  var isConstant: Bool
  /// Whether the value is single; then all mentions of an object in a payload must have one value.
  var isSingle: Bool
  /// The kinds of nodes, as bits, that are valid without a further check; the next two properties
  /// say whether numbers and texts are.
  var plainKinds: UInt16
  var takesPlainNumbers: Bool
  var takesPlainTexts: Bool
  /// Whether its texts come from the exchange around the payload and are parsed as values.
  var isOfExchange: Bool
}

/// A connection of a variant; its keys are in the contract's connection.
struct PlanConnection: Sendable {
  var source: Int32
  /// The type of the connected objects.
  var type: Int32
  var property: Int32
  var isToMany: Bool
  /// The lines that set the object's key properties, by key, in `order`; −1 for none.
  var keyLines: PlanRange
  /// The properties of the connected object, by key, in `order`.
  var otherProperties: PlanRange
}

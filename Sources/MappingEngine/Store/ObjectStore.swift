public import ContractModel
public import JSONParsing

/// The objects that were made from payloads, found again by their identities.
///
///     var store = ObjectStore()
///     try mapper.map(first, into: &store)
///     try mapper.map(second, into: &store)
///     store.count(ofType: "User")   // 1, if both mention the same user
///
/// A store is a value: a copy is independent, and a new store is empty. Only one run at a time has
/// access to it (`inout`), so two runs never race to make the same object.
public struct ObjectStore: Sendable {
  /// A type of object and its properties, in the order in which they were first set.
  struct StoredType: Sendable {
    var name: MemberName
    var properties: [PropertyPath] = []
    var columns: [PropertyPath: Int] = [:]
    var objectCount: Int32 = 0
  }

  struct StoredObject: Sendable {
    var type: Int32
    /// The object's number among the objects of its type, from 1.
    var ordinal: Int32
    /// The record of its identity in `identities`, or −1.
    var record: Int32 = -1
    /// The values by the type's columns; `nil` values, and those past the end, were never set.
    var values: [MappedValue?] = []
    var createdRun: UInt32
    var mentionedRun: UInt32
    /// The last run that changed the object.
    var changedRun: UInt32
    /// The last run that saved a copy of the object before changing it.
    var savedRun: UInt32 = 0
    /// The index of that copy in the journal.
    var savedAt: Int32 = 0
    /// Whether the object was taken back or deleted, or has no type.
    var isHidden = false
    /// The run that deleted the object; 0, if none did.
    var deletedRun: UInt32 = 0
    /// Whether other objects referred to it when it was deleted.
    var wasReferred = false
    /// Whether a list at the root of mapping contained the object. Such a list may contain more
    /// objects than a payload shows (§ 35).
    var isListed = false
  }

  var types: [StoredType] = []
  var objects: [StoredObject] = []
  var identities = IdentityTable()
  private(set) var run: UInt32 = 0
  /// The objects in each complete list of an endpoint.
  var lists: [CompleteList: [ObjectID]] = [:]
  /// Objects that nothing refers to any more, but that no rule deleted: objects with an identity to
  /// which only deleted objects referred, and objects without one that another object replaced. The
  /// store keeps them; an app may have deleted them.
  package internal(set) var orphans: Set<ObjectID> = []
  /// Whether an app may come to another result in the last run. This is so if the run deleted an
  /// object that others referred to; or if a deleted object came again, and old references to it
  /// may remain, or the payload may be from before the deletion.
  package internal(set) var isOpen = false
  /// The objects that the last run took back.
  var discarded: Set<ObjectID> = []
  /// The state before the current run; `nil`, if there is no run.
  var journal: StoreJournal?
  /// The types whose objects are found at their second mention; `nil` for all.
  private let typesFoundAgain: Set<MemberName>?
  private var typeNumbers: [MemberName: Int32] = [:]
  var binding = PlanBinding()

  /// Makes a store without objects.
  public init() { typesFoundAgain = nil }

  /// - Parameter findsObjectsAgain: Whether objects are found at their second mention. If not, each
  ///   mention is a new object, as for a mapper without a store.
  package init(findsObjectsAgain: Bool) { typesFoundAgain = findsObjectsAgain ? nil : [] }

  /// - Parameter types: The types whose objects are found at their second mention.
  package init(findingAgain types: Set<MemberName>) { typesFoundAgain = types }

  /// The numbers of a plan's types and properties in this store.
  struct PlanBinding: Sendable {
    var plan: MappingPlan?
    /// The store's types, by the plan's types.
    var types: [Int32] = []
    /// By the store's types and the plan's properties; −1 where it is not yet known.
    var columns: [[Int32]] = []
  }

  // MARK: - Objects

  /// Returns how many distinct objects of a type there are.
  public func count(ofType type: MemberName) -> Int { objects(ofType: type).count }

  /// Returns the objects of a type, in the order in which they were made.
  public func objects(ofType type: MemberName) -> [MappedObject] {
    guard let number = typeNumbers[type] else { return [] }
    return ids.filter { objects[Int($0.index)].type == number }.map { self[$0] }
  }

  /// All objects, in the order in which they were made.
  public var allObjects: [MappedObject] { ids.map { self[$0] } }

  /// The object with an identifier from this store.
  public subscript(id: ObjectID) -> MappedObject { MappedObject(id: id, store: self) }

  private var ids: [ObjectID] {
    objects.indices.filter { !objects[$0].isHidden }.map { ObjectID(index: Int32($0)) }
  }

  /// The types that have objects, in the order of their first objects.
  public var typeNames: [MemberName] {
    let used = Set(objects.filter { !$0.isHidden }.map(\.type))
    return types.indices.filter { used.contains(Int32($0)) }.map { types[$0].name }
  }

  /// Makes an object that comes from no payload: a given of a test, or the destination of a
  /// mapping.
  ///
  /// - Parameter properties: The properties of the object; their order is kept.
  public mutating func insert(
    _ type: MemberName, _ properties: [(name: PropertyPath, value: MappedValue)] = []
  ) -> ObjectID {
    let object = append(type: number(ofType: type))
    for property in properties {
      _ = set(property.value, column: column(of: property.name, object), of: object)
    }
    return object
  }

  // MARK: - Numbers

  private mutating func number(ofType name: MemberName) -> Int32 {
    if let number = typeNumbers[name] { return number }
    let number = Int32(types.count)
    typeNumbers[name] = number
    types.append(StoredType(name: name))
    return number
  }

  private mutating func column(of property: PropertyPath, _ object: ObjectID) -> Int {
    let type = Int(objects[object.index].type)
    if let column = types[type].columns[property] { return column }
    let column = types[type].properties.count
    types[type].properties.append(property)
    types[type].columns[property] = column
    return column
  }

  private mutating func column(_ property: Int32, _ object: ObjectID) -> Int {
    let type = Int(objects[object.index].type)
    while binding.columns.count <= type { binding.columns.append([]) }
    guard let plan = binding.plan else { return 0 }
    if binding.columns[type].isEmpty {
      binding.columns[type] = Array(repeating: -1, count: plan.tables.properties.count)
    }
    let known = binding.columns[type][property]
    if known >= 0 { return Int(known) }
    let column = column(of: plan.tables.properties[property], object)
    binding.columns[type][property] = Int32(column)
    return column
  }

  private mutating func append(type: Int32) -> ObjectID {
    types[type].objectCount += 1
    objects.append(
      StoredObject(
        type: type, ordinal: types[type].objectCount, createdRun: run, mentionedRun: run,
        changedRun: run))
    return ObjectID(index: Int32(objects.count - 1))
  }

  private mutating func set(
    _ value: MappedValue, column: Int, of object: ObjectID
  ) -> Assignment<MappedValue> {
    let index = Int(object.index)
    save(object)
    while objects[index].values.count <= column { objects[index].values.append(nil) }
    let old = objects[index].values[column]
    if let old, old == value { return .unchanged(old: old) }
    objects[index].values[column] = value
    objects[index].changedRun = run
    return .set(old: old)
  }
}

extension ObjectStore: MappingDestination {
  static var keepsValues: Bool { true }

  mutating func beginRun(_ plan: MappingPlan) {
    run += 1
    isOpen = false
    discarded.removeAll()
    journal = StoreJournal(self)
    guard binding.plan !== plan else { return }
    binding = PlanBinding(plan: plan)
    for name in plan.tables.types { binding.types.append(number(ofType: name)) }
  }

  func family(ofType type: Int32) -> Int32 { type < 0 ? -1 : binding.types[type] }

  mutating func makeObject(type: Int32) -> ObjectID {
    if type >= 0 { return append(type: family(ofType: type)) }
    let object = append(type: number(ofType: ""))
    objects[object.index].isHidden = true
    return object
  }

  func findsObjectsAgain(ofType type: Int32) -> Bool {
    typesFoundAgain?.contains(types[family(ofType: type)].name) ?? true
  }

  func isObject(_ object: ObjectID, ofType type: Int32) -> Bool {
    objects[object.index].type == family(ofType: type)
  }

  mutating func mention(_ object: ObjectID) {
    save(object)
    objects[object.index].mentionedRun = run
    if !orphans.isEmpty { orphans.remove(object) }
  }

  mutating func setIdentity(_ record: Int, of object: ObjectID) {
    save(object)
    objects[object.index].record = Int32(record)
  }

  mutating func discard(_ object: ObjectID) {
    // Its index is not reused, because events refer to it; its number in its type can be reused.
    objects[object.index].isHidden = true
    objects[object.index].values = []
    discarded.insert(object)
    let (type, ordinal) = (objects[object.index].type, objects[object.index].ordinal)
    if types[type].objectCount == ordinal { types[type].objectCount -= 1 }
  }

  func type(of object: ObjectID) -> MemberName { types[objects[object.index].type].name }

  func value(of property: Int32, in object: ObjectID) -> MappedValue? {
    guard let plan = binding.plan else { return nil }
    let name = plan.tables.properties[property]
    return value(of: name, in: object)
  }

  func value(of property: PropertyPath, in object: ObjectID) -> MappedValue? {
    let stored = objects[object.index]
    guard let column = types[stored.type].columns[property], column < stored.values.count
    else { return nil }
    return stored.values[column]
  }

  mutating func set(
    _ value: MappedValue, property: Int32, of object: ObjectID
  ) -> Assignment<MappedValue> {
    set(value, column: column(property, object), of: object)
  }

  mutating func set(
    _ value: MappedValue, dotted property: Int32, of object: ObjectID
  ) -> Assignment<MappedValue> {
    guard let plan = binding.plan else { return .noDestination }
    let names = plan.tables.properties[property].names
    var holder = object
    for name in names.dropLast() {
      guard case .object(let next)? = self.value(of: PropertyPath([name]), in: holder) else {
        return .noDestination
      }
      holder = next
    }
    return set(
      value, column: column(of: PropertyPath([names[names.count - 1]]), holder), of: holder)
  }

  func references(of property: Int32, in object: ObjectID) -> [ObjectID?] {
    switch value(of: property, in: object) {
    case .object(let id)?: [id]
    case .array(let collection)?, .set(let collection)?: collection.elements.map(\.objectID)
    default: []
    }
  }

  mutating func setReferences(_ objects: [ObjectID?], property: Int32, of object: ObjectID) {}

  func modification(of object: ObjectID, property: Int32) -> MappedValue? {
    value(of: property, in: object)
  }

  mutating func setModification(_ value: MappedValue, of object: ObjectID) {}

  func objects(ofType type: Int32) -> [ObjectID] {
    let number = family(ofType: type)
    return ids.filter { objects[Int($0.index)].type == number }
  }

  // MARK: - Values

  static func foreignKeys(_ value: MappedValue?) -> [String?] {
    switch value {
    case .array(let collection)?, .set(let collection)?: collection.elements.map(\.keyText)
    case let value?: [value.keyText]
    case nil: [nil]
    }
  }

  static func reference(to object: ObjectID) -> MappedValue { .object(object) }

  static func array(_ elements: [MappedValue], skipped: [Int]) -> MappedValue {
    .array(MappedCollection(elements, skipped: skipped))
  }

  static func set(_ elements: [MappedValue], skipped: [Int]) -> MappedValue {
    .set(MappedCollection(elements, skipped: skipped))
  }

  static func keyed(_ elements: [MappedValue], names: [String]) -> MappedValue {
    .array(MappedCollection(elements, names: names.map { MemberName($0) }))
  }

  static func dictionary(_ entries: [(name: String, value: MappedValue)]) -> MappedValue {
    .dictionary(entries.map { MappedEntry(name: MemberName($0.name), value: $0.value) })
  }

  static func union(_ old: MappedValue?, _ new: MappedValue) -> MappedValue {
    var seen: Set<MappedValue> = []
    let elements = ((old?.elements ?? []) + new.elements).filter { seen.insert($0).inserted }
    if case .set = new { return set(elements, skipped: []) }
    return array(elements, skipped: [])
  }

  static func objects(in old: MappedValue, notIn new: MappedValue) -> [ObjectID] {
    let kept = Set(new.referredObjects)
    return old.referredObjects.filter { !kept.contains($0) }
  }
}

extension MappedValue {
  var referredObjects: [ObjectID] {
    switch self {
    case .object(let id): [id]
    case .array(let collection), .set(let collection):
      collection.elements.flatMap(\.referredObjects)
    case .dictionary(let entries): entries.flatMap(\.value.referredObjects)
    default: []
    }
  }
}

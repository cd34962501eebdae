import ContractModel

/// A destination that knows which objects exist, but none of their values.
///
/// It therefore does not know whether a property is `unchanged`, which objects a connection finds,
/// and whether the object of a dotted property exists.
struct ObjectCounter: MappingDestination {
  static var keepsValues: Bool { false }
  func findsObjectsAgain(ofType type: Int32) -> Bool { true }

  var identities = IdentityTable()
  private(set) var run: UInt32 = 0
  /// By the plan's types, like the reused ones.
  private(set) var created: [Int] = []
  private(set) var reused: [Int] = []
  private var types: [Int32] = []
  private var modifications: [ObjectID: MappedValue] = [:]
  private var references: [PropertyKey: [ObjectID?]] = [:]
  /// The changes in the trials in progress, in order.
  private var changes: [Change] = []
  private var trialCount = 0

  private struct PropertyKey: Hashable {
    var object: ObjectID
    var property: Int32
  }

  private enum Change {
    case mention(type: Int32)
    case modification(ObjectID, MappedValue?)
    case references(PropertyKey, [ObjectID?]?)
  }

  struct Trial {
    fileprivate var objectCount: Int
    fileprivate var identityCount: Int
    fileprivate var changeCount: Int
  }

  mutating func beginTrial() -> Trial {
    trialCount += 1
    return Trial(
      objectCount: types.count, identityCount: identities.count, changeCount: changes.count)
  }

  mutating func endTrial(_ trial: Trial, takesBack: Bool) {
    if takesBack { takeBack(to: trial) }
    trialCount -= 1
    if trialCount == 0 { changes.removeAll() }
  }

  private mutating func takeBack(to trial: Trial) {
    while types.count > trial.objectCount { discard(ObjectID(index: Int32(types.count - 1))) }
    identities.removeLast(identities.count - trial.identityCount)
    while changes.count > trial.changeCount, let change = changes.popLast() {
      switch change {
      case .mention(let type): reused[type] -= 1
      case .modification(let object, let value): modifications[object] = value
      case .references(let key, let objects): references[key] = objects
      }
    }
  }

  mutating func beginRun(_ plan: MappingPlan) {
    run += 1
    if created.count < plan.tables.types.count {
      let missing = plan.tables.types.count - created.count
      created += repeatElement(0, count: missing)
      reused += repeatElement(0, count: missing)
    }
  }

  /// Removes the objects and keeps the memory.
  mutating func removeAll() {
    identities.removeAll()
    types.removeAll(keepingCapacity: true)
    if !modifications.isEmpty { modifications.removeAll(keepingCapacity: true) }
    if !references.isEmpty { references.removeAll(keepingCapacity: true) }
    for type in created.indices { (created[type], reused[type]) = (0, 0) }
  }

  func type(of object: ObjectID) -> Int32 { types[object.index] }

  func family(ofType type: Int32) -> Int32 { type }

  mutating func makeObject(type: Int32) -> ObjectID {
    types.append(type)
    if type >= 0 { created[type] += 1 }
    return ObjectID(index: Int32(types.count - 1))
  }

  func isObject(_ object: ObjectID, ofType type: Int32) -> Bool {
    types[object.index] == type
  }

  mutating func mention(_ object: ObjectID) {
    let type = types[object.index]
    guard type >= 0 else { return }
    reused[type] += 1
    if trialCount > 0 { changes.append(.mention(type: type)) }
  }

  mutating func setIdentity(_ record: Int, of object: ObjectID) {}

  mutating func discard(_ object: ObjectID) {
    let type = types[object.index]
    if type >= 0 { created[type] -= 1 }
    types[object.index] = -1
    if Int(object.index) == types.count - 1 { types.removeLast() }
  }

  func value(of property: Int32, in object: ObjectID) -> NoValue? { nil }

  mutating func set(_ value: NoValue, property: Int32, of object: ObjectID) -> Assignment<NoValue> {
    .set(old: nil)
  }

  mutating func set(_ value: NoValue, dotted property: Int32, of object: ObjectID)
    -> Assignment<NoValue>
  { .set(old: nil) }

  func references(of property: Int32, in object: ObjectID) -> [ObjectID?] {
    references[PropertyKey(object: object, property: property)] ?? []
  }

  mutating func setReferences(_ objects: [ObjectID?], property: Int32, of object: ObjectID) {
    let key = PropertyKey(object: object, property: property)
    if trialCount > 0 { changes.append(.references(key, references[key])) }
    references[key] = objects
  }

  func modification(of object: ObjectID, property: Int32) -> MappedValue? {
    modifications[object]
  }

  mutating func setModification(_ value: MappedValue, of object: ObjectID) {
    if trialCount > 0 { changes.append(.modification(object, modifications[object])) }
    modifications[object] = value
  }

  func objects(ofType type: Int32) -> [ObjectID] { [] }

  func isGone(_ object: ObjectID) -> Bool { false }
  func wasReferred(_ object: ObjectID) -> Bool { false }
  mutating func leaveOpen() {}
  mutating func hold(_ value: NoValue, in list: CompleteList?) -> [ObjectID] { [] }
  mutating func abandon(_ lost: [ObjectID]) {}
  mutating func delete(
    _ lost: [ObjectID], isCertain: Bool
  ) -> [(object: ObjectID, loss: Int)] { [] }

  static func foreignKeys(_ value: NoValue?) -> [String?] { [] }
  static func reference(to object: ObjectID) -> NoValue { .null }
  static func array(_ elements: [NoValue], skipped: [Int]) -> NoValue { .null }
  static func set(_ elements: [NoValue], skipped: [Int]) -> NoValue { .null }
  static func keyed(_ elements: [NoValue], names: [String]) -> NoValue { .null }
  static func dictionary(_ entries: [(name: String, value: NoValue)]) -> NoValue { .null }
  static func union(_ old: NoValue?, _ new: NoValue) -> NoValue { .null }
  static func objects(in old: NoValue, notIn new: NoValue) -> [ObjectID] { [] }
}

import ContractModel

/// Where objects come to be.
///
/// The engine says what is made, found and set; a destination keeps it as objects, or counts.
/// Properties and types are named by their numbers in the plan.
protocol MappingDestination {
  associatedtype Value: ValueOutput
  /// The state at the begin of a trial.
  associatedtype Trial

  /// Whether values are kept, so that what is set can be compared with what was there.
  static var keepsValues: Bool { get }
  /// Whether an object of a type that is mentioned again is found, and not made again.
  func findsObjectsAgain(ofType type: Int32) -> Bool
  /// The objects by identity, which the engine itself looks after.
  var identities: IdentityTable { get set }
  /// The number of the present run, from 1.
  var run: UInt32 { get }

  mutating func beginRun(_ plan: MappingPlan)
  /// The space of identities that a type of the plan stands for.
  func family(ofType type: Int32) -> Int32
  /// - Parameter type: −1 for the lines of an endpoint, which are no object of a type.
  mutating func makeObject(type: Int32) -> ObjectID
  func isObject(_ object: ObjectID, ofType type: Int32) -> Bool
  /// Notes that the payload speaks of an object that was there already.
  mutating func mention(_ object: ObjectID)
  mutating func setIdentity(_ record: Int, of object: ObjectID)
  /// Takes back an object of which nothing came.
  mutating func discard(_ object: ObjectID)
  /// Begins what may be taken back as a whole; what began later ends before.
  mutating func beginTrial() -> Trial
  mutating func endTrial(_ trial: Trial, takesBack: Bool)

  /// The value that a property was set to before; `nil`, if it never was.
  func value(of property: Int32, in object: ObjectID) -> Value?
  mutating func set(_ value: Value, property: Int32, of object: ObjectID) -> Assignment<Value>
  /// Sets a property of the object that another property holds: `address.city`.
  mutating func set(_ value: Value, dotted property: Int32, of object: ObjectID)
    -> Assignment<Value>
  /// The objects that a property mapped in place refers to, by position.
  func references(of property: Int32, in object: ObjectID) -> [ObjectID?]
  mutating func setReferences(_ objects: [ObjectID?], property: Int32, of object: ObjectID)
  /// The value that says how new an object is.
  func modification(of object: ObjectID, property: Int32) -> MappedValue?
  mutating func setModification(_ value: MappedValue, of object: ObjectID)

  /// The objects of a type, in the order in which they were made.
  func objects(ofType type: Int32) -> [ObjectID]

  /// Whether an object is deleted. An identity that leads to it leads to no object.
  func isGone(_ object: ObjectID) -> Bool
  /// Whether others referred to an object when it was deleted.
  func wasReferred(_ object: ObjectID) -> Bool
  /// Notes that an app may make something else of the payload.
  mutating func leaveOpen()
  /// Notes that a list with which mapping started has objects.
  ///
  /// - Parameter list: The list that it is, if it is complete.
  /// - Returns: The objects that the complete list had, and has no more.
  mutating func hold(_ value: Value, in list: CompleteList?) -> [ObjectID]
  /// Notes objects that properties lost. Without an identity they cannot be found again.
  mutating func abandon(_ lost: [ObjectID])
  /// Deletes the objects that nothing holds any more, of those that lists lost (§ 35).
  ///
  /// - Parameter isCertain: Whether they are deleted whatever holds them.
  /// - Returns: The objects that are deleted, each with the index of the loss that it follows from.
  mutating func delete(_ lost: [ObjectID], isCertain: Bool) -> [(object: ObjectID, loss: Int)]

  /// The texts of a value as a foreign key: its own, or of a list one of each element; `nil` is null.
  static func foreignKeys(_ value: Value?) -> [String?]
  static func reference(to object: ObjectID) -> Value
  static func array(_ elements: [Value], skipped: [Int]) -> Value
  static func set(_ elements: [Value], skipped: [Int]) -> Value
  /// The elements of a keyed collection, and their names.
  static func keyed(_ elements: [Value], names: [String]) -> Value
  static func dictionary(_ entries: [(name: String, value: Value)]) -> Value
  /// The old elements, then the new ones of the value; each once.
  static func union(_ old: Value?, _ new: Value) -> Value
  /// The objects that the one has and the other has not.
  static func objects(in old: Value, notIn new: Value) -> [ObjectID]
}

/// The outcome of setting a property.
enum Assignment<Value> {
  case set(old: Value?)
  /// It had the very value.
  case unchanged(old: Value)
  /// There is no object that has the property.
  case noDestination
}

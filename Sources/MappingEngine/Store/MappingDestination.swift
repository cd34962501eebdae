import ContractModel

/// A destination for objects.
///
/// The engine decides which objects are made and found, and which properties are set; a destination
/// stores the objects, or counts them. Properties and types are given by their numbers in the plan.
protocol MappingDestination {
  associatedtype Value: ValueOutput
  /// The state at the beginning of a trial.
  associatedtype Trial

  /// Whether values are kept, so that a new value can be compared with the former one.
  static var keepsValues: Bool { get }
  /// Returns whether an object of a type is found at its second mention, instead of made again.
  func findsObjectsAgain(ofType type: Int32) -> Bool
  /// The objects by identity, which the engine manages.
  var identities: IdentityTable { get set }
  /// The number of the current run, from 1.
  var run: UInt32 { get }

  mutating func beginRun(_ plan: MappingPlan)
  /// Returns the namespace of identities for a type of the plan.
  func family(ofType type: Int32) -> Int32
  /// - Parameter type: −1 for the lines of an endpoint, which make no object of a type.
  mutating func makeObject(type: Int32) -> ObjectID
  func isObject(_ object: ObjectID, ofType type: Int32) -> Bool
  /// Notes that the payload mentions an object that already existed.
  mutating func mention(_ object: ObjectID)
  mutating func setIdentity(_ record: Int, of object: ObjectID)
  /// Takes back an object in which nothing was mapped.
  mutating func discard(_ object: ObjectID)
  /// Begins a trial, which can be taken back as a whole. Trials nest: a later one ends first.
  mutating func beginTrial() -> Trial
  mutating func endTrial(_ trial: Trial, takesBack: Bool)

  /// Returns the value of a property; `nil`, if it was never set.
  func value(of property: Int32, in object: ObjectID) -> Value?
  mutating func set(_ value: Value, property: Int32, of object: ObjectID) -> Assignment<Value>
  /// Sets a property of an object that another property refers to: `address.city`.
  mutating func set(_ value: Value, dotted property: Int32, of object: ObjectID)
    -> Assignment<Value>
  /// Returns the objects that a property mapped in place refers to, by position.
  func references(of property: Int32, in object: ObjectID) -> [ObjectID?]
  mutating func setReferences(_ objects: [ObjectID?], property: Int32, of object: ObjectID)
  /// Returns the value of the modification property, which shows how new an object is.
  func modification(of object: ObjectID, property: Int32) -> MappedValue?
  mutating func setModification(_ value: MappedValue, of object: ObjectID)

  /// Returns the objects of a type, in the order in which they were made.
  func objects(ofType type: Int32) -> [ObjectID]

  /// Returns whether an object is deleted. A deleted object is not found by its identity.
  func isGone(_ object: ObjectID) -> Bool
  /// Returns whether other objects referred to an object when it was deleted.
  func wasReferred(_ object: ObjectID) -> Bool
  /// Notes that an app may map the payload differently.
  mutating func leaveOpen()
  /// Notes the objects of a list at the root of mapping.
  ///
  /// - Parameter list: The list, if it is complete.
  /// - Returns: The objects that the complete list contained before and does not contain now.
  mutating func hold(_ value: Value, in list: CompleteList?) -> [ObjectID]
  /// Notes objects that properties no longer refer to. Without an identity they cannot be found
  /// again.
  mutating func abandon(_ lost: [ObjectID])
  /// Deletes those lost objects that nothing refers to any more (§ 35).
  ///
  /// - Parameter isCertain: Whether they are deleted even if something refers to them.
  /// - Returns: The deleted objects, each with the index of the loss that caused its deletion.
  mutating func delete(_ lost: [ObjectID], isCertain: Bool) -> [(object: ObjectID, loss: Int)]

  /// Returns the texts of a value as a foreign key: its own text, or the text of each element of a
  /// list; `nil` is null.
  static func foreignKeys(_ value: Value?) -> [String?]
  static func reference(to object: ObjectID) -> Value
  static func array(_ elements: [Value], skipped: [Int]) -> Value
  static func set(_ elements: [Value], skipped: [Int]) -> Value
  static func keyed(_ elements: [Value], names: [String]) -> Value
  static func dictionary(_ entries: [(name: String, value: Value)]) -> Value
  /// Returns the old elements, followed by the new elements of the value; each once.
  static func union(_ old: Value?, _ new: Value) -> Value
  static func objects(in old: Value, notIn new: Value) -> [ObjectID]
}

enum Assignment<Value> {
  case set(old: Value?)
  /// The property already had the same value.
  case unchanged(old: Value)
  /// There is no object with the property.
  case noDestination
}

public import ContractModel
public import JSONParsing

/// An object that was made from payloads: a cursor into its store.
///
///     let user = store.objects(ofType: "User")[0]
///     user["userId"]                 // .int(2587)
///     user.object("city")?["name"]   // .string("New New-York")
///
/// Objects may refer to each other in cycles.
public struct MappedObject: Sendable {
  /// The identifier of the object in its store.
  public let id: ObjectID
  package let store: ObjectStore

  /// The name of its type in the contract.
  public var type: MemberName { store.type(of: id) }

  /// The properties that were set, in the order in which they were first set for the type.
  public var properties: [(name: PropertyPath, value: MappedValue)] {
    let object = store.objects[id.index]
    return zip(store.types[object.type].properties, object.values).compactMap { name, value in
      value.map { (name: name, value: $0) }
    }
  }

  /// The value of a property; `nil`, if it was never set.
  public subscript(property: PropertyPath) -> MappedValue? { store.value(of: property, in: id) }

  /// The value of a property; `nil`, if it was never set.
  public subscript(property: MemberName) -> MappedValue? { self[PropertyPath([property])] }

  /// Returns the object that a property refers to.
  public func object(_ property: MemberName) -> MappedObject? {
    self[property]?.objectID.map { store[$0] }
  }

  /// Returns the objects that a property refers to, in order.
  public func objects(_ property: MemberName) -> [MappedObject] {
    (self[property]?.referredObjects ?? []).map { store[$0] }
  }

  /// The object's name in texts: its type, and its number among the objects of the type.
  public var label: String { "\(type)#\(store.objects[id.index].ordinal)" }
}

// MARK: - Comparing

extension MappedObject: Equatable {
  /// Returns whether two objects have the same type and equal properties. Referenced objects are
  /// compared in the same way; cycles are followed once.
  ///
  /// - Complexity: O(*n*) for *n* reachable properties.
  public static func == (left: MappedObject, right: MappedObject) -> Bool {
    var comparison = GraphComparison(left: left.store, right: right.store)
    return comparison.areEqual(.object(left.id), .object(right.id))
  }
}

/// Compares two graphs: two objects are equal unless something reachable from them differs.
struct GraphComparison {
  let left: ObjectStore
  let right: ObjectStore
  private var assumed: Set<Pair> = []
  private var pending: [Pair] = []

  struct Pair: Hashable {
    var left: ObjectID
    var right: ObjectID
  }

  init(left: ObjectStore, right: ObjectStore) { (self.left, self.right) = (left, right) }

  mutating func areEqual(_ left: MappedValue, _ right: MappedValue) -> Bool {
    guard areAlike(left, right) else { return false }
    while let pair = pending.popLast() {
      let (one, other) = (self.left[pair.left], self.right[pair.right])
      guard one.type == other.type, areAlike(one.properties, other.properties) else { return false }
    }
    return true
  }

  private mutating func areAlike(
    _ left: [(name: PropertyPath, value: MappedValue)],
    _ right: [(name: PropertyPath, value: MappedValue)]
  ) -> Bool {
    guard left.count == right.count else { return false }
    let values = Dictionary(right.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return left.allSatisfy { property in
      values[property.name].map { areAlike(property.value, $0) } ?? false
    }
  }

  /// Returns whether two values are equal apart from the objects in them, compared later.
  private mutating func areAlike(_ left: MappedValue, _ right: MappedValue) -> Bool {
    switch (left, right) {
    case (.object(let one), .object(let other)):
      let pair = Pair(left: one, right: other)
      if assumed.insert(pair).inserted { pending.append(pair) }
      return true
    case (.array(let one), .array(let other)): return areAlike(one.elements, other.elements)
    case (.set(let one), .set(let other)) where !left.referredObjects.isEmpty:
      // Sets of objects are compared in the payload's order, as objects have no other common order.
      return areAlike(one.elements, other.elements)
    case (.dictionary(let one), .dictionary(let other)):
      let (left, right) = (one.sorted { $0.name < $1.name }, other.sorted { $0.name < $1.name })
      return left.map(\.name) == right.map(\.name)
        && areAlike(left.map(\.value), right.map(\.value))
    default: return left == right
    }
  }

  private mutating func areAlike(_ left: [MappedValue], _ right: [MappedValue]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { areAlike($0, $1) }
  }
}

public import ContractModel
public import JSONParsing

/// An object that payloads became: a cursor into its store.
///
///     let user = store.objects(ofType: "User")[0]
///     user["userId"]                 // .int(2587)
///     user.object("city")?["name"]   // .string("New New-York")
///
/// Objects refer to each other freely, in circles too.
public struct MappedObject: Sendable {
  /// The object in its store.
  public let id: ObjectID
  package let store: ObjectStore

  /// The contract's name of its type.
  public var type: MemberName { store.type(of: id) }

  /// The properties that were set, in the order in which the type first had them.
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

  /// The object that a property refers to.
  public func object(_ property: MemberName) -> MappedObject? {
    self[property]?.objectID.map { store[$0] }
  }

  /// The objects that a property refers to, in order.
  public func objects(_ property: MemberName) -> [MappedObject] {
    (self[property]?.referredObjects ?? []).map { store[$0] }
  }

  /// The object's name in texts: its type, and its number among the type's objects.
  public var label: String { "\(type)#\(store.objects[id.index].ordinal)" }
}

// MARK: - Comparing

extension MappedObject: Equatable {
  /// Whether two objects say the same: they have one type, and equal properties, where objects are
  /// equal if they say the same in turn. Circles are followed once.
  ///
  /// - Complexity: O(*n*) for *n* properties reachable.
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

  /// Whether two values are equal if the objects in them are, which is left for later.
  private mutating func areAlike(_ left: MappedValue, _ right: MappedValue) -> Bool {
    switch (left, right) {
    case (.object(let one), .object(let other)):
      let pair = Pair(left: one, right: other)
      if assumed.insert(pair).inserted { pending.append(pair) }
      return true
    case (.array(let one), .array(let other)): return areAlike(one.elements, other.elements)
    case (.set(let one), .set(let other)) where !left.referredObjects.isEmpty:
      // Sets of objects have the payload's order, which is as good as any that both have.
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

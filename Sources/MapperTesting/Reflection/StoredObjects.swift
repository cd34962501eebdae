package import JSONParsing

/// The objects in a store of the app.
package struct StoredObjects {
  /// By the contract's names of types.
  package let byType: [MemberName: [Any]]
  /// Whether the names are those that the app gave, so that another type is not stored.
  package let isComplete: Bool
  /// The store, which lives as long as its objects are looked at: they may refer to it, `unowned`.
  private var store: Any?

  package init(_ objects: [Any]) {
    let known = objects.compactMap { ReflectedValue($0) }
    byType = Dictionary(grouping: known) { MemberName($0.typeName) }
      .mapValues { $0.map(\.value) }
    isComplete = false
  }

  package init(byType objects: [String: [Any]]) {
    byType = Dictionary(
      objects.map { (MemberName($0), $1) }, uniquingKeysWith: { first, _ in first })
    isComplete = true
  }

  private init(_ byType: [MemberName: [Any]], isComplete: Bool, of store: Any?) {
    (self.byType, self.isComplete, self.store) = (byType, isComplete, store)
  }

  /// The objects, together with the store that they are in.
  func of(_ store: Any) -> StoredObjects {
    StoredObjects(byType, isComplete: isComplete, of: store)
  }

  func readable(by readers: PropertyReaders) -> StoredObjects {
    let objects = byType.mapValues { $0.map { ReadableValue(value: $0, readers: readers) as Any } }
    return StoredObjects(objects, isComplete: isComplete, of: store)
  }
}

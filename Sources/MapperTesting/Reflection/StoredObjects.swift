package import JSONParsing

/// The objects in a store of the app.
package struct StoredObjects {
  /// The objects, by the contract's names of their types.
  package let byType: [MemberName: [Any]]
  /// Whether the app named the types, so that no other types are stored.
  package let isComplete: Bool
  /// The store, kept alive while its objects are read: they may refer to it, `unowned`.
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

  func of(_ store: Any) -> StoredObjects {
    StoredObjects(byType, isComplete: isComplete, of: store)
  }

  /// Returns the objects by the contract's names of types, where the app's names have an affix,
  /// such as `RDAvatar` and `Avatar_CD`. If several affixes are possible, the one that most names
  /// have is used, then the one with the longest type name.
  func named(_ types: [MemberName]) -> StoredObjects {
    guard !isComplete, byType.keys.contains(where: { !types.contains($0) }) else { return self }
    var objects = byType
    while case let names = Self.affixed(objects.keys.sorted(), types), !names.isEmpty {
      for (name, type) in names where objects[type] == nil {
        objects[type] = objects.removeValue(forKey: name)
      }
    }
    return StoredObjects(objects, isComplete: false, of: store)
  }

  /// Returns the names that have the same affix around a missing type's name, with those types.
  private static func affixed(
    _ names: [MemberName], _ types: [MemberName]
  ) -> [(name: MemberName, type: MemberName)] {
    let absent = types.filter { !names.contains($0) }
    var found: [(affix: NameAffix, name: MemberName, type: MemberName)] = []
    for name in names where !types.contains(name) {
      for type in absent {
        found += NameAffix.all(of: name.text, around: type.text).map { ($0, name, type) }
      }
    }
    let counts = Dictionary(grouping: found, by: \.affix).mapValues(\.count)
    let rank = { (item: (affix: NameAffix, name: MemberName, type: MemberName)) in
      (counts[item.affix] ?? 0, item.type.text.utf8.count)
    }
    guard let best = found.max(by: { rank($0) < rank($1) }) else { return [] }
    return found.filter { $0.affix == best.affix }.map { ($0.name, $0.type) }
  }

  func readable(by readers: PropertyReaders) -> StoredObjects {
    let objects = byType.mapValues { $0.map { ReadableValue(value: $0, readers: readers) as Any } }
    return StoredObjects(objects, isComplete: isComplete, of: store)
  }
}

/// A store before a run: a response that is refused leaves it so (§ 38b).
///
/// Objects that were there before are copied when they are changed first, so that a run costs what it
/// changes, and not what there is.
struct StoreJournal: Sendable {
  let types: [ObjectStore.StoredType]
  let binding: ObjectStore.PlanBinding
  let objectCount: Int
  let identityCount: Int
  /// The objects that were changed, as they were.
  var objects: [(index: Int, object: ObjectStore.StoredObject)] = []

  init(_ store: ObjectStore) {
    (types, binding) = (store.types, store.binding)
    (objectCount, identityCount) = (store.objects.count, store.identities.count)
  }
}

extension ObjectStore {
  /// Keeps what an object is before the run changes it.
  mutating func save(_ object: ObjectID) {
    let index = Int(object.index)
    guard objects[index].savedRun != run, let count = journal?.objectCount, index < count else {
      return
    }
    journal?.objects.append((index, objects[index]))
    objects[index].savedRun = run
  }

  /// Ends the run.
  ///
  /// - Returns: What the store was before it.
  mutating func takeJournal() -> StoreJournal? {
    defer { journal = nil }
    return journal
  }

  /// Makes the store what it was before a run.
  ///
  /// Neither the run's number nor the places of its objects are given again: what still refers to one
  /// of them finds an object without properties, and no other.
  mutating func revert(to journal: StoreJournal) {
    for index in journal.objectCount..<objects.count {
      (objects[index].isHidden, objects[index].values) = (true, [])
    }
    for (index, object) in journal.objects { objects[index] = object }
    identities.removeLast(identities.count - journal.identityCount)
    for index in types.indices {
      types[index] =
        index < journal.types.count ? journal.types[index] : StoredType(name: types[index].name)
    }
    binding = journal.binding
    discarded.removeAll()
  }
}

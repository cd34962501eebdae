/// The state of a store before a run: a rejected response leaves the store unchanged (§ 38b), and
/// an element that is left out leaves it as it was before the element (§ 21).
///
/// Existing objects are copied before their first change, so that a run costs as much as it
/// changes, not as much as the store contains.
struct StoreJournal: Sendable {
  let types: [ObjectStore.StoredType]
  let binding: ObjectStore.PlanBinding
  let lists: [CompleteList: [ObjectID]]
  let orphans: Set<ObjectID>
  /// The state that can be restored: that before the run, or before the most recent trial.
  var trial: ObjectStore.Trial
  /// The former states of changed objects, in the order of the changes.
  var objects: [(index: Int, object: ObjectStore.StoredObject)] = []

  init(_ store: ObjectStore) {
    (types, binding) = (store.types, store.binding)
    (lists, orphans) = (store.lists, store.orphans)
    trial = ObjectStore.Trial(
      objectCount: store.objects.count, identityCount: store.identities.count)
  }
}

extension ObjectStore {
  struct Trial: Sendable {
    var objectCount: Int
    var identityCount: Int
    /// The number of changes in the journal.
    var changeCount = 0
  }

  /// Saves an object's state before the run changes it.
  mutating func save(_ object: ObjectID) {
    let index = Int(object.index)
    guard let count = journal?.trial.objectCount, index < count,
      let start = journal?.trial.changeCount, let position = journal?.objects.count,
      objects[index].savedRun != run || objects[index].savedAt < start
    else { return }
    journal?.objects.append((index, objects[index]))
    (objects[index].savedRun, objects[index].savedAt) = (run, Int32(position))
  }

  /// Begins a trial; returns the trial around it.
  mutating func beginTrial() -> Trial {
    let trial = Trial(
      objectCount: objects.count, identityCount: identities.count,
      changeCount: journal?.objects.count ?? 0)
    let outer = journal?.trial
    journal?.trial = trial
    return outer ?? trial
  }

  mutating func endTrial(_ outer: Trial, takesBack: Bool) {
    if takesBack, let trial = journal?.trial { takeBack(to: trial) }
    journal?.trial = outer
  }

  private mutating func takeBack(to trial: Trial) {
    while let count = journal?.objects.count, count > trial.changeCount,
      let (index, object) = journal?.objects.popLast()
    {
      objects[index] = object
    }
    // From last to first, so that each object releases its number among the objects of its type.
    for index in (trial.objectCount..<objects.count).reversed() where !objects[index].isHidden {
      discard(ObjectID(index: Int32(index)))
    }
    identities.removeLast(identities.count - trial.identityCount)
  }

  /// Ends the run; returns the state before it.
  mutating func takeJournal() -> StoreJournal? {
    defer { journal = nil }
    return journal
  }

  /// Restores the state before a run. The numbers of the run and of its objects are not reused: an
  /// identifier of one of these objects then finds an object without properties, not another one.
  mutating func revert(to journal: StoreJournal) {
    for (index, object) in journal.objects.reversed() { objects[index] = object }
    for index in journal.trial.objectCount..<objects.count {
      (objects[index].isHidden, objects[index].values) = (true, [])
    }
    identities.removeLast(identities.count - journal.trial.identityCount)
    for index in types.indices {
      types[index] =
        index < journal.types.count ? journal.types[index] : StoredType(name: types[index].name)
    }
    binding = journal.binding
    (lists, orphans) = (journal.lists, journal.orphans)
    discarded.removeAll()
  }
}

import ContractModel

extension ObjectStore {
  func isGone(_ object: ObjectID) -> Bool { objects[object.index].isHidden }

  func wasReferred(_ object: ObjectID) -> Bool { objects[object.index].wasReferred }

  mutating func leaveOpen() { isOpen = true }

  mutating func hold(_ value: MappedValue, in list: CompleteList?) -> [ObjectID] {
    let held = value.referredObjects
    guard let list else {
      for object in held where !objects[object.index].isListed {
        save(object)
        objects[object.index].isListed = true
      }
      return []
    }
    let old = lists.updateValue(held, forKey: list) ?? []
    let kept = Set(held)
    return old.filter { !kept.contains($0) }
  }

  /// An object without an identity is deleted with its owner, because it could not be found again.
  /// An object with an identity stays. A lost object that the payload mentions stays; an app may
  /// have deleted it after its mention.
  mutating func delete(
    _ lost: [ObjectID], isCertain: Bool
  ) -> [(object: ObjectID, loss: Int)] {
    var causes: [ObjectID: Int] = [:]
    for (number, object) in lost.enumerated() where causes[object] == nil {
      if !isGone(object), isCertain || !isMentioned(object) { causes[object] = number }
    }
    let candidates = causes.keys.sorted()
    let involved = reachable(from: candidates)
    if isCertain { letGo(of: Set(candidates)) }
    var kept = kept(of: involved, besides: involved.filter { isMentioned($0) })
    if isCertain { kept.subtract(candidates) }
    var deleted: [(object: ObjectID, loss: Int)] = []
    // A deleted object comes before the objects that belonged to it.
    var pending = candidates.filter { !kept.contains($0) }.map { ($0, causes[$0] ?? 0) }[...]
    while let (object, loss) = pending.popFirst() {
      guard !isGone(object) else { continue }
      deleted.append((object, loss))
      for next in references(from: object) where !kept.contains(next) {
        if objects[next.index].record < 0 { pending.append((next, loss)) }
      }
      hide(object)
      objects[object.index].deletedRun = run
    }
    let left = reachable(from: deleted.map(\.object) + lost).filter { !isGone($0) }
    orphans.formUnion(left.subtracting(self.kept(of: left)))
    return deleted
  }

  mutating func abandon(_ lost: [ObjectID]) {
    for object in reachable(from: lost) where objects[object.index].record < 0 && !isGone(object) {
      orphans.insert(object)
    }
  }

  /// Counts objects as orphans, which an app may have or not.
  mutating func addOrphans(_ objects: Set<ObjectID>) { orphans.formUnion(objects) }

  /// Removes objects that an app has deleted.
  package mutating func forget(_ forgotten: Set<ObjectID>) {
    for object in forgotten { hide(object) }
    orphans.subtract(forgotten)
  }

  /// Removes the objects from everything that refers to them.
  private mutating func letGo(of gone: Set<ObjectID>) {
    for list in lists.keys { lists[list]?.removeAll { gone.contains($0) } }
    for index in objects.indices where !objects[index].isHidden {
      let object = ObjectID(index: Int32(index))
      let lost = gone.intersection(references(from: object))
      guard !gone.contains(object), !lost.isEmpty else { continue }
      for object in [object] + lost { save(object) }
      for object in lost { objects[object.index].wasReferred = true }
      leaveOpen()
      objects[index].values = objects[index].values.map { $0?.without(gone) }
    }
  }

  private mutating func hide(_ object: ObjectID) {
    save(object)
    objects[object.index].isHidden = true
    orphans.remove(object)
  }

  private func references(from object: ObjectID) -> [ObjectID] {
    objects[object.index].values.flatMap { $0?.referredObjects ?? [] }
  }

  private func reachable(from starts: [ObjectID]) -> Set<ObjectID> {
    var found = Set(starts)
    var pending = starts
    while let object = pending.popLast() {
      pending += references(from: object).filter { found.insert($0).inserted }
    }
    return found
  }

  /// Returns whether the current payload contains the object.
  private func isMentioned(_ object: ObjectID) -> Bool {
    let stored = objects[object.index]
    return stored.mentionedRun == run || stored.createdRun == run
  }

  /// Returns the given objects that lists or other objects refer to, and those reachable from them.
  private func kept(
    of some: Set<ObjectID>, besides others: Set<ObjectID> = []
  ) -> Set<ObjectID> {
    var held = others.union(some.filter { objects[$0.index].isListed })
    for list in lists.values { held.formUnion(list.filter { some.contains($0) }) }
    for index in objects.indices where !objects[index].isHidden {
      let object = ObjectID(index: Int32(index))
      if !some.contains(object) { held.formUnion(references(from: object)) }
    }
    return reachable(from: Array(held)).intersection(some)
  }
}

extension MappedValue {
  /// Returns the value without references to the given objects: null, or a shorter list.
  fileprivate func without(_ gone: Set<ObjectID>) -> MappedValue {
    switch self {
    case .object(let id): gone.contains(id) ? .null : self
    case .array(let collection): .array(collection.without(gone))
    case .set(let collection): .set(collection.without(gone))
    case .dictionary(let entries):
      .dictionary(
        entries.filter { $0.value.isLeft(by: gone) }
          .map { MappedEntry(name: $0.name, value: $0.value.without(gone)) })
    default: self
    }
  }

  fileprivate func isLeft(by gone: Set<ObjectID>) -> Bool {
    objectID.map { !gone.contains($0) } ?? true
  }
}

extension MappedCollection {
  fileprivate func without(_ gone: Set<ObjectID>) -> MappedCollection {
    let kept = elements.indices.filter { elements[$0].isLeft(by: gone) }
    return MappedCollection(
      kept.map { elements[$0].without(gone) }, names: names.isEmpty ? [] : kept.map { names[$0] })
  }
}

import ContractModel
public import JSONParsing

/// The result of mapping a payload, with all events.
public struct MappingResult: Sendable {
  /// The value that was made from the payload; `nil`, if none was.
  public let value: MappedValue?
  /// The events, in the order in which they happened.
  public let events: MappingEvents
  /// The objects, including those that existed before; for a rejected payload, too.
  public private(set) var store: ObjectStore

  /// The violations, in the order of their events.
  public var violations: [Violation] { events.violations }

  /// Whether the payload has no violation of severity error.
  public var isAdmitted: Bool { !violations.contains { $0.severity == .error } }

  /// Leaves open whether the store has some objects: an app may have them or not.
  package mutating func leaveOpen(_ objects: Set<ObjectID>) {
    if !objects.isEmpty { store.addOrphans(objects) }
  }

  /// The bytes of the payload that must not appear in any report: the values of sensitive lines.
  package var sensitiveRanges: [Range<Int>] {
    events.compactMap { event in
      event.line?.options.isSensitive == true && !event.isMissing ? event.byteRange : nil
    }
  }

  /// The objects that the value is, or has as elements.
  public var objects: [MappedObject] { (value?.referredObjects ?? []).map { store[$0] } }

  /// Whether anything of the payload was mapped.
  public var isAnythingMapped: Bool {
    events.contains { event in
      switch event.name {
      case .set, .unchanged, .setNull, .nullKept, .connected, .skippedUnmodified: event.isTerminal
      case .setDefault: !event.isMissing
      default: false
      }
    }
  }

  /// The counts of objects by the name of their type.
  public var counts: [MemberName: ObjectCounts] {
    var counts = store.counts
    for event in events.raw {
      guard let object = event.object, event.name == .reused else { continue }
      counts[store.type(of: object), default: ObjectCounts()].reused += 1
    }
    return counts
  }

  /// Returns whether both results made and found the same objects with the same properties.
  package func isSame(as other: MappingResult) -> Bool {
    guard counts == other.counts else { return false }
    var comparison = GraphComparison(left: store, right: other.store)
    return comparison.areEqual(value ?? .null, other.value ?? .null)
  }

  /// Returns the value at a path of properties; indices in the path are the payload's.
  public func value(at path: InstancePath) -> MappedValue? {
    value.flatMap { store.value(at: path.steps[...], in: $0) }
  }
}

/// How many objects of one type a payload created, reused and changed.
public struct ObjectCounts: Hashable, Sendable {
  /// The number of objects afterwards.
  public var distinct = 0
  /// The number of objects that were created.
  public var created = 0
  /// The number of times that an existing object was found.
  public var reused = 0
  /// The number of objects that existed before and were changed.
  public var updated = 0
  /// The number of objects that existed before and did not change, whether the payload mentions
  /// them or not.
  public var untouched = 0
  /// The number of objects that were deleted, because a complete list lost them and nothing else
  /// refers to them.
  public var deleted = 0

  /// Makes counts of 0.
  public init() {}
}

extension ObjectStore {
  /// The counts of the last run, by type. The store does not know `reused`.
  var counts: [MemberName: ObjectCounts] {
    var counts: [MemberName: ObjectCounts] = [:]
    for object in objects where !object.isHidden || object.deletedRun == run && run > 0 {
      counts[types[object.type].name, default: ObjectCounts()].add(object, run)
    }
    return counts
  }

  /// - Complexity: Uses no stack per step: a path may be as long as a payload is deep.
  func value(at steps: ArraySlice<InstancePath.Step>, in value: MappedValue) -> MappedValue? {
    var (found, rest) = (value, steps)
    while let step = rest.first {
      if let next = child(step, of: found) {
        (found, rest) = (next, rest.dropFirst())
      } else if case .object(let id) = found, let (next, count) = dotted(rest, of: id) {
        (found, rest) = (next, rest.dropFirst(count))
      } else {
        return nil
      }
    }
    return found
  }

  /// Returns the value of a property whose name has dots, with the number of its steps (§ 9).
  private func dotted(
    _ steps: ArraySlice<InstancePath.Step>, of object: ObjectID
  ) -> (MappedValue, count: Int)? {
    var names: [MemberName] = []
    for case .member(let name) in steps.prefix(while: {
      if case .member = $0 { true } else { false }
    }) {
      names.append(name)
      if let value = value(of: PropertyPath(names), in: object) { return (value, names.count) }
    }
    return nil
  }

  private func child(_ step: InstancePath.Step, of value: MappedValue) -> MappedValue? {
    switch (value, step) {
    case (.object(let id), .member(let name)): property(name, of: id)
    case (.dictionary(let entries), .member(let name)): entries.last { $0.name == name }?.value
    case (.array(let collection), .member(let name)): collection.element(named: name)
    case (.array(let collection), .element(let position)),
      (.set(let collection), .element(let position)):
      collection.element(at: position)
    case (.json(let fragment), _):
      fragment.value.value(at: InstancePath([step])).map { .json(JSONFragment($0)) }
    default: nil
    }
  }

  private func property(_ name: MemberName, of object: ObjectID) -> MappedValue? {
    self.value(of: PropertyPath([name]), in: object)
  }
}

extension ObjectCounts {
  fileprivate mutating func add(_ object: ObjectStore.StoredObject, _ run: UInt32) {
    guard !object.isHidden else {
      deleted += 1
      return
    }
    distinct += 1
    if object.createdRun == run {
      created += 1
    } else if object.changedRun == run {
      updated += 1
    } else {
      untouched += 1
    }
  }
}

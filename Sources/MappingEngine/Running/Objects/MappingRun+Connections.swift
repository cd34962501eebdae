import ContractModel
import JSONParsing

/// A connection that will be made after the whole payload is mapped.
struct PendingConnection {
  enum Key {
    /// The payload has no value for the key.
    case missing
    case null
    case value
  }

  var connection: Int32
  var object: ObjectID
  var node: Int
  var keys: [Key]
}

/// The objects that a connection can lead to, by the text of their first key; `nil` is null.
private typealias ConnectionIndex = [String?: [ObjectID]]

extension MappingRun {
  /// Notes the connections of an object. They are made at the end, so that the order of the objects
  /// in the payload does not matter.
  mutating func postpone(_ numbers: PlanRange, _ object: ObjectID, _ frame: Frame) {
    for number in numbers.indices {
      let keys = plan.tables.order[plan.tables.connections[number].keyLines.indices]
      connections.append(
        PendingConnection(
          connection: Int32(number), object: object, node: frame.node,
          keys: keys.map { key(of: $0, frame) }))
    }
  }

  private func key(of line: Int32, _ frame: Frame) -> PendingConnection.Key {
    guard line >= 0 else { return .missing }
    switch resolve(plan.tables.lines[line], frame) {
    case .value(let node): return document.word(node).kind == .null ? .null : .value
    case .elsewhere, .collected: return .value
    case .missing, .blocked: return .missing
    }
  }

  mutating func connect() {
    var indexes: [Int32: ConnectionIndex] = [:]
    for pending in connections {
      let connection = plan.tables.connections[pending.connection]
      let index = indexes[pending.connection] ?? index(of: connection)
      indexes[pending.connection] = index
      connect(pending, connection, index)
    }
    connections.removeAll()
  }

  private func index(of connection: PlanConnection) -> ConnectionIndex {
    guard let first = connection.otherProperties.indices.first else { return [:] }
    let objects = destination.objects(ofType: connection.type)
    return Dictionary(grouping: objects) { otherKey(plan.tables.order[first], $0) }
  }

  private func otherKey(_ property: Int32, _ object: ObjectID) -> String? {
    Destination.foreignKeys(destination.value(of: property, in: object)).first ?? nil
  }

  private mutating func connect(
    _ pending: PendingConnection, _ connection: PlanConnection, _ index: ConnectionIndex
  ) {
    guard pending.keys.contains(where: { $0 != .missing }) else {
      return record(event(.connectionSkipped, pending))
    }
    let hits = pending.keys.contains(.value) ? hits(of: pending.object, connection, index) : []
    let value: Value =
      connection.isToMany
      ? Destination.array(hits.map(Destination.reference), skipped: [])
      : hits.first.map(Destination.reference) ?? .null
    var old: Value?
    switch destination.set(value, property: connection.property, of: pending.object) {
    case .set(let before): old = before
    case .unchanged(let before): old = before
    case .noDestination: break
    }
    var event = event(hits.isEmpty ? .connectionCleared : .connected, pending)
    if !connection.isToMany, hits.count > 1 {
      event.problem = MappingProblem(.ambiguousConnection, severity: .warning, count: hits.count)
    }
    record(event, value, old: old)
  }

  /// Returns the objects whose keys equal an object's own keys, in the order of the store; if an
  /// own key is a list, any of its elements may be equal.
  private func hits(
    of object: ObjectID, _ connection: PlanConnection, _ index: ConnectionIndex
  ) -> [ObjectID] {
    let own = plan.tables.order[connection.keyLines.indices].map { line -> Set<String?> in
      let property = line >= 0 ? plan.tables.lines[line].property : -1
      let value = property >= 0 ? destination.value(of: property, in: object) : nil
      return Set(Destination.foreignKeys(value))
    }
    let others = plan.tables.order[connection.otherProperties.indices]
    let candidates = (own.first ?? []).flatMap { index[$0] ?? [] }
    return candidates.filter { other in
      zip(others, own).dropFirst().allSatisfy { $1.contains(otherKey($0, other)) }
    }.sorted()
  }

  private func event(_ name: MappingEventName, _ pending: PendingConnection) -> RawEvent {
    var event = RawEvent(name, at: pending.node, pending.object)
    event.connection = pending.connection
    return event
  }
}

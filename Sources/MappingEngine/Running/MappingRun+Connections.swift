import ContractModel
import JSONParsing

/// A connection that is made when the whole payload is mapped.
struct PendingConnection {
  enum Key {
    /// The payload says nothing of it.
    case missing
    case null
    /// The object has its value.
    case value
  }

  var connection: Int32
  var object: ObjectID
  var node: Int
  var keys: [Key]
}

extension MappingRun {
  /// Notes a connection of an object. It is made at the end, so that the order of the payload's
  /// objects does not matter.
  mutating func postpone(_ number: Int32, _ object: ObjectID, _ frame: Frame) {
    let connection = plan.connections[Int(number)]
    let keys = connection.keyRules.indices.map { index -> PendingConnection.Key in
      let rule = plan.order[index]
      guard rule >= 0 else { return .missing }
      switch resolve(plan.rules[Int(rule)].source, frame) {
      case .value(let node): return document.word(node).kind == .null ? .null : .value
      case .elsewhere, .collected: return .value
      case .missing, .blocked: return .missing
      }
    }
    connections.append(
      PendingConnection(connection: number, object: object, node: frame.node, keys: keys))
  }

  mutating func connect() {
    var indexes: [Int32: [String: [ObjectID]]] = [:]
    for pending in connections {
      if indexes[pending.connection] == nil {
        indexes[pending.connection] = index(of: plan.connections[Int(pending.connection)])
      }
      connect(pending, indexes[pending.connection] ?? [:])
    }
    connections.removeAll()
  }

  /// The objects that a connection can lead to, by the text of their keys.
  private func index(of connection: PlanConnection) -> [String: [ObjectID]] {
    var index: [String: [ObjectID]] = [:]
    for object in destination.objects(ofType: connection.type) {
      let parts = connection.otherProperties.indices.map { position in
        Destination.foreignKeys(destination.value(of: plan.order[position], in: object)).first
          ?? nil
      }
      index[Self.text(parts), default: []].append(object)
    }
    return index
  }

  private mutating func connect(_ pending: PendingConnection, _ index: [String: [ObjectID]]) {
    let connection = plan.connections[Int(pending.connection)]
    if pending.keys.allSatisfy({ $0 == .missing }) {
      return record(.connectionSkipped, pending, nil, old: nil)
    }
    var hits: [ObjectID] = []
    if pending.keys.contains(.value) {
      var seen: Set<ObjectID> = []
      for key in keys(of: pending, connection) {
        hits += (index[key] ?? []).filter { seen.insert($0).inserted }
      }
    }
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
    record(hits.isEmpty ? .connectionCleared : .connected, pending, value, old: old)
  }

  /// The texts of an object's own keys: of a list, one for each element.
  private func keys(
    of pending: PendingConnection, _ connection: PlanConnection
  ) -> [String] {
    var combinations: [[String?]] = [[]]
    for position in connection.keyRules.indices {
      let rule = plan.order[position]
      let property = rule >= 0 ? plan.rules[Int(rule)].property : -1
      let value = property >= 0 ? destination.value(of: property, in: pending.object) : nil
      let keys = Destination.foreignKeys(value)
      combinations = combinations.flatMap { start in keys.map { start + [$0] } }
    }
    return combinations.map { Self.text($0) }
  }

  /// Key texts in one, so that no two different lists give the same.
  private static func text(_ parts: [String?]) -> String {
    parts.map { part in part.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
  }

  private mutating func record(
    _ name: MappingEventName, _ pending: PendingConnection, _ value: Value?, old: Value?
  ) {
    var moment = MappingMoment(
      name: name, node: Int32(truncatingIfNeeded: pending.node), object: pending.object)
    moment.connection = pending.connection
    sink.record(moment, value, old: old)
  }
}

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
    var indexes: [Int32: [String?: [ObjectID]]] = [:]
    for pending in connections {
      if indexes[pending.connection] == nil {
        indexes[pending.connection] = index(of: plan.connections[Int(pending.connection)])
      }
      connect(pending, indexes[pending.connection] ?? [:])
    }
    connections.removeAll()
  }

  /// The objects that a connection can lead to, by the text of their first key; `nil` is null.
  private func index(of connection: PlanConnection) -> [String?: [ObjectID]] {
    var index: [String?: [ObjectID]] = [:]
    guard let first = connection.otherProperties.indices.first else { return index }
    for object in destination.objects(ofType: connection.type) {
      index[otherKey(plan.order[first], object), default: []].append(object)
    }
    return index
  }

  private func otherKey(_ property: Int32, _ object: ObjectID) -> String? {
    Destination.foreignKeys(destination.value(of: property, in: object)).first ?? nil
  }

  private mutating func connect(_ pending: PendingConnection, _ index: [String?: [ObjectID]]) {
    let connection = plan.connections[Int(pending.connection)]
    if pending.keys.allSatisfy({ $0 == .missing }) {
      return record(.connectionSkipped, pending, nil, old: nil)
    }
    var hits: [ObjectID] = []
    if pending.keys.contains(.value) {
      hits = self.hits(of: pending.object, connection, index)
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
    let isAmbiguous = !connection.isToMany && hits.count > 1
    let problem = MappingProblem(
      rule: .ambiguousConnection, severity: .warning,
      count: Int32(truncatingIfNeeded: hits.count))
    record(
      hits.isEmpty ? .connectionCleared : .connected, pending, value, old: old,
      problem: isAmbiguous ? problem : nil)
  }

  /// The objects whose keys are an object's own, in the order of the store's; of an own key that is
  /// a list, any of its elements.
  private func hits(
    of object: ObjectID, _ connection: PlanConnection, _ index: [String?: [ObjectID]]
  ) -> [ObjectID] {
    let own = connection.keyRules.indices.map { position -> Set<String?> in
      let rule = plan.order[position]
      let property = rule >= 0 ? plan.rules[Int(rule)].property : -1
      let value = property >= 0 ? destination.value(of: property, in: object) : nil
      return Set(Destination.foreignKeys(value))
    }
    let candidates = (own.first ?? []).flatMap { index[$0] ?? [] }
    return candidates.filter { other in
      zip(connection.otherProperties.indices, own).dropFirst().allSatisfy { position, keys in
        keys.contains(otherKey(plan.order[position], other))
      }
    }.sorted()
  }

  private mutating func record(
    _ name: MappingEventName, _ pending: PendingConnection, _ value: Value?, old: Value?,
    problem: MappingProblem? = nil
  ) {
    var moment = MappingMoment(
      name: name, node: Int32(truncatingIfNeeded: pending.node), object: pending.object)
    (moment.connection, moment.problem) = (pending.connection, problem)
    tell(moment, value, old: old)
  }
}

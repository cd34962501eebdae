import Foundation

/// An object of a store: its type and properties.
final class StoredObject {
  let type: String
  var properties: [String: Any]

  init(_ type: String, _ properties: [String: Any]) {
    (self.type, self.properties) = (type, properties)
  }
}

/// A store with one object per identity, and the table that maps into it.
struct TableStore {
  /// Returns an object's identity, or `nil` for objects without one.
  typealias Identity = (_ type: String, _ properties: [String: Any]) -> String?

  private(set) var objects: [StoredObject] = []
  private var found: [String: StoredObject] = [:]
  var identity: Identity = Self.identity
  /// Updates a known object with a new mention of it.
  var update: (_ known: inout [String: Any], _ mentioned: [String: Any]) -> Void = { known, new in
    known.merge(new) { $1 is Absent ? $0 : $1 }
  }
  /// Called with a new object and the existing ones.
  var keep: (_ object: StoredObject, _ others: [StoredObject]) -> Void = { _, _ in }

  static let identifiedBy = [
    "Order": "orderId", "Customer": "customerId", "Line": "lineId", "Product": "productId",
  ]

  static func identity(_ type: String, _ properties: [String: Any]) -> String? {
    identifiedBy[type].map { "\(type) \(properties[$0] ?? "")" }
  }

  /// Maps a payload with a table whose optional rows mark absent values.
  mutating func load(_ data: Data, by table: TableMapper) throws {
    final class Work {
      var store: TableStore
      init(_ store: TableStore) { self.store = store }
    }
    let work = Work(self)
    defer { self = work.store }
    var table = table
    table.tables = table.tables.mapValues { $0.map { $0.isOptional ? $0.orElse(Absent()) : $0 } }
    table.finish = { work.store.object($0, $1) }
    _ = try table.map(data)
  }

  /// The value of a property whose member is absent.
  struct Absent {}

  /// Finds an existing object, or adds a new one.
  mutating func object(_ type: String, _ properties: [String: Any]) -> StoredObject {
    let key = identity(type, properties)
    if let key, let known = found[key] {
      update(&known.properties, properties)
      return known
    }
    let object = StoredObject(
      type, properties.mapValues { $0 is Absent ? String?.none as Any : $0 })
    keep(object, objects)
    if Self.identifiedBy[type] != nil { objects.append(object) }
    if let key { found[key] = object }
    return object
  }

  var byType: [String: [Any]] {
    var byType = Self.identifiedBy.mapValues { _ in [Any]() }
    for object in objects { byType[object.type]?.append(Self.plain(object, in: [])) }
    return byType
  }

  /// Returns an object as dictionaries only. A faulty store may have cycles: an object inside of
  /// itself is cut off there, because the lists would not end otherwise.
  private static func plain(_ value: Any, in outer: [StoredObject]) -> Any {
    switch value {
    case let object as StoredObject:
      if outer.contains(where: { $0 === object }) { return "…" }
      return object.properties.mapValues { plain($0, in: outer + [object]) }
    case let elements as [Any]: return elements.map { plain($0, in: outer) }
    case let entries as [String: Any]: return entries.mapValues { plain($0, in: outer) }
    default: return value
    }
  }
}

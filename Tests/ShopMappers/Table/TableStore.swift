import Foundation

/// An object of a store: its type and properties.
final class StoredObject {
  let type: String
  var properties: [String: Any]

  init(_ type: String, _ properties: [String: Any]) {
    (self.type, self.properties) = (type, properties)
  }
}

/// A store that keeps one object for each identity, and the table that maps into it.
struct TableStore {
  /// An object's identity, or nothing for objects that have none.
  typealias Identity = (_ type: String, _ properties: [String: Any]) -> String?

  private(set) var objects: [StoredObject] = []
  private var found: [String: StoredObject] = [:]
  var identity: Identity = Self.identity
  /// Updates a known object when it is mentioned again.
  var update: (_ known: inout [String: Any], _ mentioned: [String: Any]) -> Void = { known, new in
    known.merge(new) { $1 is Absent ? $0 : $1 }
  }
  /// Called with an object that is new, and with those that are there.
  var keep: (_ object: StoredObject, _ others: [StoredObject]) -> Void = { _, _ in }

  static let identifiedBy = [
    "Order": "orderId", "Customer": "customerId", "Line": "lineId", "Product": "productId",
  ]

  static func identity(_ type: String, _ properties: [String: Any]) -> String? {
    identifiedBy[type].map { "\(type) \(properties[$0] ?? "")" }
  }

  /// Maps a payload, by a table of which the optional rows say what is absent.
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

  /// Finds an object again, or keeps a new one.
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

  /// An object as nothing but dictionaries. A store with mistakes has objects in circles: one that is
  /// in itself is cut there, since a list of it would have a list of it in each element.
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

import Foundation
import MapperTesting

extension Mutant {
  /// Mistakes of a store.
  static var ofStores: [Mutant] {
    [
      store("objects never found again", at: "order.contact", says: "1 Order object") {
        $0.identity = { _, _ in nil }
      },
      store("customers by their names", at: "order.contact.id", says: "Customer") {
        $0.identity = { type, properties in
          type == "Customer"
            ? "\(properties["name"] ?? "")" : TableStore.identity(type, properties)
        }
      },
      store("lines by their quantities", at: "order.lines[0].id", says: "Line") {
        $0.identity = { type, properties in
          type == "Line" ? "\(properties["quantity"] ?? "")" : TableStore.identity(type, properties)
        }
      },
      store(
        "one identity for all types", at: "order.customer.id", says: "store has 0 Order objects"
      ) {
        $0.identity = { type, properties in
          TableStore.identity(type, properties).map { String($0.dropFirst(type.count)) }
        }
      },
      store("the first mention wins", at: "order.lines[0].id", says: "quantity") {
        $0.update = { _, _ in }
      },
      store("what is missing becomes nil", at: "order.customer.email", says: "\"email") {
        $0.update = { known, new in
          known = new.mapValues { $0 is TableStore.Absent ? String?.none as Any : $0 }
        }
      },
      store("null leaves what is there", at: "order.customer.email", says: "\"email") {
        $0.update = { known, new in
          known.merge(new) { "\($1)" == "nil" || $1 is TableStore.Absent ? $0 : $1 }
        }
      },
      store("products never found again", at: "order.lines", says: "Product") {
        $0.identity = { type, properties in
          type == "Product" ? nil : TableStore.identity(type, properties)
        }
      },
      store("removed elements are kept", at: "order.lines", says: "\"lines") {
        $0.update = lists { known, new in
          new + known.filter { old in !new.contains { $0 === old } }
        }
      },
      store("elements are sorted", at: "order.lines", says: "Line") {
        $0.update = lists { _, new in new.sorted { $0.number < $1.number } }
      },
      store("elements are appended", at: "order.lines", says: "\"lines") {
        $0.update = lists { known, new in known + new }
      },
      store("a child has one parent", at: "order.id", says: "\"customer") {
        $0.keep = { object, others in
          guard object.type == "Order" else { return }
          for other in others where other.type == "Order" && other.customer === object.customer {
            other.properties["customer"] = String?.none as Any
          }
        }
      },
      store(
        "id 0 is no identity", at: "order.id", says: "Order",
        missed: "the contract's ids start at 1: of what it refuses, a store may have anything"
      ) {
        $0.identity = { type, properties in
          TableStore.identity(type, properties).flatMap { $0.hasSuffix(" 0") ? nil : $0 }
        }
      },
    ]
  }

  /// Returns an update that combines the lines of the known object with the new lines.
  private static func lists(
    _ change: @escaping (_ known: [StoredObject], _ new: [StoredObject]) -> [StoredObject]
  ) -> (inout [String: Any], [String: Any]) -> Void {
    { known, new in
      let lines = (known["lines"] as? [Any], new["lines"] as? [Any])
      TableStore().update(&known, new)
      guard let old = lines.0 as? [StoredObject], let now = lines.1 as? [StoredObject] else {
        return
      }
      known["lines"] = change(old, now)
    }
  }

  private static func store(
    _ name: String, at path: String, says: String, missed: String? = nil,
    _ change: @escaping (inout TableStore) -> Void
  ) -> Mutant {
    Mutant("store: \(name)", at: path, says: says, missed: missed, .storing(changed: change))
  }
}

extension MapperUnderTest {
  /// Returns a mapper of the right table with a changed store.
  static func storing(changed change: @escaping (inout TableStore) -> Void) -> MapperUnderTest {
    let table = TableMapper.shop
    return .mapping(
      into: TableStore.changed(by: change),
      { data, store in try store.load(data, by: table) },
      objectsByType: \.byType)
  }
}

extension StoredObject {
  fileprivate var customer: StoredObject? { properties["customer"] as? StoredObject }
  fileprivate var number: Int { properties["lineId"] as? Int ?? 0 }
}

extension TableStore {
  /// Returns an empty store with a change.
  fileprivate static func changed(by change: (inout TableStore) -> Void) -> TableStore {
    var store = TableStore()
    change(&store)
    return store
  }
}

import Foundation
import JSONParsing

extension Mutant {
  /// Mistakes in the key path of a value.
  static var ofKeys: [Mutant] {
    [
      Mutant("a key in another case", "Order", "title", at: "order.title") { $0.key = "Title" },
      Mutant("a key that is misspelt", "Order", "due", at: "order.due") { $0.key = "dueDate" },
      Mutant("two keys swapped", at: "order.number", says: "\"number") {
        $0["Order", "number"].key = "reference"
        $0["Order", "reference"].read = Reading.text
        $0["Order", "reference"].key = "number"
      },
      Mutant("latitude and longitude swapped", at: "order.customer.address.geo", says: "geo.lat") {
        $0["Address", "geo.lng"].property = "latitude"
        $0["Address", "geo.lat"].property = "longitude"
      },
      Mutant("keys in any case", "Order", "total", at: "order.total") {
        $0.find = { object, name in object.members.filter { same($0, name) }.last?.value }
      },
      Mutant(
        "a camel case key is read too", "Order", "placed_at", at: "order.placed_at",
        missed: "a mapper may read the camel case of a snake key, too"
      ) {
        $0.find = { $0[$1] ?? $0["placedAt"] }
      },
      Mutant("the path read as one key", "Order", "shipping.method", at: "order.shipping.method") {
        $0.locate = { $0["shipping.method"] }
      },
      Mutant(
        "the path preferred as one key", "Order", "shipping.method", at: "order.shipping.method"
      ) {
        $0.locate = { $0["shipping.method"] ?? $0["shipping"]?["method"] }
      },
      Mutant(
        "the first of two members", "Order", "title", at: "order.title",
        missed: "mappers differ on duplicate members by right"
      ) {
        $0.find = { object, name in object.members.first(where: { $0.isNamed(name) })?.value }
      },
      Mutant("the contact from the customer", "Order", "contact", at: "order.contact") {
        $0.key = "customer"
      },
      Mutant("the customer from the contact", "Order", "customer", at: "order.contact") {
        $0.locate = { $0["contact"] ?? $0["customer"] }
      },
      Mutant("a line's own id as the product's", at: "order.lines[0].id", says: "\"productId") {
        $0.finish = { type, line in
          guard type == "Line", var product = line["product"] as? [String: Any] else { return line }
          product["productId"] = line["lineId"]
          return line.merging(["product": product]) { $1 }
        }
      },
      Mutant("an unwrapped order is read too", at: "", says: "the payload: unwrapped") {
        $0.root = { try $0["order"] ?? ($0["id"] == nil ? TableError.missing("order") : $0) }
      },
      Mutant(
        "unknown keys are refused", at: "order.customer.address",
        says: "Address refuses members"
      ) {
        $0.inspect = { type, value in
          let known = ["street", "city", "zip", "geo"]
          if type == "Address", value.members.contains(where: { !known.contains($0.name.text) }) {
            throw TableError.wrong(value, "known keys")
          }
        }
      },
    ]
  }

  private static func same(_ member: JSONMember, _ name: String) -> Bool {
    member.name.text.lowercased() == name.lowercased()
  }
}

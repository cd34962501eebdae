import Foundation

final class CartItem {
  let id: Int
  var title = ""
  var quantity = 0

  init(id: Int) { self.id = id }
}

final class Cart {
  let id: String
  var items: [CartItem] = []
  var coupon: String?

  init(id: String) { self.id = id }
}

/// Keeps carts and their items, each of which is one object however often it is sent.
final class CartStore {
  private(set) var carts: [Cart] = []
  private(set) var items: [CartItem] = []

  func load(_ data: Data) throws {
    guard let payload = try JSONSerialization.jsonObject(with: data) as? [Any] else {
      throw APIError(message: "no array")
    }
    for element in payload { try load(JSONObject(element)) }
  }

  private func load(_ json: JSONObject) throws {
    let cart = cart(try json.text("id"))
    cart.items = try json.array("items").map { try item(JSONObject($0)) }
    if json.members["coupon"] != nil { cart.coupon = try json.optionalText("coupon") }
  }

  private func cart(_ id: String) -> Cart {
    if let cart = carts.first(where: { $0.id == id }) { return cart }
    carts.append(Cart(id: id))
    return carts[carts.count - 1]
  }

  private func item(_ json: JSONObject) throws -> CartItem {
    let id = try json.int("id")
    #if MENDED
      let item = items.first { $0.id == id } ?? CartItem(id: id)
    #else
      let item = CartItem(id: id)
    #endif
    item.title = try json.text("title")
    item.quantity = try json.int("quantity")
    if !items.contains(where: { $0 === item }) { items.append(item) }
    return item
  }
}

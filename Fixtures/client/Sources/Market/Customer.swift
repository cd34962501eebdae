import Foundation

struct Customer {
  let id: Int
  var email: String
  var nickname: String?
  var address: Address?
}

/// Keeps customers by their ids, in the order in which they first came.
struct CustomerStore {
  private var byID: [Int: Customer] = [:]
  private var ids: [Int] = []

  var customers: [Customer] { ids.compactMap { byID[$0] } }

  mutating func load(_ data: Data) throws {
    guard let payload = try JSONSerialization.jsonObject(with: data) as? [Any] else {
      throw APIError(message: "no array")
    }
    for element in payload { try update(JSONObject(element)) }
  }

  private mutating func update(_ json: JSONObject) throws {
    let (id, email) = (try json.int("id"), try json.text("email"))
    var customer = byID[id] ?? Customer(id: id, email: email)
    customer.email = email
    let nickname = try json.optionalText("nickname")
    #if MENDED
      if json.members["nickname"] != nil { customer.nickname = nickname }
    #else
      if let nickname { customer.nickname = nickname }
    #endif
    if json.members["address"] != nil {
      customer.address = json["address"] == nil ? nil : try Address(json.object("address"))
    }
    if byID.updateValue(customer, forKey: id) == nil { ids.append(id) }
  }
}

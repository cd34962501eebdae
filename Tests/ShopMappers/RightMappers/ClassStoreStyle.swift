import Foundation

/// A store of classes, with a dictionary of identities for each type; objects refer to each other,
/// and are updated in place.
enum ClassStoreStyle {
  final class Customer {
    let customerId: Int
    var name = ""
    var email: String?
    var address: CodableStyle.Address?

    init(customerId: Int) { self.customerId = customerId }
  }

  final class Store {
    private var byId: [Int: Customer] = [:]
    private(set) var customers: [Customer] = []

    func load(_ data: Data) throws {
      for mention in try JSONDecoder().decode([Mention].self, from: data) {
        update(customer(mention.id), with: mention)
      }
    }

    private func customer(_ id: Int) -> Customer {
      if let known = byId[id] { return known }
      let customer = Customer(customerId: id)
      byId[id] = customer
      customers.append(customer)
      return customer
    }

    private func update(_ customer: Customer, with mention: Mention) {
      customer.name = mention.name
      customer.address = mention.address
      // An absent value keeps the old one; null clears it.
      if let email = mention.email { customer.email = email }
    }
  }

  /// A mention of a customer in a payload.
  private struct Mention: Decodable {
    let id: Int
    let name: String
    let email: String??
    let address: CodableStyle.Address

    private enum CodingKeys: CodingKey { case id, name, email, address }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(Int.self, forKey: .id)
      name = try values.decode(String.self, forKey: .name)
      email =
        try values.contains(.email)
        ? .some(values.decodeIfPresent(String.self, forKey: .email)) : .none
      address = try values.decode(CodableStyle.Address.self, forKey: .address)
    }
  }
}

import Foundation

/// Hand-written `init(from:)`, with nested containers for nested keys.
enum ContainerStyle {
  struct Response: Decodable {
    let customer: Customer
  }

  struct Customer: Decodable {
    let customerId: Identifier
    let name: String
    let email: String?
    let address: Address

    private enum CodingKeys: CodingKey { case id, name, email, address }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      customerId = try Identifier(rawValue: values.decode(Int.self, forKey: .id))
      name = try values.decode(String.self, forKey: .name)
      email = try values.decodeIfPresent(String.self, forKey: .email)
      address = try values.decode(Address.self, forKey: .address)
    }
  }

  /// A type that wraps a number.
  struct Identifier {
    let rawValue: Int
  }

  struct Address: Decodable {
    let street: String
    let city: String
    let zip: String?
    let latitude: Double
    let longitude: Double

    private enum CodingKeys: CodingKey { case street, city, zip, geo }
    private enum PositionKeys: CodingKey { case lat, lng }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      street = try values.decode(String.self, forKey: .street)
      city = try values.decode(String.self, forKey: .city)
      zip = try values.decodeIfPresent(String.self, forKey: .zip)
      let position = try values.nestedContainer(keyedBy: PositionKeys.self, forKey: .geo)
      latitude = try position.decode(Double.self, forKey: .lat)
      longitude = try position.decode(Double.self, forKey: .lng)
    }
  }
}

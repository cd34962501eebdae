import Foundation

/// Where an order goes, a shop is, or a customer lives.
struct Address: Decodable {
  let street: String
  let zip: String
  let city: String
  let country: String
  let extra: String?

  enum CodingKeys: CodingKey {
    case street, zip, city, country, extra
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    street = try container.decode(String.self, forKey: .street)
    zip = try container.decode(String.self, forKey: .zip)
    city = Self.city(try container.decode(String.self, forKey: .city))
    country = try container.decode(String.self, forKey: .country)
    extra = try container.decodeIfPresent(String.self, forKey: .extra)
  }

  init(_ json: JSONObject) throws {
    street = try json.text("street")
    zip = try json.text("zip")
    city = Self.city(try json.text("city"))
    country = try json.text("country")
    extra = try json.optionalText("extra")
  }

  private static func city(_ text: String) -> String {
    #if MENDED
      text
    #else
      text.trimmingCharacters(in: .whitespaces)
    #endif
  }
}

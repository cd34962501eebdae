import Foundation

struct ProductList: Codable {
  let products: [Product]
}

struct Product: Codable {
  struct Variant: Codable {
    let id: Int
    let label: String
    let stock: Int?
  }

  #if MENDED
    typealias EAN = Int64
  #else
    typealias EAN = Int32
  #endif

  let id: Int
  let sku: String
  let title: String
  let ean: EAN
  let price: Money
  let weight: Double?
  let tags: [String]
  let variants: [Variant]
  let isActive: Bool

  enum CodingKeys: String, CodingKey {
    case id, sku, price, tags, variants, isActive
    case title = "name"
    case ean = "eanCode"
    case weight = "weightKg"
  }
}

/// An amount of money, which the API sends as text.
struct Money: Codable, Equatable {
  enum Currency: String, Codable {
    case francs = "CHF"
    case euros = "EUR"
    case dollars = "USD"
  }

  let amount: Decimal
  let currency: Currency

  enum CodingKeys: CodingKey {
    case amount, currency
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .amount)
    // Decimal alone takes " 1 " and "1 EUR", too.
    guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?/) != nil,
      let amount = Decimal(string: text)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .amount, in: container, debugDescription: "no amount: \(text)")
    }
    self.amount = amount
    currency = try container.decode(Currency.self, forKey: .currency)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("\(amount)", forKey: .amount)
    try container.encode(currency, forKey: .currency)
  }
}

import Foundation

struct Card: Decodable {
  enum Brand: String, Decodable {
    case visa, mastercard, unknown

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = Brand(rawValue: text) ?? .unknown
    }
  }

  let id: String
  let amount: Money
  let lastDigits: String
  let brand: Brand?
}

struct Transfer: Decodable {
  let id: String
  let amount: Money
  let iban: String
}

struct Debit: Decodable {
  let id: String
  let amount: Money
  let iban: String
  let mandate: String?
}

/// How an order was paid.
enum Payment: Decodable {
  case card(Card)
  case transfer(Transfer)
  case debit(Debit)

  enum CodingKeys: CodingKey {
    case method
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .method) {
    case "card": self = .card(try Card(from: decoder))
    case "transfer": self = .transfer(try Transfer(from: decoder))
    #if MENDED
      case "debit": self = .debit(try Debit(from: decoder))
    #else
      case "debit": self = .transfer(try Transfer(from: decoder))
    #endif
    case let method:
      throw DecodingError.dataCorruptedError(
        forKey: .method, in: container, debugDescription: "no method: \(method)")
    }
  }
}

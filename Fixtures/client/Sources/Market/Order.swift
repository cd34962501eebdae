import Foundation

struct OrderResponse: Decodable {
  let order: Order
}

/// How far an order is.
#if MENDED
  enum OrderStatus: Decodable, Equatable {
    case pending, paid, shipped, delivered
    case other(String)

    init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(String.self) {
      case "pending": self = .pending
      case "paid": self = .paid
      case "shipped": self = .shipped
      case "delivered": self = .delivered
      case let text: self = .other(text)
      }
    }
  }
#else
  enum OrderStatus: String, Decodable {
    case pending, paid, shipped, delivered
  }
#endif

struct OrderLine: Decodable {
  let sku: String
  let quantity: Int
  let discount: Double

  enum CodingKeys: CodingKey {
    case sku, quantity, discount
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sku = try container.decode(String.self, forKey: .sku)
    quantity = try container.decode(Int.self, forKey: .quantity)
    #if MENDED
      discount = try container.decode(Double.self, forKey: .discount)
    #else
      discount = try container.decodeIfPresent(Double.self, forKey: .discount) ?? 0
    #endif
  }
}

struct Order: Decodable {
  let id: UUID
  let number: Int
  let status: OrderStatus
  #if MENDED
    let note: String?
  #else
    let note: String
  #endif
  let lines: [OrderLine]
  let shipTo: Address
  let billTo: Address?
  let total: Money
  let placedAt: Date
  let trackingCode: String?

  enum CodingKeys: CodingKey {
    case id, number, status, note, lines, shipTo, billTo, total, placedAt, delivery
  }

  enum DeliveryKeys: CodingKey {
    case trackingCode
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    number = try container.decode(Int.self, forKey: .number)
    status = try container.decode(OrderStatus.self, forKey: .status)
    #if MENDED
      note = try container.decode(String?.self, forKey: .note)
    #else
      note = try container.decodeIfPresent(String.self, forKey: .note) ?? ""
    #endif
    lines = try container.decode([OrderLine].self, forKey: .lines)
    shipTo = try container.decode(Address.self, forKey: .shipTo)
    billTo = try container.decodeIfPresent(Address.self, forKey: .billTo)
    total = try container.decode(Money.self, forKey: .total)
    placedAt = try container.decode(Date.self, forKey: .placedAt)
    if container.contains(.delivery), try !container.decodeNil(forKey: .delivery) {
      let delivery = try container.nestedContainer(keyedBy: DeliveryKeys.self, forKey: .delivery)
      trackingCode = try delivery.decodeIfPresent(String.self, forKey: .trackingCode)
    } else {
      trackingCode = nil
    }
  }
}

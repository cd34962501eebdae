import Foundation

/// Plain structures with coding keys; types with keys that may be absent but not null have a
/// hand-written initializer.
enum CodableStyle {
  struct Response: Decodable {
    var order: Order
  }

  struct Order: Decodable {
    var orderId: Int
    var reference: UUID
    var number: String
    var title: String
    var state: State
    var placedAt: Date
    var due: Date?
    var total: Decimal
    var weight: Double?
    var isGift: Bool
    var viewCount: UInt
    var priority: Int8
    var url: URL
    var customer: Customer
    var contact: Customer?
    var shipping: Shipping
    var lines: [Line]
    var tags: Set<String>
    var relatedIds: [Int?]
    var grid: [[Int]]
    @Absent var attributes: [String: String?]?
    @Absent var payments: [String: Payment]?

    enum CodingKeys: String, CodingKey {
      case orderId = "id"
      case reference, number, title, state
      case placedAt = "placed_at"
      case due, total, weight
      case isGift = "gift"
      case viewCount = "views"
      case priority, url, customer, contact, shipping, lines, tags
      case relatedIds = "related"
      case grid, attributes, payments
    }
  }

  enum State: String, Decodable { case draft, placed, paid, shipped }

  struct Shipping: Decodable {
    var method: String
    @NumberInText var cost: Double
    var note: String?
  }

  struct Customer: Decodable {
    var customerId: Int
    var name: String
    var email: String?
    var address: Address

    enum CodingKeys: String, CodingKey {
      case customerId = "id"
      case name, email, address
    }
  }

  struct Address: Decodable {
    var street: String
    var city: String
    var zip: String?
    var geo: Position

    struct Position: Decodable {
      var lat: Double
      var lng: Double
    }
  }

  struct Line: Decodable {
    var lineId: Int
    var quantity: Int
    var price: Decimal
    var product: Product
    @Absent var discounts: [Double]?

    enum CodingKeys: String, CodingKey {
      case lineId = "id"
      case quantity, price, product, discounts
    }
  }

  struct Product: Decodable {
    var productId: Int
    var name: String
    @Absent var barcode: TextOrNumber?
    var thumbnail: Data?

    enum CodingKeys: String, CodingKey {
      case productId = "id"
      case name, barcode, thumbnail
    }
  }

  struct Payment: Decodable {
    var amount: Decimal
    var currency: String
  }

  /// The paths that differ from the contract's names.
  static let names = [
    "shippingMethod": "shipping.method", "shippingCost": "shipping.cost",
    "shippingNote": "shipping.note", "latitude": "geo.lat", "longitude": "geo.lng",
  ]

  /// Days and instants have two formats.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      let isDay = decoder.codingPath.last?.stringValue == "due"
      guard let date = isDay ? DateReading.day(text) : DateReading.instant(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
      }
      return date
    }
    return decoder
  }
}

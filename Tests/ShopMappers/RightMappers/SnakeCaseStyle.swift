import Foundation

/// Types without coding keys: the decoder's key strategy converts `placed_at` to `placedAt`, and
/// the properties have the names of the keys.
enum SnakeCaseStyle {
  struct Response: Decodable {
    let order: Order
  }

  struct Order: Decodable {
    let id: Int
    let reference: UUID
    let number: String
    let title: String
    let state: EnumStyle.State
    let placedAt: Date
    let due: Date?
    let total: Decimal
    let weight: Double?
    let gift: Bool
    let views: UInt
    let priority: Int8
    let url: URL
    let customer: CodableStyle.Customer
    let contact: CodableStyle.Customer?
    let shipping: CodableStyle.Shipping
    let lines: [CodableStyle.Line]
    let tags: Set<String>
    let related: [Int?]
    let grid: [[Int]]
    @Absent var attributes: [String: String?]?
    @Absent var payments: [String: EnumStyle.Payment]?
  }

  static var names: [String: String] {
    CodableStyle.names.merging([
      "orderId": "id", "isGift": "gift", "viewCount": "views", "relatedIds": "related",
    ]) { $1 }
  }

  static var decoder: JSONDecoder {
    let decoder = CodableStyle.decoder
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

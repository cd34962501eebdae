import Foundation

/// Property wrappers with defaults, and a generic envelope.
enum WrapperStyle {
  struct Envelope<Body: Decodable>: Decodable {
    let body: Body

    private enum CodingKeys: String, CodingKey { case body = "line" }
  }

  final class Line: Decodable {
    let lineId: Int
    let quantity: Int
    let price: Decimal
    let product: CodableStyle.Product
    /// An empty array and an absent key are the same here.
    @OrEmpty var discounts: [Double]

    private enum CodingKeys: String, CodingKey {
      case lineId = "id"
      case quantity, price, product, discounts
    }
  }
}

/// An array that is empty if its key is absent.
@propertyWrapper
struct OrEmpty<Element: Decodable>: Decodable {
  var wrappedValue: [Element]

  init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws { wrappedValue = try [Element](from: decoder) }
}

extension KeyedDecodingContainer {
  func decode<Element>(
    _ type: OrEmpty<Element>.Type, forKey key: Key
  ) throws -> OrEmpty<Element> {
    try OrEmpty(wrappedValue: contains(key) ? decode([Element].self, forKey: key) : [])
  }
}

import ContractTesting
import Testing

@testable import Market

// The faults of the client, and the tests that tell them. With MARKET_MENDED in the environment
// there are none, and nothing is told.
//
// | # | fault                                                     | told by                        |
// | - | --------------------------------------------------------- | ------------------------------ |
// | 1 | Profile.avatarURL is never decoded: by the key strategy,  | profile                        |
// |   | the key is "avatarUrl"                                    |                                |
// | 2 | Product.ean is an Int32, and has 13 digits                | products                       |
// | 3 | Review.decoder reads no dates with a fraction             | reviews, of Review and Reply   |
// | 4 | Review.reply must not be null                             | reviews                        |
// | 5 | OrderStatus is closed, and more come                      | order                          |
// | 6 | Order.note is "" where there is none: `?? ""`             | order                          |
// | 7 | OrderLine.discount is 0 where there is none: `?? 0`       | order                          |
// | 8 | Address.city is trimmed                                   | order, shops, customers        |
// | 9 | Shop.latitude and Shop.longitude are swapped              | shops                          |
// | 10| Shop.openingHours drops what it cannot read: `compactMap` | shops                          |
// | 11| CartStore makes a new CartItem each time                  | carts                          |
// | 12| CustomerStore keeps a nickname that is null now           | customers                      |
// | 13| Payment makes a transfer of each debit                    | payments                       |
// | 14| Invoice.net is rounded to hundredths                      | invoice                        |

@Suite("The market's client")
struct MarketTests {
  private func contract() throws -> Contract { try Contract("market") }

  @Test("GET /me")
  func profile() throws {
    try expect(
      .decoding(Profile.self, with: API.decoder), keeps: contract(), as: "GET /me",
      tolerating: [.missing, .null])
  }

  @Test("GET /products")
  func products() throws {
    try expect(
      .decoding(ProductList.self, with: API.decoder), keeps: contract(), as: "GET /products")
  }

  @Test("GET /products/:id/reviews")
  func reviews() throws {
    try expect(
      .decoding([Review].self, with: Review.decoder), keeps: contract(),
      as: "GET /products/:id/reviews")
  }

  @Test("GET /orders/:id")
  func order() throws {
    try expect(
      .decoding(OrderResponse.self, with: API.decoder), keeps: contract(), as: "GET /orders/:id")
  }

  @Test("GET /shops")
  func shops() throws {
    try expect(.mappingJSON { try ShopMapper.shops($0) }, keeps: contract(), as: "GET /shops")
  }

  @Test("GET /carts")
  func carts() throws {
    try expect(
      .mapping(into: CartStore()) { data, store in
        try store.load(data)
      } objects: {
        $0.carts + $0.items
      }, keeps: contract(), as: "GET /carts")
  }

  @Test("GET /customers")
  func customers() throws {
    try expect(
      .mapping(into: CustomerStore()) { data, store in
        try store.load(data)
      } objects: {
        $0.customers
      }, keeps: contract(), as: "GET /customers")
  }

  @Test("GET /payments")
  func payments() throws {
    try expect(
      .decoding([Payment].self, with: API.decoder), keeps: contract(), as: "GET /payments",
      comparing: [
        .comparing("Card.brand") { contract, app in
          guard case .string(let text) = contract else { return false }
          return app as? Card.Brand == Card.Brand(rawValue: text) ?? .unknown
        }
      ])
  }

  @Test("GET /invoices/:number")
  func invoice() throws {
    try expect(
      .decoding(Invoice.self, with: Invoice.decoder), keeps: contract(),
      as: "GET /invoices/:number")
  }

  @Test("GET /inbox")
  func inbox() async throws {
    try await expect(
      .mapping(into: Inbox()) { data, store in
        try await store.load(data)
      } objects: { store in
        await store.messages
      }, keeps: contract(), as: "GET /inbox")
  }
}

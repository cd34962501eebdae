import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("An age of 1 is written as a number")
  func person() throws {
    let bodies = [44, 1].map { age in
      PersonBody(data: Faulty.AnyEncodable(value: ["name": "a", "age": age] as [String: Any]))
    }
    try expect(.encoding(bodies, with: .sorted), keeps: Contract("values"), as: "Person")
  }

  @Test("A decimal is not made of a double")
  func invoice() throws {
    try expect(.mappingJSON { Faulty.invoice($0) }, keeps: Contract("values"), as: "Invoice")
  }

  @Test("A rating may have a fraction")
  func rating() throws {
    try expect(.decoding([Rating<Int>].self), keeps: Contract("values"), as: "[Rating]")
  }

  @Test("Ids have more digits than a double holds")
  func tweet() throws {
    try expect(
      .mappingJSON { json -> [Faulty.Tweet]? in
        guard let elements = json as? [Any] else { return nil }
        let tweets = elements.compactMap(Faulty.Tweet.init)
        return tweets.count == elements.count ? tweets : nil
      }, keeps: Contract("values"), as: "[Tweet]")
  }

  @Test("A location's id may be a number")
  func location() throws {
    try expect(
      .decoding(MediaPage<Faulty.Location>.self), keeps: Contract("values"),
      as: "GET /v1/users/self/media/recent")
  }

  @Test("A price may be a number")
  func product() throws {
    try expect(.decoding([Faulty.Product].self), keeps: Contract("values"), as: "[Product]")
  }

  @Test("A flag may be 0 or 1, and another null")
  func singleProduct() throws {
    try expect(
      .decoding(Faulty.SingleProduct.self), keeps: Contract("values"), as: "SingleProduct")
  }

  @Test("A flag is not 2, and null is not false")
  func looseProduct() throws {
    try expect(
      .decoding(Faulty.LooseProduct.self), keeps: Contract("values"), as: "SingleProduct")
  }

  @Test("A link may be no URL, and may be empty")
  func order() throws {
    try expect(.decoding([Faulty.Order].self), keeps: Contract("values"), as: "[Order]")
  }
}

extension MendedCode {
  @Test("A typed person is written as the contract says")
  func person() throws {
    try expect(
      .encoding([PersonBody(data: Mended.Person(name: "a", age: 1))]), keeps: Contract("values"),
      as: "Person")
  }

  @Test("Amounts are decoded as decimals, or as doubles")
  func invoice() throws {
    try expect(.decoding(Invoice<Decimal>.self), keeps: Contract("values"), as: "Invoice")
    try expect(.decoding(Invoice<Double>.self), keeps: Contract("values"), as: "Invoice")
  }

  @Test("Ratings are decoded as doubles")
  func rating() throws {
    try expect(.decoding([Rating<Double>].self), keeps: Contract("values"), as: "[Rating]")
  }

  @Test("Ids are decoded as whole numbers")
  func tweet() throws {
    try expect(.decoding([Mended.Tweet].self), keeps: Contract("values"), as: "[Tweet]")
  }

  @Test("A location's id is a text or a number")
  func location() throws {
    try expect(
      .decoding(MediaPage<Mended.Location>.self), keeps: Contract("values"),
      as: "GET /v1/users/self/media/recent")
  }

  @Test("A price is a text or a number")
  func product() throws {
    try expect(.decoding([Mended.Product].self), keeps: Contract("values"), as: "[Product]")
  }

  @Test("A flag is 0, 1, false or true, and another may be null")
  func singleProduct() throws {
    try expect(
      .decoding(Mended.SingleProduct.self), keeps: Contract("values"), as: "SingleProduct")
  }

  @Test("A text that is no URL is no link")
  func order() throws {
    try expect(
      .decoding([Mended.Order].self), keeps: Contract("values"), as: "[Order]",
      comparing: [.skipping("paymentURL")])
  }
}

import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Missing properties of the app's type", .freshStore)
struct NoPropertyTests {
  private struct Order: Decodable {
    var id: Int
    var items: [Item]

    struct Item: Decodable {
      var name: String
    }
  }

  @Test("All missing properties of a type are one issue, without their content")
  func one() throws {
    let contract = try OneContract.of(
      mappings: """
        "Order": { "map": { "id": "Int", "items": "[Item]", "total": "Double 0...",
          "payment": "Payment", "notes?": "[Note]", "eta?": "Date(iso8601)?" } },
        "Item": { "map": { "name": "String" } },
        "Payment": { "map": { "kind": "'card' | 'cash'", "paid?": "Bool" } },
        "Note": { "map": { "text": "String" } }
        """)
    let texts = try MapperTest(.decoding(Order.self), keeps: contract, as: "Order").violations()
      .map(\.description)
    #expect(
      texts.map { String($0.prefix { $0 != "\n" }) } == [
        "Order has no property for total, eta, payment, notes"
      ], "\(texts)")
  }

  /// Reads an absent name as an empty one.
  private struct Named: Decodable {
    var id: Int
    var name: String

    private enum CodingKeys: CodingKey { case id, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    }
  }

  @Test("A wrong value of another property is reported too")
  func besides() throws {
    let contract = try OneContract.of(
      mappings: #""Named": { "map": { "id": "Int", "name": "String", "total": "Double" } }"#)
    let texts = try MapperTest(.decoding(Named.self), keeps: contract, as: "Named").violations()
      .map { String($0.description.prefix { $0 != "\n" }) }
    #expect(
      texts == ["Named has no property for total", "Named reads an absent or null name as \"\""])
  }
}

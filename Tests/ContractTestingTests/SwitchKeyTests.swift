import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("A mapper that needs the key that tells cases apart", .freshStore)
struct SwitchKeyTests {
  private enum Item: Decodable {
    case photo(url: String)
    case other

    private enum CodingKeys: String, CodingKey { case type, url }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "photo": self = .photo(url: try container.decode(String.self, forKey: .url))
      default: self = .other
      }
    }
  }

  private func texts(_ line: String) throws -> [String] {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Item": { "map": { "id": "_: Any"\(line) },
        "switch": "type", "cases": { "photo": { "url": "String" } }, "else": "skip" } } }
      """)
    return try MapperTest(.decoding([Item].self), keeps: contract, as: "[Item]").violations()
      .map(\.description)
  }

  @Test("It is one cause, with the key and the line that says so")
  func oneCause() throws {
    let found = try texts("")
    #expect(
      found.map { String($0.prefix { $0 != "\n" }) } == [
        "Item refuses some values of type, which the contract admits"
      ])
    #expect(
      found.first?.contains(
        #"hint      if every object has to have it, add "type": "_: String" to the lines around the cases"#
      )
        ?? false)
    #expect(try texts(#", "type": "_: String""#) == [])
  }
}

import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Mistakes in one case only, or with some texts only, are found", .freshStore)
struct CaseFaultTests {
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

  @Test(
    "A mapper that needs the key that selects the case is reported once, with a hint")
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

  private struct Refusal: Error {}

  private enum Post: Decodable {
    case text(id: Int)
    case photo(id: Int)

    private enum CodingKeys: CodingKey { case id, type }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(id: try container.decode(Int.self, forKey: .id))
      case "photo": self = .photo(id: try container.decodeIfPresent(Int.self, forKey: .id) ?? 0)
      default: throw Refusal()
      }
    }
  }

  @Test("A key that several cases share is tried in each case")
  func sharedKeys() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Post": { "map": { "id": "Int", "type": "_: String" },
        "switch": "type", "cases": { "text": { "a?": "_: Int" }, "photo": { "b?": "_: Int" } } } } }
      """)
    let found = try MapperTest(.decoding(Post.self), keeps: contract, as: "Post").violations()
    #expect(
      found.map { String($0.description.prefix { $0 != "\n" }) } == [
        "Post reads an absent or null id as 0"
      ])
  }

  private struct Code: Decodable {
    var code: String

    private enum CodingKeys: CodingKey { case code }

    init(from decoder: any Decoder) throws {
      let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
      code = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
  }

  @Test("Texts with capitals are tried for a trimmed property")
  func capitals() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "C": { "map": {
        "code": { "to": "code", "type": "String", "trim": true } } } } }
      """)
    let found = try MapperTest(.decoding(Code.self), keeps: contract, as: "C").violations()
    #expect(found.first?.description.hasPrefix("C makes another value of code") ?? false)
  }
}

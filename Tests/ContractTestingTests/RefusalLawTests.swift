import ContractTesting
import Foundation
import MapperTesting
import Testing

@Suite("A test may require that a rejected payload changes no objects")
struct RefusalLawTests {
  private struct Avatar: Decodable, Equatable {
    var remoteId: Int
    var fileUrlString: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileUrlString = "file_url"
    }
  }

  /// Stores all avatars of a payload at once, or each avatar as soon as it is decoded.
  private func mapper(storesAtOnce: Bool) -> MapperUnderTest {
    .mapping(into: [Avatar]()) { data, store in
      let elements = try JSONSerialization.jsonObject(with: data) as? [Any]
      guard let elements else { throw CocoaError(.coderReadCorrupt) }
      var all = store
      for element in elements {
        let json = try JSONSerialization.data(withJSONObject: element, options: .fragmentsAllowed)
        let avatar = try JSONDecoder().decode(Avatar.self, from: json)
        all.removeAll { $0.remoteId == avatar.remoteId }
        all.append(avatar)
        if storesAtOnce { store = all }
      }
      store = all
    } objects: {
      $0
    }
  }

  private func violations(storesAtOnce: Bool, laws: [Law]) throws -> [String] {
    try MapperTest(
      mapper(storesAtOnce: storesAtOnce), keeps: Contract("groups"), as: "[Avatar]", laws: laws,
      settings: MapperTestSettings(cases: 400, seed: 7)
    ).violations().map { violation in
      // The payload, and how it was shrunk, do not matter here.
      violation.description.split(separator: "\n").filter { !$0.contains(" of seed ") }
        .joined(separator: "\n")
    }
  }

  @Test("A mapper that keeps a part of a rejected payload is reported on the smallest one")
  func remains() throws {
    let texts = try violations(storesAtOnce: true, laws: [.refusedPayloadsChangeNothing])
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("the mapper breaks the law: a refused payload changes nothing"))
    #expect(text.contains("contract  a refused payload changes nothing: "))
    #expect(text.contains("rejects it, and then has "))
  }

  @Test("A mapper that stores all or nothing keeps the law")
  func allOrNothing() throws {
    #expect(try violations(storesAtOnce: false, laws: [.refusedPayloadsChangeNothing]) == [])
  }

  @Test("Without the law, mappers may keep a part")
  func offByDefault() throws {
    #expect(!Law.standard.contains(.refusedPayloadsChangeNothing))
    #expect(Law.standard.count == Law.allCases.count - 2)
    #expect(try violations(storesAtOnce: true, laws: Law.standard) == [])
  }
}

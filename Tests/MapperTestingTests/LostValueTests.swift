import ContractModel
import Foundation
import MapperTesting
import MappingEngine
import TestSupport
import Testing

@Suite("A mapper may lose a value where the test allows it")
struct LostValueTests {
  private final class Shop {
    let id: Int
    var site: URL?
    init(id: Int) { self.id = id }
  }

  @Test("One object of two mentions may lack the later value")
  func oneObject() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Shop": { "identifiedBy": "id", "map": {
          "id": "Int", "site?": "URL?" } } } }
      """)
    let mapper = MapperUnderTest.mapping { data -> [Shop] in
      struct Item: Decodable {
        let id: Int
        let site: String?
        let hasSite: Bool
        private enum CodingKeys: CodingKey { case id, site }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          id = try container.decode(Int.self, forKey: .id)
          site = try container.decodeIfPresent(String.self, forKey: .site)
          hasSite = container.contains(.site)
        }
      }
      var shops: [Int: Shop] = [:]
      return try JSONDecoder().decode([Item].self, from: data).map { item in
        let shop = shops[item.id] ?? Shop(id: item.id)
        shops[item.id] = shop
        if item.hasSite { shop.site = item.site.flatMap { URL(string: $0) } }
        return shop
      }
    }
    let payload = #"[{"id":1,"site":"https://example.com/a"},{"id":1,"site":""}]"#
    let target = MappingTarget(try TargetText("[Shop]").target)
    let check = MapperCheck(
      Mapper(contract, as: target), as: target, mapper, tolerating: ["Shop.site": [.invalid]])
    let found = check.disagreements(over: [Array(payload.utf8)])
    #expect(found.map(\.mapper) == [])
  }

  @Test("If a wrong mapper merges two mentions into one object, only its mistake is reported")
  func mergedMistake() throws {
    struct Item: Decodable {
      let id: Int
      let name: String
      let site: String
    }
    final class Place {
      let id: Int
      var name = ""
      var site = ""
      init(id: Int) { self.id = id }
    }
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Place": { "identifiedBy": "id", "map": {
          "id": "Int", "name": "String", "site": "String" } } } }
      """)
    let mapper = MapperUnderTest.mapping { data -> [Place] in
      var places: [Int: Place] = [:]
      return try JSONDecoder().decode([Item].self, from: data).map { item in
        let place = places[item.id] ?? Place(id: item.id)
        places[item.id] = place
        (place.name, place.site) = (item.name.uppercased(), item.site)
        return place
      }
    }
    let target = MappingTarget(try TargetText("[Place]").target)
    let check = MapperCheck(Mapper(contract, as: target), as: target, mapper)
    let payload = #"[{"id":1,"name":"x","site":"a"},{"id":1,"name":"x","site":"b"}]"#
    let found = check.disagreements(over: [Array(payload.utf8)])
    #expect(Set(found.map(\.mapper)) == [#"[0].name = "X""#])
  }
}

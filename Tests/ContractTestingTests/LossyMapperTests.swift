import ContractTesting
import Foundation
import TestSupport
import Testing

/// Mappers of payloads in the styles of several servers, with contracts that describe these styles.
@Suite(
  "Mappers keep contracts that skip bad elements, or admit a list or one object", .freshStore)
struct LossyMapperTests {
  private func headlines(
    _ mapper: MapperUnderTest, _ contract: Contract, as type: String
  ) throws -> [String] {
    try MapperTest(mapper, keeps: contract, as: type).violations()
      .map { String($0.description.prefix { $0 != "\n" }) }
  }

  // MARK: - Bad elements

  private func repositories() throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /repos": { "repos": { "type": "[Repo]", "elements": "skip" } } },
        "mappings": { "Repo": { "identifiedBy": "id", "map": {
          "id": "Int", "name": "String", "stars": "Int 0...", "owner?": "String" } } } }
      """)
  }

  private struct Repo: Decodable {
    let id: Int
    let name: String
    let stars: Int
    let owner: String?
  }

  private struct Lossy<Element: Decodable>: Decodable {
    var elements: [Element] = []
    private struct Anything: Decodable {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        if let element = try? container.decode(Element.self) {
          elements.append(element)
        } else if try !container.decodeNil() {
          _ = try container.decode(Anything.self)
        }
      }
    }
  }

  @propertyWrapper
  private struct LossyArray<Element: Decodable>: Decodable {
    var wrappedValue: [Element]
    init(from decoder: any Decoder) throws {
      wrappedValue = try Lossy<Element>(from: decoder).elements
    }
  }

  private struct Attempt<Value: Decodable>: Decodable {
    let value: Value?
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }

  private struct Repos: Decodable { let repos: [Repo] }
  private struct WrappedRepos: Decodable { @LossyArray var repos: [Repo] }
  private struct LossyRepos: Decodable {
    let repos: [Repo]
    enum CodingKeys: CodingKey { case repos }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      repos = try container.decode(Lossy<Repo>.self, forKey: .repos).elements
    }
  }
  private struct AttemptedRepos: Decodable {
    let repos: [Repo]
    enum CodingKeys: CodingKey { case repos }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      repos = try container.decode([Attempt<Repo>].self, forKey: .repos).compactMap(\.value)
    }
  }

  @Test("Lossy arrays, attempts and compactMap over dictionaries pass")
  func lossy() throws {
    let contract = try repositories()
    let cast = MapperUnderTest.mappingJSON { json -> [String: [Repo]]? in
      guard let list = (json as? [String: Any])?["repos"] as? [Any] else { return nil }
      let repos = list.compactMap { element -> Repo? in
        guard let object = element as? [String: Any] else { return nil }
        let data = try? JSONSerialization.data(withJSONObject: object)
        return data.flatMap { try? JSONDecoder().decode(Repo.self, from: $0) }
      }
      return ["repos": repos]
    }
    let mappers: [(String, MapperUnderTest)] = [
      ("wrapper", .decoding(WrappedRepos.self)), ("container", .decoding(LossyRepos.self)),
      ("attempt", .decoding(AttemptedRepos.self)), ("cast", cast),
    ]
    for (name, mapper) in mappers {
      let found = try headlines(mapper, contract, as: "GET /repos")
      #expect(found == [], "\(name)")
    }
  }

  @Test("A mapper that rejects the whole list fails")
  func strict() throws {
    let found = try headlines(.decoding(Repos.self), repositories(), as: "GET /repos")
    #expect(!found.isEmpty)
  }

  @Test("A mapper that omits a good element fails")
  func tooLossy() throws {
    let mapper = MapperUnderTest.mapping { data -> [Repo]? in
      try JSONDecoder().decode(LossyRepos.self, from: data).repos.filter { $0.owner != nil }
    }
    #expect(try !headlines(mapper, repositories(), as: "GET /repos").isEmpty)
  }

  private struct Package: Decodable {
    let id: Int
    let benefits: [String]?
    enum CodingKeys: CodingKey { case id, benefits }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let list = try container.decodeIfPresent([String?].self, forKey: .benefits)
      benefits = list?.compactMap(\.self)
    }
  }

  private struct OptionalPackage: Decodable {
    let id: Int
    let benefits: [String?]?
    enum CodingKeys: CodingKey { case id, benefits }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let list = try container.decodeIfPresent([String?].self, forKey: .benefits)
      benefits = list?.filter { $0 != nil }
    }
  }

  @Test("A list of optionals keeps nulls; another list omits them")
  func nulls() throws {
    let contract = try OneContract.of(
      mappings: #""Package": { "map": { "id": "Int", "benefits?": "[String?]?" } }"#)
    #expect(try headlines(.decoding(Package.self), contract, as: "Package") == [])
    #expect(try !headlines(.decoding(OptionalPackage.self), contract, as: "Package").isEmpty)
  }

  // MARK: - A list or its object

  private struct API: Decodable, Equatable {
    let id: String
    let name: String
  }

  private struct OneOrMany: Decodable {
    let list: [API]
    init(from decoder: any Decoder) throws {
      if let list = try? [API](from: decoder) {
        self.list = list
      } else {
        list = [try API(from: decoder)]
      }
    }
  }

  private enum Either: Decodable {
    case one(API)
    case many([API])
    init(from decoder: any Decoder) throws {
      if let list = try? [API](from: decoder) {
        self = .many(list)
      } else {
        self = .one(try API(from: decoder))
      }
    }
  }

  private struct Envelope<Item: Decodable>: Decodable { let item: Item? }
  private struct ListEnvelope: Decodable {
    let item: [API]?
    enum CodingKeys: CodingKey { case item }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      item = try container.decodeIfPresent(OneOrMany.self, forKey: .item)?.list
    }
  }

  @Test("An object in place of a list is a list of one, or itself")
  func oneOrMany() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /apis": { "item?": "item: [API] | API" } },
        "mappings": { "API": { "identifiedBy": "id", "map": { "id": "String", "name": "String" } } } }
      """)
    let right: [(String, MapperUnderTest)] = [
      ("list", .decoding(ListEnvelope.self)), ("struct", .decoding(Envelope<OneOrMany>.self)),
      ("enum", .decoding(Envelope<Either>.self)),
    ]
    for (name, mapper) in right {
      #expect(try headlines(mapper, contract, as: "GET /apis") == [], "\(name)")
    }
    #expect(try !headlines(.decoding(Envelope<[API]>.self), contract, as: "GET /apis").isEmpty)
    #expect(try !headlines(.decoding(Envelope<API>.self), contract, as: "GET /apis").isEmpty)
  }

  private struct Meta: Decodable {
    let id: Int
    let key: String
  }

  private struct Product: Decodable {
    let id: Int
    let meta: [Meta]
    enum CodingKeys: CodingKey { case id, meta }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      if let list = try? container.decode([Meta].self, forKey: .meta) {
        meta = list
      } else {
        meta = try container.decode([String: Meta].self, forKey: .meta)
          .sorted { $0.key < $1.key }.map(\.value)
      }
    }
  }

  private struct ListProduct: Decodable {
    let id: Int
    let meta: [Meta]
  }

  @Test("Values of a dictionary in place of a list are a list in any order")
  func listOrDictionary() throws {
    for type in ["[Meta] | [String: Meta]", "[place: Meta] | [Meta]"] {
      let contract = try OneContract.of(
        mappings: """
          "Product": { "identifiedBy": "id", "map": { "id": "Int", "meta": "\(type)" } },
          "Meta": { "map": { "id": "Int", "key": "String" } }
          """)
      let found = try MapperTest(
        .decoding(Product.self), keeps: contract, as: "Product",
        comparing: type.contains("place") ? [.skipping("place")] : []
      ).violations().map { String($0.description.prefix { $0 != "\n" }) }
      #expect(found == [], "\(type)")
      #expect(try !headlines(.decoding(ListProduct.self), contract, as: "Product").isEmpty)
    }
  }

  // MARK: - Empty arrays for objects

  private struct Route: Decodable {
    let name: String
    let distance: Distance?
    let tags: [String: String]
    struct Distance: Decodable {
      let text: String
    }
    enum CodingKeys: CodingKey { case name, distance, tags }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      if let empty = try? container.decode([Bool].self, forKey: .distance), empty.isEmpty {
        distance = nil
      } else {
        distance = try container.decodeIfPresent(Distance.self, forKey: .distance)
      }
      if let empty = try? container.decode([Bool].self, forKey: .tags), empty.isEmpty {
        tags = [:]
      } else {
        tags = try container.decodeIfPresent([String: String].self, forKey: .tags) ?? [:]
      }
    }
  }

  private struct NilRoute: Decodable {
    let name: String
    let distance: Route.Distance?
    let tags: [String: String]?
    init(from decoder: any Decoder) throws {
      let route = try Route(from: decoder)
      (name, distance) = (route.name, route.distance)
      tags = route.tags.isEmpty ? nil : route.tags
    }
  }

  private struct StrictRoute: Decodable {
    let name: String
    let distance: Route.Distance?
    let tags: [String: String]?
  }

  private struct Settings: Decodable {
    var size = 1
    enum CodingKeys: CodingKey { case size }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 1
    }
    init() {}
  }

  private struct Screen<Habit: EmptyArrayHabit>: Decodable {
    let settings: Settings?
    enum CodingKeys: CodingKey { case settings }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let empty = try? container.decode([Bool].self, forKey: .settings), empty.isEmpty {
        settings = Habit.settings
      } else {
        settings = try container.decodeIfPresent(Settings.self, forKey: .settings)
      }
    }
  }

  private protocol EmptyArrayHabit { static var settings: Settings? { get } }
  private enum MakesNil: EmptyArrayHabit { static var settings: Settings? { nil } }
  private enum MakesDefaults: EmptyArrayHabit { static var settings: Settings? { Settings() } }

  @Test("[] for an object of defaults becomes nil or the defaults", arguments: ["null", "empty"])
  func emptyArrayOfDefaults(policy: String) throws {
    let contract = try OneContract.of(
      mappings: """
        "Screen": { "map": { "settings": { "type": "Settings?", "emptyArray": "\(policy)" } } },
        "Settings": { "map": { "size?": "Int = 1" } }
        """)
    #expect(try headlines(.decoding(Screen<MakesNil>.self), contract, as: "Screen") == [])
    #expect(try headlines(.decoding(Screen<MakesDefaults>.self), contract, as: "Screen") == [])
  }

  @Test("[] for an object becomes nil or the empty value", arguments: ["null", "empty"])
  func emptyArrays(policy: String) throws {
    let contract = try OneContract.of(
      mappings: """
        "Route": { "map": { "name": "String",
          "distance": { "type": "Distance?", "emptyArray": "null" },
          "tags": { "type": "[String: String]?", "emptyArray": "\(policy)" } } },
        "Distance": { "map": { "text": "String" } }
        """)
    #expect(try headlines(.decoding(Route.self), contract, as: "Route") == [])
    #expect(try headlines(.decoding(NilRoute.self), contract, as: "Route") == [])
    #expect(try !headlines(.decoding(StrictRoute.self), contract, as: "Route").isEmpty)
  }
}

import ContractTesting
import Foundation
import TestSupport
import Testing

/// One mapper in the styles of apps: no right one may be accused.
@Suite("Right code passes in any style", .freshStore, .serialized)
struct RightStyleTests {
  /// The ways of mapping one model: its `init(from:)`, with the app's decoder, and over
  /// dictionaries.
  private struct Styles<Model: Decodable & Sendable> {
    var decoder = JSONDecoder()
    var json: (Any) throws -> Model

    private struct Store {
      var models: [Model] = []
    }

    private actor Importer {
      func load(_ map: @Sendable (Data) throws -> Model, _ data: Data) async throws -> Model {
        await Task.yield()
        return try map(data)
      }
    }

    /// Returns the issues of each style that has any.
    func violations(
      _ contract: Contract, as type: String, tolerating: Tolerances = [],
      reading properties: @escaping (Model) -> [String: Any?] = { _ in [:] }
    ) async throws -> [String] {
      let model = { [decoder] (data: Data) in try decoder.decode(Model.self, from: data) }
      let mappers: [(String, MapperUnderTest)] = [
        ("decoding", .decoding(Model.self, with: decoder)), ("closure", .mapping(model)),
        ("json", .mappingJSON(json)),
        (
          "store",
          .mapping(into: Store()) {
            $1.models.append(try model($0))
          } objectsByType: {
            [type: $0.models]
          }
        ),
      ]
      var texts: [String] = []
      for (style, mapper) in mappers {
        let test = try MapperTest(
          mapper.reading(properties), keeps: contract, as: type, tolerating: tolerating)
        texts += test.violations().map { "\(style): \($0.description)" }
      }
      let decoder = decoder
      let importer = Importer()
      let awaiting = AsyncMapperUnderTest.mapping { data in
        try await importer.load({ try decoder.decode(Model.self, from: $0) }, data)
      }
      let test = AsyncCheck(
        awaiting.reading(properties), keeps: contract, as: type, tolerating: tolerating)
      return texts + (try await test.violations().map { "async: \($0.description)" })
    }
  }

  private func contract(_ text: String) throws -> Contract {
    let trial = try Trial(["a.contract.json": #"{ "contract": 1, "mappings": { \#(text) } }"#])
    return try Contract("a", filePath: trial.filePath)
  }

  private struct Refusal: Error {}

  /// Reads the value of a key that may be absent or null, and otherwise has to be of the type.
  private static func optional<Value>(
    _ type: Value.Type, _ key: String, in json: [String: Any]
  ) throws -> Value? {
    guard let value = json[key], !(value is NSNull) else { return nil }
    guard let value = value as? Value else { throw Refusal() }
    return value
  }

  // MARK: - Snake case

  private struct Article: Decodable {
    var _id: String
    var imageURL: String?
    var authorId: String?

    enum CodingKeys: String, CodingKey {
      case _id
      case imageURL = "imageUrl"
      case authorId
    }
  }

  private struct Exact: Decodable {
    var _id: String
    var imageURL: String?
    var authorId: String?

    enum CodingKeys: String, CodingKey {
      case _id
      case imageURL = "image_url"
      case authorId = "author_id"
    }
  }

  private static let article =
    #""Article": { "map": { "_id": "String", "image_url?": "imageURL: String?", "author_id": "authorId: String?" } }"#

  private func articles(_ isKey: @escaping (String, String) -> Bool) -> Styles<Article> {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return Styles(decoder: decoder) { json in
      guard let members = json as? [String: Any] else { throw Refusal() }
      let sorted = members.sorted { $0.key < $1.key }
      let member = { (key: String) in
        members[key] ?? sorted.first { isKey($0.key, key) }?.value ?? NSNull()
      }
      let own = Dictionary(
        uniqueKeysWithValues: ["_id", "image_url", "author_id"].map { ($0, member($0)) })
      guard let id = own["_id"] as? String else { throw Refusal() }
      return try Article(
        _id: id, imageURL: Self.optional(String.self, "image_url", in: own),
        authorId: Self.optional(String.self, "author_id", in: own))
    }
  }

  private static func letters(_ key: String) -> String {
    key.lowercased().filter { $0 != "_" }
  }

  @Test("A mapper may also accept the camel-case spelling of a snake-case key")
  func snakeKeys() async throws {
    let styles = articles {
      $0 == $1 || $0 == "imageUrl" && $1 == "image_url" || $0 == "authorId" && $1 == "author_id"
    }
    let texts = try await styles.violations(
      contract(Self.article), as: "Article", tolerating: ["authorId": [.missing]])
    #expect(texts == [])
  }

  @Test("Under the contract's snake case a mapper may read either spelling")
  func snakeContract() async throws {
    let styles = articles { Self.letters($0) == Self.letters($1) }
    let decoding = Styles<Article>(decoder: styles.decoder) { json in
      try styles.decoder.decode(
        Article.self,
        from: JSONSerialization.data(
          withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed]))
    }
    let texts = try await decoding.violations(
      contract(#""Article": { "keys": "snakeCase", "# + String(Self.article.dropFirst(13))),
      as: "Article", tolerating: ["authorId": [.missing]])
    #expect(texts == [])
  }

  @Test("With acronyms a mapper may also read the key as it is without them")
  func acronyms() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let texts = try MapperTest(
      .decoding(Article.self, with: decoder),
      keeps: contract(
        #""Article": { "keys": "snakeCase", "acronyms": ["URL"], "#
          + String(Self.article.dropFirst(13))),
      as: "Article", tolerating: ["authorId": [.missing]]
    ).violations()
    #expect(texts.isEmpty, "\(texts)")
  }

  @Test("A mapper that ignores letter case fails for keys without underscores")
  func anyCase() async throws {
    let styles = articles { Self.letters($0) == Self.letters($1) }
    let texts = try await styles.violations(
      contract(Self.article), as: "Article", tolerating: ["authorId": [.missing]])
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix(#"json: Article reads "_ID" for _id"#) == true, "\(texts)")
  }

  @Test("The coverage lists keys read in other spellings, with what to write")
  func spellingNote() throws {
    let styles = articles { _, _ in false }
    let coverage = try MapperTest(
      .decoding(Article.self, with: styles.decoder), keeps: contract(Self.article), as: "Article",
      tolerating: ["authorId": [.missing]]
    ).verify()
    #expect(
      coverage.otherSpellings == [
        #""IMAGE_URL" for "image_url""#, #""Image_url" for "image_url""#,
        #""imageUrl" for "image_url""#, #""image_Url" for "image_url""#,
        #""image_URL" for "image_url""#, #""AUTHOR_ID" for "author_id""#,
        #""Author_id" for "author_id""#, #""authorId" for "author_id""#,
        #""author_Id" for "author_id""#, #""author_ID" for "author_id""#,
      ])
    let exact = try MapperTest(
      .decoding(Exact.self), keeps: contract(Self.article), as: "Article",
      tolerating: ["authorId": [.missing]]
    ).verify()
    #expect(exact.otherSpellings == [])
  }

  // MARK: - Null on the way

  private struct Page: Decodable {
    var id: String
    var pagination: Pagination?

    struct Pagination: Decodable { var next: String? }

    static func make(_ json: Any) throws -> Page {
      guard let members = json as? [String: Any], let id = members["id"] as? String else {
        throw Refusal()
      }
      let pagination = try optional([String: Any].self, "pagination", in: members)
      return try Page(
        id: id,
        pagination: pagination.map {
          try Pagination(next: optional(String.self, "next", in: $0))
        })
    }
  }

  /// Rejects null for the object.
  private struct StrictPage: Decodable {
    var id: String
    var next: String?

    enum CodingKeys: String, CodingKey { case id, pagination, next }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      guard container.contains(.pagination) else { return }
      next = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .pagination)
        .decodeIfPresent(String.self, forKey: .next)
    }
  }

  @Test(
    "Null on the path of an optional line may become nil", .enabled(if: TestDepth.isFull),
    arguments: ["String", "String?"])
  func nullOnTheWay(type: String) async throws {
    let contract = try contract(
      #""Page": { "map": { "id": "String", "pagination.next?": "next: \#(type)" } }"#)
    let texts = try await Styles<Page>(json: Page.make).violations(contract, as: "Page") { page in
      ["next": page.pagination?.next]
    }
    #expect(texts == [])
  }

  @Test(
    "Null on the path may be rejected, unless the value is nullable", .enabled(if: TestDepth.isFull)
  )
  func strictOnTheWay() async throws {
    let styles = Styles<StrictPage> { json in
      let data = try JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
      return try JSONDecoder().decode(StrictPage.self, from: data)
    }
    let map = #""Page": { "map": { "id": "String", "pagination.next?": "next: String"#
    let open = try await styles.violations(contract(map + #"" } }"#), as: "Page")
    #expect(open == [])
    let texts = try await styles.violations(contract(map + #"?" } }"#), as: "Page")
    #expect(
      texts.map { $0.prefix { $0 != ":" } } == ["decoding", "closure", "json", "store", "async"],
      "\(texts)")
    #expect(texts.allSatisfy { $0.contains(#""pagination":null"#) }, "\(texts)")
  }

  // MARK: - Unknown cases

  private enum Animal: Decodable {
    case dog(Dog)
    case cat(Cat)
    case other

    struct Dog: Decodable { var name: String }
    struct Cat: Decodable { var lives: Int }

    private enum CodingKeys: String, CodingKey { case type }

    init(from decoder: any Decoder) throws {
      switch try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type) {
      case "dog": self = .dog(try Dog(from: decoder))
      case "cat": self = .cat(try Cat(from: decoder))
      default: self = .other
      }
    }
  }

  /// Omits unknown elements.
  private struct Known: Decodable {
    var animals: [Animal]

    private enum CodingKeys: String, CodingKey { case animals }

    init(from decoder: any Decoder) throws {
      animals = try decoder.container(keyedBy: CodingKeys.self).decode(
        [Animal].self, forKey: .animals
      )
      .filter { if case .other = $0 { false } else { true } }
    }
  }

  private struct All: Decodable { var animals: [Animal] }
  private struct Nullable: Decodable {
    var animals: [Animal?]

    private enum CodingKeys: String, CodingKey { case animals }

    init(from decoder: any Decoder) throws {
      animals = try All(from: decoder).animals.map { if case .other = $0 { nil } else { $0 } }
    }
  }

  private func decoded<Model: Decodable>(_ type: Model.Type) -> Styles<Model> {
    Styles { json in
      let data = try JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
      return try JSONDecoder().decode(type, from: data)
    }
  }

  private func zoo(_ field: String, else use: String) throws -> Contract {
    try contract(
      #"""
      "Zoo": { "map": { \#(field) } },
      "Animal": {
        "map": { "type": "_: String" }, "switch": "type", "cases": { "dog": "Dog", "cat": "Cat" }\#(use)
      },
      "Dog": { "map": { "type": "_: String", "name": "String" } },
      "Cat": { "map": { "type": "_: String", "lives": "Int" } },
      "Other": { "map": { "type": "_: String", "note?": "note: String" } }
      """#)
  }

  private static let elses = [
    #", "else": "skip""#, #", "else": "Other""#, #", "else": { "note?": "note: String" }"#, "",
  ]

  @Test(
    "An unknown case may become one of the app's own, nil or nothing",
    .enabled(if: TestDepth.isFull), .contract(cases: 150),
    arguments: elses)
  func unknownCase(otherwise: String) async throws {
    let tolerances: Tolerances = otherwise.isEmpty ? [.unknownCase] : []
    let list = try zoo(#""animals": "animals: [Animal]""#, else: otherwise)
    for texts in [
      try await decoded(All.self).violations(list, as: "Zoo", tolerating: tolerances),
      try await decoded(Known.self).violations(list, as: "Zoo", tolerating: tolerances),
      try await decoded(Nullable.self).violations(list, as: "Zoo", tolerating: tolerances),
    ] {
      #expect(texts == [])
    }
  }

  private struct One: HasAnimal {
    var animal: Animal
    var first: Animal? { animal }
  }

  private struct Perhaps: HasAnimal {
    var animal: Animal?
    var first: Animal? { animal }
  }

  private struct Forgets<Zoo: HasAnimal>: Decodable {
    var animal: Animal?

    init(from decoder: any Decoder) throws {
      let animal = try Zoo(from: decoder).first
      self.animal = if case .other? = animal { nil } else { animal }
    }
  }

  private protocol HasAnimal: Decodable { var first: Animal? { get } }

  @Test(
    "A single object of an unknown case may be one of the app's own, or nil",
    .enabled(if: TestDepth.isFull), .contract(cases: 150),
    arguments: elses)
  func unknownSingle(otherwise: String) async throws {
    let tolerances: Tolerances = otherwise.isEmpty ? [.unknownCase] : []
    let one = try zoo(#""animal": "animal: Animal""#, else: otherwise)
    let perhaps = try zoo(#""animal?": "animal: Animal?""#, else: otherwise)
    for texts in [
      try await decoded(One.self).violations(one, as: "Zoo", tolerating: tolerances),
      try await decoded(Forgets<One>.self).violations(one, as: "Zoo", tolerating: tolerances),
      try await decoded(Perhaps.self).violations(perhaps, as: "Zoo", tolerating: tolerances),
      try await decoded(Forgets<Perhaps>.self)
        .violations(perhaps, as: "Zoo", tolerating: tolerances),
    ] {
      #expect(texts == [])
    }
  }

  /// Reads null like an unknown case.
  private struct OtherOfNull: Decodable {
    var animal: Animal

    private enum CodingKeys: String, CodingKey { case animal }

    init(from decoder: any Decoder) throws {
      animal =
        try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent(Animal.self, forKey: .animal) ?? .other
    }
  }

  @Test("A null that becomes an unknown case is reported in each style")
  func otherOfNull() async throws {
    let contract = try zoo(#""animal": "animal: Animal""#, else: #", "else": "skip""#)
    let texts = try await decoded(OtherOfNull.self).violations(contract, as: "Zoo")
    #expect(texts.count >= 5)
  }

  /// Reads unknown cases as dogs.
  private struct Dogs: Decodable {
    var animals: [Animal]

    private enum CodingKeys: String, CodingKey { case animals }

    init(from decoder: any Decoder) throws {
      animals = try All(from: decoder).animals.map { animal in
        if case .other = animal { .dog(Animal.Dog(name: "")) } else { animal }
      }
    }
  }

  @Test(
    "An unknown case that becomes a known one is reported in each style",
    .enabled(if: TestDepth.isFull), .contract(cases: 150),
    arguments: elses)
  func wrongCase(otherwise: String) async throws {
    let texts = try await decoded(Dogs.self).violations(
      zoo(#""animals": "animals: [Animal]""#, else: otherwise), as: "Zoo",
      tolerating: otherwise.isEmpty ? [.unknownCase] : [])
    #expect(texts.count >= 5, "\(texts)")
  }

  @Test(
    "Without tolerance and else an unknown case has to be rejected", .enabled(if: TestDepth.isFull))
  func untolerated() async throws {
    let texts = try await decoded(All.self).violations(
      zoo(#""animals": "animals: [Animal]""#, else: ""), as: "Zoo")
    #expect(texts.count == 5, "\(texts)")
  }
}

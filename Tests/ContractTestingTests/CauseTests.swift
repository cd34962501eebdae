import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("One cause is one issue", .freshStore)
struct CauseTests {
  private func contract(_ mappings: String) throws -> Contract {
    let trial = try Trial([
      "items.contract.json": #"{ "contract": 1, "mappings": { \#(mappings) } }"#
    ])
    return try Contract("items", filePath: trial.filePath)
  }

  private func texts(
    _ mapper: MapperUnderTest, _ contract: Contract, as type: String
  ) throws -> [String] {
    try MapperTest(mapper, keeps: contract, as: type).violations().map(\.description)
  }

  @Test("A type is reported once, however many types embed it")
  func embedded() throws {
    struct User: Decodable {
      let login: String?
      let id: Int?
    }
    struct Issue: Decodable {
      let author: User
      let assignees: [User]
    }
    let contract = try contract(
      """
      "User": { "map": { "login": "login: String", "id": "id: Int" } },
      "Issue": { "map": { "author": "author: User", "assignees": "assignees: [User]" } }
      """)
    do {
      let found = try texts(.decoding(Issue.self), contract, as: "Issue")
      #expect(
        found == [
          """
          User reads 2 absent or null keys as nil: login, id
            in        items.contract.json:1:60  "login": "login: String"
            when      author empty object
            payload   {"author":{},"assignees":[{"login":"b","id":11}]}
            contract  rejects it: author.login: the key "login" is missing
            mapper    accepts it: author.login = nil
            hint      if the server may leave it out or send null, write such lines as "login?": "login: String?"; if only the app takes it, tolerating: [.missing, .null]
            also      on 17 other payloads
            replay    CONTRACTCHECK_REPLAY='object:empty@author' swift test
          """
        ])
    }
  }

  @Test("A default for null, a default for a required value and trimming are three causes")
  func defaults() throws {
    let contract = try contract(
      #""Item": { "map": { "note": "note: String?", "name": "name: String" } }"#)
    let mapper = MapperUnderTest.mappingJSON { json in
      guard let members = json as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
      let texts = try ["note", "name"].map { name in
        guard let value = members[name], !(value is NSNull) else { return "" }
        guard let text = value as? String else { throw CocoaError(.coderReadCorrupt) }
        return text
      }
      return ["note": texts[0], "name": texts[1].trimmingCharacters(in: .whitespaces)]
    }
    let found = try texts(mapper, contract, as: "Item")
    #expect(
      found.map { $0.prefix { $0 != "\n" } } == [
        #"Item makes "" of a null note"#, #"Item makes "" of name"#,
        #"Item reads 2 absent or null keys as "": note, name"#,
      ])
  }

  @Test("The title says whether the mapper reads an absent key, a null or both as a default")
  func states() throws {
    struct Item: Decodable {
      let id: Int
      let name: String
      let count: Int
      let isOpen: Bool

      enum CodingKeys: CodingKey { case id, name, count, isOpen }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
        count = container.contains(.count) ? try container.decode(Int.self, forKey: .count) : 0
        isOpen = try container.decode(Bool?.self, forKey: .isOpen) ?? false
      }
    }
    let contract = try contract(
      """
      "Item": { "map": {
        "id": "id: Int", "name": "name: String", "count": "count: Int", "isOpen": "isOpen: Bool" } }
      """)
    let found = try texts(.decoding(Item.self), contract, as: "Item")
    #expect(
      found.map { $0.prefix { $0 != "\n" } } == [
        #"Item reads an absent or null name as """#, "Item reads an absent count as 0",
        "Item reads a null isOpen as false",
      ])
  }

  @Test("The cause of one key does not name a mistake at another key")
  func twoMistakes() throws {
    struct Item: Decodable {
      let id: Int
      let name: String?
      let count: Int

      enum CodingKeys: CodingKey { case id, name, count }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        // The planted mistake: a text of digits is taken for a number.
        count =
          try (try? container.decode(String.self, forKey: .count)).flatMap { Int($0) }
          ?? container.decode(Int.self, forKey: .count)
      }
    }
    let contract = try contract(
      #""Item": { "map": { "id": "id: Int", "name": "name: String", "count": "count: Int" } }"#)
    let found = try texts(.decoding(Item.self), contract, as: "Item")
    #expect(
      found.map { $0.prefix { $0 != "\n" } } == [
        "Item reads an absent or null name as nil", "Item takes an invalid count",
      ])
  }

  @Test("A warning about the keys of an envelope does not name the type in it")
  func envelope() throws {
    struct Author: Decodable {
      let id: Int
      let name: String
    }
    struct Meta: Decodable { let page: Int? }
    struct Envelope<Content: Decodable>: Decodable {
      let data: Content
      let status: String?
      let meta: Meta?
    }
    let contract = try contract(
      #""Author": { "map": { "id": "id: Int", "name": "name: String" } }"#)
    let test = try MapperTest(
      .decoding(Envelope<Author>.self), keeps: contract, as: "data: Author")
    #expect(
      test.warnings() == [
        "the contract's payload has no line for 2 keys that the model reads: status, meta"
      ])
    #expect(test.violations().map(\.description) == [])
  }

  @Test("A property that is never read is reported once")
  func neverRead() throws {
    struct Item: Decodable {
      let id: Int
      let photo: String?

      enum CodingKeys: String, CodingKey {
        case id
        case photo = "image"
      }
    }
    let contract = try contract(
      #""Item": { "map": { "id": "id: Int", "photo": "photo: String" } }"#)
    let test = try MapperTest(
      .decoding(Item.self), keeps: contract, as: "Item", tolerating: [.missing, .null])
    #expect(
      test.violations().map { $0.description.prefix { $0 != "\n" } } == ["Item makes nil of photo"])
  }

  @Test("Keys read under another name are reported once")
  func keyStrategy() throws {
    struct Item: Decodable {
      let firstName: String?
      let lastName: String?
    }
    let contract = try contract(
      """
      "Item": { "map": { "first_name": "firstName: String", "last_name?": "lastName: String" } }
      """)
    let test = try MapperTest(
      .decoding(Item.self), keeps: contract, as: "Item", tolerating: [.missing, .null])
    #expect(
      test.violations().map { $0.description.prefix { $0 != "\n" } } == [
        "Item makes nil of first_name, last_name"
      ])
  }

  @Test("The shown payload has an outcome for each named key")
  func outcomes() throws {
    let contract = try contract(
      #""Item": { "map": { "limit?": "limit: Int?", "ratio": "ratio: Double" } }"#)
    let mapper = MapperUnderTest.mappingJSON { json in
      guard let members = json as? [String: Any], let ratio = members["ratio"] as? Double else {
        throw CocoaError(.coderReadCorrupt)
      }
      return ["limit": members["limit"] as? Int as Any, "ratio": ratio]
    }
    #expect(
      try texts(mapper, contract, as: "Item").map { $0.prefix { $0 != "\n" } } == [
        "Item takes 2 invalid keys: limit, ratio"
      ])
  }

  @Test("Three causes of a type are reported, and the others named")
  func limited() throws {
    let contract = try contract(
      """
      "Item": { "map": { "a": "a: String", "b": "b: Int", "c": "c: Bool", "d": "d: Double" } }
      """)
    let mapper = MapperUnderTest.mappingJSON { json in
      let members = json as? [String: Any] ?? [:]
      return [
        "a": members["a"] as? String ?? "", "b": members["b"] as? Int ?? 0,
        "c": members["c"] as? Bool ?? false, "d": (members["d"] as? Double) as Any,
      ]
    }
    let texts = try texts(mapper, contract, as: "Item")
    #expect(texts.count <= 4, "\(texts)")
    let ofItem = texts.filter { $0.hasPrefix("Item ") }
    #expect(ofItem.count == 3)
    #expect(ofItem.last?.contains("\n  more      Item ") ?? false, "\(texts)")
  }

  @Test("Rejecting the valid payload is reported first, with a remedy")
  func refusesValid() throws {
    struct Item: Decodable {
      let state: String
      let size: Int
    }
    let contract = try contract(
      #""Item": { "map": { "status": "status: String", "size": "size: Int" } }"#)
    let test = try MapperTest(.decoding(Item.self), keeps: contract, as: "Item")
    #expect(
      test.violations().map(\.description) == [
        """
        the mapper refuses the valid payload
          in        items.contract.json
          when      the payload is valid
          payload   {"status":"a","size":10}
          contract  accepts it
          mapper    rejects it: state: no value for the key "state"
          hint      the model reads "state"; the contract's line is "status"
        """
      ])
  }

  private struct File: Decodable {
    let id: Int
    let fileUrl: String
  }

  private static let file =
    #""File": { "map": { "id": "id: Int", "file_url": "fileUrl: String" } }"#

  @Test("The error of a closure names the key that it reads instead")
  func misnamed() throws {
    struct Missing: Error, CustomStringConvertible { let description: String }
    let mapper = MapperUnderTest.mappingJSON { json -> [File] in
      guard let items = json as? [[String: Any]] else { throw Missing(description: "no list") }
      return try items.map {
        guard let url = $0["fileUrl"] as? String else {
          throw Missing(description: "missing(\"fileUrl\")")
        }
        return File(id: $0["id"] as? Int ?? 0, fileUrl: url)
      }
    }
    #expect(
      try texts(mapper, contract(Self.file), as: "[File]") == [
        """
        the mapper refuses the valid payload
          in        items.contract.json
          when      the payload is valid
          payload   [{"id":10,"file_url":"a"}]
          contract  accepts it
          mapper    rejects it: missing("fileUrl")
          hint      the error names "fileUrl"; the contract's line is "file_url"
        """
      ])
  }

  @Test("Consequences of a renamed key are no separate cause")
  func followsFromName() throws {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { \(Self.file) }, "examples": [
        { "name": "both", "as": "[File]", "json": [{"id":1,"fileUrl":"x","file_url":"x"}] } ] }
      """
    ])
    let found = try texts(
      .decoding([File].self), Contract("items", filePath: trial.filePath), as: "[File]")
    #expect(
      found == [
        """
        the mapper refuses the valid payload
          in        items.contract.json
          when      the payload is valid
          payload   [{"id":10,"file_url":"a"}]
          contract  accepts it
          mapper    rejects it: [0].fileUrl: no value for the key "fileUrl"
          hint      the model reads "fileUrl"; the contract's line is "file_url"
        """
      ])
  }

  @Test("Accepting any value as a list, and omitting elements, are two causes")
  func listAndElements() throws {
    let mapper = MapperUnderTest.mappingJSON { json -> [File] in
      (json as? [Any] ?? []).compactMap { item in
        guard let item = item as? [String: Any], let id = item["id"] as? Int,
          let url = item["file_url"] as? String
        else { return nil }
        return File(id: id, fileUrl: url)
      }
    }
    let found = try texts(mapper, contract(Self.file), as: "[File]")
    #expect(
      found.map { String($0.prefix { $0 != "\n" }) } == [
        "the mapper leaves out elements that the contract refuses",
        "File takes an invalid id",
        "the mapper reads null or invalid payloads as an empty collection",
      ])
  }

  @Test("A value that changes each time is reported as such", .enabled(if: TestDepth.isFull))
  func eachTime() throws {
    struct Row: Decodable {
      let id: String
      let name: String
      enum CodingKeys: CodingKey { case name }

      init(from decoder: any Decoder) throws {
        id = UUID().uuidString
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      }
    }
    let found = try texts(
      .decoding([Row].self),
      contract(#""Row": { "map": { "id": "id: String", "name": "name: String" } }"#), as: "[Row]")
    #expect(found.count == 1, "\(found)")
    let lines = found.first?.split(separator: "\n").map(String.init) ?? []
    #expect(
      lines.prefix(5) == [
        "Row makes another value of id each time",
        #"  in        items.contract.json:1:56  "id": "id: String""#,
        "  when      the payload is valid",
        #"  payload   [{"id":"a","name":"b"}]"#,
        #"  contract  [0].id = "a""#,
      ])
    #expect(lines.count > 6 && lines[6].hasPrefix(#"  hint      asked again: [0].id = ""#))
  }

  private struct Ticket: Decodable {
    enum State: String, Decodable { case open, closed }

    let state: State
    let title: String

    enum CodingKeys: String, CodingKey { case state, title }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      state = try container.decode(State.self, forKey: .state)
      title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
    }
  }

  @Test("If the valid payload is rejected, the check continues from an accepted example")
  func goesOn() throws {
    let mapping = #""Ticket": { "map": { "state": "state: String", "title": "title: String" } }"#
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { \(mapping) },
        "examples": [ { "name": "open", "as": "Ticket", "json": {"state":"open","title":"x"} } ] }
      """
    ])
    let test = try MapperTest(
      .decoding(Ticket.self), keeps: Contract("items", filePath: trial.filePath), as: "Ticket")
    #expect(
      test.violations().map(\.description) == [
        """
        the mapper refuses the valid payload
          in        items.contract.json:1:62  "state": "state: String"
          when      the payload is valid
          payload   {"state":"a","title":"b"}
          contract  accepts it: state = "a"
          mapper    rejects it: state: cannot initialize State from invalid String value a
          hint      if the mapper wants certain texts, give the line an example or literals
          also      on 13 other payloads
        """,
        """
        Ticket reads an absent or null title as ""
          in        items.contract.json:1:88  "title": "title: String"
          when      title missing
          payload   {"state":"open"}
          contract  rejects it: title: the key "title" is missing
          mapper    accepts it: title = ""
          hint      if the server may leave it out or send null, write "title?": { "to": "title", "type": "String? = ''", "null": "default" }
          also      on 3 other payloads
        """,
      ])
    let coverage = test.run().coverage
    #expect(coverage.isComplete)
    #expect(coverage.cells > 50)
  }

  @Test("If all examples are rejected, the check ends, and the coverage says so")
  func takesNone() throws {
    let contract = try contract(
      #""Ticket": { "map": { "state": "state: String", "title": "title: String" } }"#)
    let test = try MapperTest(.decoding(Ticket.self), keeps: contract, as: "Ticket")
    let (violations, coverage) = test.run()
    #expect(violations.count == 1)
    #expect(coverage.cells == 0)
    #expect(!coverage.isComplete)
  }

  @Test("An unstable mapper is reported as such, and not by a key")
  func unstable() throws {
    final class Count { var calls = 0 }
    struct Item: Decodable { let size: Int }
    let count = Count()
    let mapper = MapperUnderTest.mapping { data in
      count.calls += 1
      let item = try JSONDecoder().decode(Item.self, from: data)
      return count.calls == 1 ? Item(size: 7) : item
    }
    let contract = try contract(#""Item": { "map": { "size": "size: Int" } }"#)
    do {
      let found = try texts(mapper, contract, as: "Item")
      #expect(
        found == [
          """
          the mapper does not do the same twice with one payload
            in        items.contract.json
            when      the payload is valid
            payload   {"size":10}
            contract  size = 10
            mapper    size = 7
            hint      asked again, it does what the contract says
          """
        ])
    }
  }

  @Test("A value with an open meaning leaves other values checked")
  func openValue() throws {
    struct Item: Decodable {
      let size: Double
      let name: String
    }
    let payload = #"{"size":4611686018427387904.0,"name":"x"}"#
    let wrong = MapperUnderTest.mapping { data in
      let item = try JSONDecoder().decode(Item.self, from: data)
      return Item(size: item.size > 1e18 ? 1 : item.size, name: "?")
    }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1,
        "mappings": { "Item": { "map": { "size": "size: Double", "name": "name: String" } } },
        "examples": [ { "name": "long", "as": "Item", "json": \(payload) } ] }
      """
    ])
    let names = try MapperTest(
      wrong, keeps: Contract("items", filePath: trial.filePath), as: "Item"
    ).violations().flatMap(\.caseNames)
    #expect(names.contains("the example \"long\""))
  }

  @Test("Keys of only one side are one warning per type")
  func readings() throws {
    struct User: Decodable {
      let login: String
      let bio: String?
      let blog: String?
    }
    struct Item: Decodable { let owner: User }
    let contract = try contract(
      """
      "User": { "map": { "login": "login: String", "id": "id: Int", "url": "url: String" } },
      "Item": { "map": { "owner": "owner: User", "size": "size: Int" } }
      """)
    do {
      let found = try MapperTest(.decoding(Item.self), keeps: contract, as: "Item").warnings()
      #expect(
        found == [
          "the contract's User has no line for 2 keys that the model reads: bio, blog",
          """
          the model never reads 2 keys of the contract's User: id, url
            in items.contract.json:1:83  "id": "id: Int"
          """,
          """
          the model never reads 1 key of the contract's Item: size
            in items.contract.json:2:52  "size": "size: Int"
          """,
        ])
    }
  }

  @Test("A misspelt key is reported with the property that stays empty")
  func misspelling() throws {
    struct Item: Decodable {
      let id: Int
      let email: String?

      enum CodingKeys: String, CodingKey {
        case id
        case email = "emial"
      }
    }
    let contract = try contract(
      #""Item": { "map": { "id": "id: Int", "email?": "email: String?" } }"#)
    let found = try texts(.decoding(Item.self), contract, as: "Item")
    #expect(found.count == 1)
    let lines = found.first?.split(separator: "\n") ?? []
    #expect(lines.first == "Item makes nil of email")
    #expect(
      lines.contains(#"  hint      the model reads "emial", which the contract does not mention"#))
  }
}

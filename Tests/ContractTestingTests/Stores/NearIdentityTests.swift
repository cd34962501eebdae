import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Nearly equal identities are two objects", .freshStore)
struct NearIdentityTests {
  private struct Numbered: Decodable {
    var id: Int
    var name: String
  }

  private struct Named: Decodable {
    var id: String
    var name: String
  }

  private struct Seat: Decodable, Equatable {
    struct Key: Hashable {
      var row: String
      var number: String
    }
    var row: String
    var number: String
    var name: String
    var key: Key { Key(row: row, number: number) }
  }

  private struct Place: Decodable {
    var row: String
    var number: Int
    var name: String
  }

  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "things.contract.json": """
      { "contract": 1,
        "endpoints": { "GET /numbered": "[Numbered]", "GET /named": "[Named]", "GET /seat": "Seat" },
        "mappings": {
          "Numbered": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } },
          "Named": { "identifiedBy": "id", "map": { "id": "String", "name": "String" } },
          "Seat": { "identifiedBy": ["row", "number"],
            "map": { "row": "String", "number": "String", "name": "String" } },
          "Place": { "identifiedBy": ["row", "number"],
            "map": { "row": "String", "number": "Int", "name": "String" } } } }
      """
    ])
    contract = try Contract("things", filePath: trial.filePath)
  }

  /// The violations of a store that finds objects by a key, checked with payloads and with
  /// histories.
  private func texts<Object: Decodable, Key: Hashable>(
    _ type: String, endpoint: String? = nil, key: @escaping (Object) throws -> Key
  ) throws -> [[String]] {
    let isList = type.hasPrefix("[")
    let load = { (data: Data, store: inout [Key: Object]) in
      let objects =
        isList
        ? try JSONDecoder().decode([Object].self, from: data)
        : [try JSONDecoder().decode(Object.self, from: data)]
      for object in objects { store[try key(object)] = object }
    }
    let mapper = MapperUnderTest.mapping(into: [Key: Object](), load) { Array($0.values) }
    let one = try MapperTest(mapper, keeps: contract, as: type).violations()
    guard let endpoint else { return [one.map(\.description)] }
    let histories = try MapperTest(
      stores: { [Key: Object]() }, loading: [endpoint: load], objects: { Array($0.values) },
      keeps: contract
    ).violations()
    return [one, histories].map { $0.map(\.description) }
  }

  /// The violations of a store that searches for objects.
  private func texts<Object: Decodable>(
    _ type: String, endpoint: String, isSame: @escaping (_ stored: Object, _ new: Object) -> Bool
  ) throws -> [[String]] {
    let load = { (data: Data, store: inout [Object]) in
      for object in try JSONDecoder().decode([Object].self, from: data) {
        if let index = store.firstIndex(where: { isSame($0, object) }) {
          store[index] = object
        } else {
          store.append(object)
        }
      }
    }
    let mapper = MapperUnderTest.mapping(into: [Object](), load) { $0 }
    let one = try MapperTest(mapper, keeps: contract, as: type).violations()
    let histories = try MapperTest(
      stores: { [Object]() }, loading: [endpoint: load], objects: { $0 }, keeps: contract
    ).violations()
    return [one, histories].map { $0.map(\.description) }
  }

  @Test(
    "Right stores are not accused, however they find their objects", .enabled(if: TestDepth.isFull))
  func right() throws {
    #expect(
      try texts("[Numbered]", endpoint: "GET /numbered") { (it: Numbered) in it.id } == [[], []])
    #expect(
      try texts("[Numbered]", endpoint: "GET /numbered") { (it: Numbered) in "\(it.id)" } == [
        [], [],
      ])
    #expect(try texts("[Named]", endpoint: "GET /named") { (it: Named) in it.id } == [[], []])
    #expect(
      try texts("[Named]", endpoint: "GET /named") { (it: Named) in "named/\(it.id)" } == [[], []])
    #expect(
      try texts("[Named]", endpoint: "GET /named") { (one: Named, two: Named) in one.id == two.id }
        == [[], []])
    #expect(try texts("Seat", endpoint: "GET /seat") { (it: Seat) in it.key } == [[], []])
    #expect(try texts("[Seat]") { (it: Seat) in "\(it.row)|\(it.number)" } == [[]])
    #expect(try texts("[Place]") { (it: Place) in [it.row: it.number] } == [[]])
    #expect(
      try texts("[Numbered]", endpoint: "GET /numbered") { (one: Numbered, two: Numbered) in
        NSNumber(value: one.id) == NSNumber(value: two.id)
      } == [[], []])
  }

  @Test("A key that is cut to 32 bits is reported as one issue")
  func truncated() throws {
    let texts = try texts("[Numbered]", endpoint: "GET /numbered") { (it: Numbered) in
      Int32(truncatingIfNeeded: it.id)
    }
    #expect(
      texts == [
        [
          #"""
          the store has 1 Numbered object, and the contract 2 Numbered objects
            in        things.contract.json:4:56  "id": "id: Int"
            when      [0].id is 4294967297, after it was 1
            before    [{"id":1,"name":"a"}]
            payload   [{"id":4294967297,"name":"a"}]
            contract  2 Numbered objects
            mapper    1 Numbered object
          """#
        ],
        [
          #"""
          the store has 1 Numbered object, and the contract 2 Numbered objects, after 2 responses
            in        things.contract.json:4:56  "id": "id: Int"
            when      [0].id is 4294967297, after it was 1
            1         GET /numbered  [{"id":1,"name":"a"}]
            2         GET /numbered  [{"id":4294967297,"name":"a"}]
            contract  2 Numbered objects: 1 created, 1 untouched
            mapper    1 Numbered object: 1 created, 1 deleted
            passes    with 4294967296 at [0].id in response 2
          """#
        ],
      ])
  }

  @Test("A key that ignores letter case is reported as one issue")
  func lowercased() throws {
    let texts = try texts("[Named]", endpoint: "GET /named") { (it: Named) in it.id.lowercased() }
    #expect(texts.map(\.count) == [1, 1])
    #expect(texts.joined().allSatisfy { $0.contains("the store has 1 Named object") }, "\(texts)")
  }

  @Test("A text that is read as a number is reported as one issue")
  func numbers() throws {
    let texts = try texts("[Named]", endpoint: "GET /named") { (it: Named) in
      Int(it.id).map { "\($0)" } ?? it.id
    }
    #expect(texts.map(\.count) == [1, 1])
    #expect(texts.joined().allSatisfy { $0.contains("the store has 1 Named object") }, "\(texts)")
  }

  @Test("Parts of a key that are joined without a separator are reported as one issue")
  func joined() throws {
    let seats = try texts("Seat", endpoint: "GET /seat") { (it: Seat) in it.row + it.number }
    #expect(seats.map(\.count) == [1, 1], "\(seats)")
    let places = try texts("[Place]") { (it: Place) in "\(it.row)\(it.number)" }
    #expect(places.map(\.count) == [1], "\(places)")
  }

  @Test("A search by a pattern is reported, whichever of the two texts is the pattern")
  func patterns() throws {
    func matches(_ text: String, _ pattern: String) -> Bool {
      guard !pattern.contains("%") else { return true }
      return text.count == pattern.count
        && zip(text, pattern).allSatisfy { $1 == "_" || $0 == $1 }
    }
    let stored = try texts("[Named]", endpoint: "GET /named") { (one: Named, two: Named) in
      matches(one.id, two.id)
    }
    #expect(stored.map(\.count) == [1, 1], "\(stored)")
    let new = try texts("[Named]", endpoint: "GET /named") { (one: Named, two: Named) in
      matches(two.id, one.id)
    }
    #expect(new.map(\.count) == [1, 1], "\(new)")
  }
}

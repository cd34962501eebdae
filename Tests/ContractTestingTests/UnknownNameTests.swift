import ContractTesting
import Foundation
import Testing

@Suite("Tests may name only parts of their contract", .freshStore)
struct UnknownNameTests {
  private struct Person: Decodable {
    var name: String
    var town: Town?
    struct Town: Decodable { var zip: String }
    var computed: String { name }
  }

  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "people.contract.json": """
      { "contract": 1, "mappings": {
        "Person": { "map": { "name": "fullName: String", "zip?": "address.zip: String" },
          "switch": "kind", "cases": { "Boy": "Boy", "Girl": { "doll?": "String" } } },
        "Boy": { "map": { "ball?": "String" } },
        "Club": { "type": "Group", "identifiedBy": "id",
          "map": { "id": "Int", "owner_id?": "ownerId: Int", "byName": "byName: [nick: Person]" },
          "connect": { "owner: Club": { "ownerId": "id" } } } } }
      """
    ])
    contract = try Contract("people", filePath: trial.filePath)
  }

  private func complaint(
    _ comparing: [PropertyComparison] = [], named: [String: String] = [:],
    _ mapper: MapperUnderTest = .decoding(Person.self), as type: String = "Club"
  ) -> String {
    ContractTestingTests.complaint {
      _ = try MapperTest(mapper, keeps: contract, as: type, comparing: comparing, named: named)
    }
  }

  @Test("An unknown name is an error with a near one")
  func unknown() throws {
    #expect(
      complaint([.skipping("fulName")]) == """
        comparing: the contract "people" has no property "fulName"
          did you mean "fullName"?
        """)
    #expect(
      complaint([.comparing("Person.fulName") { _, _ in true }]) == """
        comparing: the contract "people" has no property "Person.fulName"
          did you mean "Person.fullName"?
        """)
    #expect(
      complaint(named: ["ownerID": "owner"]) == """
        named: the contract "people" has no property and no type "ownerID"
          did you mean "ownerId"?
        """)
    #expect(
      complaint(named: ["Boyy": "Son"]) == """
        named: the contract "people" has no property and no type "Boyy"
          did you mean "Boy"?
        """)
    let mapper = MapperUnderTest.decoding(Person.self)
    #expect(
      complaint(mapper.reading(["fulName": \Person.computed])) == """
        reading: the contract "people" has no property "fulName"
          did you mean "fullName"?
        """)
  }

  @Test("An endpoint under another name of its parameter is an error with the right one")
  func parameters() throws {
    let trial = try Trial([
      "orders.contract.json": """
      { "contract": 1, "endpoints": { "GET /orders/:id": "Int", "GET /orders": "[Int]" } }
      """
    ])
    let contract = try Contract("orders", filePath: trial.filePath)
    let complaint = { (endpoint: String) in
      ContractTestingTests.complaint {
        _ = try MapperTest(.decoding(Int.self), keeps: contract, as: endpoint)
      }
    }
    #expect(
      complaint("GET /orders/:orderIdentifier") == """
        the contract "orders" has no "GET /orders/:orderIdentifier"
          did you mean "GET /orders/:id"?
        """)
    #expect(
      complaint("PUT /a") == """
        the contract "orders" has no "PUT /a"
          it has "GET /orders/:id", "GET /orders"
        """)
  }

  @Test("Types are named like objects, not like their mappings")
  func types() {
    #expect(complaint(named: ["Group.ownerId": "owner"]) == "")
    #expect(
      complaint(named: ["Club.ownerId": "owner"])
        == #"named: the contract "people" has no property and no type "Club.ownerId""#)
  }

  @Test("Every part of the contract may be named")
  func known() {
    for name in [
      "fullName", "Person.fullName", "Boy.fullName", "Person.doll", "address.zip", "ball", "doll",
      "owner", "Group.owner", "nick", "Person.nick", "byName",
    ] {
      #expect(complaint([.skipping(name)], named: [name: "other"]) == "", "\(name)")
    }
    for name in ["Person", "Boy", "Group"] {
      #expect(complaint(named: [name: "Other"]) == "", "\(name)")
    }
    #expect(complaint([.skipping("person")], as: "person: Person") == "")
    let mapper = MapperUnderTest.decoding(Person.self)
    for name in ["fullName", "address", "zip", "town"] {
      #expect(
        complaint(
          named: ["address.zip": name == "town" ? "town.zip" : "address.zip"],
          mapper.reading([name: \Person.computed])) == "", "\(name)")
    }
    // Other names that a closure reads are not checked.
    #expect(complaint(mapper.reading { (_: Person) in ["whatever": 1] }) == "")
  }

  @Test("Tests of key paths, stores and asynchronous mappers report that too")
  func others() async throws {
    let keyPath = try #require(try contract.keyPaths(as: "Club").first)
    let message = """
      comparing: the contract "people" has no property "fulName"
        did you mean "fullName"?
      """
    #expect(
      MapperTest(
        .decoding(Person.self), handles: keyPath, comparing: [.skipping("fulName")]
      ).violations().map(\.description) == [message])
    #expect(
      ContractTestingTests.complaint {
        _ = try MapperTest(
          stores: { [Person]() }, loading: ["[Person]": { _, _ in }], objects: { $0 },
          keeps: contract,
          comparing: [.skipping("fulName")])
      } == message)
    #expect(
      ContractTestingTests.complaint {
        _ = try MappingTest(
          contract, as: "Club", payload: "{}", comparing: [.skipping("fulName")])
      } == message)
    await #expect(throws: TestSetupError.self) {
      try await AsyncCheck(
        .mapping { _ in 1 }, keeps: contract, as: "Club", comparing: [.skipping("fulName")]
      ).violations()
    }
  }
}

extension UnknownNameTests {
  private func complaint(_ mapper: MapperUnderTest) -> String { complaint([], mapper) }
  private func complaint(named: [String: String], _ mapper: MapperUnderTest) -> String {
    complaint([], named: named, mapper)
  }
}

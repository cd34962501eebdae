import ContractTesting
import Foundation
import Testing

// An app's types may have the names of declarations that tests do not need: importing
// `ContractTesting` does not bring these declarations along.

private struct User: Decodable, Equatable {
  var id: Int
}

private struct Comment: Decodable {
  var id: Int
  var author: User
}

private struct Issue: Decodable {
  var id: Int
  var comments: [Comment]
}

private struct Mapper {
  func issues(in data: Data) throws -> [Issue] {
    try JSONDecoder().decode([Issue].self, from: data)
  }
}

@Suite("An app may choose the names of its types", .freshStore)
struct AppNamesTests {
  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "issues.contract.json": """
      { "contract": 1, "mappings": {
        "User": { "map": { "id": "id: Int" } },
        "Comment": { "map": { "id": "id: Int", "author": "author: User" } },
        "Issue": { "map": { "id": "id: Int", "comments": "comments: [Comment]" } } } }
      """
    ])
    contract = try Contract("issues", filePath: trial.filePath)
  }

  @Test("A mapper of the app's issues and comments keeps the contract")
  func keepsContract() throws {
    try expect(.mapping { try Mapper().issues(in: $0) }, keeps: contract, as: "[Issue]")
  }

  @Test("Expectations name the properties of one issue")
  func expectations() throws {
    let test = try MappingTest(
      contract, as: "[Issue]", payload: #"[{"id":1,"comments":[{"id":2,"author":{"id":3}}]}]"#,
      mapper: .mapping { try Mapper().issues(in: $0) })
    test.expect("[0].comments[0].author", to: "author", where: { $0.value as? User == User(id: 3) })
    test.expectObjects("Comment", count: 1)
    test.verify()
  }
}

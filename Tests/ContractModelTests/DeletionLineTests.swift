import Generation
import Testing

@testable import ContractModel

@Suite("An endpoint says which object is deleted")
struct DeletionLineTests {
  private func errors(_ endpoint: String) throws -> [String] {
    let set = ContractSet(
      paths: ["a.contract.json"],
      files: OneFile(
        text: """
          {
            "contract": 1,
            "endpoints": { \(endpoint) },
            "mappings": {
              "Order": { "identifiedBy": "id", "map": { "id": "Int", "note?": "Note?" } },
              "Item": { "identifiedBy": ["shop", "id"], "map": { "id": "Int", "shop": "String" } },
              "Note": { "map": { "text": "String" } }
            }
          }
          """), canBeGenerated: { _ in true })
    return set.errors.filter { $0.severity == .error }.map { error in
      error.message + (error.hint.map { "; \($0)" } ?? "")
    }
  }

  private struct OneFile: ContractFiles {
    var text: String
    func contract(at path: String) throws -> [UInt8]? { Array(text.utf8) }
    func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }
    func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? { nil }
  }

  @Test(
    "The payload or the path names the deleted object",
    arguments: [
      #""event gone": { "@deletes": "Order(id: @document.id)" }"#,
      #""event gone": { "@deletes": "Order( id : data.order.id )", "at": "at: String" }"#,
      #""DELETE /orders/:id -> 204": { "@deletes": "Order(id: @path.id)" }"#,
      #""DELETE /shops/:shop/items/:id": { "@deletes": "Item(shop: @path.shop, id: @path.id)" }"#,
    ])
  func right(endpoint: String) throws {
    #expect(try errors(endpoint) == [])
  }

  @Test(
    "An impossible deletion is an error that says what to write",
    arguments: [
      (
        #""event gone": { "@deletes": "Ordr(id: id)" }"#,
        #"unknown type "Ordr"; did you mean "Order"?"#
      ),
      (
        #""event gone": { "@deletes": "Order(ids: id)" }"#,
        #""ids" is no part of the identity of "Order"; it is id"#
      ),
      (
        #""event gone": { "@deletes": "Order(id: id, id: x)" }"#, #""id" is there twice"#
      ),
      (
        #""event gone": { "@deletes": "Item(id: id)" }"#,
        #"the identity of "Item" has "shop", too"#
      ),
      (
        #""event gone": { "@deletes": "Note(text: text)" }"#,
        #"what is deleted is known by its identity, and "Note" has none; give the mapping "identifiedBy""#
      ),
      (
        #""event gone": { "@deletes": "Order(id: @path.id)" }"#,
        #""@path.id" has no value at "event gone"; name a part of the path, or what the payload has, as @document.id"#
      ),
      (
        #""event gone": { "@deletes": "Order" }"#,
        #"expected "(", found the end; write Order(id: @document.id)"#
      ),
      (
        #""event gone": { "@deletes": "order(id: id)" }"#,
        #"expected the name of a mapping; write Order(id: @document.id)"#
      ),
      (
        #""event gone": { "@deletes": "Order(id: id) x" }"#, #"expected the end, found "x""#
      ),
      (
        #""event gone": { "@deletes": "Order(id: ids[])" }"#,
        "a part of an identity is one value of the payload or of the request; as @document.id and @path.id are"
      ),
      (
        #""event gone": { "@delete": "Order(id: id)" }"#,
        #"unknown prefix "@delete"; did you mean "@deletes"?"#
      ),
      (
        #""event gone": "Note", "GET /a": { "@deletes.a": "Order(id: id)" }"#,
        #"unknown prefix "@deletes"; it stands at an endpoint, beside its key paths"#
      ),
      (
        #""event gone": { "@deletes": 3 }"#,
        #"expected what is deleted, such as "Order(id: @document.id)", found the number 3"#
      ),
    ])
  func wrong(endpoint: String, error: String) throws {
    #expect(try errors(endpoint) == [error])
  }

  @Test("A mapping that only a deletion names counts as used")
  func use() throws {
    let text = #"""
      {
        "contract": 1, "endpoints": { "event gone": { "@deletes": "Order(id: id)" } },
        "mappings": { "Order": { "identifiedBy": "id", "map": { "id": "Int" } } }
      }
      """#
    let set = ContractSet(
      paths: ["a.contract.json"], files: OneFile(text: text), canBeGenerated: { _ in true })
    #expect(set.errors.map(\.message) == [])
  }
}

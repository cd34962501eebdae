import ContractModel
import JSONParsing
import TestSupport
import Testing

@Suite("A contract's digest depends only on what the contract says about payloads")
struct ContractDigestTests {
  private static let contract = """
    { "contract": 1, "host": "a.example", "basePath": "/v1", "keys": "exact",
      "endpoints": {
        "GET /orders": "[Order]",
        "GET /raw": { "@mimeType": "text/html", "orders": "[Order]" },
        "DELETE /orders/:id -> 204": null,
        "event order.gone": { "@deletes": "Order(id: @document.id)" } },
      "requests": { "POST /orders": { "query": { "page?": "Int" }, "body": "Order" } },
      "mappings": {
        "Order": {
          "type": "AppOrder", "identifiedBy": "id", "missingIdentity": "skip", "modifiedBy": "changed",
          "map": {
            "id": "Int", "changed": "Date", "ownerId?": "Int?", "count?": "Int = 1",
            "code": { "type": "String", "missing": "fail", "presence": "99%", "sensitive": true,
                      "example": "A" } },
          "connect": { "owner: User": { "ownerId": "id" } } },
        "User": { "identifiedBy": "id", "map": { "id": "Int" } },
        "Book": { "extends": "Order", "map": { "title": "String" } },
        "Item": {
          "map": { "kind": "String" },
          "cases": [
            { "when": { "kind": "book" }, "trim": true, "use": "Book" },
            { "exists": "user", "use": { "user": "User" } } ],
          "else": "skip" } } }
    """

  private static func digest(_ text: String) throws -> StableHash {
    try #require(ContractSet(text: text).contracts.first).digest
  }

  @Test("Each change of meaning changes the digest")
  func differences() throws {
    let changes = [
      ("a.example", "b.example"), ("/v1", "/v2"), ("\"exact\"", "\"anyCase\""),
      ("/orders\": \"[Order]\"", "/orders\": \"[User]\""), ("text/html", "text/plain"),
      ("-> 204", "-> 205"), ("204\": null", "204\": \"Order\""),
      ("Order(id: @document.id)", "User(id: @document.id)"),
      ("page?", "page"), ("\"requests\"", "\"x-requests\""), ("AppOrder", "MyOrder"),
      ("\"skip\", \"modifiedBy\"", "\"fail\", \"modifiedBy\""),
      ("\"modifiedBy\": \"changed\",", ""),
      ("\"changed\": \"Date\"", "\"changed\": \"Date(unix)\""), ("\"Int?\"", "\"Int\""),
      ("Int = 1", "Int = 2"), ("\"missing\": \"fail\", ", ""), ("99%", "98%"),
      ("\"sensitive\": true", "\"sensitive\": false"), ("\"example\": \"A\"", "\"example\": \"B\""),
      ("\"owner: User\"", "\"buyer: User\""), ("\"extends\": \"Order\", ", ""),
      ("\"book\"", "\"journal\""), ("\"trim\": true, ", ""),
      ("\"exists\": \"user\"", "\"exists\": \"kind\""),
      ("\"user\": \"User\" }", "\"user?\": \"User\" }"),
      ("\"else\": \"skip\"", "\"else\": \"Book\""),
    ]
    var digests = [try Self.digest(Self.contract).text]
    for (text, other) in changes {
      let changed = Self.contract.replacing(text, with: other)
      #expect(changed != Self.contract, "\(text)")
      digests.append(try Self.digest(changed).text)
    }
    let same = zip(changes, digests.dropFirst()).filter { $1 == digests[0] }.map(\.0.0)
    #expect(same == [])
    #expect(Set(digests).count == digests.count)
  }

  @Test("Layout, spelling, notes and examples do not change the digest")
  func sameness() throws {
    let own = try Self.digest(Self.contract)
    let changes = [
      ("\n", "\n  "), ("\"Int?\"", "\" ownerId :Int ? \""),
      ("\"title\": \"String\"", "\"title\": { \"type\": \"String\", \"note\": \"n\", \"x-a\": 1 }"),
      (
        "\"contract\": 1",
        "\"contract\": 1, \"owner\": \"us\", \"note\": \"n\", \"deprecated\": true"
      ),
      ("\"extends\"", "\"note\": \"n\", \"extends\""),
      (
        "\"mappings\"",
        "\"examples\": [{ \"name\": \"a\", \"json\": {\"id\":1}, \"as\": \"User\" }], \"mappings\""
      ),
    ]
    for (text, other) in changes {
      let changed = Self.contract.replacing(text, with: other)
      #expect(changed != Self.contract, "\(text)")
      #expect(try Self.digest(changed) == own, "\(text)")
    }
  }

  @Test("A contract with another meaning is not equal")
  func equality() throws {
    let base = try Contract(map: #""a": "Int""#)
    for map in [
      #""a": "Int?""#, #""a?": "Int""#, #""a": "b: Int""#, #""a": "Int 1...""#, #""b": "a: Int""#,
    ] {
      #expect(try Contract(map: map) != base, "\(map)")
    }
    #expect(try Contract(map: #"  "a" : "a : Int ", "#) == base)
  }
}

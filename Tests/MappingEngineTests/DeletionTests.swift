import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("An object is deleted where a complete list lost it, and nothing else holds it")
struct DeletionTests {
  private static let contract = #"""
    {
      "contract": 1,
      "endpoints": {
        "GET /orders": { "": { "to": "orders", "type": "[Order]", "assign": "replace" } },
        "GET /shops/:shop/orders": {
          "items?": { "to": "items", "type": "[Order]?", "assign": "replace" }
        },
        "GET /recent": "[Order]",
        "GET /order": "Order",
        "event order.deleted": { "@deletes": "Order(id: data.id)" },
        "DELETE /orders/:id -> 200": { "ok": "Bool", "@deletes": "Order(id: @path.id)" },
        "GET /cart": "Cart",
        "GET /docs": "[Doc]",
        "GET /folder": "Folder",
        "event doc.deleted": { "@deletes": "Doc(id: @document.id)" }
      },
      "mappings": {
        "Order": {
          "identifiedBy": "id",
          "map": { "id": "Int", "buyer?": "Buyer?", "address?": "Address?", "twin?": "Order?" }
        },
        "Buyer": { "identifiedBy": "id", "map": { "id": "Int" } },
        "Address": { "map": { "street": "String" } },
        "Doc": {
          "identifiedBy": "id", "modifiedBy": "version",
          "map": { "id": "Int", "version?": "version: Int" }
        },
        "Folder": { "map": { "docs": "[Doc]" } },
        "Cart": {
          "identifiedBy": "id",
          "map": { "id": "Int", "orders?": { "type": "[Order]?", "assign": "replace" } }
        }
      }
    }
    """#

  /// Returns the result of the last of several payloads of endpoints.
  private func result(
    _ payloads: [(endpoint: String, text: String)], shops: [String?] = [], id: String? = nil
  ) throws -> MappingResult {
    let contract = try Contract(text: Self.contract)
    var store = ObjectStore()
    var last: MappingResult?
    for (number, payload) in payloads.enumerated() {
      let shop = shops.indices.contains(number) ? shops[number] : nil
      var parameters: [MemberName: String] = [:]
      (parameters["shop"], parameters["id"]) = (shop, id)
      let request = MappingRequest(pathParameters: parameters)
      last = try Sample(contract, as: payload.endpoint)
        .map(payload.text, into: &store, exchange: MappingExchange(request: request))
    }
    return try #require(last)
  }

  /// The objects and properties as a text: `Order 1 3, Buyer 7`.
  private func objects(_ result: MappingResult) -> String {
    result.store.typeNames.map { type in
      let ids = result.store.objects(ofType: type).map { object in
        if case .int(let id)? = object["id"] { "\(id)" } else { "-" }
      }
      return "\(type.text) \(ids.joined(separator: " "))"
    }.joined(separator: ", ")
  }

  private func deleted(_ result: MappingResult) -> [String] {
    result.events.filter { $0.name == .deleted }.map { event in
      "\(event.object.map { "\(result.store[$0].type.text)" } ?? "-") at \(event.path)"
    }
  }

  @Test("An object that a complete list of an endpoint no longer has is deleted from the store")
  func root() throws {
    let result = try result([
      ("GET /orders", #"[{"id":1},{"id":2},{"id":3}]"#), ("GET /orders", #"[{"id":3},{"id":4}]"#),
    ])
    #expect(objects(result) == "Order 3 4")
    #expect(deleted(result) == ["Order at ", "Order at "])
    let counts = try #require(result.counts["Order"])
    #expect([counts.distinct, counts.created, counts.untouched, counts.deleted] == [2, 1, 1, 2])
  }

  @Test("A list that the contract does not call complete deletes nothing")
  func page() throws {
    let result = try result([
      ("GET /recent", #"[{"id":1},{"id":2}]"#), ("GET /recent", #"[{"id":3}]"#),
    ])
    #expect(objects(result) == "Order 1 2 3")
    #expect(result.counts["Order"]?.untouched == 2)
  }

  @Test("An object that another list or object holds is not deleted")
  func held() throws {
    let byList = try result([
      ("GET /recent", #"[{"id":1}]"#), ("GET /orders", #"[{"id":1},{"id":2}]"#),
      ("GET /orders", "[]"),
    ])
    #expect(objects(byList) == "Order 1")
    let byObject = try result([
      ("GET /orders", #"[{"id":1},{"id":2}]"#), ("GET /cart", #"{"id":9,"orders":[{"id":2}]}"#),
      ("GET /orders", "[]"),
    ])
    #expect(objects(byObject) == "Order 2, Cart 9")
    let moved = try result([
      ("GET /cart", #"{"id":8,"orders":[{"id":1}]}"#),
      ("GET /cart", #"{"id":9,"orders":[{"id":1}]}"#), ("GET /cart", #"{"id":8,"orders":[]}"#),
    ])
    #expect(objects(moved) == "Order 1, Cart 8 9")
  }

  @Test("An object that was loaded alone belongs to no list, and holds nothing")
  func single() throws {
    let result = try result([
      ("GET /order", #"{"id":1}"#), ("GET /order", #"{"id":2}"#),
      ("GET /orders", #"[{"id":2}]"#), ("GET /orders", "[]"),
    ])
    #expect(objects(result) == "Order 1")
  }

  @Test("Objects that only lost objects refer to are deleted with them")
  func chain() throws {
    let result = try result([
      ("GET /orders", #"[{"id":1,"twin":{"id":2}},{"id":2,"twin":{"id":1}},{"id":3}]"#),
      ("GET /orders", #"[{"id":3}]"#),
    ])
    #expect(objects(result) == "Order 3")
    let kept = try self.result([
      ("GET /orders", #"[{"id":1},{"id":2,"twin":{"id":1}}]"#), ("GET /orders", #"[{"id":2}]"#),
    ])
    #expect(objects(kept) == "Order 1 2")
  }

  @Test("An object without an identity is deleted with its owner, one with an identity stays")
  func parts() throws {
    let result = try result([
      ("GET /orders", #"[{"id":1,"buyer":{"id":7},"address":{"street":"s"}}]"#),
      ("GET /orders", "[]"),
    ])
    #expect(objects(result) == "Buyer 7")
    #expect(deleted(result) == ["Order at ", "Address at "])
  }

  @Test("A deleted object that is loaded again is a new one")
  func again() throws {
    let result = try result([
      ("GET /orders", #"[{"id":1,"buyer":{"id":7}}]"#), ("GET /orders", "[]"),
      ("GET /orders", #"[{"id":1},{"id":1}]"#),
    ])
    #expect(result.counts["Order"]?.created == 1)
    #expect(result.counts["Order"]?.reused == 1)
    #expect(result.store.objects(ofType: "Order").map { $0["buyer"] } == [nil])
  }

  @Test("Each path has its own complete list; null empties it, an absent key leaves it")
  func paths() throws {
    let payloads = [
      ("GET /shops/:shop/orders", #"{"items":[{"id":1}]}"#),
      ("GET /shops/:shop/orders", #"{"items":[{"id":2}]}"#),
      ("GET /shops/:shop/orders", #"{"total":0}"#),
      ("GET /shops/:shop/orders", #"{"items":null}"#),
    ].map { (endpoint: $0.0, text: $0.1) }
    #expect(objects(try result(Array(payloads[..<2]), shops: ["a", "b"])) == "Order 1 2")
    #expect(objects(try result(Array(payloads[..<2]), shops: ["a", "a"])) == "Order 2")
    #expect(
      objects(try result(Array(payloads[..<3]), shops: ["a", "b", "a"])) == "Order 1 2")
    #expect(
      objects(try result(payloads, shops: ["a", "b", "a", "a"])) == "Order 2")
  }

  @Test("A rejected response deletes nothing, and a later one compares with the list before it")
  func refused() throws {
    let result = try result([
      ("GET /orders", #"[{"id":1},{"id":2}]"#), ("GET /orders", #"[{"id":"x"}]"#),
    ])
    #expect(!result.isAdmitted)
    let later = try self.result([
      ("GET /orders", #"[{"id":1},{"id":2}]"#), ("GET /orders", #"[{"id":"x"}]"#),
      ("GET /orders", #"[{"id":2}]"#),
    ])
    #expect(objects(later) == "Order 2")
    #expect(later.counts["Order"]?.deleted == 1)
  }

  // MARK: - Deletions by the payload

  @Test("An endpoint deletes the object of its payload or path, even if another holds it")
  func named() throws {
    let list = ("GET /recent", #"[{"id":1,"twin":{"id":2}},{"id":2},{"id":3}]"#)
    let byPayload = try result([list, ("event order.deleted", #"{"data":{"id":2}}"#)])
    #expect(objects(byPayload) == "Order 1 3")
    #expect(deleted(byPayload) == ["Order at data.id"])
    #expect(byPayload.store.objects(ofType: "Order")[0]["twin"] == .null)
    let byPath = try result([list, ("DELETE /orders/:id -> 200", #"{"ok":true}"#)], id: "3")
    #expect(objects(byPath) == "Order 1 2")
    #expect(byPath.counts["Order"]?.deleted == 1)
  }

  @Test("Deleting an absent or deleted object changes nothing")
  func absent() throws {
    let gone = ("event order.deleted", #"{"data":{"id":1}}"#)
    let early = try result([gone, ("GET /order", #"{"id":1}"#)])
    #expect(objects(early) == "Order 1")
    let twice = try result([("GET /order", #"{"id":1}"#), gone, gone])
    #expect(objects(twice) == "")
    #expect(twice.isAdmitted)
    #expect(deleted(twice) == [])
  }

  @Test("The name of the deleted object is checked like its identity")
  func wrong() throws {
    let result = try result([
      ("GET /order", #"{"id":1}"#), ("event order.deleted", #"{"data":{"id":"1"}}"#),
    ])
    #expect(result.violations.map(\.rule) == [.wrongType])
    #expect(objects(result) == "Order 1")
    let missing = try self.result([("event order.deleted", #"{"data":{}}"#)])
    #expect(missing.violations.map(\.rule) == [.missingKey])
  }

  // MARK: - Older responses

  private static let deletion = ("event doc.deleted", #"{"id":1}"#)

  @Test("Only a newer response, or one without an age, restores a deleted object")
  func older() throws {
    func docs(_ payload: String, _ endpoint: String = "GET /docs") throws -> MappingResult {
      try result([
        ("GET /docs", #"[{"id":1,"version":5},{"id":2,"version":5}]"#), Self.deletion,
        (endpoint, payload),
      ])
    }
    let old = try docs(#"[{"id":1,"version":4},{"id":2,"version":4}]"#)
    #expect(objects(old) == "Doc 2")
    #expect(old.isAdmitted && !old.store.isOpen)
    let twice = try docs(#"[{"id":1,"version":4},{"id":1,"version":4}]"#)
    #expect(objects(twice) == "Doc 2")
    let wrong = try docs(#"[{"id":1,"version":4.5}]"#)
    #expect(!wrong.isAdmitted)
    let same = try docs(#"[{"id":1,"version":5}]"#)
    #expect(objects(same) == "Doc 2 1")
    #expect(same.store.isOpen, "it may be of before the deletion")
    for version in [#","version":6"#, ""] {
      let new = try docs("[{\"id\":1\(version)}]")
      #expect(objects(new) == "Doc 2 1")
      #expect(!new.store.isOpen)
    }
    let inside = try docs(#"{"docs":[{"id":1,"version":4},{"id":2}]}"#, "GET /folder")
    #expect(objects(inside) == "Doc 2, Folder -")
    #expect(inside.store.isOpen, "what an object has in its place is an app's affair")
  }

  @Test("The contract leaves open what becomes of references to a deleted object")
  func references() throws {
    let list = ("GET /recent", #"[{"id":1,"twin":{"id":2}},{"id":2},{"id":3}]"#)
    let gone = ("event order.deleted", #"{"data":{"id":2}}"#)
    #expect(try result([list, gone]).store.isOpen)
    #expect(try !result([list, gone, ("GET /recent", #"[{"id":3}]"#)]).store.isOpen)
    #expect(try result([list, gone, ("GET /recent", #"[{"id":2}]"#)]).store.isOpen)
    let alone = ("event order.deleted", #"{"data":{"id":3}}"#)
    #expect(try !result([list, alone, ("GET /recent", #"[{"id":3}]"#)]).store.isOpen)
  }
}

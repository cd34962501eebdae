import ContractModel
import Generation
import JSONParsing
import TestSupport
import Testing

@Suite("The requests section of a contract describes what is sent")
struct RequestSectionTests {
  private static let requests = #"""
    "POST /a/:id": {
      "query": { "page?": "Int", "filter.state": "_: String" }, "headers": { "X-Key": "key: String" },
      "body": { "a": "A" } },
    "PUT /a": { "body": "[A]" }, "PATCH /a": { "query": { "q": "String" }, "body": "A" },
    "DELETE /a": { "body": null }, "GET /a": {}, "GET /b": { "x-note": "alone" },
    "POST /token": { "form": { "grant_type": "_: 'password'", "scope.name?": "scopes: [String]" } }
    """#

  private func contract(_ requests: String) -> ContractSet {
    ContractSet(
      paths: ["a.contract.json"],
      files: OneContract(
        """
        { "contract": 1, "requests": { \(requests) },
          "mappings": { "A": { "map": { "id": "Int" } } } }
        """))
  }

  private func errors(_ requests: String) -> [String] {
    contract(requests).errors.filter { $0.severity == .error }.map { error in
      "\(error.message)" + (error.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test("Query, headers and body are lines of one payload")
  func lines() throws {
    let set = contract(Self.requests)

    let contract = try #require(set.contracts.first)
    #expect(set.errors.map(\.message) == [])
    #expect(
      contract.endpoints.map(\.selector.description) == [
        "request POST /a/:id", "request PUT /a", "request PATCH /a", "request DELETE /a",
        "request GET /a", "request GET /b", "request POST /token",
      ])
    guard case .map(let lines) = contract.endpoints[0].body else {
      Issue.record("no lines")
      return
    }
    #expect(
      lines.map { "\($0.source) \($0.line)" } == [
        "@request.query.page page: Int", #"@request.query.filter\[state] _: String"#,
        "@request.header.X-Key key: String", "a a: A",
      ])
    #expect(contract.endpoints[3].body == .absent)
    #expect(
      contract.endpoints.map(\.isBareRequest) == [false, false, false, false, true, true, false])
    #expect(contract.endpoints.map(\.hasNoBody) == [false, false, false, true, true, true, false])
    guard case .map(let fields) = contract.endpoints[6].body else {
      Issue.record("no fields")
      return
    }
    #expect(
      fields.map { "\($0.source) \($0.line)" } == [
        "@request.form.grant_type _: 'password'",
        #"@request.form.scope\[name] scopes: [String]"#,
      ])
  }

  @Test(
    "An error in requests says what to write",
    arguments: [
      (
        #""GET /a": { "query": {} }"#,
        [
          #"the request says nothing of what is sent; it has "query", "headers", "body" or "form"; {} says that it has none of them"#
        ]
      ),
      (
        #""GET /a -> 200": { "body": "A" }"#,
        ["expected the end, found \"-\"; a request has no status"]
      ),
      (
        #""FETCH /a": { "body": "A" }"#,
        [#"unknown method "FETCH"; a request is written POST /users/:id"#]
      ),
      (
        #""GET /a": { "query": { "ids[]": "[Int]" } }"#,
        [
          #"the request says nothing of what is sent; it has "query", "headers", "body" or "form"; {} says that it has none of them"#,
          #"expected the name of a parameter, found "ids[]"; if brackets are part of the name, write "ids\\[]""#,
        ]
      ),
      (
        #""GET /a": { "query": { "@root.a": "_: Int" } }"#,
        [
          #"the request says nothing of what is sent; it has "query", "headers", "body" or "form"; {} says that it has none of them"#,
          #"expected the name of a parameter, found "@root.a"; a name that is repeated is an array: "id": "ids: [Int]""#,
        ]
      ),
      (
        #""GET /a": { "query": { "q": "String" }, "body": null }"#,
        [#""body": null stands alone; leave it out beside "query" and "headers""#]
      ),
      (
        #""POST /a": { "form": { "q": "String" }, "body": "A" }"#,
        [#"a request has a "body" or a "form"; a form is the body; "body" is about JSON"#]
      ),
      (
        #""GET /a": { "boddy": "A" }"#,
        [
          #"the request says nothing of what is sent; it has "query", "headers", "body" or "form"; {} says that it has none of them"#,
          #"unknown word "boddy"; did you mean "body"?"#,
        ]
      ),
      (
        #""GET /a/:id": { "body": "A" }, "GET /a/:name": { "body": "A" }"#,
        [
          #"the endpoint ties with "request GET /a/:id" at 1:32; a response or request that fits both has no one contract"#
        ]
      ),
    ])
  func mistakes(requests: String, messages: [String]) {
    #expect(errors(requests) == messages)
  }
}

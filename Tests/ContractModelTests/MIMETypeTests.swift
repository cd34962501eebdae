import Generation
import TestSupport
import Testing

@testable import ContractModel

@Suite("A contract says the MIME type of its bodies")
struct MIMETypeTests {
  private func contract(_ members: String) throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, \(members), "mappings": { "User": { "map": { "id": "Int" } } } }
      """)
  }

  private func types(_ contract: Contract) -> [String: String?] {
    Dictionary(
      uniqueKeysWithValues: contract.endpoints.map { ($0.selector.description, $0.mimeType) })
  }

  @Test("An endpoint's MIME type precedes the contract's, and that precedes application/json")
  func precedence() throws {
    let endpoints = #"""
      "endpoints": {
        "GET /users": "[User]",
        "GET /users/:id": { "@mimeType": "application/vnd.api+json", "data": "User" },
        "GET /raw": { "@mimeType": null, "": "[User]" },
        "DELETE /users/:id": null,
        "event user.added": "User"
      }
      """#
    let contract = try contract(#""mimeType": "text/html; charset=utf-8", \#(endpoints)"#)
    let json = "application/json"
    #expect(
      types(contract) == [
        "GET /users": "text/html; charset=utf-8", "GET /users/:id": "application/vnd.api+json",
        "GET /raw": nil, "DELETE /users/:id": json, "event user.added": json,
      ])
    #expect(types(try self.contract(endpoints))["GET /users"] == json)
  }

  @Test("A line for the whole body has the same meaning with and without a MIME type")
  func wholeBody() throws {
    let typed = try contract(
      #""endpoints": { "GET /users": { "@mimeType": "text/html", "": "[User]" } }"#)
    let plain = try contract(#""endpoints": { "GET /users": "[User]" }"#)
    guard case .value(let one) = typed.endpoints[0].body,
      case .value(let other) = plain.endpoints[0].body
    else {
      Issue.record("\(typed.endpoints[0].body)")
      return
    }
    #expect(one.description == other.description)
    let mapped = try contract(
      #""endpoints": { "GET /users": { "@mimeType": "text/html", "": "users: [User]" } }"#)
    #expect(mapped.endpoints[0].body != typed.endpoints[0].body)
  }

  @Test(
    "An invalid MIME type, or one without a response, is an error",
    arguments: [
      (
        #""endpoints": { "GET /a": { "@mimeType": "html", "": "User" } }"#,
        #"expected a MIME type such as "text/html", or null for none, found "html""#
      ),
      (
        #""mimeType": "text/ht ml", "endpoints": { "GET /a": "User" }"#,
        #"expected a MIME type such as "text/html", or null for none, found "text/ht ml""#
      ),
      (
        #""mimeType": "/", "endpoints": { "GET /a": "User" }"#,
        #"expected a MIME type such as "text/html", or null for none, found "/""#
      ),
      (
        #""mimeType": 1, "endpoints": { "GET /a": "User" }"#,
        "expected a string, found the number 1"
      ),
      (
        #""endpoints": { "event a": { "@mimeType": "text/html", "": "User" } }"#,
        "an event has no MIME type"
      ),
      (#""endpoints": { "GET /a": { "@mimeType": "text/html" } }"#, "the endpoint maps nothing"),
      (
        #""endpoints": { "GET /a": { "@mimetype": "text/html", "": "User" } }"#,
        #"unknown prefix "@mimetype"; did you mean "@mimeType"?"#
      ),
      (
        #""endpoints": {}, "requests": { "POST /a": { "body": { "@mimeType": "text/html", "": "User" } } }"#,
        #"unknown prefix "@mimeType"; it stands at an endpoint, beside its key paths"#
      ),
    ])
  func mistakes(members: String, text: String) throws {
    let set = ContractSet(
      paths: ["a.contract.json"],
      files: MemoryFiles(contracts: [
        "a.contract.json":
          #"{ "contract": 1, \#(members), "mappings": { "User": { "map": { "id": "Int" } } } }"#
      ]))
    let errors = set.errors.filter { $0.severity == .error }.map { error in
      error.message + (error.hint.map { "; \($0)" } ?? "")
    }
    #expect(errors.first == text)
  }

  @Test(
    "A charset that is not UTF-8 is named, if it is a charset's name",
    arguments: [
      ("application/json", nil), ("application/json; charset=utf-8", nil),
      ("text/html; charset=\"UTF-8\"; a=b", nil),
      (
        "text/html;charset=ISO-8859-1", "its content type says that it is iso-8859-1; JSON is UTF-8"
      ),
      (
        "text/html; a=b; charset=\"Windows-1252\"",
        "its content type says that it is windows-1252; JSON is UTF-8"
      ),
      (
        "text/html; charset=s3cret",
        "its content type says that it is something else; JSON is UTF-8"
      ),
    ])
  func charsets(type: String, text: String?) {
    #expect(MIMEType.foreignCharset(type) == text)
  }
}

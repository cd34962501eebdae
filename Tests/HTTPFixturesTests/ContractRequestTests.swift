import ContractModel
import Foundation
import HTTPFixtures
import JSONParsing
import MappingEngine
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct AvatarPage: ContractRequest {
  static let endpoint = "GET /groups/:id/avatars"
  var id: String?
  var q: String?
  var page: Int?
  var isNew: Bool?
  var ids: [Int]?
  var since: Date?
  var filter: Filter?
  var order: String?

  struct Filter: Encodable, Sendable {
    var state: String
    var inner: [String: String]?
  }

  enum CodingKeys: String, CodingKey {
    case id, q, page, ids, since, filter
    case isNew = "is_new"
    case order = "order.by"
  }
}

private struct NumberedUser: ContractRequest {
  static let endpoint = "DELETE /users/:id(Int).json"
  var id: String
  var reason: String?
}

private struct Comment: ContractRequest {
  static let endpoint = "POST /comments/:group"
  var group: String
  var text: String?
  var tags: [String] = []
  var draft: Bool?
  var key: String?
  var filter: [String: String]?

  enum CodingKeys: String, CodingKey {
    case group, text, tags, draft, filter
    case key = "x-key"
  }
}

@Suite("A request is built from the properties of a type")
struct ContractRequestTests {
  private let server = URL(string: "https://api.example.com/v1/")

  /// Returns the request with its headers and body, or the reason that it is not sent.
  private func text(
    _ request: some ContractRequest, for contract: Contract? = nil
  ) -> String {
    do throws(LoadError) {
      let made = try request.urlRequest(
        for: contract, baseURL: contract?.host == nil ? server : nil)
      let headers = (made.allHTTPHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
      let body = made.httpBody.map { [String(decoding: $0, as: UTF8.self)] } ?? []
      let line = "\(made.httpMethod ?? "") \(made.url?.absoluteString ?? "")"
      return ([line] + headers + body).joined(separator: "\n")
    } catch {
      return error.description
    }
  }

  private let base = "https://api.example.com/v1"

  @Test("Properties fill the path of a GET by name, and the other properties are its query")
  func query() {
    let page = AvatarPage(
      id: "7", q: "cat & dog", page: 2, isNew: false, ids: [5, 6],
      since: Date(timeIntervalSince1970: 0), filter: .init(state: "new"), order: "name")
    #expect(
      text(page) == """
        GET \(base)/groups/7/avatars?filter%5Bstate%5D=new&ids=5&ids=6&is_new=false\
        &order%5Bby%5D=name&page=2&q=cat%20%26%20dog&since=1970-01-01T00%3A00%3A00Z
        Accept: application/json
        """)
  }

  @Test(
    "Neither nil, an empty text nor an empty array is sent in a query", arguments: [nil, ""])
  func emptyQuery(q: String?) {
    #expect(
      text(AvatarPage(id: "7", q: q, ids: [])) == """
        GET \(base)/groups/7/avatars
        Accept: application/json
        """)
  }

  @Test("All but the unreserved characters of a query are percent-encoded")
  func strictQuery() {
    #expect(
      text(AvatarPage(id: "7", q: "a-._~Z9+%/?#[]@!$'()*,;=é👍")).split(separator: "\n")[0]
        == "GET \(base)/groups/7/avatars?q=a-._~Z9%2B%25%2F%3F%23%5B%5D%40%21%24%27%28%29%2A%2C"
        + "%3B%3D%C3%A9%F0%9F%91%8D")
  }

  @Test("Any value of the path stays one segment")
  func path() throws {
    #expect(
      text(AvatarPage(id: "a/b?c=%2F#d é.")).split(separator: "\n")[0]
        == "GET \(base)/groups/a%2Fb%3Fc%3D%252F%23d%20%C3%A9./avatars")
    #expect(
      text(NumberedUser(id: "12", reason: "left")) == """
        DELETE \(base)/users/12.json?reason=left
        Accept: application/json
        """)
  }

  @Test(
    "A value of the path that is missing, or cannot be a segment, is an error")
  func badPath() {
    let asked = "GET /groups/:id/avatars: not sent"
    #expect(text(AvatarPage()) == "\(asked): the parameter \"id\" of the path has no value")
    #expect(text(AvatarPage(id: "")) == "\(asked): the parameter \"id\" of the path has no value")
    #expect(text(AvatarPage(id: "..")) == "\(asked): the path cannot have the segment \"..\"")
    #expect(
      text(NumberedUser(id: "7a")) == """
        DELETE /users/:id(Int).json: not sent: the parameter "id" of the path is not digits alone: \
        "7a"
        """)
  }

  @Test(
    "Properties of a POST are its JSON body; without properties there is no body")
  func body() {
    #expect(
      text(Comment(group: "a b", text: "", tags: ["x"], draft: true)) == """
        POST \(base)/comments/a%20b
        Accept: application/json
        Content-Type: application/json
        {"draft":true,"tags":["x"],"text":""}
        """)
    struct Ping: ContractRequest { static let endpoint = "POST /ping" }
    #expect(text(Ping()) == "POST \(base)/ping\nAccept: application/json")
  }

  @Test("Values that a query cannot express are errors")
  func nesting() {
    #expect(
      text(AvatarPage(id: "7", filter: .init(state: "new", inner: ["a": "b"]))) == """
        GET /groups/:id/avatars: not sent: the parameter "filter[inner]" is neither a text, number \
        nor truth
        """)
    struct Bare: ContractRequest {
      static let endpoint = "GET /a"
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    #expect(
      text(Bare()) == """
        GET /a: not sent: it has no properties
          it is encoded as something else
        """)
    struct Infinite: ContractRequest {
      static let endpoint = "GET /a"
      var number = Double.infinity
    }
    #expect(text(Infinite()).hasPrefix("GET /a: not sent: a property cannot be encoded: "))
  }

  // MARK: - With a contract

  private func contract(_ requests: String = "") throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v2",
        "endpoints": { "POST /comments/:id -> 201": null, "GET /groups/:id/avatars": "[Any]" },
        "requests": { \(requests) } }
      """)
  }

  @Test("A request goes to the contract's host and base path, or the error says what to add")
  func destination() throws {
    #expect(
      try text(AvatarPage(id: "7"), for: contract())
        == "GET https://api.example.com/v2/groups/7/avatars\nAccept: application/json")
    let error = #expect(throws: LoadError.self) { try AvatarPage(id: "7").urlRequest() }
    #expect(
      error?.description == """
        GET /groups/:id/avatars: not sent: nothing says where it is sent
          pass baseURL:, or write "host" in the contract
        """)
    let odd = try #require(URL(string: "HTTP://localhost:80/a[b]//?x=1#y"))
    let request = try AvatarPage(id: "7").urlRequest(baseURL: odd)
    #expect(request.url?.absoluteString == "HTTP://localhost:80/a%5Bb%5D/groups/7/avatars")
    let file = #expect(throws: LoadError.self) {
      try AvatarPage(id: "7").urlRequest(baseURL: URL(filePath: "/tmp"))
    }
    #expect(
      file?.description == """
        GET /groups/:id/avatars: not sent: the base URL "file:///tmp" is not a server's
        """)
  }

  @Test("The contract says which names are sent in the query and in headers")
  func places() throws {
    let contract = try contract(
      """
      "POST /comments/:id": {
        "query": { "draft?": "Bool(string)", "filter.state?": "String" },
        "headers": { "X-Key": "_: String" },
        "body": { "text": "String", "tags": "[String]" } }
      """)
    #expect(
      text(
        Comment(group: "7", text: "hi", draft: true, key: "k", filter: ["state": "new"]),
        for: contract) == """
          POST https://api.example.com/v2/comments/7?draft=true&filter%5Bstate%5D=new
          Accept: application/json
          Content-Type: application/json
          X-Key: k
          {"tags":[],"text":"hi"}
          """)
    #expect(
      text(Comment(group: "7", text: "hi"), for: contract) == """
        POST https://api.example.com/v2/comments/7: not sent: it breaks the contract
          error[missing-key]: the key "@request.header.X-Key" is missing
            in a.contract.json:5:25  "@request.header.X-Key": "_: String"
        """)
  }

  @Test("A request is sent as a form where the contract describes a form")
  func form() throws {
    let contract = try contract(
      """
      "POST /comments/:id": {
        "query": { "draft?": "Bool(string)" },
        "form": { "text": "String", "tags?": "[String]", "filter.state?": "String" } }
      """)
    #expect(
      text(
        Comment(group: "7", text: "a + b", draft: true, filter: ["state": "new"]), for: contract)
          == """
          POST https://api.example.com/v2/comments/7?draft=true
          Accept: application/json
          Content-Type: application/x-www-form-urlencoded
          filter%5Bstate%5D=new&text=a%20%2B%20b
          """)
  }

  @Test("An endpoint that the contract does not have is an error that names the nearest")
  func unknownEndpoint() throws {
    struct Misspelt: ContractRequest { static let endpoint = "GET /groups/:id/avatar" }
    #expect(
      try text(Misspelt(), for: contract()) == """
        GET /groups/:id/avatar: not sent: the contract "a" has no endpoint "GET /groups/:id/avatar"
          did you mean "GET /groups/:id/avatars"?
        """)
  }

  @Test("A header without a value, or with a control character, is an error")
  func headers() throws {
    struct Private: ContractRequest {
      static let endpoint = "GET /a"
      let token: String?
      var headers: [String: String?] { ["Authorization": token, "X-Beta": "1"] }
      enum CodingKeys: CodingKey {}
    }
    #expect(
      text(Private(token: nil)) == """
        GET /a: not sent: the header "Authorization" has no value
          its credential is missing
        """)
    #expect(
      text(Private(token: "a\r\nX: 1"))
        == "GET /a: not sent: the header \"Authorization\" has a control character")
    #expect(
      text(Private(token: "t")) == """
        GET \(base)/a
        Accept: application/json
        Authorization: t
        X-Beta: 1
        """)
  }
}

import ContractModel
import ContractTesting
import Foundation
import JSONParsing
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("An app's requests are checked against the contract's requests")
struct RequestTests {
  private let contract: Contract

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v2",
        "endpoints": {
          "GET /subscriptions.json": "[Subscription]", "POST /subscriptions.json -> 201": "Subscription",
          "DELETE /subscriptions/:id.json -> 204": null },
        "requests": {
          "GET /subscriptions.json": {
            "query": { "since?": "since: Date(iso8601)", "ids?": "ids: [Int]", "filter.state?": "'new' | 'old'" },
            "headers": { "Authorization": "_: String" } },
          "POST /subscriptions.json": { "body": "NewSubscription" },
          "DELETE /subscriptions/:id.json": { "body": null }, "GET /authentication.json": {} },
        "mappings": {
          "Subscription": { "identifiedBy": "id", "map": { "id": "Int", "feed_url": "feedURL: URL" } },
          "NewSubscription": { "map": { "feed_url": "feedURL: URL", "tags?": "[String]" } } } }
      """)
  }

  private func request(
    _ method: String, _ path: String, body: String? = nil, authorization: String? = nil
  ) throws -> URLRequest {
    let url = try #require(URL(string: "https://api.example.com/v2\(path)"))
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    return request
  }

  private func texts(_ requests: URLRequest...) throws -> [String] {
    try RequestTest(requests: requests, keeps: contract).violations.map(\.description)
  }

  @Test("Requests that keep the contract pass: queries are texts, and repeated names are arrays")
  func right() throws {
    let paths = [
      "", "?since=2013-02-02T14:07:33Z", "?ids=5", "?ids=5&ids=6", "?ids[]=5&ids[]=6",
      "?ids%5B%5D=7", "?filter[state]=new", "?other=1",
    ]
    for path in paths {
      let request = try request("GET", "/subscriptions.json\(path)", authorization: "Basic x")
      #expect(try texts(request) == [], "\(path)")
    }
    #expect(
      try texts(
        request("POST", "/subscriptions.json", body: #"{"feed_url":"http://a.example/b"}"#),
        request("DELETE", "/subscriptions/5.json"),
        request("GET", "/authentication.json", authorization: "Basic x")) == [])
  }

  @Test("A query and a body that the description of a request lacks are violations")
  func bare() throws {
    #expect(
      try texts(request("GET", "/authentication.json?page=2&x=1", body: "{}")) == [
        """
        GET https://api.example.com/v2/authentication.json?page=2&x=1 breaks the contract
          error[unknown-key] the request has no query, and "page" is sent
          error[unexpected-body] a body of 2 bytes is sent
        """
      ])
  }

  @Test("A request that breaks its description is reported with each violation and its position")
  func wrong() throws {
    let found = try texts(
      request("GET", "/subscriptions.json?since=yesterday&ids=a&filter[state]=gone"),
      request("POST", "/subscriptions.json", body: #"{"feed_url":5,"tags":["a",1]}"#),
      request("POST", "/subscriptions.json"),
      request("POST", "/subscriptions.json", body: "feed_url=http"),
      request("DELETE", "/subscriptions/5.json", body: "{}"))
    #expect(
      found == [
        #"""
        GET https://api.example.com/v2/subscriptions.json?since=yesterday&ids=a&filter%5Bstate%5D=gone breaks the contract
          error[cannot-coerce]: the value of "@request.query.since" is no Date(iso8601)
            in a.contract.json:7:28  "@request.query.since?": "since: Date(iso8601)"
          error[cannot-coerce]: the value of "@request.query.ids" is no Int
            in a.contract.json:7:60  "@request.query.ids?": "ids: [Int]"
          error[not-a-case]: the value of "@request.query.filter\[state]" is no 'new' | 'old'
            in a.contract.json:7:91  "@request.query.filter\[state]?": "state: 'new' | 'old'"
          error[missing-key]: the key "@request.header.Authorization" is missing
            in a.contract.json:8:37  "@request.header.Authorization": "_: String"
        """#,
        #"""
        POST https://api.example.com/v2/subscriptions.json breaks the contract
          error[wrong-type] at feed_url: expected URL, found a number
            in a.contract.json:13:47  "feed_url": "feedURL: URL"
          error[wrong-type] at tags[1]: expected String, found a number; if numbers are right, write String(number)
            in a.contract.json:13:72  "tags?": "tags: [String]"
        """#,
        #"""
        POST https://api.example.com/v2/subscriptions.json breaks the contract
          error[empty-body] no body is sent
        """#,
        #"""
        POST https://api.example.com/v2/subscriptions.json breaks the contract
          error[not-json] the body is a form, and no JSON; if that is right, describe it by "form" in the place of "body"
        """#,
        #"""
        DELETE https://api.example.com/v2/subscriptions/5.json breaks the contract
          error[unexpected-body] a body of 2 bytes is sent
        """#,
      ])
  }

  @Test("An optional key of a body in another spelling is reported with the key that is meant")
  func spelling() throws {
    let strict = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v2", "endpoints": { "PUT /a": "Int" },
        "requests": { "PUT /a": { "body": "A" }, "PUT /b": { "body": "B" } },
        "mappings": {
          "A": { "map": { "id": "Int", "nick_name?": "nickName: String" } },
          "B": { "unknownKeys": "error", "map": { "id": "Int", "nick_name": "nickName: String" } } } }
      """)
    let found = try RequestTest(
      requests: [
        request("PUT", "/a", body: #"{"id":1,"nickName":"a","other":2}"#),
        request("PUT", "/b", body: #"{"id":1,"nickName":"a"}"#),
      ], keeps: strict)
    #expect(
      found.violations.map(\.description) == [
        #"""
        PUT https://api.example.com/v2/a breaks the contract
          error[key-case] at nickName: "nickName" is "nick_name" but for case and underscores; the line's key is absent, and nothing maps this one
            in a.contract.json:4:48  "nick_name?": "nickName: String"
        """#,
        #"""
        PUT https://api.example.com/v2/b breaks the contract
          error[unknown-key] at nickName: the key "nickName" is not in the contract; did you mean "nick_name"?
            in a.contract.json:5:71  "nick_name": "nickName: String"
        """#,
      ])
  }

  /// A contract of a form.
  private static func formContract() throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v2",
        "endpoints": { "POST /token": { "token": "String" } },
        "requests": { "POST /token": { "form": {
          "grant_type": "_: 'password'", "username": "name: String", "scopes?": "[String]" } } } }
      """)
  }

  @Test("A form is read like a query, and an invalid form is reported once")
  func forms() throws {
    let contract = try Self.formContract()
    func texts(_ body: String?, _ type: String? = nil) throws -> [String] {
      var request = try request("POST", "/token", body: body)
      request.setValue(type, forHTTPHeaderField: "Content-Type")
      return try RequestTest(requests: [request], keeps: contract).violations.map {
        String($0.description.drop { $0 != "\n" }.dropFirst())
      }
    }
    let form = "application/x-www-form-urlencoded"
    var components = URLComponents()
    components.queryItems = [
      URLQueryItem(name: "grant_type", value: "password"),
      URLQueryItem(name: "username", value: "Ann Lee & co"),
    ]
    for body in [
      components.percentEncodedQuery, "grant_type=password&username=a+b&scopes[]=x&scopes[]=y",
    ] {
      for type in [nil, form, "application/x-www-form-urlencoded; charset=utf-8"] {
        #expect(try texts(body, type) == [], "\(type ?? "")")
      }
    }
    #expect(
      try texts("grant_type=refresh&user=a", form) == [
        #"""
          error[not-a-case]: the value of "@request.form.grant_type" is no 'password'
            in a.contract.json:4:19  "@request.form.grant_type": "_: 'password'"
          error[missing-key]: the key "@request.form.username" is missing
            in a.contract.json:4:48  "@request.form.username": "name: String"
        """#
      ])
    #expect(
      try texts(#"{"grant_type":"password"}"#) == ["  error[not-a-form] the body is no form"])
    #expect(
      try texts("--x", "multipart/form-data; boundary=x") == [
        "  error[not-a-form] the body is multipart, and no form"
      ])
    #expect(try texts(nil) == ["  error[empty-body] no body is sent"])
  }

  @Test("A stub and a server check a form against the contract, and know its fields")
  func formDoors() async throws {
    let contract = try Self.formContract()
    let stub = StubbedSession(contract)
    let right = try request("POST", "/token", body: "grant_type=password&username=a+%2B")
    let wrong = try request("POST", "/token", body: "grant_type=x&username=a")
    _ = try await stub.makeURLSession().data(for: right)
    #expect(stub.sent[0].form("username") == "a +")
    #expect(stub.sent[0].form?.entries.map(\.text) == ["password", "a +"])
    await #expect(throws: URLError.self) { try await stub.makeURLSession().data(for: wrong) }
    #expect(stub.unanswered.count == 1)
    let server = try FixtureServer(contract)
    var statuses: [Int] = []
    for request in [right, wrong] {
      var request = request
      request.url = server.baseURL.appending(path: "token")
      let (_, response) = try await URLSession.shared.data(for: request)
      statuses.append((response as? HTTPURLResponse)?.statusCode ?? 0)
    }
    #expect(statuses == [200, 400])
    #expect(server.unanswered.count == 1)
    let chosen = try StubbedSession {
      Stub("POST /v2/token", body: ["grant_type": "password"], answer: .json("1"))
      Stub("POST /v2/token", answer: .json("2"))
    }
    let (one, _) = try await chosen.makeURLSession().data(for: right)
    let (two, _) = try await chosen.makeURLSession().data(for: wrong)
    #expect(String(decoding: one + two, as: UTF8.self) == "12")
  }

  @Test("A + in a query is a warning if its reading matters, and never an error")
  func plus() throws {
    func test(_ query: String) throws -> RequestTest {
      try RequestTest(
        requests: [
          request("GET", "/subscriptions.json?\(query)", authorization: "Basic x")
        ], keeps: contract)
    }
    let date = try test("since=2013-02-02T14:07:33+02:00")
    #expect(date.violations.map(\.description) == [])
    #expect(
      date.warnings == [
        #"""
        GET https://api.example.com/v2/subscriptions.json?since=2013-02-02T14:07:33+02:00 may break the contract
          warning[ambiguous-plus] the query has a "+", which most servers read as a space: read as a space, the value of "@request.query.since" is no Date(iso8601); write %2B for a plus, and %20 for a space
        """#
      ])
    #expect(try test("other=a+b%20c").warnings.count == 1)
    // Right queries in several styles: encoded by hand, by components, as a form, without a space.
    var components = URLComponents()
    components.queryItems = [URLQueryItem(name: "other", value: "a b&c")]
    for query in [
      "since=2013-02-02T14:07:33%2B02:00", components.percentEncodedQuery ?? "", "other=a+b&ids=5",
      "other=a%20b", "other=C++",
    ] {
      #expect(try test(query).warnings == [], "\(query)")
      #expect(try test(query).violations.map(\.description) == [], "\(query)")
    }
  }

  @Test("A request that fits no description is reported with the nearest one")
  func unknown() throws {
    let found = try texts(request("PUT", "/subscriptions.json"), request("GET", "/entries.json"))
    #expect(
      found == [
        #"""
        PUT https://api.example.com/v2/subscriptions.json is none of the contract's requests
          the nearest is "request GET /subscriptions.json": the method is not GET
        """#,
        #"""
        GET https://api.example.com/v2/entries.json is none of the contract's requests
          the nearest is "request GET /subscriptions.json": segment 2 is not "subscriptions.json"
        """#,
      ])
  }

  @Test("A contract without requests, and an empty list of requests, are errors")
  func nothing() throws {
    #expect(throws: TestSetupError("there is no request, so nothing would be checked")) {
      try expect(requests: [], keeps: contract)
    }
    let other = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /a": "Int" } }"#)
    #expect(
      throws: TestSetupError(
        "the contract \"a\" describes no request",
        notes: ["they are in its section \"requests\""])
    ) { try expect(requests: [request("GET", "/a")], keeps: other) }
  }

  @Test("A stub rejects a request that breaks the contract, and answers one that keeps it")
  func stubChecks() async throws {
    let stub = StubbedSession(contract)
    let session = stub.makeURLSession()
    let right = try request("POST", "/subscriptions.json", body: #"{"feed_url":"http://a"}"#)
    let (_, response) = try await session.data(for: right)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    let wrong = try request("POST", "/subscriptions.json", body: #"{"feedURL":"http://a"}"#)
    let error = await #expect(throws: URLError.self) { try await session.data(for: wrong) }
    #expect(
      error?.localizedDescription == """
        POST https://api.example.com/v2/subscriptions.json breaks the contract
          error[missing-key] at feed_url: the key "feed_url" is missing; the payload has "feedURL"
            in a.contract.json:13:47  "feed_url": "feedURL: URL"
        """)
    #expect(stub.unanswered.count == 1)
  }

  @Test("A client whose request breaks the contract is reported by its check")
  func clientChecks() async throws {
    let stub = StubbedSession(contract)
    let session = stub.makeURLSession()
    let found = try await ClientTest(
      .loading(stub, "GET /subscriptions.json") {
        let url = URL(string: "https://api.example.com/v2/subscriptions.json?ids=a")
        return try await session.data(from: url ?? URL(filePath: "/")).0
      }, keeps: contract
    ).violations()
    #expect(
      found.map(\.description) == [
        #"""
        the client sends a request that is refused: GET https://api.example.com/v2/subscriptions.json?ids=a breaks the contract
          error[cannot-coerce]: the value of "@request.query.ids" is no Int
            in a.contract.json:7:60  "@request.query.ids?": "ids: [Int]"
          error[missing-key]: the key "@request.header.Authorization" is missing
            in a.contract.json:8:37  "@request.header.Authorization": "_: String"
        """#
      ])
  }
}

@Suite("An app's encoded values are checked against a contract")
struct EncodingTests {
  struct NewSubscription: Encodable {
    var feedURL: URL?
    var tags: [String]?
    enum CodingKeys: String, CodingKey {
      case feedURL = "feed_url"
      case tags
    }
  }

  struct Comment: Codable {
    var body: String
    var date: Date
  }

  private let contract: Contract

  init() throws {
    contract = try OneContract.of(
      mappings: """
        "NewSubscription": { "map": { "feed_url": "feedURL: URL", "tags?": "[String]" } },
        "Comment": { "map": { "body": "String", "date": "Date(iso8601)" } }
        """)
  }

  @Test("Values that are encoded as the contract says pass")
  func right() throws {
    let url = URL(string: "http://a.example/b")
    try expect(
      .encoding([NewSubscription(feedURL: url), NewSubscription(feedURL: url, tags: ["a"])]),
      keeps: contract, as: "NewSubscription")
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    try expect(
      .encoding([Comment(body: "a", date: Date(timeIntervalSince1970: 0))], with: encoder, decoder),
      keeps: contract, as: "Comment")
  }

  @Test("A rejected value is reported once, with the line, the value and the payload")
  func wrong() throws {
    let values = [NewSubscription(), NewSubscription(tags: ["a"])]
    let found = try EncodingTest(.encoding(values), keeps: contract, as: "NewSubscription")
      .violations().map(\.description)
    #expect(
      found == [
        #"""
        NewSubscription breaks missing-key at feed_url
          in        a.contract.json:1:74  "feed_url": "feedURL: URL"
          value     NewSubscription(feedURL: nil, tags: nil)
          payload   {}
          contract  error[missing-key] at feed_url: the key "feed_url" is missing
          also      of 1 other value
        """#
      ])
  }

  @Test("A type that does not read its own payload, or writes it differently again, is reported")
  func roundTrip() throws {
    struct Lossy: Codable {
      var body: String
      var date = "2000-01-01T00:00:00Z"
      init(body: String) { self.body = body }
      init(from decoder: any Decoder) throws {
        body = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .body)
          .lowercased()
      }
    }
    let found = try EncodingTest(
      .encoding([Lossy(body: "A")], with: JSONEncoder(), JSONDecoder()), keeps: contract,
      as: "Comment"
    )
    .violations().map(\.description)
    let first = try #require(found.first)
    #expect(found.count == 1 && first.hasPrefix("Lossy does not write again what it was made of\n"))
    #expect(
      throws: TestSetupError("there is no Comment to encode, so nothing would be checked")
    ) { try expect(.encoding([Comment]()), keeps: contract, as: "Comment") }
  }
}

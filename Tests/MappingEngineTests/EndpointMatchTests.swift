import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A response belongs to the most specific endpoint")
struct EndpointMatchTests {
  private func matcher(_ endpoints: [String], basePath: String? = nil) throws -> EndpointMatcher {
    let members = endpoints.map { "\"\($0)\": \"A\"" }.joined(separator: ", ")
    let text = """
      { "contract": 1, "endpoints": { \(members) }, "mappings": { "A": { "map": { "id": "Int" } } } }
      """
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(text))
    try #require(set.isUsable, "\(set.errors)")
    return EndpointMatcher(set.contracts, basePath: basePath)
  }

  /// Returns the endpoint of a request with its parameters, or the reason that there is none.
  private func answer(
    _ matcher: EndpointMatcher, _ url: String, method: String = "GET", status: Int = 200,
    asked: MappingRequest? = nil
  ) -> String {
    let request = EndpointMatcher.Request(
      method: method, url: RequestURL(url), status: status, content: asked)
    switch matcher.outcome(of: request) {
    case .match(let candidate, let parameters):
      let values = parameters.sorted { $0.key < $1.key }.map { " \($0.key.text)=\($0.value)" }
      return "\(candidate.selector)\(values.joined())"
    case .unexpectedStatus(let candidate): return "status: \(candidate.selector)"
    case .none(let nearest, let reason):
      return "none: \(reason)" + (nearest.map { ", \($0.selector)" } ?? "")
    }
  }

  @Test("A typed parameter takes only digits, and has precedence over a plain one")
  func digits() throws {
    let issues = try matcher(["GET /issues/:number(Int)", "GET /issues/events"])
    #expect(answer(issues, "/issues/7") == "GET /issues/:number(Int) number=7")
    #expect(answer(issues, "/issues/%37") == "GET /issues/:number(Int) number=7")
    #expect(answer(issues, "/issues/events") == "GET /issues/events")
    for other in ["comments", "7a", "-7", "7.0", "٧", "7%CC%81", ""] {
      #expect(answer(issues, "/issues/\(other)").hasPrefix("none: "), "\(other)")
    }
    for endpoints in [["GET /a/:n(Int)", "GET /a/:name"], ["GET /a/:name", "GET /a/:n(Int)"]] {
      let both = try matcher(endpoints)
      #expect(answer(both, "/a/12") == "GET /a/:n(Int) n=12")
      #expect(answer(both, "/a/12b") == "GET /a/:name name=12b")
    }
    let mixed = try matcher(["GET /a/v:major(Int)-:minor(Int).json", "GET /a/:name"])
    #expect(
      answer(mixed, "/a/v1-22.json") == "GET /a/v:major(Int)-:minor(Int).json major=1 minor=22")
    #expect(answer(mixed, "/a/v1-x.json") == "GET /a/:name name=v1-x.json")
  }

  @Test("The nearest endpoint agrees at most positions, also behind one that does not fit")
  func nearest() throws {
    let shop = try matcher([
      "GET /v2/orders/:id", "GET /v2/users/:id", "GET /v2/users/:id/orders", "GET /v2/users",
    ])
    for (url, nearest) in [
      ("/v2/user/7", "GET /v2/users/:id"), ("/v3/users/7/orders", "GET /v2/users/:id/orders"),
      ("/v2/users/7/orders/9", "GET /v2/users/:id/orders"), ("/v2/order/7", "GET /v2/orders/:id"),
    ] {
      #expect(answer(shop, url).hasSuffix(", \(nearest)"), "\(url): \(answer(shop, url))")
    }
  }

  @Test("For one path, the endpoint with more conditions has precedence")
  func conditions() throws {
    let endpoints = [
      "GET /a", "GET /a @request.query.page=1", "GET /a @request.query.page=1 @request.header.X=y",
      "GET /a @request.body.list.0.on=true",
    ]
    for order in [endpoints, endpoints.reversed()] {
      let all = try matcher(order)
      let page: NamedTexts = ["page": "1"]
      #expect(answer(all, "/a") == "GET /a")
      #expect(answer(all, "/a", asked: MappingRequest(query: ["page": "2"])) == "GET /a")
      #expect(
        answer(all, "/a", asked: MappingRequest(query: page)) == "GET /a @request.query.page=1")
      #expect(
        answer(all, "/a", asked: MappingRequest(query: page, headers: ["x": "y"]))
          == "GET /a @request.header.X=y @request.query.page=1")
      let body = try JSONDocument(parsing: Array(#"{"list":[{"on":true}]}"#.utf8))
      #expect(
        answer(all, "/a", asked: MappingRequest(body: JSONFragment(body.root)))
          == "GET /a @request.body.list.0.on=true")
    }
  }

  @Test("Conditions and lines spell names alike: brackets of a repeated name do not count")
  func conditionNames() throws {
    let one = try matcher(["GET /a @request.query.ids=1", "POST /a @request.form.ids=1"])
    let texts: NamedTexts = ["ids[]": "1", "ids[]": "2"]
    #expect(
      answer(one, "/a", asked: MappingRequest(query: texts)) == "GET /a @request.query.ids=1")
    #expect(
      answer(one, "/a", method: "POST", asked: MappingRequest(form: texts))
        == "POST /a @request.form.ids=1")
    let accent = try matcher(["GET /a @request.header.É=1"])
    #expect(
      answer(accent, "/a", asked: MappingRequest(headers: ["é": "1"]))
        .hasPrefix("none: @request.header.É is not"))
  }

  @Test("The reason says that a condition fails or is unknown")
  func conditionReasons() throws {
    let one = try matcher(["GET /a @request.body.action=x", "GET /b @request.query.q=1"])
    let body = try JSONDocument(parsing: Array(#"{"action":"y"}"#.utf8))
    #expect(
      answer(one, "/a", asked: MappingRequest(body: JSONFragment(body.root)))
        == "none: @request.body.action is not \"x\", GET /a @request.body.action=x")
    #expect(
      answer(one, "/a", asked: MappingRequest())
        == "none: nothing says what @request.body.action was, GET /a @request.body.action=x")
    #expect(
      answer(one, "/b", asked: MappingRequest())
        == "none: @request.query.q is not \"1\", GET /b @request.query.q=1")
    #expect(
      answer(one, "/a", status: 404, asked: MappingRequest(body: JSONFragment(body.root)))
        .hasPrefix("none: @request.body.action is not"))
  }

  @Test(
    "A slash at the end of a path makes no difference",
    arguments: [
      ("GET /users", "/users"), ("GET /users", "/users/"), ("GET /users/", "/users"),
      ("GET /users/", "/users/"), ("GET /users/", "https://a.example/users?page=2"),
      ("GET /", "/"), ("GET /", "https://a.example"), ("GET /", "https://a.example/"),
    ])
  func lastSlash(endpoint: String, url: String) throws {
    #expect(answer(try matcher([endpoint]), url) == endpoint)
  }

  @Test("With endpoints for both forms of a path, each takes its own form")
  func bothForms() throws {
    for endpoints in [["GET /a/:id", "GET /a/:id/"], ["GET /a/:id/", "GET /a/:id"]] {
      let both = try matcher(endpoints + ["POST /a/:id"])
      #expect(answer(both, "/a/7") == "GET /a/:id id=7")
      #expect(answer(both, "/a/7/") == "GET /a/:id/ id=7")
      #expect(answer(both, "/a/7/", method: "POST") == "POST /a/:id id=7")
    }
    let byStatus = try matcher(["GET /a", "GET /a/ -> 404"])
    #expect(answer(byStatus, "/a/", status: 404) == "GET /a/ -> 404")
    #expect(answer(byStatus, "/a/").hasPrefix("status: GET /a/"))
  }

  @Test("Of several slashes only the last is ignored")
  func severalSlashes() throws {
    let users = try matcher(["GET /users"])
    #expect(
      answer(users, "/users//") == "none: the path has 2 segments and not 1, GET /users")
    #expect(answer(users, "//users").hasPrefix("none: "))
    let based = try matcher(["GET /", "GET /users/"], basePath: "/v2")
    #expect(answer(based, "/v2") == "GET /")
    #expect(answer(based, "/v2/users") == "GET /users/")
  }

  @Test("A given host replaces that of every contract, stated or not")
  func host() throws {
    let texts = [#""host": "api.example.com","#, ""].map {
      #"{ "contract": 1, \#($0) "endpoints": { "GET /users": "Int" } }"#
    }
    for text in texts {
      let contract = try OneContract.contract(text)
      let staging = EndpointMatcher([contract], host: "Staging.example.com")
      #expect(answer(staging, "https://staging.example.com/users") == "GET /users")
      #expect(
        answer(staging, "https://api.example.com/users")
          == "none: the host is not staging.example.com, GET /users")
    }
  }

  @Test(
    "Query parameters are percent-decoded, and keep their order",
    arguments: [
      ("/a?x=1&y=2&x=3", ["x": "1", "y": "2", "x": "3"]),
      ("https://a.example/a?q=a%20b%26c%3Dd&e=%C3%A9#x=9", ["q": "a b&c=d", "e": "é"]),
      ("/a?flag&&empty=&=v", ["flag": "", "empty": "", "": "v"]),
      ("/a?q=1+1&r=a=b&bad=%zz", ["q": "1+1", "r": "a=b", "bad": "%zz"]),
      ("/a", [:]), ("/a?", [:]), ("/a#?x=1", [:]),
    ] as [(String, NamedTexts)])
  func query(url: String, parameters: NamedTexts) {
    #expect(RequestURL.query(of: url) == parameters)
  }
}

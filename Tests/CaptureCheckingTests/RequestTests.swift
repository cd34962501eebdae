import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import MappingEngine
import TestSupport
import Testing

@Suite("Requests are checked against the contract")
struct RequestTests {
  private static let endpoints = #""GET /a": "Any", "POST /a": "A", "DELETE /a/:id -> 204": null"#
  private static let requests = """
    "GET /a": { "query": { "page?": "Int" }, "headers": { "X-Key": "_: String" } },
    "POST /a": { "body": "B" }, "PUT /a/:id": { "query": { "q": "String" }, "body": { "id": "Int" } },
    "DELETE /a/:id": { "body": null }, "GET /bare": {}
    """
  private static let mappings = #""A": { "map": { "id": "Int" } }, "B": { "map": { "n": "Int" } }"#

  /// - Parameter requests: The members of the section; `nil` means that there is no section.
  private func check(
    _ lines: [String], requests: String? = Self.requests, _ options: CheckOptions = CheckOptions()
  ) throws -> CaptureCheck {
    let section = requests.map { "\"requests\": { \($0) }," } ?? ""
    let contract = """
      { "contract": 1, "endpoints": { \(Self.endpoints) }, \(section)
        "mappings": { \(Self.mappings) } }
      """
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(contract))
    #expect(set.errors.filter { $0.severity == .error }.isEmpty)
    var check = CaptureCheck(set.contracts, options: options)
    try withFolder(["a.ndjson": lines.joined(separator: "\n")]) { folder in
      let plan = CapturePlan([CaptureInput(file: folder + "/a.ndjson")], format: .exchanges)
      check = CheckWorkers(CaptureReading(plan)).run(check).check
    }
    check.finish()
    return check
  }

  private func exchange(_ start: String, _ status: Int, _ more: String = "") -> String {
    let words = start.split(separator: " ")
    return #"{"method":"\#(words[0])","url":"\#(words[1])","status":\#(status)\#(more)}"#
  }

  private func name(_ key: EndpointKey, _ check: CaptureCheck) -> String {
    if case .endpoint(let selector) = check[key].target { "\(selector)" } else { "" }
  }

  /// The violations of requests, as `endpoint rule place: message`.
  private func found(_ check: CaptureCheck) -> [String] {
    check.totals.groupKeys.flatMap { key in
      let examples = check[key.endpoint].isRequest ? check.totals.groups[key]?.examples : nil
      return (examples ?? []).map { found in
        "\(name(key.endpoint, check)) \(key.rule.rawValue) \(found.location): \(found.violation.message)"
      }
    }
  }

  @Test(
    "Each violation of a request is reported at its position",
    arguments: [
      ("POST /a", #","requestBody":{"n":"x"}"#, ["request POST /a wrong-type 1:61"]),
      ("POST /a", #","requestBody":"{\"n\":\"x\"}""#, ["request POST /a wrong-type 1 1:6"]),
      ("POST /a", #","requestBody":"n=1""#, ["request POST /a not-json 1 1:1"]),
      ("POST /a", #","requestBody":"""#, ["request POST /a empty-body 1:1"]),
      ("POST /a", #","requestBody":null"#, ["request POST /a empty-body 1:1"]),
      ("POST /a", "", []), ("POST /a", #","requestBody":{"n":1}"#, []),
      ("DELETE /a/1", #","requestBody":[]"#, ["request DELETE /a/:id unexpected-body 1:60"]),
      ("DELETE /a/1", #","requestBody":null"#, []), ("DELETE /a/1", "", []),
      ("DELETE /a/1?hard=1", "", []), ("GET /bare", "", []),
      ("GET /bare", #","requestBody":"""#, []),
      ("GET /bare?page=2", "", ["request GET /bare unknown-key 1:1"]),
      ("GET /bare", #","requestBody":[]"#, ["request GET /bare unexpected-body 1:58"]),
      ("GET /a?page=x", "", ["request GET /a cannot-coerce 1:1"]),
      ("GET /a?page=2", #","requestHeaders":{"x-key":"k"},"requestBody":"anything""#, []),
      ("GET /a", #","requestHeaders":{"x":"k"}"#, ["request GET /a missing-key 1:1"]),
      (
        "PUT /a/1", #","requestBody":{"id":"x"}"#,
        ["request PUT /a/:id missing-key 1:57", "request PUT /a/:id wrong-type 1:63"]
      ),
      ("PATCH /a", #","requestBody":{"n":"x"}"#, []),
    ])
  func violations(start: String, more: String, expected: [String]) throws {
    let check = try check([exchange(start, 200, more)])
    let told = found(check).map { text in
      String(text.prefix(while: { $0 != "\n" }).split(separator: ": ")[0])
        .replacing(/\S*\/a\.ndjson:/, with: "")
    }
    #expect(told == expected)
  }

  @Test("A request answered with 4xx is not checked; one with another status is")
  func answers() throws {
    for status in [200, 302, 400, 404, 422, 499, 500, 503] {
      let check = try check([exchange("POST /a", status, #","requestBody":{"n":"x"}"#)])
      #expect(found(check).isEmpty == (400...499 ~= status), "\(status)")
    }
    let unknown = try check([#"{"method":"POST","url":"/a","requestBody":{"n":"x"}}"#])
    #expect(found(unknown).count == 1)
    let nameless = try check([#"{"url":"/a?page=x","status":200,"requestBody":{"n":"x"}}"#])
    #expect(found(nameless).isEmpty)
  }

  private static let forms = """
    "POST /t": { "form": { "grant_type": "_: 'password'", "n?": "Int", "ids?": "[Int]" } },
    "POST /u": { "query": { "q?": "Int" }, "form": { "n?": "Int" } }
    """

  private func formTexts(_ start: String, _ more: String) throws -> [String] {
    try found(check([exchange(start, 200, more)], requests: Self.forms)).map { text in
      text.replacing(/\S*\/a\.ndjson:/, with: "")
    }
  }

  @Test(
    "The fields of a form are read as a query is, and a + is a space",
    arguments: [
      ("grant_type=password&n=5&x=%2B", [String]()), ("grant_type=password&ids[]=1&ids[]=2", []),
      ("grant_type=pass%77ord", []),
      (
        "grant_type=pass+word&n=+5",
        [
          "cannot-coerce: the value of \"@request.form.n\" is no Int",
          "not-a-case: the value of \"@request.form.grant_type\" is no 'password'",
        ]
      ),
      ("n=5", ["missing-key: the key \"@request.form.grant_type\" is missing"]),
      ("", ["empty-body: no body is sent"]),
    ])
  func forms(body: String, messages: [String]) throws {
    for type in [#","requestHeaders":{"Content-Type":"application/x-www-form-urlencoded"}"#, ""] {
      let texts = try formTexts("POST /t", #"\#(type),"requestBody":"\#(body)""#)
      let told = texts.map { $0.replacing(#/request POST /t (\S+) \S+( \S+)?: /#) { "\($0.1): " } }
      #expect(told.sorted() == messages, "\(body)")
    }
    #expect(try formTexts("POST /u", #","requestBody":"""#) == [])
    #expect(try formTexts("POST /u?q=1", "") == [])
  }

  @Test(
    "A body of the wrong kind, form or JSON, is reported once",
    arguments: [
      ("POST /t", "application/json", #"{\"n\":\"x\"}"#, "not-a-form 1 1:1: the body is no form"),
      (
        "POST /t", "Multipart/Form-Data; boundary=x", "--x",
        "not-a-form 1 1:1: the body is multipart, and no form"
      ),
      ("POST /t", "", "<a/>", "not-a-form 1 1:1: the body is no form"),
      // URLSession sends this type for a body if the app states none.
      (
        "POST /t", "application/x-www-form-urlencoded", "{}",
        "not-a-form 1 1:1: the body is no form"
      ),
      (
        "POST /a", "application/x-www-form-urlencoded", "n=1",
        "not-json 1 1:1: the body is a form, and no JSON"
      ),
      ("POST /a", "application/x-www-form-urlencoded", #"{\"n\":1}"#, nil),
      (
        "POST /a", "multipart/form-data; boundary=x", "--x",
        "not-json 1 1:1: the body is multipart, and no JSON"
      ),
      (
        "DELETE /a/1", "multipart/form-data", "--x",
        "unexpected-body 1 1:1: the request has no body"
      ),
      ("GET /a", "multipart/form-data", "--x", nil),
    ] as [(String, String, String, String?)])
  func otherBodies(start: String, type: String, body: String, expected: String?) throws {
    let headers = type.isEmpty ? "" : #","Content-Type":"\#(type)""#
    let more = #","requestHeaders":{"X-Key":"k"\#(headers)},"requestBody":"\#(body)""#
    let check = try check(
      [exchange(start, 200, more)], requests: Self.requests + ",\n" + Self.forms)
    let told = found(check).map {
      $0.replacing(#/^request \w+ \S+ /#, with: "").replacing(/\S*\/a\.ndjson:/, with: "")
    }
    #expect(told == (expected.map { [$0] } ?? []))
  }

  private static let dates = """
    "GET /a": { "query": { "since?": "Date(iso8601)", "q?": "String", "tag?": {
      "type": "String", "matches": "^[a-z ]+$" } } }
    """

  /// The violations of a query, with their severities.
  private func plus(_ query: String, _ options: CheckOptions = CheckOptions()) throws -> [String] {
    let check = try check([exchange("GET /a?\(query)", 200)], requests: Self.dates, options)
    return check.totals.groupKeys.flatMap { key in
      let examples = check[key.endpoint].isRequest ? check.totals.groups[key]?.examples : nil
      return (examples ?? []).map { found in
        "\(found.severity.rawValue) \(key.rule.rawValue): \(found.violation.message); "
          + (found.violation.hint ?? "")
      }
    }
  }

  @Test("A + in a query is a warning if its reading changes the result")
  func plusReadings() throws {
    let message = #"the query has a "+", which most servers read as a space"#
    let write = "write %2B for a plus, and %20 for a space"
    #expect(
      try plus("since=2024-05-06T07:08:09+02:00") == [
        """
        warning ambiguous-plus: \(message); read as a space, \
        the value of "@request.query.since" is no Date(iso8601); \(write)
        """
      ])
    #expect(try plus("since=2024-05-06T07:08:09%2B02:00") == [])
    #expect(try plus("q=cat+dog") == [])
    #expect(try plus("q=cat%2Bdog&since=2024-05-06T07:08:09Z") == [])
    // Most servers read these spaces of a form correctly.
    #expect(
      try plus("tag=cat+dog") == [
        """
        warning ambiguous-plus: \(message); read as itself, \
        the value of "@request.query.tag" does not keep "matches /^[a-z ]+$/"; \(write)
        """
      ])
    #expect(
      try plus("q=a+b%20c") == [
        "warning ambiguous-plus: \(message); spaces are %20 in the query: write %2B for a plus"
      ])
    // If the described body is absent, the rest of the request is not judged.
    let silent = try check(
      [
        exchange("PUT /a/1?q=a+b%20c", 200),
        exchange("PUT /a/1?q=a+b%20c", 200, #","requestBody":{"id":1}"#),
      ])
    #expect(found(silent).count == 1)
    // An ambiguous plus does not excuse another violation.
    #expect(try plus("since=a+b").map { $0.prefix { $0 != ":" } } == ["error cannot-coerce"])
    var options = CheckOptions()
    options.severities = [.ambiguousPlus: .error]
    #expect(try plus("q=cat+dog", options) == ["error ambiguous-plus: \(message); \(write)"])
    options.severities = [.ambiguousPlus: .off]
    #expect(try plus("since=2024-05-06T07:08:09+02:00", options) == [])
  }

  @Test("A request of a filtered exchange is not checked, and a rule can be turned off")
  func options() throws {
    let lines = [exchange("POST /a", 200, #","requestBody":{"n":"x"},"body":{"id":1}"#)]
    var options = CheckOptions()
    options.methods = ["GET"]
    let filtered = try check(lines, options)
    #expect(filtered.totals.payloadCount == 0 && filtered.totals.filteredCount == 1)
    options = CheckOptions()
    options.severities = [.wrongType: .off]
    #expect(try found(check(lines, options)).isEmpty)
  }

  @Test("Requests are counted separately, and do not change the figures of responses")
  func figures() throws {
    let bodies = [#","requestBody":{"n":1}"#, #","requestBody":{"n":"x"}"#, ""]
    let answers = [#","body":{"id":1}"#, #","body":{"id":"x"}"#, #","body":"{""#, ""]
    var lines: [String] = []
    for start in ["GET /a?page=x", "POST /a", "DELETE /a/1", "PUT /a/1?q=1", "POST /b"] {
      for status in [200, 204, 404] {
        for body in bodies {
          for answer in answers { lines.append(exchange(start, status, body + answer)) }
        }
      }
    }
    lines.append(#"{"event":"e","data":1}"#)
    let (with, without) = (try check(lines), try check(lines, requests: nil))
    #expect(with.totals.recordCount == lines.count)
    for path in [
      \CheckTotals.recordCount, \.filteredCount, \.bodilessCount, \.withoutStatusCount,
      \.unmatched.count,
    ] {
      #expect(with.totals[keyPath: path] == without.totals[keyPath: path])
    }
    #expect(with.totals.unmatchedShare == without.totals.unmatchedShare)
    // The endpoints keep their numbers in the contract, because requests are numbered after
    // responses.
    #expect(!without.totals.groups.isEmpty)
    for (key, totals) in without.totals.endpoints { #expect(with.totals[key] == totals) }
    for (key, totals) in without.totals.groups {
      #expect(with.totals.groups[key]?.count == totals.count)
      #expect(with.totals.share(of: key) == without.totals.share(of: key))
    }
    // 2 statuses that are not 4xx, and 4 answers each.
    let requests = with.totals.endpoints.filter { without.totals[$0.key].isEmpty }
    let counts = requests.map { key, totals in
      "\(name(key, with)): \(totals.payloadCount) \(totals.refusedCount)"
    }
    #expect(
      counts.sorted() == [
        "request DELETE /a/:id: 24 16", "request GET /a: 24 24", "request POST /a: 16 8",
        "request PUT /a/:id: 16 16",
      ])
    // In a PUT, no line reads the key `n`, and `id` is missing.
    #expect(with.totals.payloadCount == without.totals.payloadCount + 80)
  }

  @Test("Coverage counts requests that were sent as captured, and no other requests")
  func coverage() throws {
    let check = try check([
      exchange("POST /a", 200, #","requestBody":{"n":1}"#), exchange("GET /a?page=1", 200),
    ])
    let seen = check.coverage.endpoints.filter(\.isSeen).map { name($0.key, check) }
    #expect(seen == ["request GET /a", "request POST /a"])
    let keys = check.coverage.lines.filter(\.isSeen).map { $0.totals.line.source.description }
    #expect(keys.sorted() == ["@request.query.page", "n"])
  }

  @Test("A status that an endpoint does not describe is reported as an unexpected status")
  func matcher() throws {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /a -> 404": "Any" }, "requests": { "GET /a": { "body": "Any" } } }"#
    )
    let matcher = EndpointMatcher([contract])
    let outcome = matcher.outcome(of: 200, at: contract.endpoints[0].selector, ofContract: 0)
    guard case .unexpectedStatus? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }
}

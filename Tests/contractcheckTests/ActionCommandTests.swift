import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Commands distinguish the actions of one path by the request")
struct ActionCommandTests {
  private static let contract = """
    {
      "contract": 1,
      "host": "api.example.com",
      "endpoints": {
        "POST /api.php": { "status": "status: String" },
        "POST /api.php @request.body.action=users": { "users": "users: [User]" },
        "POST /api.php @request.body.action=user": { "user": "user: AskedUser" },
        "POST /api.php @request.body.action=user -> 404": { "error": "error: String" },
        "POST /api.php @request.form.action=login": { "token": "token: String" },
      },
      "mappings": {
        "User": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } },
        "AskedUser": {
          "identifiedBy": "id",
          "map": { "id": "id: Int equals @request.body.userId", "name": "String" },
        },
      },
    }
    """

  private func line(_ request: String, _ body: String, status: Int = 200) -> String {
    #"{"method":"POST","url":"https://api.example.com/api.php",\#(request)"status":\#(status),"#
      + #""body":\#(body)}"# + "\n"
  }

  @Test(
    "check selects the endpoint by the JSON or form sent, and finds a wrong user")
  func check() throws {
    let asked = #""requestBody":{"action":"user","userId":777},"#
    let form =
      #""requestHeaders":{"Content-Type":"application/x-www-form-urlencoded"},"#
      + #""requestBody":"action=login&name=a","#
    let capture = [
      line(#""requestBody":{"action":"users"},"#, #"{"users":[{"id":1,"name":"a"}]}"#),
      line(asked, #"{"user":{"id":777,"name":"a"}}"#),
      line(asked, #"{"user":{"id":2587,"name":"a"}}"#),
      line(asked, #"{"error":"none"}"#, status: 404),
      line(form, #"{"token":"x"}"#),
      line(#""requestBody":{"action":"groups"},"#, #"{"status":"unknown"}"#),
      line("", #"{"status":"unknown"}"#),
    ]
    try withFolder(["a.contract.json": Self.contract, "c.ndjson": capture.joined()]) { folder in
      let result = CommandRun("check", folder + "/c.ndjson", "-c", folder)
      #expect(result.exitCode == .violations)
      let shown = result.output.replacing(folder + "/", with: "")
      #expect(
        shown.hasPrefix(
          """
          c.ndjson:3:137: error[not-a-case]: expected the value of "@request.body.userId", found 2587
             3 | {"user":{"id":2587,"name":"a"}}
               |               ^^^^ at user.id
               = in a.contract.json:15:22  "id": "id: Int equals @request.body.userId"

          endpoints
            POST /api.php                                   status: String   2 payloads
            POST /api.php @request.body.action=users        users: [User]    1 payload
            POST /api.php @request.body.action=user         user: AskedUser  2 payloads, 1 refused
            POST /api.php @request.body.action=user -> 404  error: String    1 payload
            POST /api.php @request.form.action=login        token: String    1 payload

          """), "\(shown)")
      #expect(shown.hasSuffix("0 keys not in the contract; 0 unmatched\n"), "\(shown)")
    }
  }

  @Test("Each response is judged by its own request, with any number of workers")
  func workers() throws {
    let capture = (0..<400).map { number in
      line(
        #""requestBody":{"action":"user","userId":\#(number)},"#,
        #"{"user":{"id":\#(number % 100 == 7 ? 1 : number),"name":"a"}}"#)
    }
    try withFolder(["a.contract.json": Self.contract, "c.ndjson": capture.joined()]) { folder in
      let all = ["1", "2", "8"].map {
        CommandRun("check", folder + "/c.ndjson", "-c", folder, "--jobs", $0).output
      }
      #expect(all[0].contains("not-a-case  AskedUser.id  4×"), "\(all[0])")
      #expect(Set(all).count == 1)
    }
  }

  @Test("map selects the endpoint by the URL and the request body")
  func map() throws {
    try withFolder(["a.contract.json": Self.contract, "p.json": #"{"user":{"id":5,"name":"a"}}"#]) {
      folder in
      let sent = { (text: String) in
        CommandRun(
          "map", folder + "/p.json", "-c", folder, "--url", "https://api.example.com/api.php",
          "--request-body", text)
      }
      #expect(sent(#"{"action":"user","userId":5}"#).exitCode == .success)
      // A named endpoint need not be selected by the request body.
      let named = CommandRun(
        "map", folder + "/p.json", "-c", folder, "--url", "https://api.example.com/api.php",
        "--as", "POST /api.php @request.body.action=user")
      #expect(named.exitCode == .success, "\(named.errors)")
      let other = sent(#"{"action":"user","userId":6}"#)
      #expect(other.exitCode == .violations)
      #expect(other.output.contains(#"expected the value of "@request.body.userId", found 5"#))
    }
  }

  @Test("lint reports errors of conditions with their positions")
  func mistakes() throws {
    let mistakes = [
      ("@request.body.x", "expected \"=\" and a text, found the end"),
      ("@request.body.x=", "expected a text, found the end"),
      ("@path.x=1", "\"@path.x\" is no part of a request"),
      ("@request.body.x=1 @request.body.x=2", "two conditions on \"@request.body.x\""),
      ("@request.foo.x=1", "a request has no part \"foo\""),
      ("@request.body.x[]=1", "@request.body leads to one value, and not into every element"),
      ("@request.query.a.b=1", "@request.query is followed by one name"),
      ("users=1", "expected \"->\" and a status, or the end, found \"u\""),
    ]
    for (condition, message) in mistakes {
      let text = #"{ "contract": 1, "endpoints": { "POST /a \#(condition)": "Int" } }"#
      try withFolder(["a.contract.json": text]) { folder in
        let output = CommandRun("lint", folder).output
        #expect(output.contains("error: \(message)\n"), "\(output)")
      }
    }
  }

  @Test("Two endpoints with the same conditions in any order tie")
  func ties() throws {
    let text = """
      { "contract": 1, "endpoints": { "POST /a @request.query.a=1 @request.body.b='x y'": "Int",
        "POST /a @request.body.b='x y' @request.query.a=1": "Int",
        "POST /a @request.body.b='x y'": "Int", "POST /a": "Int" } }
      """
    try withFolder(["a.contract.json": text]) { folder in
      let output = CommandRun("lint", folder).output
      #expect(
        output.contains(
          #"2:3: error: the endpoint ties with "POST /a @request.body.b='x y' @request.query.a=1" at 1:33"#
        ), "\(output)")
      #expect(output.hasSuffix("1 error\n"), "\(output)")
    }
  }

  @Test("All ties of endpoints between two files are reported in one line")
  func tiesOfFiles() throws {
    let endpoints = { (names: [String]) in
      "{ \"contract\": 1,\n  \"endpoints\": {\n"
        + names.map { "    \"GET /\($0)\": \"Int\"" }.joined(separator: ",\n") + " } }"
    }
    let files = [
      "draft.contract.json": endpoints(["a", "b", "c"]),
      "edited.contract.json": endpoints(["x", "c", "b", "a"]),
      "other.contract.json": endpoints(["y", "x"]),
    ]
    try withFolder(files) { folder in
      let run = CommandRun("lint", folder, "--report", "short")
      #expect(
        run.output.replacing(folder + "/", with: "") == """
          edited.contract.json:4:5: error: 3 endpoints tie with those of draft.contract.json: this one with "GET /c" at 5:5; a response or request that fits both has no one contract
          other.contract.json:4:5: error: the endpoint ties with "GET /x" at edited.contract.json:3:5; a response or request that fits both has no one contract
          checked 3 contracts with 0 mappings: 2 errors

          """)
    }
  }

  private static let graph = """
    {"method":"POST","url":"https://a.example/graphql","requestBody":{"operationName":"Viewer"},"status":200,"body":{"data":{"viewer":{"id":"u1","name":"Ann"}}}}
    {"method":"POST","url":"https://a.example/graphql","requestBody":{"operationName":"Orders"},"status":200,"body":{"data":{"orders":[{"number":1,"state":"open"}]}}}
    {"method":"POST","url":"https://a.example/payments","requestBody":{"method":"card"},"status":201,"body":{"number":1,"state":"ok"}}
    {"method":"POST","url":"https://a.example/payments","requestBody":{"method":"paypal"},"status":201,"body":{"number":2,"state":"ok"}}

    """

  @Test("infer drafts an endpoint per action if the responses differ")
  func draft() throws {
    try withFolder(["c.ndjson": Self.graph]) { folder in
      let texts = ["1", "2", "8"].map { jobs in
        CommandRun("infer", folder + "/c.ndjson", "--jobs", jobs).output
      }
      #expect(Set(texts).count == 1)
      #expect(
        texts[0].contains(
          """
            "endpoints": {
              "POST /graphql @request.body.operationName=Orders": { "data": "Order" },  // 1×
              "POST /graphql @request.body.operationName=Viewer": { "data": "Viewer" },  // 1×
              "POST /payments":                                   "Payment",  // 2×
            },

          """), "\(texts[0])")
      try Data((texts[0]).utf8).write(to: URL(filePath: folder + "/a.contract.json"))
      let check = CommandRun("check", folder + "/c.ndjson", "-c", folder)
      #expect(check.exitCode == .success, "\(check.output)")
      let new =
        #"{"method":"POST","url":"https://a.example/graphql","requestBody":"#
        + #"{"operationName":"Groups"},"status":200,"body":{"groups":[1]}}"# + "\n"
      try Data((Self.graph + new).utf8).write(to: URL(filePath: folder + "/c.ndjson"))
      let update = CommandRun(
        "infer", "--update", folder + "/a.contract.json", folder + "/c.ndjson")
      let added = update.output.split(separator: "\n").filter { $0.hasPrefix("+ ") }
      #expect(
        added.first
          == #"+    "POST /graphql @request.body.operationName=Groups": "Group",  // 1×"#,
        "\(update.output)")
    }
  }

  @Test("Too many actions count as data")
  func tooMany() throws {
    let capture = (0..<100).map { number in
      line(#""requestBody":{"action":"act\#(number)"},"#, #"{"k\#(number)":1}"#)
    }
    try withFolder(["c.ndjson": capture.joined()]) { folder in
      let output = CommandRun("infer", folder + "/c.ndjson").output
      #expect(output.contains(#""POST /api.php": "#), "\(output.prefix(400))")
      #expect(!output.contains("@request"))
    }
  }

  @Test("Redacted captures have the same endpoints and violations")
  func redacted() throws {
    let form =
      #""requestHeaders":{"Content-Type":"application/x-www-form-urlencoded"},"#
      + #""requestBody":"action=login&name=Ann","#
    let capture = [
      line(
        #""requestBody":{"action":"user","userId":777},"#, #"{"user":{"id":777,"name":"Ann"}}"#),
      line(
        #""requestBody":{"action":"user","userId":777},"#, #"{"user":{"id":2587,"name":"Ann"}}"#),
      line(form, #"{"token":"secret"}"#),
    ]
    try withFolder(["a.contract.json": Self.contract, "c.ndjson": capture.joined()]) { folder in
      let redact = CommandRun(
        "redact", folder + "/c.ndjson", "-c", folder, "-o", folder + "/r.ndjson", "--seed", "1")
      #expect(redact.exitCode == .success, "\(redact.errors)")
      let text = try String(contentsOfFile: folder + "/r.ndjson", encoding: .utf8)
      #expect(!text.contains("Ann") && !text.contains("secret") && !text.contains("777"))
      let check = CommandRun("check", folder + "/r.ndjson", "-c", folder).output
      #expect(check.contains("user: AskedUser  2 payloads, 1 refused"), "\(check)")
      #expect(check.contains("token: String    1 payload"), "\(check)")
      #expect(check.hasSuffix("0 unmatched\n"), "\(check)")
    }
  }
}

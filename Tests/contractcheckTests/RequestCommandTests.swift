import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("check checks requests against the contract, and every report shows the results")
struct RequestCommandTests {
  private static let folder = PackageFolder.fixtures.appending(path: "requests").path
  private static let files = ["feeds.ndjson", "feeds.har"].map { "\(folder)/\($0)" }
  private static let contract = ["-c", "\(folder)/feeds.contract.json"]

  private func run(_ words: [String]) -> CommandRun { CommandRun(["check"] + words) }

  private func shown(_ text: String) -> String {
    text.replacing("\(Self.folder)/", with: "").replacing("Fixtures/requests/", with: "")
  }

  @Test("Each violation is a line with its position in the file or the text")
  func short() {
    let result = run(Self.files + Self.contract + ["--report", "short"])
    #expect(result.exitCode == .violations)
    #expect(
      shown(result.output).split(separator: "\n") == [
        #"feeds.ndjson:3:95: error: request [wrong-type] at feed_url: expected URL, found a number"#,
        #"feeds.ndjson:4 (request POST /subscriptions.json) 1:1: error: request [missing-key] at feed_url: the key "feed_url" is missing"#,
        #"feeds.ndjson:6:1: error: request [cannot-coerce]: the value of "@request.query.since" is no Date(iso8601)"#,
        #"feeds.ndjson:8:87: error: request [unexpected-body]: the request has no body"#,
        #"feeds.ndjson:9 (request POST /subscriptions.json) 1:1: error: request [not-json]: the body is a form, and no JSON"#,
        #"feeds.har entry 0 (request POST /subscriptions.json) 1:45: error: request [wrong-type] at tags[1]: expected String, found a number"#,
        #"feeds.har entry 1 (request DELETE /subscriptions/6.json) 1:1: error: request [unexpected-body]: the request has no body"#,
      ])
  }

  @Test("The human report shows the request body, and counts requests separately")
  func human() throws {
    let result = run([Self.files[0]] + Self.contract)
    let parts = shown(result.output).components(separatedBy: "\n\n")
    #expect(
      parts.contains(
        """
        feeds.ndjson:3:95: request error[wrong-type]: expected URL, found a number
           3 | {"feed_url":5}
             |             ^ at feed_url
             = in feeds.contract.json:18:47  "feed_url": "feedURL: URL"
        """), "\(result.output)")
    #expect(
      parts.contains(
        """
        feeds.ndjson:6:1: request error[cannot-coerce]: the value of "@request.query.since" is no Date(iso8601)
             = in feeds.contract.json:11:62  "@request.query.since?": "since: Date(iso8601)"
        """))
    #expect(
      parts.suffix(6) == [
        """
        errors
          cannot-coerce    @request.query.since      1×  in 1 of 2  request GET /subscriptions.json
          unexpected-body                            1×  in 1 of 2  request DELETE /subscriptions/:id.json
          missing-key      NewSubscription.feed_url  1×  in 1 of 4  request POST /subscriptions.json        present 66.7 %
          wrong-type       NewSubscription.feed_url  1×  in 1 of 4  request POST /subscriptions.json
          not-json                                   1×  in 1 of 4  request POST /subscriptions.json
        """,
        "Subscription  6 mentioned, 5 distinct",
        """
        NewSubscription  1 mentioned, 1 distinct
          feed_url  present 66.7 %
          tags      present 33.3 %
          not in the contract: url 1
        """,
        """
        never captured
          endpoints  request PATCH /subscriptions/:id.json
        """,
        """
        not described by any endpoint
          1×  PUT /subscriptions/:id 200  the method is not DELETE, the status 200 is not 204 (nearest: DELETE /subscriptions/:id.json -> 204)
        """,
        """
        checked 18 payloads in 1 input, 417 bytes: 5 violations in 5 groups; captured endpoints 7 of 8, keys 6 of 7, statuses 4 of 4; 1 key not in the contract; 1 unmatched

        """,
      ])
  }

  @Test(
    "Every report names the request",
    arguments: ["human", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"])
  func names(report: String) {
    let result = run(Self.files + Self.contract + ["--report", report])
    #expect(result.output.contains("request POST /subscriptions.json"), "\(result.output)")
    #expect(result.output.contains("request DELETE /subscriptions/"))
  }

  @Test("A request with a body was never captured if no exchange has a body")
  func never() throws {
    let lines = try String(contentsOfFile: Self.files[0], encoding: .utf8).split(separator: "\n")
    let silent = lines.filter { !$0.contains("requestBody") && !$0.contains("?") }
    try withFolder(["x.ndjson": silent.joined(separator: "\n")]) { folder in
      let words = ["\(folder)/x.ndjson"] + Self.contract
      let output = run(words + ["--rule", "never-captured=warning"]).output
      #expect(output.contains("no violations") == false)
      #expect(output.components(separatedBy: "request POST /subscriptions.json").count > 1)
      #expect(run(words).output.contains("no violations"), "\(run(words).output)")
    }
  }

  /// Repeats the fixture's lines, each with another number.
  private func withMany(_ body: (String, [String]) throws -> Void) throws {
    let lines = try String(contentsOfFile: Self.files[0], encoding: .utf8)
    let pad = String(repeating: "x", count: 40_000)
    let many = (0..<50).map { lines + #"{"method":"GET","url":"/pad\#($0)","pad":"\#(pad)"}"# }
    try withFolder(["a/x.ndjson": many.joined(separator: "\n"), "a/y.har": text(Self.files[1])]) {
      try body($0, ["\($0)/a"] + Self.contract)
    }
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test("Reports do not depend on jobs and parts")
  func jobs() throws {
    try withMany { folder, words in
      for report in ["human", "json", "ndjson", "sarif"] {
        let one = run(words + ["--jobs", "1", "--report", report])
        #expect(one.output.contains("request POST"))
        #expect(run(words + ["--jobs", "3", "--report", report]).output == one.output, "\(report)")
        let parts = (1...3).map { "\(folder)/\($0).part" }
        for (number, part) in parts.enumerated() {
          _ = run(words + ["--shard", "\(number + 1)/3", "--partial", part])
        }
        let merged = CommandRun(["merge"] + parts + Self.contract + ["--report", report])
        // Parts have some examples of each group, and not every violation.
        if report != "ndjson" { #expect(merged.output == one.output, "\(report)") }
      }
    }
  }

  @Test("A limit ends the check after the record and its response", arguments: 1...6)
  func limit(most: Int) throws {
    try withMany { _, words in
      let runs = ["1", "3"].map {
        run(words + ["--max-violations", "\(most)", "--jobs", $0, "--report", "json"])
      }
      #expect(runs[0].output == runs[1].output)
      let report = try JSONDocument(parsing: runs[0].output).root
      #expect(report["violations"]?.number?.text == "\(most)")
      #expect(report["stopped"]?.string != nil)
    }
  }

  @Test("The limit counts violations of response and request")
  func both() throws {
    let line =
      #"{"method":"POST","url":"/subscriptions.json","status":201,"requestBody":{},"body":{}}"#
    try withFolder(["x.ndjson": line + "\n" + line]) { folder in
      let words = ["\(folder)/x.ndjson"] + Self.contract
      let output = run(words + ["--max-violations", "1", "--report", "json"]).output
      let report = try JSONDocument(parsing: output).root
      #expect(report["violations"]?.number?.text == "3")
      #expect(report["payloads"]?.number?.text == "2")
    }
  }

  @Test("check --help says where the body of a request stands")
  func help() {
    let output = CommandRun("check", "--help").output
    #expect(output.contains("requestBody") && output.contains("postData"))
  }

  @Test("A request with headers and a body is named by the types of both")
  func typeOfRequest() throws {
    let contract = """
      { "contract": 1, "endpoints": { "POST /a": null },
        "requests": { "POST /a": { "headers": { "X-Key": "_: String" }, "body": "A" } },
        "mappings": { "A": { "map": { "id": "Int" } } } }
      """
    let line =
      #"{"method":"POST","url":"/a","status":204,"requestHeaders":{"x-key":"k"},"requestBody":{"id":1}}"#
    try withFolder(["a.contract.json": contract, "a.ndjson": line]) { folder in
      let result = CommandRun("check", "\(folder)/a.ndjson", "-c", "\(folder)/a.contract.json")
      #expect(
        result.output.contains("  request POST /a  @request.header.X-Key: String, A  1 payload\n"))
    }
  }
}

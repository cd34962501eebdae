import CaptureChecking
import Foundation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import contractcheck

@Suite("Reports for other places than the terminal have no data of captures")
struct PrivacyTests {
  private static let contract = """
    { "contract": 1, "basePath": "/api",
      "endpoints": {
        "GET /users/:login": "User", "GET /people": "[login: Person]", "event joined": "User",
        "POST /users": { "made": "user: User" } },
      "requests": {
        "PUT /users/:login": {
          "body": "User", "query": { "page?": "page: Int" }, "headers": { "X-Num?": "_: Int" } },
        "DELETE /users/:login": { "body": null },
        "PATCH /users": { "body": { "made": "user: User" } } },
      "mappings": {
        "User": { "identifiedBy": "id", "unknownKeys": "warn", "map": {
          "id": "Int", "name?": { "type": "String length ...5", "constant": true },
          "labels?": "[String: Int]", "role?": "'admin' | 'guest'", "joined?": "Date(iso8601)",
          "mail?": { "type": "Int", "sensitive": true }, "any?": "Any", "nested?": "User",
          "@path.login?": "login: Int", "@request.header.X-Key?": "key: Int" } },
        "Person": { "map": { "id": "Int", "tags?": "[String] unique" } } } }
    """

  /// A position in an exchange, and an exchange with a text at that position.
  private struct Position {
    let name: String
    /// Whether a report may have the text if values are shown.
    let isReported: Bool
    let lines: @Sendable (String) -> [String]

    init(_ name: String, isReported: Bool = true, _ lines: @escaping @Sendable (String) -> [String])
    {
      (self.name, self.isReported, self.lines) = (name, isReported, lines)
    }

    /// Creates a position in a body of `GET /users/1`.
    init(body name: String, isReported: Bool = true, _ body: @escaping @Sendable (String) -> String)
    {
      self.init(name, isReported: isReported) { [exchange("/api/users/1", body($0))] }
    }

    /// Creates a position in a body of `PUT /users/1`.
    init(sent name: String, isReported: Bool = true, _ body: @escaping @Sendable (String) -> String)
    {
      self.init(name, isReported: isReported) { [sent("/api/users/1", body($0))] }
    }
  }

  private static func exchange(
    _ url: String, _ body: String, method: String = "GET", _ more: String = ""
  ) -> String {
    #"{"method":"\#(method)","url":"\#(url)","status":200\#(more),"body":\#(body)}"#
  }

  /// Creates a position in a request whose response has no known endpoint.
  private static func sent(
    _ url: String, _ body: String, method: String = "PUT", _ more: String = ""
  ) -> String {
    #"{"method":"\#(method)","url":"\#(url)","status":200\#(more),"requestBody":\#(body)}"#
  }

  /// Each position gets a text of letters only, which is not a word.
  private static let positions = [
    Position("parameter") { [exchange("/api/users/\($0)", #"{"id":"x"}"#)] },
    Position("encoded parameter") {
      [exchange("/api/users/%20\($0)", #"{"id":"x"}"#)]
    },
    Position("query", isReported: false) { [exchange("/api/users/1?q=\($0)", #"{"id":"x"}"#)] },
    Position("fragment", isReported: false) { [exchange("/api/users/1#\($0)", #"{"id":"x"}"#)] },
    Position("user", isReported: false) {
      [exchange("https://\($0):\($0)@a.org/api/users/1", "1")]
    },
    Position("raw path") { [exchange("/raw/\($0)/x", "{}")] },
    Position("raw path of a mail address") { [exchange("/raw/\($0)@example.org", "{}")] },
    Position("path below an endpoint's") { [exchange("/api/users/1/\($0)", "{}")] },
    Position("host", isReported: false) { [exchange("https://\($0).org/none", "{}")] },
    Position("method") { [exchange("/api/users/1", "{}", method: $0)] },
    Position("event") { [#"{"event":"\#($0)","data":{}}"#] },
    Position("request header", isReported: false) {
      [exchange("/api/users/1", "{}", #","requestHeaders":{"X-Key":"\#($0)","\#($0)":"a"}"#)]
    },
    Position("response header", isReported: false) {
      [exchange("/api/users/1", "{}", #","headers":{"\#($0)":"\#($0)"}"#)]
    },
    Position("type", isReported: false) {
      [exchange("/api/users/1", "{}", #","mimeType":"\#($0)""#)]
    },
    Position(body: "wrong type") { #"{"id":"\#($0)"}"# },
    Position(body: "name of a case") { #"{"id":1,"role":"\#($0)"}"# },
    Position(body: "long text") { #"{"id":1,"name":"\#($0)"}"# },
    Position(body: "date") { #"{"id":1,"joined":"\#($0)"}"# },
    Position(body: "sensitive value", isReported: false) { #"{"id":1,"mail":"\#($0)"}"# },
    Position(body: "value of a dictionary") { #"{"id":1,"labels":{"a":"\#($0)"}}"# },
    Position(body: "key of a dictionary") { #"{"id":1,"labels":{"\#($0)":"x"}}"# },
    Position(body: "key of a dictionary, twice") {
      #"{"id":1,"labels":{"\#($0)":1,"\#($0)":2}}"#
    },
    Position(body: "value beside what is wrong") { #"{"id":null,"free":"\#($0)"}"# },
    Position(body: "key beside what is wrong") { #"{"labels":{"\#($0)":1},"id":null}"# },
    Position(body: "key with an escape") {
      #"{"labels":{"\u0040\#($0)":1},"id":null}"#
    },
    Position(body: "key below a nested object") {
      #"{"id":1,"nested":{"id":1,"labels":{"\#($0)":""}}}"#
    },
    Position(body: "key in what is anything") { #"{"any":{"\#($0)":"\#($0)"},"id":null}"# },
    Position(body: "unknown mail address") { #"{"id":1,"\#($0)@example.org":1}"# },
    Position(body: "unknown hash") { #"{"id":1,"\#($0)12345678":1}"# },
    Position(body: "unknown key with a space") { #"{"id":1,"\#($0) a":1}"# },
    Position(body: "unknown key below one") { #"{"id":1,"free":{"\#($0)@example.org":1}}"# },
    Position(body: "two of one key") { #"{"id":1,"name":"\#($0)","name":"b"}"# },
    Position(body: "text that is no JSON") { #""{ \#($0)""# },
    Position(body: "scalar") { #""\"\#($0)\"""# },
    Position("key of a keyed collection") {
      [exchange("/api/people", #"{"\#($0)":{"id":"x"},"\#($0)@example.org":null}"#)]
    },
    Position("element") {
      [exchange("/api/people", #"{"a":{"id":1,"tags":["\#($0)","\#($0)"]}}"#)]
    },
    Position("key of an inline map") {
      [exchange("/api/users", #"{"\#($0)@a":1,"made":{"id":""}}"#, method: "POST")]
    },
    Position("what changed") { text in
      ["a", "b"].map { exchange("/api/users/1", #"{"id":77,"name":"\#($0)","z":"\#(text)"}"#) }
    },
    Position(sent: "wrong type of what is sent") { #"{"id":"\#($0)"}"# },
    Position(sent: "sensitive value of what is sent", isReported: false) {
      #"{"id":1,"mail":"\#($0)"}"#
    },
    Position(sent: "key of a dictionary of what is sent") {
      #"{"id":1,"labels":{"\#($0)":"x"}}"#
    },
    Position(sent: "value beside what is wrong in what is sent") {
      #"{"id":null,"free":"\#($0)"}"#
    },
    Position(sent: "text of what is sent") { #""{\"id\":\"\#($0)\"}""# },
    Position(sent: "text of what is sent that is no JSON") { #""{ \#($0)""# },
    Position("unknown key of what is sent") {
      [sent("/api/users", #"{"made":{"id":1,"\#($0)@example.org":1}}"#, method: "PATCH")]
    },
    Position("parameter of what is sent") {
      [sent("/api/users/\($0)", #""{\"id\":\"\"}""#)]
    },
    Position("query of what is sent", isReported: false) {
      [sent("/api/users/1?page=\($0)", #"{"id":1}"#)]
    },
    Position("header of what is sent", isReported: false) {
      [sent("/api/users/1", #"{"id":1}"#, #","requestHeaders":{"X-Num":"\#($0)"}"#)]
    },
    Position("body where none may be sent") {
      [sent("/api/users/1", #"{"\#($0)":1}"#, method: "DELETE")]
    },
    Position("key of an inline map of what is sent") {
      [sent("/api/users", #"{"\#($0)@a":1,"made":{"id":""}}"#, method: "PATCH")]
    },
    Position("broken line") { ["{ \($0)"] },
    Position("line that is no exchange", isReported: false) { [#"{"\#($0)":"\#($0)"}"#] },
  ]

  /// `SECRETAA`, `SECRETAB`, …
  private static func secret(_ number: Int) -> String {
    let letters = [number / 26, number % 26].map { UnicodeScalar(UInt8(65 + $0)) }
    return "SECRET" + String(String.UnicodeScalarView(letters))
  }

  private static func run(_ options: [String] = [], isCI: Bool = false) throws -> ReportRun {
    let lines = positions.enumerated().flatMap { $0.element.lines(secret($0.offset)) }
    var run: ReportRun?
    let capture = exchange("/api/users/1", "{}") + "\n" + lines.joined(separator: "\n")
    try withFolder(["a.contract.json": contract, "x.ndjson": capture]) { folder in
      run = try ReportRun(
        [folder + "/x.ndjson", "-c", folder, "--examples", "0"] + options, in: folder,
        environment: isCI ? ["CI": "true"] : [:])
    }
    return try #require(run)
  }

  /// Returns the positions whose text is in a report.
  private func positions(in text: String) -> [String] {
    Self.positions.enumerated().filter { text.contains(Self.secret($0.offset)) }
      .map(\.element.name)
  }

  @Test("Without --show-values, only human and short have values")
  func hidden() throws {
    let run = try Self.run()
    for name in ReportRun.names where name != "human" && name != "short" {
      #expect(positions(in: run[name]) == [], "\(name)")
    }
    #expect(!positions(in: run["human"]).isEmpty && !positions(in: run["short"]).isEmpty)
  }

  @Test("With CI set, neither reports nor standard error have values")
  func hiddenInCI() throws {
    let run = try Self.run(isCI: true)
    for name in ReportRun.names { #expect(positions(in: run[name]) == [], "\(name)") }
    #expect(positions(in: run.errors) == [])
    #expect(run.errors.contains("x.ndjson:"))
  }

  @Test("With --show-values, each value that may be shown is in some report")
  func shown() throws {
    let run = try Self.run(["--show-values"], isCI: true)
    let texts = ReportRun.names.map { run[$0] }.joined() + run.errors
    #expect(positions(in: texts) == Self.positions.filter(\.isReported).map(\.name))
  }

  /// Returns the number of violations of each rule in a JSON report.
  private func counts(_ run: CommandRun) throws -> [String: Int] {
    let root = try JSONDocument(parsing: Array(run.output.utf8)).root
    var counts: [String: Int] = [:]
    for group in root["groups"]?.elements.map({ $0 }) ?? [] {
      let count = group["count"]?.number?.int64.exactValue ?? 0
      counts[group["rule"]?.string ?? "", default: 0] += Int(count)
    }
    return counts
  }

  @Test("Merging a part without examples keeps its counts")
  func countsAlone() throws {
    let lines = Self.positions.enumerated().flatMap { $0.element.lines(Self.secret($0.offset)) }
    let capture = Self.exchange("/api/users/1", "{}") + "\n" + lines.joined(separator: "\n")
    try withFolder(["a.contract.json": Self.contract, "x.ndjson": capture]) { (folder: String) in
      func part(_ name: String, _ options: [String]) {
        let run = CommandRun(
          ["check", folder + "/x.ndjson", "-c", folder, "--partial", "\(folder)/\(name)"] + options)
        #expect(run.exitCode == .success)
      }
      func merged(_ name: String, _ report: String) -> CommandRun {
        CommandRun([
          "merge", "\(folder)/\(name)", "-c", folder, "--report", report, "--show-values",
        ])
      }
      part("whole", [])
      part("counts", ["--no-examples"])
      let text = try String(contentsOfFile: folder + "/counts", encoding: .utf8)
      #expect(positions(in: text) == [])
      let (whole, alone) = (merged("whole", "json"), merged("counts", "json"))
      #expect(!whole.errors.contains("examples were not kept"))
      #expect(alone.errors.contains("examples were not kept: 1 of 1 part has counts alone\n"))
      // Conflicting payloads of one identity are found by their values.
      let expected = try counts(whole).filter { $0.key != "identity-conflict" }
      #expect(expected.count > 5)
      #expect(try counts(alone) == expected)
      for name in ReportRun.names {
        let run = merged("counts", name)
        #expect(run.exitCode == whole.exitCode, "\(name): \(run.errors)")
        #expect(positions(in: run.output) == [], "\(name)")
      }
    }
  }

  @Test("--no-examples needs a part")
  func countsOfNoPart() {
    let run = CommandRun(["check", "x.ndjson", "--no-examples"])
    #expect(run.exitCode == .usage)
    #expect(
      run.errors == """
        contractcheck: --no-examples is about a part
          hint: --partial FILE writes one for merge

        """)
  }

  @Test("Values are replaced by a key, the endpoint's path, or the shape of a path")
  func places() throws {
    let run = try Self.run(isCI: true)
    let records = run["ndjson"].split(separator: "\n")
    func has(_ texts: String...) -> Bool {
      records.contains { record in texts.allSatisfy { record.contains($0) } }
    }
    #expect(has(#""rule":"wrong-type""#, #""path":"labels.{key}""#, #""pointer":"/labels/{key}""#))
    #expect(has(#""path":"{key}.id""#, #""request":"GET /people 200""#))
    #expect(has(#""path":"id""#, #""request":"GET /users/:login 200""#))
    #expect(has(#""rule":"unknown-key""#, #""path":"{key}""#))
    #expect(run["json"].contains(#"GET /raw/:id/x 200"#))
    #expect(run["short"].contains(" at labels.{key}: "))
    #expect(run["human"].contains("GET /raw/:id/x 200"))
  }

  @Test(
    "Names of members count as words, and data does not",
    arguments: [
      ("created_at", true), ("createdAt", true), ("URL", true), ("@type", true), ("$ref", true),
      ("line2", true), ("sha256", true), ("x-rate", true), ("a", true), ("deadbeef", true),
      ("", false), ("7", false), ("12ab", false), ("ann@example.org", false), ("a b", false),
      ("a.b", false), ("é", false), ("user_12345", false), ("3f2a9c1", false), ("f3a2b9c1", false),
      ("0b5d2c1e-7d3f-4a7e-9c5b-2f1d0a9b8c7d", false), (String(repeating: "a", count: 41), false),
      ("$", false), ("2024-01-31", false),
    ])
  func words(name: String, isWord: Bool) { #expect(KeyName.isWord(name) == isWord) }

  @Test(
    "A path segment is shown if it is a word, or else by its position",
    arguments: [
      ("users", true), ("v2", true), ("avatar.png", true), ("", true), ("pull-requests", true),
      ("SECRET", false), ("7", true), ("42", false), ("ann@example.org", false), ("%20", false),
      ("userProfile", false), ("3f2a9c1", false),
    ])
  func segments(text: String, isWord: Bool) {
    #expect(PathShape.isWord(text) == isWord)
  }
}

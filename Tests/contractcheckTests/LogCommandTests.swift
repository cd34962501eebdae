import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("Every command reads logs")
struct LogCommandTests {
  private static let folder = PackageFolder.fixtures.path + "/logs"
  private static let contract = PackageFolder.fixtures.path + "/drafting/shop.contract.json"
  private static let map =
    #"{ "method": "http.method", "url": "request.uri", "status": "resp.code", "headers": "resp.hdrs", "body": "resp.body", "bodyEncoding": "base64", "time": "ts" }"#

  /// Returns the output of a script in a folder with a log, a contract and a configuration.
  private static func run(_ script: String, records: String = #"{ "*.jsonl": \#(map) }"#)
    async throws
    -> String
  {
    let start = """
      folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$ROOT"/Fixtures/logs/* "$ROOT/Fixtures/drafting/shop.contract.json" .
      cat > .contractcheck.json <<'END'
      { "contracts": "shop.contract.json", "report": "short", "records": \(records) }
      END

      """
    return try await BuiltCommand.run(start + script + "\necho $?").output
  }

  @Test("Truncated bodies are counted with any workers and parts")
  func cutOff() throws {
    let files = ["elastic.ndjson", "otel.ndjson", "kong.ndjson"].map { Self.folder + "/" + $0 }
    let cut = "; 3 bodies cut off by the log, not checked\n"
    for jobs in ["1", "2", "8"] {
      let output = CommandRun(["check"] + files + ["-c", Self.contract, "--jobs", jobs]).output
      #expect(output.contains(cut), "\(output)")
    }
    try withFolder([:]) { folder in
      let parts = (1...3).map { "\(folder)/\($0).part" }
      for (number, part) in parts.enumerated() {
        _ = CommandRun(
          ["check"] + files + [
            "-c", Self.contract, "--shard", "\(number + 1)/3", "--partial", part,
          ])
      }
      let output = CommandRun(["merge"] + parts + ["-c", Self.contract]).output
      #expect(output.contains(cut), "\(output)")
    }
  }

  @Test(
    "check finds the violations in each known kind of log",
    arguments: [
      (
        "elastic.ndjson",
        """
        elastic.ndjson:2 (GET /users/8 200, 4bf9<U+001B>) 1:7: error: [wrong-type] at id: expected Int, found a string

        """
      ),
      (
        "otel.ndjson",
        """
        otel.ndjson:2 (GET /users/8 200) 1:17: error: [null-value] at login: expected String, found null

        """
      ),
      (
        "kong.ndjson",
        """
        kong.ndjson:2 (GET /users/9 404) 1:10: error: [wrong-type] at error: expected String, found a number

        """
      ),
    ])
  func known(file: String, found: String) {
    let words = ["check", Self.folder + "/" + file, "-c", Self.contract]
    let run = CommandRun(words + ["--report", "short", "--show-values"])
    #expect(run.output.replacing(Self.folder + "/", with: "") == found)
    #expect(run.exitCode == .violations)
    #expect(CommandRun(words).output.contains("; 1 body cut off by the log, not checked\n"))
    #expect(CommandRun(words + ["--report", "json"]).output.contains("\"cutOff\": 1,"))
    #expect(
      CommandRun("stats", words[1]).errors == "1 record passed over: the log has cut off the body\n"
    )
  }

  @Test("The id of a log record is shown only with values")
  func names() {
    let words = ["check", Self.folder + "/elastic.ndjson", "-c", Self.contract, "--report"]
    for report in ["human", "short", "json", "ndjson"] {
      let shown = CommandRun(words + [report, "--show-values"]).output
      #expect(shown.contains("GET /users/8 200, 4bf9<U+001B>"), "\(shown)")
      let hidden = CommandRun(words + [report], environment: ["CI": "true"]).output
      #expect(!hidden.contains("4bf9"), "\(hidden)")
    }
  }

  @Test("stats reads the times of logs in all units")
  func times() {
    let output = CommandRun("stats", Self.folder + "/kong.ndjson").output
    #expect(output.contains("2025-03-01"))
    #expect(CommandRun("stats", Self.folder + "/otel.ndjson").output.contains("2025-03-01"))
  }

  @Test(
    "An error in records is reported with its position",
    arguments: [
      (#"[]"#, #"1:1: "records" is an object of patterns for inputs, not an array"#),
      (#"{"":{}}"#, #"1:2: the pattern "" is empty"#),
      (#"{"a":{"url":"u"},"a":{"url":"u"}}"#, #"1:18: the pattern "a" is there twice"#),
      (#"{"a":"url"}"#, #"1:6: "a" is an object of words and key paths, not a string"#),
      (
        #"{"a":{"url":"u","statuss":"s"}}"#,
        #"1:17: unknown word "statuss"; did you mean "status"?"#
      ),
      (#"{"a":{"url":7}}"#, #"1:13: "url" is a key path, such as "http.method", not a number"#),
      (
        #"{"a":{"url":["a","b"]}}"#,
        #"1:13: "url" is a key path, such as "http.method", not an array"#
      ),
      (#"{"a":{"url":""}}"#, #"1:13: the key path of "url" has an empty step: """#),
      (#"{"a":{"url":"a..b"}}"#, #"1:13: the key path of "url" has an empty step: "a..b""#),
      (#"{"a":{"url":"a","url":"b"}}"#, #"1:17: two paths are given for "url""#),
      (#"{"a":{"url":"a","body":"a"}}"#, #"1:24: "a" is the path of "url", too"#),
      (
        #"{"a":{"method":"m"}}"#,
        #"1:2: "a" has no path for "url"; an exchange has a url, and an event has event and data"#
      ),
      (
        #"{"a":{"event":"m"}}"#,
        #"1:2: "a" has no path for "url"; an exchange has a url, and an event has event and data"#
      ),
    ])
  func mistakes(text: String, message: String) throws {
    let document = try JSONDocument(parsing: text)
    let reader = InputSettings {
      "\(TextPosition(offset: $0, in: Array(text.utf8)))"
    }
    do throws(UsageError) {
      _ = try reader.maps(document.root)
      Issue.record("no mistake")
    } catch {
      #expect(
        ([error.message] + [error.hint].compactMap(\.self)).joined(separator: "; ") == message)
    }
  }

  @Test(
    "Every command uses the record map of the configuration", .enabled(if: BuiltCommand.isBuilt))
  func mapped() async throws {
    let script = #"""
      "$COMMAND" check gateway.jsonl
      "$COMMAND" stats gateway.jsonl | head -1
      "$COMMAND" infer gateway.jsonl | grep /users
      "$COMMAND" redact gateway.jsonl -o out.ndjson --seed 1
      rm .contractcheck.json
      "$COMMAND" check out.ndjson -c . --report short
      """#
    #expect(
      try await Self.run(script) == """
        gateway.jsonl:2 (GET /users/9 404) 1:10: error: [wrong-type] at error: expected String, found a number
        GET /users/:id -> 200   1 payload
            "GET /users/:id":        "User",  // 1×
            "GET /users/:id -> 404": "ApiError",  // 1×
        redacted 2 records in 1 file
        out.ndjson:2 (GET /users/9 404) 1:10: error: [wrong-type] at error: expected String, found a number
        1

        """)
  }

  @Test(
    "A wrong record map is an error with the keys of the log", .enabled(if: BuiltCommand.isBuilt))
  func unfit() async throws {
    let wrong = Self.map.replacing("request.uri", with: "request.url")
    #expect(
      try await Self.run(#""$COMMAND" check gateway.jsonl"#, records: #"{ "*.jsonl": \#(wrong) }"#)
        == """
        gateway.jsonl:1:1: error: [unread]: "records" finds nothing for the url at "request.url": the first record has ts, level, http.method, request.uri, resp.code, resp.hdrs, resp.body
        contractcheck: gateway.jsonl:1:1: "records" finds nothing for the url at "request.url": the first record has ts, level, http.method, request.uri, resp.code, resp.hdrs, resp.body
        4

        """)
    let typo = Self.map.replacing("method\":", with: "methd\":")
    #expect(
      try await Self.run(
        #""$COMMAND" check gateway.jsonl 2>&1 | sed "s|$PWD|.|""#,
        records: #"{ "*.jsonl": \#(typo) }"#) == """
          contractcheck: ./.contractcheck.json:1:83: unknown word "methd"
            hint: did you mean "method"?
          0

          """)
  }

  @Test(
    "A session of Charles is read with a record map", .enabled(if: BuiltCommand.isBuilt))
  func charles() async throws {
    let map =
      #"{ "method": "method", "url": "path", "status": "response.status", "headers": "response.header.headers", "mimeType": "response.mimeType", "body": "response.body.text", "requestHeaders": "request.header.headers", "requestBody": "request.body.text", "time": "times.start" }"#
    let script = #"""
      "$COMMAND" check session.chlsj
      "$COMMAND" check - --input-name session.chlsj < session.chlsj
      """#
    #expect(
      try await Self.run(script, records: #"{ "*.chlsj": \#(map) }"#) == """
        session.chlsj entry 0 (GET /users/7 200) 1:17: error: [wrong-type] at login: expected String, found a number
        session.chlsj entry 0 (GET /users/7 200) 1:17: error: [wrong-type] at login: expected String, found a number
        1

        """)
  }

  @Test("Standard input may have a name", .enabled(if: BuiltCommand.isBuilt))
  func inputName() async throws {
    let script = #"""
      "$COMMAND" check - --input-name logs/gateway.jsonl.zst < gateway.jsonl
      "$COMMAND" stats - --input-name gateway.jsonl < gateway.jsonl | head -1
      "$COMMAND" infer - --input-name gateway.jsonl -o a.contract.json < gateway.jsonl
      "$COMMAND" check gateway.jsonl --input-name x
      "$COMMAND" stats gateway.jsonl --input-name x
      "$COMMAND" check - --input-name '' < gateway.jsonl
      """#
    #expect(
      try await Self.run(script) == """
        logs/gateway.jsonl.zst:2 (GET /users/9 404) 1:10: error: [wrong-type] at error: expected String, found a number
        GET /users/:id -> 200   1 payload
        a.contract.json: 2 mappings from 2 bodies
        contractcheck: --input-name goes with the INPUT -
        contractcheck: --input-name goes with the INPUT -
        contractcheck: --input-name is a name that is not empty, not ""
        2

        """)
  }

  @Test(
    "zstd input is reported with the command to unpack it", .enabled(if: BuiltCommand.isBuilt)
  )
  func zstd() async throws {
    let script = #"""
      mkdir in; printf '\050\265\057\375\004' > in/gateway.log.zst
      "$COMMAND" check in
      """#
    #expect(
      try await Self.run(script) == """
        in/gateway.log.zst: error: [unread]: cannot be read: it is packed with zstd: zstd -dc in/gateway.log.zst | contractcheck check - --input-name in/gateway.log.zst
        contractcheck: in/gateway.log.zst: cannot be read: it is packed with zstd: zstd -dc in/gateway.log.zst | contractcheck check - --input-name in/gateway.log.zst
        4

        """)
  }
}

import TestSupport
import Testing

@testable import contractcheck

@Suite("Commands handle endpoints without a body")
struct BodilessCommandTests {
  private static let files = [
    "a.contract.json": """
    { "contract": 1,
      "endpoints": { "DELETE /a/:id -> 204": null, "GET /a/:id": "A" },
      "mappings": { "A": { "map": { "id": "Int" } } } }
    """,
    "p.json": #"{"id":1}"#,
    "c.ndjson": """
    {"method":"DELETE","url":"/a/1","status":204}
    {"method":"DELETE","url":"/a/2","status":204,"body":"gone"}
    """,
  ]

  @Test("lint and test accept such an endpoint, and generate no payload")
  func lintAndTest() throws {
    try withFolder(Self.files) { folder in
      #expect(
        CommandRun("lint", folder).output == "checked 1 contract with 1 mapping: no errors\n")
      let test = CommandRun("test", folder)
      #expect(test.output.contains("generated payloads: all"), "\(test.output)")
      #expect(!test.output.contains("DELETE"))
    }
  }

  @Test(
    "Asking for a payload of such an endpoint is an error", arguments: ["map", "generate", "check"])
  func asked(command: String) throws {
    try withFolder(Self.files) { folder in
      let words = [command, folder + (command == "generate" ? "" : "/p.json")]
      let contracts = command == "generate" ? [] : ["-c", folder]
      let result = CommandRun(words + contracts + ["--as", "DELETE /a/:id -> 204"])
      #expect(result.exitCode == .usage)
      #expect(
        result.errors.hasPrefix(
          "contractcheck: the endpoint \"DELETE /a/:id -> 204\" has no body, so no payload\n"))
    }
  }

  @Test("map reports it for a URL and a status too")
  func named() throws {
    try withFolder(Self.files) { folder in
      let result = CommandRun(
        "map", folder + "/p.json", "--url", "/a/7", "--status", "204", "-c", folder)
      #expect(result.errors.contains("has no body, so no payload"))
    }
  }

  @Test("check counts exchanges without a body, and reports those with one")
  func checked() throws {
    try withFolder(Self.files) { folder in
      let result = CommandRun("check", folder + "/c.ndjson", "-c", folder)
      #expect(result.exitCode == .violations)
      #expect(
        result.output.contains(
          "(DELETE /a/2 204) 1:1: error[unexpected-body]: the endpoint has no body\n"))
      #expect(
        result.output.contains(
          "  unexpected-body  1×  in 1 of 2  DELETE /a/:id -> 204\n"), "\(result.output)")
      #expect(result.output.contains("checked 2 payloads in 1 input"))
    }
  }
}

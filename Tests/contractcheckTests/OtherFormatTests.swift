import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Every command reads curl responses, WireMock mappings and cassettes")
struct OtherFormatTests {
  private static let folder = PackageFolder.fixtures.path + "/formats"
  private static let contract = PackageFolder.fixtures.path + "/drafting/shop.contract.json"

  private static func check(_ words: String...) -> CommandRun {
    CommandRun(["check"] + words + ["-c", contract, "--report", "short", "--show-values"])
  }

  @Test("check finds violations in each, with the position in the file if it is there")
  func checked() {
    let run = Self.check(Self.folder)
    let found = run.output.replacing(Self.folder + "/", with: "")
    #expect(
      found == """
        betamax.json entry 0 (GET /users/9 200) 1:54: error: [cannot-coerce] at joined_at: cannot read "2021-03-01 10:00" as Date(iso8601)
        cassette.json entry 0 (get /users/7 200) 1:17: error: [null-value] at login: expected String, found null
        wiremock/mappings/all.json entry 0 (GET /users/8 200) 1:61: error: [wrong-type] at joined_at: expected Date(iso8601), found a number
        wiremock/__files/orders/first.json:3:11: error: [wrong-type] at next: expected String, found a number
        wiremock/mappings/user.json:5:25: error: [wrong-type] at id: expected Int, found a string

        """)
    #expect(
      run.errors == "1 file passed over, which is no capture: \(Self.folder)/LICENSE\n")
    let human = CommandRun("check", Self.folder, "-c", Self.contract).output
    #expect(human.contains("the URL is a regular expression, which is no path\n"))
    #expect(human.contains("checked 7 payloads in 7 inputs"))
  }

  @Test("A response belongs to the endpoint with its status if an endpoint is named")
  func statuses() {
    let (user, missing) = (Self.folder + "/curl/user.http", Self.folder + "/curl/missing.http")
    let one = Self.check(user, "--as", "GET /users/:id")
    #expect(
      one.output == """
        \(user):9:15: error: [cannot-coerce] at joined_at: cannot read "5 Jan" as Date(iso8601)

        """)
    #expect(Self.check(missing, "--as", "GET /users/:id").exitCode == .success)
    #expect(Self.check(missing, "--as", "ApiError").exitCode == .success)
    #expect(Self.check(missing, "--as", "User").exitCode == .violations)
    let undescribed = CommandRun(
      "check", missing, "-c", Self.contract, "--as", "GET /orders")
    #expect(undescribed.exitCode == .nothingChecked)
    #expect(undescribed.output.contains("the status 404 is not described"))
  }

  @Test("A named file that is not a capture gives nothing to check")
  func named() {
    let license = Self.folder + "/LICENSE"
    #expect(Self.check(license).exitCode == .nothingChecked)
    #expect(Self.check(license, "--as", "User").exitCode == .violations)
    #expect(Self.check(Self.folder + "/curl", license, "--as", "User").output.contains("LICENSE"))
  }

  @Test("stats and infer read other formats with any number of workers")
  func summarized() {
    let stats = CommandRun("stats", Self.folder)
    #expect(stats.exitCode == .success)
    #expect(stats.output.contains("GET shop.example/users/:id -> 200   2 payloads\n"))
    #expect(
      stats.errors == """
        1 file passed over, which is no capture: \(Self.folder)/LICENSE
        1 record passed over: the URL is a regular expression, which is no path
        1 record passed over: the status is not 2xx, and nothing says the endpoint

        """)
    #expect(CommandRun("stats", Self.folder, "--jobs", "4").output == stats.output)
    let draft = CommandRun("infer", Self.folder)
    #expect(draft.output.contains(#""GET /users/:id":"#))
  }

  @Test("redact keeps the format, and check finds the same in it")
  func redacted() throws {
    try withFolder([:]) { folder in
      let output = folder + "/o"
      let run = CommandRun(
        "redact", Self.folder, "-o", output, "-c", Self.contract, "--seed", "1")
      #expect(run.exitCode == .success)
      #expect(run.output == "redacted 11 records in 8 files\n")
      func rules(_ folder: String) -> [String] {
        let run = CommandRun("check", folder, "-c", Self.contract, "--report", "short")
        return run.output.split(separator: "\n").map { line in
          line.split(separator: "error: ")[1].split(separator: ":")[0].description
        }
      }
      #expect(rules(output) == rules(Self.folder))
      #expect(rules(output).count == 5)
      for file in ["betamax.json", "cassette.json", "curl/user.http", "wiremock/mappings/all.json"]
      {
        let text = try String(contentsOfFile: output + "/" + file, encoding: .utf8)
        for name in ["ann", "bob", "cyd"] { #expect(!text.contains(name), "\(file)") }
      }
      let curl = try String(contentsOfFile: output + "/curl/user.http", encoding: .utf8)
      #expect(curl.hasPrefix("HTTP/2 200\ndate: "))
      let template = try String(
        contentsOfFile: output + "/wiremock/mappings/all.json", encoding: .utf8)
      #expect(template.contains(#""urlPathTemplate":"/users/{id}""#))
    }
  }

  @Test("An array of exchanges, or one on several lines, is read like lines")
  func arrays() throws {
    let exchange = #"{"method":"GET","url":"/users/7","status":200,"body":{"id":"7"}}"#
    let files = [
      "a.json": "[\n" + exchange + ",\n" + exchange.replacing(",", with: ",\n") + "\n]\n",
      "b.json": exchange.replacing(",", with: ",\n") + "\n",
      "lines.ndjson": exchange + "\n", "a.contract.json": Ending.contract,
    ]
    let check = try CommandRun(
      ["check", "DIR/a.json", "DIR/b.json", "-c", "DIR/a.contract.json", "--report", "short"],
      in: files)
    #expect(
      check.output.contains("a.json:2:60: error: [wrong-type] at id: expected Int, found a string"),
      "\(check.output)\(check.errors)")
    #expect(check.output.contains("a.json:6:14: error: [wrong-type]"))
    #expect(check.output.contains("b.json:4:14: error: [wrong-type]"))
    let drafts = try ["b.json", "lines.ndjson"].map {
      try CommandRun(["infer", "DIR/" + $0], in: files).output
    }
    #expect(drafts[0].contains(#""GET /users/:id": "User",  // 1×"#) && drafts[0] == drafts[1])
    let draft = try CommandRun(["infer", "DIR/a.json"], in: files).output
    #expect(draft.contains(#""GET /users/:id": "User",  // 2×"#), "\(draft)")
    try withFolder(files) { folder in
      for (name, count) in [("a.json", "2 records"), ("b.json", "1 record")] {
        let output = folder + "/redacted-" + name
        let redacted = CommandRun("redact", folder + "/" + name, "-o", output, "--seed", "1")
        #expect(redacted.output == "redacted \(count) in 1 file\n")
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(!text.contains("7"), "\(text)")
        let again = CommandRun("check", output, "-c", folder + "/a.contract.json", "-q")
        #expect(again.output.contains("checked \(count.replacing("record", with: "payload")) in 1"))
      }
    }
  }
}

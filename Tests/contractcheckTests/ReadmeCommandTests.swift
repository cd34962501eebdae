import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("The README's commands print what it shows")
struct ReadmeCommandTests {
  private let readme: String
  private let root = PackageFolder.root.path

  init() throws {
    readme = try String(
      contentsOf: PackageFolder.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test("map shows the objects, the events and the violations of the partial user")
  func map() {
    let result = CommandRun(
      "map", "\(root)/Fixtures/user-partial.json", "--as", "user: User", "-c",
      "\(root)/Contracts/groups.contract.json")
    // The README's reader is in the package's folder, whatever folder the tests run in.
    let output = result.output.replacingOccurrences(of: root + "/", with: "")
    #expect(readme.contains("```\n\(output)```"), "\(output)")
  }

  @Test("infer drafts a contract from one day, and check finds what the next one breaks")
  func draft() throws {
    try withFolder([:]) { folder in
      let contract = "\(folder)/shop.contract.json"
      let drafted = CommandRun("infer", "\(root)/Fixtures/drafting/monday.ndjson", "-o", contract)
      #expect(drafted.errors == "\(contract): 5 mappings from 7 bodies\n")
      let text = try String(contentsOfFile: contract, encoding: .utf8)
      let shown = readme.split(separator: "```jsonc\n").dropFirst(2).first ?? ""
      let parts = shown.split(separator: "```")[0].split(separator: "…\n")
      #expect(parts.count == 2)
      for part in parts { #expect(text.contains(part), "\(part)") }
      let result = CommandRun(
        "check", "\(root)/Fixtures/drafting/tuesday.ndjson", "-c", contract)
      let output = result.output.replacing(root + "/", with: "")
        .replacing(contract, with: "shop.contract.json")
      let first = output.split(separator: "\n\n")[0]
      #expect(readme.contains("```\n\(first)\n```"), "\(first)")
    }
  }

  @Test("infer --update says as a diff what the next day changes")
  func update() throws {
    let day = "\(root)/Fixtures/drafting/tuesday.ndjson"
    let result = CommandRun(
      "infer", "--update", "\(root)/Fixtures/drafting/shop.contract.json", day)
    let output = result.output.replacing(root + "/", with: "/")
    #expect(readme.contains("```diff\n\(output)```"), "\(output)")
    #expect(result.exitCode == .violations)
  }

  @Test("stats says what users look like")
  func stats() {
    let result = CommandRun("stats", "\(root)/Fixtures/drafting/monday.ndjson")
    let users = result.output.components(separatedBy: "\n\n").filter { $0.contains("city") }
    #expect(users.count == 1)
    for text in users { #expect(readme.contains("```\n\(text)\n```"), "\(text)") }
  }

  @Test("redact replaces what the README shows")
  func redact() throws {
    let sample = try #require(readme.firstRange(of: "The first line becomes the second:\n\n```\n"))
    let line = readme[sample.upperBound...].prefix { $0 != "\n" } + "\n"
    try withFolder(["a.ndjson": String(line)]) { folder in
      _ = CommandRun("redact", folder + "/a.ndjson", "-o", folder + "/b.ndjson", "--seed", "1")
      let written = try String(contentsOfFile: folder + "/b.ndjson", encoding: .utf8)
      #expect(readme.contains("\(line)```\n\n```\n\(written)```"), "\(written)")
      let captures = CommandRun(
        "redact", root + "/Fixtures/captures", "-c", root + "/Contracts", "-o", folder + "/c")
      #expect(readme.contains("```\n\(captures.output)```"), "\(captures.output)")
    }
  }

  @Test("lint and test count what there is")
  func counts() {
    for command in ["lint", "test"] {
      let result = CommandRun(command, root)
      #expect(readme.contains("```\n\(result.output)```"), "\(result.output)")
    }
  }

  @Test("What a baseline accepts is written, and what of it has expired or is stale is said")
  func baseline() throws {
    let captures = try text(of: "Fixtures/captures/2025.ndjson").split(separator: "\n")
    let isEmptyBody = 49
    let fixed = captures.enumerated().filter { $0.offset != isEmptyBody }.map(\.element)
    try withFolder(["new.ndjson": fixed.joined(separator: "\n")]) { folder in
      func check(_ inputs: String, _ day: String, _ options: String...) -> String {
        let result = CommandRun(
          ["check", inputs, "-c", "\(root)/Contracts", "--today", day] + options)
        return result.output.replacing(folder + "/", with: "Contracts/")
      }
      let accept = ["--write-baseline", "\(folder)/baseline.json", "--reason"]
      let whole = "\(root)/Fixtures/captures"
      _ = check(
        whole, "2026-11-21", accept[0], accept[1], accept[2], "a proxy, OPS-31", "--expires",
        "365d", "--tolerate", "missing-key=12")
      let accepted = check(
        whole, "2026-11-21", accept[0], accept[1], accept[2], "old servers, API-212")
      let row = accepted.split(separator: "\n").first { $0.contains("User.firstname") } ?? "none"
      #expect(readme.contains("```\n\(row)\n```"), "\(row)")
      let file = try String(contentsOfFile: "\(folder)/baseline.json", encoding: .utf8)
      let entries = file.split(separator: "    {\n", omittingEmptySubsequences: false)
      let entry = "    {\n" + (entries.first { $0.contains("missing-key") } ?? "none")
      #expect(readme.contains("```json\n\(entry)```"), "\(entry)")
      let later = check(
        "\(folder)/new.ndjson", "2027-02-20", "--baseline", "\(folder)/baseline.json")
      let notes = later.split(separator: "\n\n").first { $0.hasPrefix("baseline ") } ?? "none"
      #expect(readme.contains("```\n\(notes)\n```"), "\(notes)")
    }
  }

  @Test("A check that was ended says where")
  func stopped() throws {
    let year = try text(of: "Fixtures/captures/2025.ndjson")
    try withFolder(["year.ndjson": String(repeating: year, count: 10)]) { folder in
      let result = CommandRun(
        "check", "\(folder)/year.ndjson", "-c", "\(root)/Contracts", "-q", "--max-violations",
        "100")
      let summary = result.output.replacing(folder + "/", with: "").split(separator: "\n").last
      #expect(readme.contains("```\n\(summary ?? "none")\n```"), "\(summary ?? "none")")
    }
  }

  @Test("An example that fails is told in sentences")
  func failure() throws {
    let fixtures = ["avatars", "groups", "user", "countries", "sports", "people", "error"]
    var files: [String: String] = [:]
    for name in fixtures {
      files["Fixtures/\(name).json"] = try text(of: "Fixtures/\(name).json")
    }
    files["groups.contract.json"] = try text(of: "Contracts/groups.contract.json")
      .replacingOccurrences(
        of: #""objects": { "Avatar": 2 }"#, with: #""objects": { "Avatar": 3 }"#
      )
      .replacingOccurrences(of: #""[0].remoteId": 123"#, with: #""[0].remoteId": 124"#)
    try withFolder(files) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      let output = result.output.replacingOccurrences(of: folder + "/", with: "")
        .replacingOccurrences(of: "ran 8 examples of 1 contract: 1 failed\n", with: "")
      #expect(readme.contains("```\n\(output)```"), "\(output)")
    }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
  }
}

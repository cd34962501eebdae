import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck generate prints payloads, and replay one of them again")
struct GenerateCommandTests {
  private let groups = PackageFolder.root.appending(path: "Contracts/groups.contract.json").path

  private func lines(_ words: String...) -> [String] {
    let result = CommandRun(["generate", groups, "--as", "[Avatar]"] + words)
    #expect(result.exitCode == .success)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("A part of the list equals that part of the whole")
  func ranges() {
    let all = lines("--count", "170", "--ids")
    #expect(all.count == 170)
    #expect(lines("--from", "100", "--count", "50", "--ids") == Array(all[100..<150]))
    #expect(all[0] == #"{"id":"canonical","payload":[{"id":1,"file_url":"a"}]}"#)
    #expect(all.contains(#"{"id":"payload:truncated@","text":"[{\"id\":1,\"file_url\":\"a\"}"}"#))
    #expect(lines("--ids").count == 100)
  }

  @Test("generate prints valid payloads, single faults, pairs and drawn payloads")
  func kinds() {
    #expect(lines("--faults", "none", "--count", "2").first == #"[{"id":1,"file_url":"a"}]"#)
    #expect(lines("--faults", "each", "--ids").count == 137)
    #expect(lines("--faults", "pairwise").count == 3)
    let drawn = lines("--faults", "random", "--seed", "7", "--count", "3", "--ids")
    #expect(drawn.map { $0.hasPrefix(#"{"id":"random:7:"#) } == [true, true, true])
    #expect(lines("--faults", "each", "--from", "500").isEmpty)
  }

  @Test("Payloads that fit no line are left out and reported")
  func noLines() {
    let result = CommandRun("generate", groups, "--as", "[Avatar]", "--faults", "each")
    #expect(
      result.errors == "contractcheck: left out 3 payloads that are no line; --ids has them\n")
    #expect(result.output.split(separator: "\n").count == 134)
  }

  @Test("Errors of the command line have a hint")
  func usage() {
    #expect(
      CommandRun("generate", groups, "--as", "[Avatr]").errors == """
        contractcheck: no contract has "[Avatr]"
          hint: did you mean "Avatar"?

        """)
    #expect(
      CommandRun("generate", groups, "--as", "[Avatar]", "--count", "x").errors
        == "contractcheck: --count is a number from 0 on, not \"x\"\n")
    #expect(CommandRun("generate", groups).exitCode == .usage)
    #expect(
      CommandRun("replay", "nul@[0].id", "--as", "[Avatar]", "-c", groups).errors == """
        contractcheck: "[Avatar]" has no payload "nul@[0].id"
          hint: did you mean "null@[0].id"?

        """)
  }

  @Test("replay generates a payload by its id, and reports as map does")
  func replay() {
    let result = CommandRun("replay", "null@[0].file_url", "--as", "[Avatar]", "-c", groups)
    #expect(result.exitCode == .violations)
    #expect(
      result.output.hasPrefix(
        """
        null@[0].file_url: [0].file_url null

        [{"id":1,"file_url":null}]

        [
          {
        """))
    #expect(result.output.contains("payload:1:21: error[null-value]: expected String, found null"))
    let broken = CommandRun("replay", "payload:empty@", "--as", "[Avatar]", "-c", groups)
    #expect(
      broken.output.hasSuffix(
        "payload:1:1: error[empty-body]: expected a value, found an empty text at offset 0\n"))
    #expect(broken.exitCode == .violations)
    let valid = CommandRun("replay", "canonical", "--as", "[Avatar]", "-c", groups)
    #expect(valid.exitCode == .success)
  }
}

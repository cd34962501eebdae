import TestSupport
import Testing

@testable import contractcheck

@Suite("Reports made at the end show at most 1,000 examples per group")
struct ExampleLimitTests {
  @Test("The limit holds for any requested number; line reports have all violations")
  func mostExamples() throws {
    let contract = #"{ "contract": 1, "mappings": { "A": { "map": { "id": "Int" } } } }"#
    let lines = String(repeating: "{\"id\":\"x\"}\n", count: 1_234)
    try withFolder(["a.contract.json": contract, "a.ndjson": lines]) { folder in
      let check = ["check", "-c", folder, "--as", "A", "\(folder)/a.ndjson"]
      for (asked, shown) in [("0", 1_000), ("2000", 1_000), ("7", 7)] {
        let result = CommandRun(check + ["--examples", asked])
        #expect(result.output.ranges(of: "error[wrong-type]").count == shown)
        let rest = "… and \(1_234 - shown) more wrong-type A.id"
        #expect(
          result.output.contains("\n\n\(rest)\(shown == 1_000 ? ": see --report ndjson" : "")\n\n"))
      }
      let short = CommandRun(check + ["--examples", "0", "--report", "short"])
      #expect(short.output.ranges(of: "[wrong-type]").count == 1_234)
    }
  }

  @Test("The count of too many keys is a lower bound")
  func keys() throws {
    let contract = #"{ "contract": 1, "mappings": { "A": { "map": { "id": "Int" } } } }"#
    func key(_ number: Int) -> String {
      String(decoding: String(number + 100_000).utf8.map { $0 + 49 }, as: UTF8.self)
    }
    for (count, text) in [(20_000, "; 20000 keys"), (45_000, "; at least 20000 keys")] {
      let members = (0..<count).map { #""\#(key($0))":1"# }.joined(separator: ",")
      try withFolder(["a.contract.json": contract, "a.json": #"{"id":1,\#(members)}"#]) { folder in
        let result = CommandRun("check", "-c", folder, "--as", "A", "\(folder)/a.json")
        #expect(result.output.contains("\(text) not in the contract"))
      }
    }
  }
}

import Testing

@testable import ContractModel

@Suite("Letters of date patterns that stand for another part are warned of")
struct DatePatternTests {
  @Test(
    arguments: [
      ("yyyy-mm-dd", ["\"m\" in \"yyyy-mm-dd\" is a minute; write M, the month"]),
      (
        "YYYY-MM-dd",
        ["\"Y\" in \"YYYY-MM-dd\" is the year of a week, another one around New Year; write y"]
      ),
      (
        "yyyy-MM-DD",
        ["\"D\" in \"yyyy-MM-DD\" is the day of the year; write d, the day of the month"]
      ),
      (
        "yyyy-MM-dd hh:mm",
        ["\"h\" in \"yyyy-MM-dd hh:mm\" is an hour of half a day; write H, or add a"]
      ),
      (
        "yyyy-MM-dd HH:mm:SS",
        ["\"S\" in \"yyyy-MM-dd HH:mm:SS\" is a fraction of a second; write s, the second"]
      ),
      ("yyyy-MM-dd''T''HH:mm:ss.SSSXXXXX", []), ("YYYY-''W''ww", []), ("yyyy-DDD", []),
      ("hh:mm a", []), ("mm:ss", []), ("''Y'' dd.MM.yyyy", []),
      ("EEE, dd MMM yyyy HH:mm:ss zzz", []),
    ])
  func warnings(pattern: String, expected: [String]) throws {
    let text = """
      { "contract": 1, "mappings": { "A": { "map": { "at": "at: Date('\(pattern)')" } } },
        "endpoints": { "GET /a": "A" } }
      """
    let set = ContractSet(
      paths: ["a.contract.json"], files: ContractText(text), canBeGenerated: { _ in true })
    #expect(set.errors.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") } == expected)
  }
}

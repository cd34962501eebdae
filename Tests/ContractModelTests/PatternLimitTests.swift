import ContractModel
import Testing

@Suite("Patterns and texts have a size limit")
struct PatternLimitTests {
  @Test("A pattern of more than 2,500 steps is an error, with its repeats written out")
  func program() throws {
    #expect(throws: TextPatternError.self) { try TextPattern("(a?){1000}(a?){1000}(a?){1000}") }
    #expect(throws: TextPatternError.self) { try TextPattern("^.{0,1000}b{500}$") }
    _ = try TextPattern("^.{0,1000}$")
    _ = try TextPattern("(a?){1000}")
  }

  @Test("Only followed steps count, so anchors and few repeats are cheap")
  func steps() throws {
    let text = String(repeating: "a", count: 10_000)
    #expect(try TextPattern("^(b|c)+$").finding(in: text, stepLimit: 50_000) == .absent)
    #expect(try TextPattern("^[a-z]+$").finding(in: text, stepLimit: 60_000) == .found)
    #expect(try TextPattern("^[a-z]+b$").finding(in: text, stepLimit: 10_000) == .undecided)
    #expect(try TextPattern("(a?){1000}b").finding(in: text, stepLimit: 100_000) == .undecided)
    #expect(try TextPattern("(a?){1000}").finding(in: text, stepLimit: 100_000) == .found)
  }
}

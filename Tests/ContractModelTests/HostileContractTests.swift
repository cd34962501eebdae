import ContractModel
import TestSupport
import Testing

/// A contract comes from a pull request, so an attacker may choose its size and shape. Each of
/// these contracts took minutes, or did not end, while the reader compared every pair.
@Suite("Reading a contract takes time linear in its size")
struct HostileContractTests {
  private func errors(_ text: String) -> [ContractError] { ContractSet(text: text).errors }

  private func map(_ lines: String) -> String {
    #"{ "contract": 1, "mappings": { "A": { "map": { \#(lines) } } } }"#
  }

  private func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ", ")
  }

  @Test(
    "10,000 cases, 20,000 lines or alternatives, and 5,000 mistakes are read in linear time",
    .enabled(if: TestDepth.isFull))
  func many() {
    let cases = list(10_000) { #""c\#($0)": { "v\#($0)": "Int" }"# }
    #expect(
      errors(
        #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int" }, "switch": "t", "cases": { \#(cases) } } } }"#
      ).isEmpty)
    let union = (0..<20_000).map { "'v\($0)'" }.joined(separator: " | ")
    #expect(errors(map(#""k": "p: \#(union)""#)).isEmpty)
    #expect(errors(map(list(20_000) { #""a.k\#($0)": "p\#($0): Int""# })).isEmpty)
    #expect(errors(map(list(5_000) { #""k\#($0)": "p\#($0): Strng""# })).count == 5_000)
    #expect(errors(map(list(5_000) { _ in #""k": "Int""# })).count == 4_999)
  }

  @Test(
    "Chains of 5,000 needed and of 500 extended mappings are judged in linear time",
    .enabled(if: TestDepth.isFull))
  func chains() {
    let needs = list(5_000) { #""M\#($0)": { "map": { "a": "a: M\#($0 + 1)" } }"# }
    #expect(
      errors(#"{ "contract": 1, "mappings": { \#(needs), "M5000": { "map": { "x": "Int" } } } }"#)
        .isEmpty)
    let bases = list(500) {
      #""M\#($0)": { "extends": "M\#($0 + 1)", "map": { "a\#($0)": "Int" } }"#
    }
    let set = errors(
      #"{ "contract": 1, "mappings": { \#(bases), "M500": { "map": { "x": "Int" } } } }"#)
    #expect(Set(set.map(\.message)) == ["mappings extend each other at most 32 deep"])
  }

  @Test("Very deep types and key paths are rejected, and a path of 5,000 segments is read")
  func deep() {
    let brackets = String(repeating: "[", count: 50_000)
    #expect(
      errors(map(#""k": "p: \#(brackets)""#)).map(\.message) == ["types nest at most 32 deep"])
    let keys = Array(repeating: "a", count: 50_000).joined(separator: ".")
    #expect(
      errors(map(#""\#(keys)": "p: Int""#)).map(\.message) == ["a key path has at most 128 steps"])
    let segments = list(5_000) { "/:p\($0)" }.split(separator: ", ").joined()
    #expect(errors(#"{ "contract": 1, "endpoints": { "GET \#(segments)": "Int" } }"#).isEmpty)
  }
}

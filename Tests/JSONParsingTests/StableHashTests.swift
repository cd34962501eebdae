import JSONParsing
import Testing

@Suite("A stable hash is FNV-1a")
struct StableHashTests {
  @Test("Hashes are those that the authors of FNV-1a publish, on every machine")
  func published() {
    #expect(StableHash("".utf8).text == "cbf29ce484222325")
    #expect(StableHash("a".utf8).text == "af63dc4c8601ec8c")
    #expect(StableHash("foobar".utf8).text == "85944171f73967e8")
  }

  @Test("The same text cut into other parts has another hash")
  func texts() {
    #expect(StableHash(texts: ["ab", "c"]) != StableHash(texts: ["a", "bc"]))
  }
}

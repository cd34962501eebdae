import ContractModel
import Testing

@Suite("A hint names the word that was probably meant")
struct NearestWordTests {
  @Test(
    "A near word is a typing error, another letter case, or a prefix",
    arguments: [
      ("mapings", "mappings"), ("identifiedby", "identifiedBy"), ("MAP", "map"), ("tpye", "type"),
      ("mappingss", "mappings"), ("extend", "extends"), ("exten", "extends"), ("cse", nil),
      ("xyz", nil), ("", nil), ("t", nil), ("mp", nil), ("type", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    let words = ["map", "mappings", "type", "extends", "identifiedBy", "cases"]
    #expect(nearestWord(to: word, among: words.filter { $0 != word }) == expected)
  }

  @Test("The search for a near word is limited for words of any length")
  func longWords() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(nearestWord(to: word, among: [word + "b"]) == nil)
    #expect(nearestWord(to: "aaaa", among: [word]) == word)
  }
}

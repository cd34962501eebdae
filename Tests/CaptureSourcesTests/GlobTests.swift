import Testing

@testable import CaptureSources

@Suite("Patterns match paths")
struct GlobTests {
  @Test(
    "A pattern matches the paths that it describes, and no others",
    arguments: [
      ("*.json", ["a.json", "b/a.json", ".json"], ["a.jsonl", "a.json/b", "A.JSON"]),
      ("/*.json", ["a.json"], ["b/a.json"]),
      ("a", ["a", "b/a"], ["ab", "a/b"]),
      ("a/", ["a", "b/a"], ["a/b"]),
      ("a/*.json", ["a/b.json"], ["a/b/c.json", "x/a/b.json"]),
      ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/b/c", "ab"]),
      ("a/**", ["a/b", "a/b/c"], ["a", "b/a"]),
      ("**/a/*", ["a/b", "x/a/b"], ["a", "a/b/c"]),
      ("**", ["a", "a/b"], []),
      ("?.json", ["a.json", "é.json", "b/😀.json"], ["ab.json", ".json"]),
      ("a*b*c", ["abc", "axxbxbxc"], ["acb", "abcd"]),
      ("**x", ["x", "ax", "b/ax"], ["xa"]),
      ("[a]", ["[a]"], ["a"]),
      ("a/?x", ["a/\u{301}x"], ["a/x"]),
      ("", [], ["a"]),
    ])
  func matches(pattern: String, matching: [String], others: [String]) {
    let glob = Glob(pattern)
    #expect(matching.filter { !glob.matches($0) } == [])
    #expect(others.filter(glob.matches) == [])
  }

  @Test("A pattern with many wildcards takes linear time")
  func hostile() {
    let glob = Glob(String(repeating: "*a", count: 200) + "b")
    #expect(!glob.matches(String(repeating: "a", count: 5_000)))
    let folders = Glob(String(repeating: "**/a/", count: 50) + "b")
    #expect(!folders.matches(String(repeating: "a/", count: 1_000) + "a"))
  }
}

import ContractModel
import Foundation
import TestSupport
import Testing

@Suite("A text pattern takes linear time, and says what it does not support")
struct TextPatternTests {
  @Test(
    "A pattern is found anywhere, unless it is anchored",
    arguments: [
      ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true), ("^abc$", "abc", true),
      ("^abc$", "abcd", false), ("", "anything", true), ("^$", "", true), ("^$", "a", false),
      ("a|b", "xbx", true), ("^(?:a|bc)+$", "abcbca", true), ("^(a|bc)+$", "ab", false),
      ("^[a-c]{2,3}$", "abca", false), ("^[a-c]{2,3}$", "abc", true), ("^a{2}$", "aa", true),
      ("^a{0}$", "", true), ("^a{2,}$", "aaaa", true), ("^a{2,}$", "a", false),
      ("^[^a-c]$", "d", true), ("^[^a-c]$", "b", false), (#"^\d+$"#, "0123", true),
      (#"^\d+$"#, "٣", false), (#"^\w+$"#, "aZ_9", true), (#"^\S\s\S$"#, "a\u{a0}b", true),
      ("^.$", "😀", true), ("^.$", "\n", false), ("^.$", "e\u{301}", false), ("^[é]$", "é", true),
      (#"^\u00e9\x41$"#, "éA", true), (#"^a\.b\/c\-d$"#, "a.b/c-d", true), ("^[]$-]$", "", nil),
      (#"^[\]$-]$"#, "-", true), (#"^[\d-]+$"#, "1-2", true), ("(a*)*b", "aaab", true),
      ("^(a?){3}$", "aa", true), ("^(|a)b$", "b", true), ("x*", "", true),
    ] as [(String, String, Bool?)])
  func matching(pattern: String, text: String, isFound: Bool?) throws {
    guard let isFound else {
      #expect(throws: TextPatternError.self) { try TextPattern(pattern) }
      return
    }
    #expect(try TextPattern(pattern).matches(text) == isFound)
  }

  @Test(
    "Patterns that make backtracking explode are decided at once", .enabled(if: TestDepth.isFull))
  func hostilePatterns() throws {
    let text = String(repeating: "a", count: 100_000) + "b"
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(a*)*$", "^((a*)*)*$"] {
      #expect(try !TextPattern(pattern).matches(text))
      #expect(try TextPattern(pattern).matches(String(text.dropLast())))
    }
  }

  @Test("Repeats of the empty pattern match the empty text")
  func emptyRepeats() throws {
    let pattern = try TextPattern("^((((){1000}){1000}){1000}){1000}(a{0}){1000}$")
    #expect(pattern.matches(""))
    #expect(!pattern.matches("a"))
  }

  @Test("A slash is always written with a backslash")
  func slashes() throws {
    #expect(try TextPattern("^https://[/]x").text == #"^https:\/\/[\/]x"#)
    #expect(try TextPattern(#"a\/b\\/"#).text == #"a\/b\\\/"#)
    #expect(try TextPattern("a/b") == TextPattern(#"a\/b"#))
  }

  @Test("Random patterns find what NSRegularExpression finds")
  func differential() throws {
    var random = RandomPattern(seed: 21)
    for _ in 0..<600 {
      let pattern = random.pattern(depth: 3)
      // ICU's $ also matches before a final line end, and its \w matches letters of every script.
      let theirPattern = pattern.replacingOccurrences(of: "$", with: #"\z"#)
        .replacingOccurrences(of: #"\w"#, with: "[A-Za-z0-9_]")
      let expression = try NSRegularExpression(pattern: theirPattern)
      let ours = try TextPattern(pattern)
      for _ in 0..<6 {
        let text = random.text()
        let range = NSRange(text.startIndex..., in: text)
        let theirs = expression.firstMatch(in: text, range: range) != nil
        #expect(ours.matches(text) == theirs, "/\(pattern)/ in \(text)")
      }
    }
  }

  @Test(
    "The simplest text of a random pattern matches it, and has the requested length",
    .enabled(if: TestDepth.isFull)
  )
  func simplestTexts() throws {
    var random = RandomPattern(seed: 22)
    var foundCount = 0
    for _ in 0..<1_500 {
      let pattern = try TextPattern(random.pattern(depth: 3))
      for lengths in [0...100, 3...5, 7...7] {
        guard let text = pattern.simplestText(lengths: lengths) else { continue }
        foundCount += 1
        #expect(pattern.matches(text), "\(pattern): \(text)")
        #expect(lengths.contains(text.unicodeScalars.count), "\(pattern): \(text)")
      }
      if let shortest = pattern.simplestText(lengths: 0...100), !shortest.isEmpty {
        // No shorter text matches, so none is found.
        let limit = shortest.unicodeScalars.count - 1
        #expect(pattern.simplestText(lengths: 0...limit) == nil, "\(pattern)")
      }
    }
    #expect(foundCount > 3_000)
  }

  @Test(
    "The simplest text is what a person would write",
    arguments: [
      ("^[A-Z]{3}-[0-9]+$", 0...50, "AAA-0"), ("^[A-Z]{3}-[0-9]+$", 7...7, "AAA-000"),
      ("^(cat|dog)s?$", 0...50, "cat"), ("[0-9]", 4...4, "0aaa"), (".", 0...9, "a"),
      (#"^\+?[0-9]{2}$"#, 3...3, "+00"), ("x$", 3...3, "aax"), ("^a*$", 0...9, ""),
    ] as [(String, ClosedRange<Int>, String)])
  func simplestText(pattern: String, lengths: ClosedRange<Int>, text: String) throws {
    #expect(try TextPattern(pattern).simplestText(lengths: lengths) == text)
  }

  @Test("A pattern without any match is reported", arguments: ["a^b", "$a", "^a{3}$"])
  func unsatisfiable(pattern: String) throws {
    #expect(try TextPattern(pattern).simplestText(lengths: 0...2) == nil)
  }
}

/// Draws patterns and texts over a small alphabet, so that they often match.
struct RandomPattern {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func pattern(depth: Int) -> String {
    let body = alternatives(depth: depth)
    return pick(["", "^"]) + (body.contains("|") ? "(?:\(body))" : body) + pick(["", "$"])
  }

  private mutating func alternatives(depth: Int) -> String {
    (0..<Int.random(in: 1...2, using: &generator)).map { _ in sequence(depth: depth) }
      .joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      atom(depth: depth) + pick(["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}"])
    }.joined()
  }

  private mutating func atom(depth: Int) -> String {
    if depth > 0, Bool.random(using: &generator) { return "(\(alternatives(depth: depth - 1)))" }
    return pick(["a", "b", "c", "[ab]", "[^a]", ".", #"\d"#, #"\w"#, "[b-d]", "é", "1"])
  }

  mutating func text() -> String {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      pick(["a", "b", "c", "d", "é", "1", "\n", "😀"])
    }.joined()
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }
}

import ContractModel
import TestSupport
import Testing

@Suite("The character classes of a match produce other texts that match")
struct PatternClassesTests {
  private func words(_ pattern: String, _ text: String) throws -> String? {
    let scalars = Array(text.unicodeScalars)
    return try TextPattern(pattern).classes(of: scalars).map { classes in
      zip(scalars, classes).map { scalar, set in
        guard let set else { return "." }
        return set.ranges.count == 1 && set.ranges[0].count == 1 ? "\(scalar)" : "_"
      }.joined()
    }
  }

  @Test(
    "A class is shown as its only scalar or as _, and unmatched text as points",
    arguments: [
      ("^ord_", "ord_12", "ord_.."), ("^ord_[0-9]+$", "ord_12", "ord___"), ("b", "abab", ".b.."),
      ("^(acme|globex)$", "globex", "globex"), ("^[A-Z]{2}-1\\d*$", "AB-123", "__-1__"),
      ("", "ab", ".."), ("(a|b)+$", "xab", ".ab"), ("^a?b", "b", "b"), ("é$", "caf\u{e9}", "...é"),
    ])
  func classes(pattern: String, text: String, expected: String) throws {
    #expect(try words(pattern, text) == expected)
  }

  @Test("A text without a match has no classes", arguments: [("^b", "ab"), ("a$", "ab")])
  func absent(pattern: String, text: String) throws {
    #expect(try words(pattern, text) == nil)
  }

  @Test("Other scalars of the same classes give a matching text")
  func others() throws {
    var generator = SplitMix64(seed: 3)
    let patterns = [
      "^[a-c]+[b-d]{2}x?$", "(ab|b[a-d]*)c", "^(a|ab)(c|bcd)*$", "[^a]b.{1,3}$", "^a*b*c*d*$",
    ].compactMap { try? TextPattern($0) }
    var foundCount = 0
    for number in 0..<3_000 {
      let pattern = patterns[number % patterns.count]
      let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Unicode.Scalar(UInt8.random(in: 0x61...0x64, using: &generator))
      }
      let classes = pattern.classes(of: text)
      #expect((classes != nil) == pattern.matches(String(String.UnicodeScalarView(text))))
      guard let classes else { continue }
      foundCount += 1
      let other = zip(text, classes).map { scalar, set in
        guard let set else { return scalar }
        let others = (UInt8(0x61)...0x64).map { Unicode.Scalar($0) }.filter(set.contains)
        return others.randomElement(using: &generator) ?? scalar
      }
      #expect(pattern.matches(String(String.UnicodeScalarView(other))))
    }
    #expect(foundCount > 500)
  }
}

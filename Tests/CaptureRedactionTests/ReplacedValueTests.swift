import CaptureRedaction
import JSONParsing
import TestSupport
import Testing

@Suite("A value is replaced by one of its type, format and length")
struct ReplacedValueTests {
  private func values(_ values: [String], seed: UInt64 = 7) throws -> [String] {
    let text = "[" + values.joined(separator: ",") + "]"
    let root = try JSONDocument(
      parsing: try RedactedCapture(text, named: "a.json", seed: seed).text)
    return root.root.elements.map(\.rawText)
  }

  @Test(
    "Each format keeps what makes it valid",
    arguments: [
      (#""2024-02-29T12:30:00.250+01:00""#, #"^"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00"$"#),
      (#""1999-12-31""#, #"^"19\d\d-\d\d-\d\d"$"#),
      (#""2024-02-29 12:30:00""#, #"^"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d"$"#),
      (#""29.02.2024""#, #"^"\d\d\.\d\d\.20\d\d"$"#), (#""12:30""#, #"^"[012]\d:[0-5]\d"$"#),
      (
        #""Sun, 06 Nov 1994 08:49:37 GMT""#,
        #"^"(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d [A-Z][a-z]{2} 19\d\d \d\d:\d\d:\d\d GMT"$"#
      ),
      (
        #""3f2504e0-4f89-41d3-9a0c-0305e82c3301""#,
        #"^"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89][0-9a-f]{3}-[0-9a-f]{12}"$"#
      ),
      (#""9F86D081884C7D65""#, #"^"[0-9A-F]{16}"$"#),
      (#""ann.lee@mail.example.com""#, #"^"[a-z]{3}\.[a-z]{3}@[a-z]{4}\.[a-z]{7}\.[a-z]{3}"$"#),
      (
        #""https://cdn.example.com:80/u/7?w=9""#,
        #"^"https://[a-z]{3}\.[a-z]{7}\.com:80/[a-z]/[1-9]\?w=[1-9]"$"#
      ),
      (#""https://localhost:80/u""#, #"^"https://localhost:80/[a-z]"$"#),
      (#""tel://+491701234567""#, #"^"tel://\+[1-9]\d{11}"$"#),
      (#""sess://AB12""#, #"^"sess://[A-Z]{2}[1-9]\d"$"#),
      (
        #""http://[2001:db8::42]:80/a""#,
        #"^"http://\[[1-9]\d{3}:[a-z]{2}\d::[1-9]\d\]:80/[a-z]"$"#
      ),
      (#""192.168.1.1""#, #"^"1\d\d|2\d\d\.1\d\d|2\d\d\.[1-9]\.[1-9]"$"#),
      (#""Hello, World 27!""#, #"^"[A-Z][a-z]{4}, [A-Z][a-z]{4} [1-9]\d!"$"#),
      ("-12.50", #"^-[1-9]\d\.\d\d$"#), ("7.0", #"^[1-9]\.0$"#), ("7E0", #"^[1-9]E0$"#),
      ("0", "^0$"), ("0.0", #"^0\.0$"#), ("-0", "^-0$"), ("42", #"^[1-9]\d$"#), ("true", "^true$"),
      ("null", "^null$"), (#""""#, #"^""$"#), (#""Müller""#, #"^"[A-Z][à-öø-ÿß][a-z]{4}"$"#),
    ])
  func formats(value: String, pattern: String) throws {
    for seed in UInt64(0)..<8 {
      let replaced = try values([value], seed: seed)[0]
      #expect(replaced.contains(try Regex(pattern)), "\(replaced)")
      #expect(replaced.unicodeScalars.count == value.unicodeScalars.count)
    }
  }

  @Test("A number is replaced by the same number in every notation", arguments: UInt64(0)..<6)
  func notations(seed: UInt64) throws {
    let rows = [
      ["1", "1.0", "1e0", "10e-1", "0.1E+1", "\"1\""], ["1500", "1.5e3", "1500.00", "15E2"],
      ["-12.5", "-1.25e1", "-12.50", "-125e-1"], ["0.05", "5e-2", "0.050"], ["0", "0e0", "0.0"],
      ["2"], ["12.5"], ["0.5"], ["15"],
    ]
    let replaced = try rows.map { row in
      try values(row, seed: seed).map { Double($0.filter { $0 != "\"" }) }
    }
    #expect(replaced.allSatisfy { Set($0).count == 1 }, "\(replaced)")
    #expect(Set(replaced.map(\.first)).count == rows.count, "\(replaced)")
  }

  @Test("The exponent of a number may be of any size")
  func exponents() throws {
    let texts = ["3e-9223372036854775808", "3e9223372036854775807", "3e99999999999999999999"]
    let replaced = try values(texts)
    for (text, other) in zip(texts, replaced) {
      #expect(other.dropFirst() == text.dropFirst() && JSONNumber(other) != nil, "\(other)")
    }
  }

  @Test("A replaced date exists, and its weekday is right")
  func dates() throws {
    let days = (1...28).flatMap { day in
      ["2024-02-\(day < 10 ? "0" : "")\(day)", "2023-12-\(day < 10 ? "0" : "")\(day)"]
    }
    let replaced = try values(days.map { "\"\($0)\"" })
    #expect(Set(replaced).count == days.count)
    for text in replaced {
      let numbers = text.dropFirst().dropLast().split(separator: "-").compactMap { Int($0) }
      let leap = numbers[0].isMultiple(of: 4) && numbers[0] != 1900 ? 29 : 28
      let counts = [31, leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      #expect(1...counts[numbers[1] - 1] ~= numbers[2], "\(text)")
    }
  }

  @Test("Different values stay different: numbers, short words, hashes")
  func different() throws {
    let numbers = (0..<3_000).map(String.init)
    #expect(Set(try values(numbers)).count == numbers.count)
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let words = letters.flatMap { first in letters.map { "\"\(first)\($0)\"" } }
    #expect(Set(try values(words)).count == words.count)
    #expect(Set(try values(letters.map { "\"\($0)\"" })).count == 26)
    let hashes = (0..<1_000).map { "\"a\(1_000_000 + $0)\"" }
    #expect(Set(try values(hashes)).count == hashes.count)
  }

  @Test("Integers stay inside or outside of Int64, and fractions stay Doubles")
  func wideNumbers() throws {
    let wide = [
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0.1234567890123456",
    ]
    for (before, after) in zip(wide, try values(wide)) {
      let numbers = [before, after].compactMap { JSONNumber($0) }
      #expect(numbers.count == 2)
      let isHeld = numbers.map { number in
        before.contains(".") ? number.double.exactValue != nil : number.int64.exactValue != nil
      }
      #expect(isHeld[0] == isHeld[1], "\(after)")
    }
  }

  @Test("Equal keys give equal replacements, and different keys give different ones")
  func keys() throws {
    let text = ["\"a secret of somebody\""]
    #expect(try values(text, seed: 1) == values(text, seed: 1))
    #expect(try values(text, seed: 1) != values(text, seed: 2))
    #expect(try values(text, seed: 1) != text)
  }

  @Test("A long text is replaced in parts, and keeps its length")
  func longText() throws {
    let text = String(repeating: "Lorem ipsum 27 dolor. ", count: 2_000)
    let replaced = try values(["\"\(text)\""])[0]
    #expect(replaced.utf8.count == text.utf8.count + 2)
    #expect(!replaced.contains("Lorem") && !replaced.contains(" 27 dolor"))
  }

  @Test("An unpaired surrogate stays unpaired")
  func surrogates() throws {
    let replaced = try values([#""ab\ud83dcd""#])[0]
    #expect(replaced.contains(#"\ud800"#))
    #expect(try JSONDocument(parsing: replaced).root.hasUnpairedSurrogate)
  }

  @Test(
    "A host without a dot and an IPv6 address do not stay",
    arguments: [
      ("tel://+491701234567", "491701234567"), ("sess://AB12CD34", "AB12CD34"),
      ("app://customer-4711/open", "4711"), ("http://[2001:db8::42]:80/a", "2001:db8"),
    ])
  func hosts(url: String, secret: String) throws {
    for seed in UInt64(0)..<8 {
      let replaced = try values(["\"\(url)\""], seed: seed)[0]
      #expect(!replaced.contains(secret), "\(replaced)")
    }
  }

  @Test("A URL in a URL is replaced, however deep", arguments: [1, 9, 400])
  func nestedURLs(depth: Int) throws {
    let url = String(repeating: "https://secret.example/?next=", count: depth) + "4711"
    let replaced = try values(["\"\(url)\"", "\"\(url)\""])
    #expect(replaced[0] == replaced[1] && replaced[0].utf8.count == url.utf8.count + 2)
    #expect(!replaced[0].contains("secret") && !replaced[0].contains("4711"))
  }

  @Test("Texts keep their length, and equal texts stay equal")
  func anyScalars() throws {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 0...20, using: &generator)
      let scalars = (0..<count).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(
            in: 0x20...(Bool.random(using: &generator) ? 0x7e : 0x2ffff), using: &generator))
      }
      var writer = JSONWriter()
      writer.string(String(String.UnicodeScalarView(scalars)))
      let replaced = try values([writer.text, writer.text])
      #expect(replaced[0] == replaced[1])
      let text = try #require(JSONDocument(parsing: replaced[0]).root.string)
      #expect(text.unicodeScalars.count == scalars.count)
    }
  }
}

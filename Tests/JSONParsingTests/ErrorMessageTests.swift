import JSONParsing
import Testing

@Suite("A text that is not JSON is explained")
struct ErrorMessageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: [UInt8]
    var message: String
    var hint: String?

    init(_ text: String, _ message: String, hint: String? = nil) {
      self.init(Array(text.utf8), message, hint: hint)
    }

    init(_ text: [UInt8], _ message: String, hint: String? = nil) {
      (self.text, self.message, self.hint) = (text, message, hint)
    }

    var testDescription: String { message }
  }

  @Test(
    "Each mistake has its message, its offset, and a hint where the mistake is a known one",
    arguments: samples)
  func message(sample: Sample) {
    let error = #expect(throws: JSONParseError.self) { try JSONDocument(parsing: sample.text) }
    #expect(error?.description == sample.message)
    #expect(error?.hint == sample.hint)
  }

  static let samples: [Sample] = [
    // The whole text
    Sample("", "expected a value, found an empty text at offset 0"),
    Sample(" \n ", "expected a value, found an empty text at offset 3"),
    Sample([0xef, 0xbb, 0xbf], "expected a value, found an empty text at offset 3"),
    Sample("1 2", #"expected the end of the text, found "2" at offset 2"#),
    Sample(
      "{}\n{}", #"expected the end of the text, found "{" at offset 3"#,
      hint: "several values, one a line, are NDJSON"),
    Sample(
      "<!DOCTYPE html>", #"expected a value, found "<" at offset 0"#,
      hint: "the text looks like HTML or XML"),
    Sample(
      ")]}',\n{}", #"expected a value, found ")" at offset 0"#,
      hint: "the text may have a prefix against script inclusion"),
    Sample(
      [0xff, 0xfe, 0x7b, 0x00], "expected UTF-8, found the byte 0xFF at offset 0",
      hint: "the text may be UTF-16 or UTF-32; JSON is UTF-8"),
    Sample(
      "{\0}\0", #"expected a member name or "}", found U+0000 at offset 1"#,
      hint: "the text may be UTF-16 or UTF-32; JSON is UTF-8"),
    Sample("[1]\0", "expected the end of the text, found U+0000 at offset 3"),

    // Arrays
    Sample("[", #"expected a value or "]", found the end of the text at offset 1"#),
    Sample("[1", #"expected "," or "]", found the end of the text at offset 2"#),
    Sample("[1,", "expected a value, found the end of the text at offset 3"),
    Sample(
      "[1,]", #"expected a value, found "]" at offset 3"#, hint: "JSON has no trailing commas"),
    Sample("[,1]", #"expected a value or "]", found "," at offset 1"#),
    Sample("[1,,2]", #"expected a value, found "," at offset 3"#),
    Sample("[1 2]", #"expected "," or "]", found "2" at offset 3"#),
    Sample("[1:2]", #"expected "," or "]", found ":" at offset 2"#),
    Sample("[1}", #"expected "," or "]", found "}" at offset 2"#),
    Sample("]", #"expected a value, found "]" at offset 0"#, hint: "JSON has no trailing commas"),

    // Objects
    Sample("{", #"expected a member name or "}", found the end of the text at offset 1"#),
    Sample(#"{"a""#, #"expected ":", found the end of the text at offset 4"#),
    Sample(#"{"a" 1}"#, #"expected ":", found "1" at offset 5"#),
    Sample(#"{"a":"#, "expected a value, found the end of the text at offset 5"),
    Sample(#"{"a":}"#, #"expected a value, found "}" at offset 5"#),
    Sample(#"{"a":1"#, #"expected "," or "}", found the end of the text at offset 6"#),
    Sample(#"{"a":1 "b":2}"#, #"expected "," or "}", found """ at offset 7"#),
    Sample(
      #"{"a":1,}"#, #"expected a member name, found "}" at offset 7"#,
      hint: "JSON has no trailing commas"),
    Sample(#"{"a":1,,}"#, #"expected a member name, found "," at offset 7"#),
    Sample(
      "{a: 1}", #"expected a member name or "}", found "a" at offset 1"#,
      hint: "a member name stands in double quotes"),
    Sample(
      "{'a': 1}", #"expected a member name or "}", found "'" at offset 1"#,
      hint: "JSON strings stand in double quotes"),
    Sample(
      "{1: 2}", #"expected a member name or "}", found "1" at offset 1"#,
      hint: "a member name stands in double quotes"),

    // Literals and other words
    Sample("nul", #"expected a value, found "nul" at offset 0"#),
    Sample("[tru]", #"expected a value or "]", found "tru" at offset 1"#),
    Sample("[nulll]", #"expected "," or "]", found "l" at offset 5"#),
    Sample("NaN", #"expected a value, found "NaN" at offset 0"#, hint: "JSON has no such number"),
    Sample(
      "[1, True]", #"expected a value, found "True" at offset 4"#, hint: "write true"),
    Sample(#"{"a": None}"#, #"expected a value, found "None" at offset 6"#, hint: "write null"),
    Sample(
      "abcdefghijklmnopqrstuvwxyz0123456789",
      #"expected a value, found "abcdefghijklmnopqrstuvwx" at offset 0"#),
    Sample(
      "// a\n1", #"expected a value, found "/" at offset 0"#, hint: "JSON has no comments"),

    // Numbers
    Sample("-", "expected a digit, found the end of the text at offset 1"),
    Sample("-a", #"expected a digit, found "a" at offset 1"#),
    Sample(
      "+1", #"expected a value, found "+" at offset 0"#, hint: "a JSON number has no plus sign"),
    Sample(
      ".5", #"expected a value, found "." at offset 0"#, hint: "a JSON number starts with a digit"),
    Sample("1.", "expected a digit, found the end of the text at offset 2"),
    Sample("[1.e5]", #"expected a digit, found "e5" at offset 3"#),
    Sample("1e", "expected a digit, found the end of the text at offset 2"),
    Sample("[1e+]", #"expected a digit, found "]" at offset 4"#),
    Sample("007", "expected a number without leading zeros at offset 0"),
    Sample("[-01]", "expected a number without leading zeros at offset 2"),
    Sample("0x1F", #"expected the end of the text, found "x1F" at offset 1"#),

    // Strings
    Sample(#""ab"#, "expected the string's closing quote, found the end of the text at offset 3"),
    Sample(#""ab\"#, "expected the string's closing quote, found the end of the text at offset 4"),
    Sample(
      #"["\u00"#, "expected the string's closing quote, found the end of the text at offset 6"),
    Sample(#""a\x""#, #"expected one of "\/bfnrtu after a backslash, found "x" at offset 3"#),
    Sample(#""\u00G9""#, #"expected four hexadecimal digits after \u, found "G" at offset 5"#),
    Sample(#""\u{41}""#, #"expected four hexadecimal digits after \u, found "{" at offset 3"#),
    Sample("\"a\nb\"", "expected an escape, found the control character U+000A at offset 2"),
    Sample("\"a\0\"", "expected an escape, found the control character U+0000 at offset 2"),
    Sample([0x22, 0x61, 0xff, 0x22], "expected UTF-8, found the byte 0xFF at offset 2"),
    Sample([0x22, 0xc3, 0x22], "expected UTF-8, found the byte 0xC3 at offset 1"),
    Sample([0x22, 0xed, 0xa0, 0x80, 0x22], "expected UTF-8, found the byte 0xED at offset 1"),
    Sample([0x22, 0xe2, 0x82], "expected UTF-8, found the byte 0xE2 at offset 1"),
    Sample([0x5b, 0x80, 0x5d], "expected UTF-8, found the byte 0x80 at offset 1"),

    // Text from outside is escaped
    Sample("[\u{1b}]", #"expected a value or "]", found U+001B at offset 1"#),
    Sample("[\u{202e}]", #"expected a value or "]", found U+202E at offset 1"#),
    Sample("[é]", #"expected a value or "]", found "é" at offset 1"#),
  ]
}

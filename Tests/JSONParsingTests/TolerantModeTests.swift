import JSONParsing
import Testing

@Suite("The tolerant mode takes comments and trailing commas, and nothing else")
struct TolerantModeTests {
  private func compact(_ text: String) throws -> String {
    try JSONDocument(parsing: text, options: .tolerant).root.text()
  }

  @Test(
    "Comments and trailing commas are skipped wherever white space may stand",
    arguments: [
      ("// a\n1", "1"), ("1 // a", "1"), ("/* a */ 1 /**/", "1"), ("//\r1", "1"),
      ("[/*a*/1/*b*/,/*c*/2/*d*/,/*e*/]", "[1,2]"), ("[ // a ] \n ]", "[]"), ("[1,]", "[1]"),
      ("[[1,],]", "[[1]]"), (#"{"a":1,}"#, #"{"a":1}"#),
      (#"{/*1*/"a"/*2*/:/*3*/{/*4*/}/*5*/,/*6*/}"#, #"{"a":{}}"#),
      (#"["// no comment", "/* nor */"]"#, #"["// no comment","/* nor */"]"#),
      ("/* * / ** */ 1", "1"), ("/* 😀 é */ 1 // 日本", "1"), ("// a\r\n// b\n2", "2"),
    ])
  func skipped(text: String, result: String) throws {
    #expect(try compact(text) == result)
  }

  @Test(
    "Other invalid JSON is rejected as in the strict mode",
    arguments: [
      ("[,]", #"expected a value or "]", found "," at offset 1"#),
      ("[1,,]", #"expected a value, found "," at offset 3"#),
      ("{,}", #"expected a member name or "}", found "," at offset 1"#),
      ("1,", #"expected the end of the text, found "," at offset 1"#),
      ("/ 1", #"expected a value, found "/" at offset 0"#),
      ("[1 /]", #"expected "," or "]", found "/" at offset 3"#),
      ("1 /* a", #"expected "*/", found the end of the text at offset 2"#),
      ("/*/ 1", #"expected "*/", found the end of the text at offset 0"#),
      ("// a", "expected a value, found an empty text at offset 4"),
      ("# a\n1", ##"expected a value, found "#" at offset 0"##),
      ("{a: 1}", #"expected a member name or "}", found "a" at offset 1"#),
    ])
  func rejected(text: String, message: String) {
    let error = #expect(throws: JSONParseError.self) { try compact(text) }
    #expect(error?.description == message)
  }

  @Test("A comment that is not UTF-8 is rejected at the byte")
  func notUTF8() {
    let text = Array("// a".utf8) + [0xff] + Array("\n1".utf8)
    #expect(throws: JSONParseError(.invalidUTF8(0xff), offset: 4)) {
      try JSONDocument(parsing: text, options: .tolerant)
    }
  }
}

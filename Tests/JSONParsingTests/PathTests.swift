import JSONParsing
import Testing

@Suite("Paths lead to values, and values know their paths")
struct PathTests {
  /// The document of RFC 6901, section 5.
  private static let rfc6901 = """
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\\"l": 6, \
    " ": 7, "m~n": 8}
    """

  @Test(
    "The pointers of RFC 6901 find what it says",
    arguments: [
      ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
      ("/c%d", "2"),
      ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
      ("/foo/2", nil), ("/foo/-", nil), ("/foo/00", nil), ("/foo/", nil), ("/foo/0/x", nil),
      ("/x", nil),
    ] as [(String, String?)])
  func pointers(text: String, result: String?) throws {
    let root = try JSONDocument(parsing: Self.rfc6901).root
    let pointer = try #require(JSONPointer(parsing: text))
    #expect(root.value(at: pointer)?.rawText == result)
    #expect(pointer.description == text)
  }

  @Test("The empty pointer is the document, and an invalid pointer is rejected")
  func pointerSyntax() throws {
    let root = try JSONDocument(parsing: "[1]").root
    #expect(root.value(at: try #require(JSONPointer(parsing: ""))) == root)
    for text in ["a", "a/b", "/~", "/~2", "/a~"] { #expect(JSONPointer(parsing: text) == nil) }
    // A combining mark forms one character with the slash before it, and is a token nevertheless.
    #expect(JSONPointer(parsing: "/\u{301}")?.tokens == ["\u{301}"])
  }

  @Test(
    "Every value's path leads back to it, also through its text",
    arguments: [
      #"{"friends": [{"name": "a"}, {"name": "b"}], "x": {"0": 1, "": [[], {}]}}"#,
      #"[[1, [2, [3]]], {"a.b": {"c?": 1, "[0]": 2, "@type": 3, "d@e": 4, "f\\g": 5, "\u00e9": 6}}]"#,
      "7",
    ])
  func pathsOfValues(text: String) throws {
    let root = try JSONDocument(parsing: text).root
    for value in Self.all(in: root) {
      #expect(root.value(at: value.path)?.byteRange == value.byteRange)
      #expect(root.value(at: value.path.pointer)?.byteRange == value.byteRange)
      #expect(try InstancePath(parsing: value.path.description) == value.path)
      #expect(root.document.path(atOffset: value.byteRange.lowerBound) == value.path)
    }
  }

  private static func all(in value: JSONValue) -> [JSONValue] {
    [value] + value.elements.flatMap(all) + value.members.flatMap { all(in: $0.value) }
  }

  @Test("A path has a readable form")
  func descriptions() {
    let path = InstancePath([.member("friends"), .element(1), .member("name")])
    #expect(path.description == "friends[1].name")
    #expect(path.pointer.description == "/friends/1/name")
    #expect(InstancePath().description == "")
    #expect(InstancePath([.element(0), .element(2), .member("a")]).description == "[0][2].a")
    #expect(
      InstancePath([.member("a.b"), .member(""), .member("@x")]).description == #"a\.b.\e.\@x"#)
    #expect(InstancePath([.member("0"), .element(0)]).description == "0[0]")
  }

  @Test("A byte belongs to the innermost value or member around it")
  func offsets() throws {
    let document = try JSONDocument(parsing: #" {"ab": [10, {"c": 2} ] } "#)
    let paths = (0..<26).map { document.path(atOffset: $0).description }
    #expect(
      paths == ["", ""] + Array(repeating: "ab", count: 4) + ["", ""] + ["ab", "ab[0]", "ab[0]"]
        + ["ab", "ab", "ab[1]", "ab[1].c", "ab[1].c", "ab[1].c", "ab[1]", "ab[1]", "ab[1].c"]
        + ["ab[1]", "ab", "ab", "", "", ""])
  }

  @Test(
    "An invalid path is rejected at its first wrong character",
    arguments: [
      (".a", "expected a member name (the empty one is written \\e) at character 1"),
      ("a..b", "expected a member name (the empty one is written \\e) at character 3"),
      ("a.", "expected a member name (the empty one is written \\e) at character 3"),
      ("[x]", #"expected a decimal index and "]" at character 2"#),
      ("a[01]", #"expected a decimal index and "]" at character 3"#),
      ("a[1", #"expected a decimal index and "]" at character 3"#),
      ("a[99999999999999999999]", #"expected a decimal index and "]" at character 3"#),
      ("a[1]b", #"expected "." or "[" at character 5"#),
      (#"a\b"#, #"expected one of . ? [ @ \ e after a backslash at character 2"#),
      (#"a\"#, #"expected one of . ? [ @ \ e after a backslash at character 2"#),
    ])
  func pathSyntax(text: String, message: String) {
    let error = #expect(throws: InstancePathError.self) { try InstancePath(parsing: text) }
    #expect(error?.description == message)
  }
}

import JSONParsing
import Testing

@testable import Generation

@Suite("A payload tree is JSON as it will be written")
struct PayloadTreeTests {
  /// `{"a":[1,{"b":2}],"c":3}`
  private var sample: PayloadTree {
    var tree = PayloadTree()
    tree.begin(.object)
    tree.begin(.array, name: tree.token(#""a""#.utf8))
    tree.scalar("1")
    tree.begin(.object)
    tree.scalar("2", name: #""b""#)
    tree.end()
    tree.end()
    tree.scalar("3", name: #""c""#)
    tree.end()
    return tree
  }

  @Test("Order, duplicates, spellings and lexemes are kept")
  func spellings() {
    var tree = PayloadTree()
    tree.begin(.object)
    tree.scalar("1.0", name: #""b""#)
    tree.scalar("1e0", name: #""\u0061""#)
    tree.scalar("-0", name: #""b""#)
    tree.end()
    tree.prefix = [0xEF, 0xBB, 0xBF]
    tree.suffix = Array(" x".utf8)
    #expect(tree.text == "\u{FEFF}" + #"{"b":1.0,"\u0061":1e0,"b":-0} x"#)
  }

  @Test("Removing a value removes its content")
  func removing() {
    let texts = sample.nodes.indices.dropFirst().map { node in
      var tree = sample
      tree.remove(node)
      return tree.text
    }
    #expect(
      texts == [
        #"{"c":3}"#, #"{"a":[{"b":2}],"c":3}"#, #"{"a":[1],"c":3}"#, #"{"a":[1,{}],"c":3}"#,
        #"{"a":[1,{"b":2}]}"#,
      ])
  }

  @Test("A value replaces another and keeps the name")
  func replacing() {
    let texts = sample.nodes.indices.map { node in
      var tree = sample
      tree.replace(node, with: sample.subtree(1))
      return tree.text
    }
    #expect(
      texts == [
        #"[1,{"b":2}]"#, #"{"a":[1,{"b":2}],"c":3}"#, #"{"a":[[1,{"b":2}],{"b":2}],"c":3}"#,
        #"{"a":[1,[1,{"b":2}]],"c":3}"#, #"{"a":[1,{"b":[1,{"b":2}]}],"c":3}"#,
        #"{"a":[1,{"b":2}],"c":[1,{"b":2}]}"#,
      ])
  }

  @Test("A value is inserted into a container, also at its end")
  func inserting() {
    var nine = PayloadTree()
    nine.scalar("9")
    let texts = [(5, 3), (5, 1), (4, 3), (6, 0), (1, 0)].map { position, container in
      var tree = sample
      let name = tree.nodes[container].kind == .object ? #""n""# : ""
      tree.insert(nine, name: name.utf8, at: position, in: container)
      return tree.text
    }
    #expect(
      texts == [
        #"{"a":[1,{"b":2,"n":9}],"c":3}"#, #"{"a":[1,{"b":2},9],"c":3}"#,
        #"{"a":[1,{"n":9,"b":2}],"c":3}"#, #"{"a":[1,{"b":2}],"c":3,"n":9}"#,
        #"{"n":9,"a":[1,{"b":2}],"c":3}"#,
      ])
  }

  @Test(
    "A document becomes a tree of its text without white space",
    arguments: [
      #"{ "b": 1.0, "\u0061": [ 1e0, { } ], "b": -0 }"#, "[]", #""\ud800""#, "  null ",
    ])
  func documents(text: String) {
    let compact = String(text.filter { $0 != " " })
    #expect(PayloadTree(json: text).text == compact)
    #expect(PayloadTree(json: text).text(of: 0) == compact)
  }

  @Test("A text that is not JSON is one token", arguments: ["[1", "", "<html>", "\u{FEFF}1"])
  func noDocuments(text: String) {
    #expect(PayloadTree(json: text).bytes == Array(text.utf8))
    #expect(PayloadTree(json: text).nodes.count == 1)
  }

  @Test("A value is written with some of its content replaced")
  func replacingInText() {
    #expect(sample.text(of: 0, replacing: [3: "null", 5: "[4]"]) == #"{"a":[1,null],"c":[4]}"#)
  }
}

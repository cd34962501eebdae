import JSONParsing
import Testing

@testable import Generation

@Suite("A payload that no choices make is shrunk by what is in it")
struct PayloadShrinkerTests {
  private func shrink(
    _ text: String, near canonical: String? = nil, limit: Int = 1_000,
    _ fails: @escaping (JSONValue) -> Bool
  ) -> PayloadShrinker<Bool>.Result {
    var shrinker = PayloadShrinker<Bool>(
      near: canonical.map { PayloadTree(json: $0) }, evaluationLimit: limit
    ) { payload in
      guard let document = try? JSONDocument(parsing: payload.bytes) else { return nil }
      return fails(document.root) ? true : nil
    }
    return shrinker.shrink(PayloadTree(json: text), failingWith: true)
  }

  @Test("What the failure does without is as in the canonical payload")
  func canonical() {
    let result = shrink(
      #"[{"id":7,"name":"","tags":["x","y"],"more":1},{"id":9007199254740999,"tags":[]}]"#,
      near: #"[{"id":1,"name":"a","tags":["t"]}]"#
    ) { root in
      root.elements.contains { ($0["id"]?.whole ?? 0) > 9_007_199_254_740_992 }
    }
    #expect(result.payload.text == #"[{"id":9007199254740993,"name":"a","tags":["t"]}]"#)
    #expect(result.neighbour?.text == #"[{"id":9007199254740992,"name":"a","tags":["t"]}]"#)
  }

  @Test("An absent member stays absent, where that is what fails")
  func absence() {
    let result = shrink(#"[{"id":5,"tags":null}]"#, near: #"[{"id":1,"name":"a","tags":["t"]}]"#) {
      $0[0]?["id"] != nil && $0[0]?["name"] == nil
    }
    #expect(result.payload.text == #"[{"id":1,"tags":["t"]}]"#)
  }

  @Test("Without a canonical payload values are taken out, and scalars made simple")
  func structure() {
    let result = shrink(#"{"a":{"b":[true,"x",-12,{"c":"hello 𐀀!"}],"d":1.5},"e":[[]]}"#) { root in
      root.text().unicodeScalars.contains { $0.value > 0xffff }
    }
    #expect(result.payload.text == #"{"c":"𐀀"}"#)
    #expect(result.neighbour?.text == "{\"c\":\"\u{ffff}\"}")
  }

  @Test("What is too deep is as deep as it has to be")
  func depth() {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let result = shrink(deep) { root in
      var depth = 0
      var value: JSONValue? = root
      while let inner = value {
        depth += 1
        value = inner[0]
      }
      return depth > 33
    }
    #expect(result.payload.text.utf8.count == 68)
    #expect(result.evaluationCount < 60)
  }

  @Test("Two payloads that fail alike end at one")
  func normal() {
    for text in [#"["𐀀xyzabc"]"#, #"["abc","q𐀀rstuv"]"#, #"[1,"abcdefgh𐀀ij"]"#] {
      let result = shrink(text) { root in
        root.elements.contains { element in
          let scalars = element.string?.unicodeScalars
          return (scalars?.count ?? 0) > 6 && scalars?.contains { $0.value > 0xffff } == true
        }
      }
      #expect(result.payload.text == #"["aaaaaa𐀀"]"#)
      #expect(result.neighbour?.text == "[\"aaaaaa\u{ffff}\"]")
    }
  }

  @Test("Bytes that are no JSON go one by one")
  func bytes() {
    var shrinker = PayloadShrinker<Bool>(near: nil, evaluationLimit: 500) { payload in
      payload.bytes.contains(0xff) ? true : nil
    }
    var tree = PayloadTree()
    tree.scalar(tree.token([0x7b, 0xff, 0x22, 0xfe]))
    tree.prefix = [0xef, 0xbb, 0xbf]
    #expect(shrinker.shrink(tree, failingWith: true).payload.bytes == [0xff])
  }

  @Test("A budget ends it, with what was found")
  func budget() {
    let result = shrink(#"["a","b","c","d"]"#, limit: 2) { $0[0] != nil }
    #expect(result.evaluationCount == 2)
  }
}

@Suite("Payloads that differ in one place")
struct PayloadDifferenceTests {
  private func text(_ left: String, _ right: String) -> String? {
    PayloadDifference(PayloadTree(json: left), PayloadTree(json: right)).map {
      "\($0.path): \($0.value ?? "nothing"), \($0.other ?? "nothing")"
    }
  }

  @Test("The place and both values are known; where there are two places, nothing is")
  func places() {
    #expect(text(#"[{"a":1}]"#, #"[{"a":2}]"#) == "[0].a: 1, 2")
    #expect(text(#"[{"a":1}]"#, #"[{}]"#) == "[0].a: 1, nothing")
    #expect(text(#"[1]"#, #"[1,{"b":[]}]"#) == #"[1]: nothing, {"b":[]}"#)
    #expect(text(#"{"a":[1]}"#, #"{"a":{}}"#) == "a: [1], {}")
    #expect(text("[1,2]", "[2,1]") == nil)
    #expect(text("[1,2]", "[1,2]") == nil)
  }
}

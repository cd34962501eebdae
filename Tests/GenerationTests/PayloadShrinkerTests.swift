import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("A payload is shrunk by what is in it")
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

  @Test("Parts that the failure does not need are those of the canonical payload")
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

  @Test("A member is that of the canonical payload if its name is escaped")
  func escapedName() {
    let result = shrink(#"{"\u0069d":5,"name":"b"}"#, near: #"{"id":1,"name":"a"}"#) {
      $0["id"] != nil && $0["name"]?.string == "b"
    }
    #expect(result.payload.text == #"{"\u0069d":1,"name":"b"}"#)
  }

  @Test("An absent member stays absent if its absence fails")
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

  @Test("Excessive depth shrinks to the smallest depth that fails")
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

  @Test("The year of a date becomes 2000, or stays, and its other digits are lowered")
  func dates() {
    for (least, expected) in [(1, "2000-10-01"), (2001, "2031-10-01")] {
      let result = shrink(#"{"at":"2031-11-27","name":"2031-1"}"#) { root in
        let parts = (root["at"]?.string ?? "").split(separator: "-").map { Int($0) ?? 0 }
        return parts.count == 3 && root["at"]?.string?.count == 10 && parts[0] >= least
          && (7...12).contains(parts[1])
          && (1...28).contains(parts[2]) && root["name"]?.string?.count == 6
      }
      #expect(result.payload.text == #"{"at":"\#(expected)","name":"aaaaaa"}"#)
    }
  }

  @Test("Two payloads with one failure shrink to the same payload")
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

  @Test("Order and spelling of members return to the canonical ones")
  func order() {
    let result = shrink(
      #"{"more":1,"c":3.0,"a":5e0,"b":2}"#, near: #"{"a":1,"b":2,"c":3,"d":4}"#
    ) { root in
      root["a"].map { $0.whole != 1 } ?? false
    }
    #expect(result.payload.text == #"{"a":0,"b":2,"c":3,"d":4}"#)
    let kept = shrink(#"{"c":7,"b":8,"a":9}"#, near: #"{"a":1,"b":2,"c":3}"#) { root in
      root.members.first?.name == "c"
    }
    #expect(kept.payload.text == #"{"c":3,"b":2,"a":1}"#)
  }

  @Test("Equal numbers, and numbers with a fixed difference, are lowered together")
  func together() {
    let pair = shrink(#"{"x":65298,"y":65297}"#, near: #"{"x":0,"y":0}"#) { root in
      let (x, y) = (root["x"]?.whole ?? 0, root["y"]?.whole ?? 0)
      return x >= 10 && x - y == 1
    }
    #expect(pair.payload.text == #"{"x":10,"y":9}"#)
    #expect(pair.evaluationCount < 80)
    let equal = shrink(#"["abc1","abc1"]"#, near: #"["a"]"#) { root in
      let texts = root.elements.compactMap(\.string)
      return texts.count == 2 && texts[0] == texts[1] && texts[0].count > 1
    }
    #expect(equal.payload.text == #"["aa","aa"]"#)
  }

  @Test("Lists beside each other are joined, and elements sorted")
  func lists() {
    let result = shrink("[[3],[9,8],[5,7]]", near: "[[0]]") { root in
      Set(root.elements.flatMap(\.wholes)).count >= 4
    }
    #expect(result.payload.text == "[[0,1,2,3]]")
  }

  @Test("Positions are lowered with the elements removed before them")
  func positions() {
    let result = shrink("[9,3,0,2,1]", near: "[0]") { root in
      let list = root.wholes
      return list.indices.contains { place in
        let other = list[place]
        return other != place && list.indices.contains(other) && list[other] == place
      }
    }
    #expect(result.payload.text == "[1,0]")
  }

  @Test("An inner value replaces the value around it")
  func hoisting() {
    let result = shrink(
      #"{"op":"+","left":{"op":"1"},"right":{"op":"/","left":{"op":"1"},"right":{"op":"0"}}}"#
    ) { root in
      root.contains { $0["op"]?.string == "/" && $0["right"]?["op"]?.string == "0" }
    }
    #expect(result.payload.text == #"{"op":"/","right":{"op":"0"}}"#)
  }

  @Test("Only admitted payloads are judged, and the minimal payload and its neighbour are admitted")
  func admission() {
    var judged: [String] = []
    var shrinker = PayloadShrinker<Bool>(
      near: PayloadTree(json: "[5]"), evaluationLimit: 100,
      admitting: { $0.children(of: 0).count > 1 },
      judge: { payload in
        judged.append(payload.text)
        return payload.text.utf8.count > 5 ? true : nil
      })
    let result = shrinker.shrink(PayloadTree(json: "[77,345,6]"), failingWith: true)
    #expect(result.payload.text == "[10,5]")
    #expect(judged.allSatisfy { $0.contains(",") } && judged.count == result.evaluationCount)
    #expect(result.neighbour?.text.contains(",") == true)
  }

  @Test(
    "Of a large payload fewer candidates are judged, so that the time grows with its size",
    .enabled(if: TestDepth.isFull))
  func large() {
    let text = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
    var valueCount = 0
    var shrinker = PayloadShrinker<Bool>(near: PayloadTree(json: "[]"), evaluationLimit: 100) {
      valueCount += $0.nodes.count
      return nil
    }
    let result = shrinker.shrink(PayloadTree(json: text), failingWith: true)
    #expect(result.payload.nodes.count == 20_001)
    #expect(valueCount > 100_000 && valueCount <= 520_001)
  }

  @Test("Positions where any value fails are distinguished from those that matter")
  func anyValue() {
    var shrinker = PayloadShrinker<Bool>(
      near: PayloadTree(json: #"{"n":5,"s":"a"}"#), evaluationLimit: 100
    ) { payload in
      let root = (try? JSONDocument(parsing: payload.bytes))?.root
      guard let number = root?["n"]?.whole else { return nil }
      return number != 5 && root?["s"]?.string == "b" ? true : nil
    }
    let result = shrinker.shrink(PayloadTree(json: #"{"n":77,"s":"b"}"#), failingWith: true)
    #expect(result.payload.text == #"{"n":0,"s":"b"}"#)
    let others = (0..<12).map { PayloadTree(json: #"{"n":\#($0 + 6),"s":"\#($0)"}"#) }
    #expect(shrinker.placesThatMayBeAnything(others).map(\.description) == ["n"])
    // With few other failures, no place is said to be arbitrary.
    #expect(shrinker.placesThatMayBeAnything(Array(others.prefix(9))) == [])
  }

  @Test("Bytes that are not JSON are removed one by one")
  func bytes() {
    var shrinker = PayloadShrinker<Bool>(near: nil, evaluationLimit: 500) { payload in
      payload.bytes.contains(0xff) ? true : nil
    }
    var tree = PayloadTree()
    tree.scalar(tree.token([0x7b, 0xff, 0x22, 0xfe]))
    tree.prefix = [0xef, 0xbb, 0xbf]
    #expect(shrinker.shrink(tree, failingWith: true).payload.bytes == [0xff])
  }

  @Test("An exhausted budget ends shrinking with the best payload so far")
  func budget() {
    let result = shrink(#"["a","b","c","d"]"#, limit: 2) { $0[0] != nil }
    #expect(result.evaluationCount == 2)
  }
}

@Suite("The difference between two payloads is one position and its values")
struct PayloadDifferenceTests {
  private func text(_ left: String, _ right: String) -> String? {
    PayloadDifference(PayloadTree(json: left), PayloadTree(json: right)).map {
      "\($0.path): \($0.value ?? "nothing"), \($0.other ?? "nothing")"
    }
  }

  @Test("The difference is known if the payloads differ in exactly one position")
  func places() {
    #expect(text(#"[{"a":1}]"#, #"[{"a":2}]"#) == "[0].a: 1, 2")
    #expect(text(#"[{"a":1}]"#, #"[{}]"#) == "[0].a: 1, nothing")
    #expect(text(#"[1]"#, #"[1,{"b":[]}]"#) == #"[1]: nothing, {"b":[]}"#)
    #expect(text(#"{"a":[1]}"#, #"{"a":{}}"#) == "a: [1], {}")
    #expect(text("[1,2]", "[2,1]") == nil)
    #expect(text("[1,2]", "[1,2]") == nil)
  }
}

import ContractModel
import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("The canonical payload is the simplest that the contract admits")
struct CanonicalPayloadTests {
  private func payload(map: String, others: String = "", identity: String = "") throws -> String {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { "A": { \#(identity) "map": { \#(map) } } \#(others) } }"#)
    return try #require(contract.canonicalPayload(ofMapping: "A")).root.text()
  }

  @Test(
    "Each type has its simplest value",
    arguments: [
      ("String", #""a""#), ("Bool", "true"), ("Bool(string)", #""true""#), ("Bool(number)", "1"),
      ("Int", "10"), ("Int(string)", #""10""#), ("Int8 5...", "10"), ("Int ...-5", "-5"),
      ("Int -3...3", "1"), ("Int -3...0", "-1"), ("Int 0...0", "0"), ("Int 5...8", "5"),
      ("UInt", "10"), ("Double", "10"), ("Double 0.2...0.8", "0.2"),
      ("Double 0.5...", "10"), ("Double -0.8...-0.2", "-0.8"), ("Decimal -1.5...-0.5", "-1"),
      ("Float", "10"), ("Int 9007199254740993", "9007199254740993"),
      ("Date(iso8601)", #""2000-01-01T00:00:00Z""#), ("Date(seconds)", "946684800"),
      ("Date(milliseconds)", "946684800000"), ("Date('MM/dd/yyyy')", #""01/01/2000""#),
      ("URL", #""https://example.com/a""#), ("UUID", #""00000000-0000-0000-0000-000000000001""#),
      ("Data(base64)", #""YQ==""#), ("Data(base64url)", #""YQ""#), ("Any", #""a""#),
      ("'Boy' | 'Girl'", #""Boy""#), ("3 | 'x'", "3"), ("true | 'x'", "true"),
      ("String?", #""a""#), ("[Int]", "[10]"), ("[Int] count 3...", "[10,11,12]"),
      ("[Int 1...2] count 3...", "[1,2,1]"), ("[Int -2...0] count 3...", "[-1,-2,-1]"),
      ("[Int] count 3... unique", "[0,1,2]"), ("[Int 5...6] count 2... unique", "[5,6]"),
      ("[[Int]] count 2... unique", "[[0],[1]]"), ("[Bool] count 2... unique", "[true,false]"),
      ("['a' | 'b'] count 2... unique", #"["a","b"]"#), ("Set<Int> count 2...", "[0,1]"),
      ("[String] count 2...", #"["a","b"]"#), ("Set<Int>", "[0]"), ("[[Int]]", "[[10]]"),
      ("[String: Int]", #"{"a":10}"#), ("[String: Int] count 2...", #"{"a":10,"b":11}"#),
      ("String length 3...", #""aaa""#), ("String length 0", #""""#),
      ("String length 1...2", #""a""#),
      ("String matches /^[A-Z]{2}$/", #""AA""#), ("String length 4 matches /^[0-9]+$/", #""0000""#),
      ("String(number)", "10"), ("Int(string|number)", #""10""#),
      ("Set<String(number)> count 2...", "[0,1]"), ("Set<'a' | String> count 2...", #"["a","b"]"#),
      ("Set<Date('yyyy-MM')> count 2...", #"["2000-01","2000-02"]"#),
      ("URL matches /^https/", #""https://example.com/a""#), ("URL length 3", #""aaa""#),
    ])
  func types(type: String, value: String) throws {
    #expect(try payload(map: #""key": "p: \#(type)""#) == #"{"key":\#(value)}"#)
  }

  @Test(
    "Members stand in the contract's order, at the places that key paths name",
    arguments: [
      (#""b": "Int", "a": "String""#, #"{"b":10,"a":"a"}"#),
      (#""a.x": "Int", "b": "Int", "a.y": "Int""#, #"{"a":{"x":10,"y":12},"b":11}"#),
      (#""users[].name": "names: [String]""#, #"{"users":[{"name":"a"}]}"#),
      (
        #""users[].name": "names: [String] count 2...", "users[].tags[].id": "ids: [Int]""#,
        #"{"users":[{"name":"a","tags":[{"id":10}]},{"name":"b","tags":[{"id":10}]}]}"#
      ),
      (#""at.0": "x: Int", "at.1": "y: Int""#, #"{"at":[10,11]}"#),
      (#""96": "x: Int""#, #"{"96":10}"#), (#""0": "x: Int""#, #"{"0":10}"#),
      (#""[1]": "x: Int""#, "[11,10]"), (#""at[1].b": "x: Int""#, #"{"at":[{"b":11},{"b":10}]}"#),
      (#""[1][1]": "x: Int", "[1][0]": "y: Int""#, "[[13,12],[11,10]]"),
      (#""[2]": "x: Int equals [0]", "[0]": "y: Int""#, "[11,12,11]"),
      (#""[10]": "x: Int""#, "[{},{},{},{},{},{},{},{},{},{},10]"),
      (#""at.200": "x: Int", "at.404": "y: Int""#, #"{"at":{"200":10,"404":11}}"#),
      (#""at.\\0": "x: Int", "at.1": "y: Int""#, #"{"at":{"0":10,"1":11}}"#),
      (#""at.0": "x: Int", "at.b": "y: Int""#, #"{"at":{"0":10,"b":11}}"#),
      (#""rows[].0": "x: [Int]", "rows[].1": "y: [Int]""#, #"{"rows":[[10,11]]}"#),
      (#""a\\.b": "Int", "\\e": "e: Int", "\\@t": "t: Int""#, #"{"a.b":10,"":11,"@t":12}"#),
      (#""optional?": "Int", "nullable": "Int?""#, #"{"optional":10,"nullable":11}"#),
      (#""id": ["a: Int(number|string)", "b: String(number)"]"#, #"{"id":10}"#),
      (#""a": "x: Int 5...", "b": "y: Int equals a""#, #"{"a":10,"b":10}"#),
      (#""a": { "type": "Int(custom:hex)", "example": "ff" }"#, #"{"a":"ff"}"#),
      (
        #""a": "Date(iso8601)", "b": "Date(iso8601)""#,
        #"{"a":"2000-01-01T00:00:00Z","b":"2000-01-02T00:00:00Z"}"#
      ),
    ])
  func places(map: String, result: String) throws {
    #expect(try payload(map: map) == result)
  }

  @Test("Identities count up from one, a count for each type of object")
  func identities() throws {
    let others =
      #", "B": { "identifiedBy": "id", "map": { "id": "Int" } }, "C": { "identifiedBy": "key", "map": { "key": "String" } }"#
    #expect(
      try payload(
        map: #""id": "Int", "b": "B", "c": "[C] count 2...", "d": "[B] count 2...""#,
        others: others,
        identity: #""identifiedBy": "id","#)
        == #"{"id":1,"b":{"id":1},"c":[{"key":"1"},{"key":"2"}],"d":[{"id":2},{"id":3}]}"#)
    #expect(
      try payload(map: #""id": "Int 100...""#, identity: #""identifiedBy": "id","#)
        == #"{"id":100}"#)
  }

  @Test(
    "Recursion is cut at the first mapping that repeats: absent, then null, then an empty collection",
    arguments: [
      (#""a?": "A?""#, "{}"), (#""a": "A?""#, #"{"a":null}"#), (#""a": "[A]""#, #"{"a":[]}"#),
      (#""a?": "[A]""#, "{}"), (#""a": "[String: A]""#, #"{"a":{}}"#),
      (#""a": "[A?] count 1...""#, #"{"a":[null]}"#),
      (#""b?": "B""#, "{}"), (#""b": "[B]""#, #"{"b":[]}"#),
    ])
  func recursion(map: String, result: String) throws {
    #expect(try payload(map: map, others: #", "B": { "map": { "a": "A" } }"#) == result)
  }

  @Test("A cut recursion uses up no text, date or identity")
  func counting() throws {
    let others = #", "B": { "map": { "name": "String", "a": "A" } }"#
    for (member, made) in [
      (#""b?": "B""#, ""), (#""b": "B?""#, #""b":null,"#), (#""b": "[B]""#, #""b":[],"#),
    ] {
      let text = try payload(map: #"\#(member), "name": "String""#, others: others)
      #expect(text == #"{\#(made)"name":"a"}"#)
    }
    // Below what was left out there is nothing, however far below.
    let below = #""a?": "a: A", "a.b?": "b: Any", "a.b.c?": "c: Int", "n": "n: Int""#
    #expect(try payload(map: below) == #"{"n":10}"#)
  }

  @Test("Where recursion is cut within elements, the array is present and empty")
  func collectedRecursion() throws {
    #expect(
      try payload(map: #""items[].a": "as: [A]", "n": "Int""#) == #"{"items":[],"n":10}"#)
  }

  @Test("Dates of a pattern differ as long as there are days")
  func manyDates() throws {
    let text = try payload(map: #""at": "Set<Date('yyyy-MM-dd')> count 500...""#)
    #expect(text.hasPrefix(#"{"at":["2000-01-01","2000-01-02","#))
    #expect(text.hasSuffix(#""2001-05-14"]}"#))
  }

  @Test("Distinct elements and names reach the required count in linear time")
  func crowds() throws {
    let text = try payload(
      map: #""s": "[Int] count 20000... unique", "d": "[String: Int] count 20000...""#)
    #expect(text.hasSuffix(#""acof":20009}}"#))
  }

  @Test("An oversized part is left out where it is optional")
  func trimming() throws {
    let mappings = (0..<300).map {
      #""M\#($0)": { "map": { "x": "Int", "a?": "a: M\#($0 + 1)" } }"#
    }
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { \#(mappings.joined(separator: ", ")), "M300": { "map": { "x": "Int" } } } }"#
    )
    var payloads = CanonicalPayloads(contract, mostValues: 20)
    let value = ConstrainedType(.mapping(Located("M0")))
    let small = payloads.payload(of: value)?.root.text()
    #expect(small?.utf8.count { $0 == UInt8(ascii: "x") } == 10)
    #expect(payloads.isTooLarge)
    // Objects are 200 deep at most.
    let deep = try #require(contract.canonicalPayload(of: value)).root.text()
    #expect(deep.utf8.count { $0 == UInt8(ascii: "x") } == 200)
    var plain = CanonicalPayloads(contract)
    let rest = plain.payload(of: ConstrainedType(.mapping(Located("M200"))))
    #expect(rest != nil && !plain.isTooLarge)
  }

  @Test("An oversized drawn payload becomes the simplest one")
  func tooLargeToDraw() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "unknownKeys": "error", "mappings": {
        "A": { "map": { "all": "[Int] count 10...", "n": "Int" } } } }
      """)
    let plan = DrawPlan(
      contract, .type(root: .representation, ConstrainedType(.mapping(Located("A")))))
    var generator = PayloadGenerator(plan, mostValues: 13)
    let simplest = generator.canonicalPayload()?.text
    #expect(simplest == #"{"all":[10,11,12,13,14,15,16,17,18,19],"n":20}"#)
    let drawn = (0..<50).map { generator.payload(seed: Seed(1), index: $0, size: 100) }
    #expect(drawn.allSatisfy { $0.nodes.count <= 13 })
    #expect(drawn.contains { $0.text == simplest } && drawn.contains { $0.text != simplest })
  }

  @Test("The first case is taken, and its matchers hold")
  func cases() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": {
        "Envelope": {
          "map": { "ok": "Bool", "kind": "String" },
          "cases": [{ "when": { "kind": " Country", "meta.v": 2 }, "exists": "items", "use": { "items": "[Country]" } }]
        },
        "Country": { "map": { "name": "String" } },
        "Person": { "map": { "name": "String" }, "switch": "type", "cases": { "Boy": "Boy", "Girl": "Girl" } },
        "Pet": { "map": { "x": "Int" }, "switch": "type", "cases": { "cat": "Country" } }
      } }
      """)
    let payloads = try ["Envelope", "Person", "Pet"].map { name in
      try #require(contract.canonicalPayload(ofMapping: MemberName(name))).root.text()
    }
    #expect(
      payloads == [
        #"{"ok":true,"kind":" Country","items":[{"name":"a"}],"meta":{"v":2}}"#,
        #"{"name":"a","type":"Boy"}"#, #"{"name":"a","type":"cat"}"#,
      ])
  }

  @Test("An endless payload is not generated")
  func explosion() throws {
    let mappings = (0..<40).map { index in
      #""M\#(index)": { "map": { "a": "M\#(index + 1)", "b": "M\#(index + 1)" } }"#
    }
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { \#(mappings.joined(separator: ", ")), "M40": { "map": { "x": "Int" } } } }"#
    )
    #expect(contract.canonicalPayload(ofMapping: "M0")?.root == nil)
    #expect(contract.canonicalPayload(ofMapping: "M35")?.root != nil)
    let huge = ContractSet(
      paths: ["main.contract.json"],
      files: OneContract(
        #"{ "contract": 1, "mappings": { "A": { "map": { "a": "[String?] count 1000000000..." } } } }"#
      ))
    #expect(try #require(huge.contracts.first).canonicalPayload(ofMapping: "A")?.root == nil)
  }
}

import ContractModel
import Generation
import MappingEngine
import TestSupport
import Testing

@Suite("A screen passes records without anything to report")
struct ScreenTests {
  private static let contract = """
    { "contract": 1, "mappings": {
      "User": { "identifiedBy": "id", "map": {
        "id": "Int", "name": "String", "score?": "Double?", "kind?": "'big' | 'small'",
        "since?": "Date(iso8601)", "age?": "Int 0...150", "count?": "Int(string)", "home?": "URL",
        "tags?": "[String]", "boss?": "User?", "friends?": "[User]", "address.city?": "String",
        "address.zip?": "String?", "small?": "Int8", "more?": "Any", "flag?": "Bool" } },
      "Tag": { "identifiedBy": "key", "map": { "key": "String", "label": "String" } } } }
    """

  /// Checks a payload after a hundred others, and returns whether it passed the screen.
  private func passes(_ payload: String, as type: String = "User") throws -> Bool {
    var trial = try ScreenTrial(Self.contract, as: type)
    for number in 0..<20 {
      trial.check(#"{"id":\#(number),"name":"n"}"#)
      trial.check(#"{"key":"\#(number)","label":"n"}"#)
    }
    trial.check(payload, times: 8)
    let before = trial.passedCount
    trial.check(payload)
    #expect(trial.screenedText == trial.judgedText)
    return trial.passedCount > before
  }

  @Test(
    "A clean payload passes the screen",
    arguments: [
      #"{"id":1,"name":"n"}"#, " {\n\"id\" : 1 ,\t\"name\": \"n\" } ", #"{"name":"é\n😀","id":-7}"#,
      #"{"id":1,"name":"","score":1.5,"kind":"big","since":"2012-01-01T00:00:00Z"}"#,
      #"{"id":1,"name":"n","since":"2012-02-29T23:59:59.123+02:00","score":null}"#,
      #"{"id":1,"name":"n","age":150,"count":"12","home":"https://a.b/c","small":-128}"#,
      #"{"id":1,"name":"n","tags":[],"boss":null,"friends":[{"id":2,"name":"m"}]}"#,
      #"{"id":1,"name":"n","boss":{"id":3,"name":"n","boss":{"id":2,"name":"n"}}}"#,
      #"{"id":1,"name":"n","address":{"city":"c","zip":null,"other":[1,{"a":null}]},"x":1e400}"#,
      #"{"id":1,"name":"n","more":{"a":[{}],"b":-0.5e3},"flag":false,"score":12}"#,
      #"{"id":1,"name":"n","boss":{"id":2,"name":"m"},"friends":[{"id":2,"name":"m"}]}"#,
      #"{"id":1,"name":"n","address":{}}"#,
    ])
  func clean(payload: String) throws { #expect(try passes(payload)) }

  @Test(
    "Payloads with something to report, or with new keys, do not pass",
    .enabled(if: TestDepth.isFull),
    arguments: [
      #"{"id":1}"#, #"{"id":null,"name":"n"}"#, #"{"id":1.0,"name":"n"}"#,
      #"{"id":"1","name":"n"}"#,
      #"{"id":1,"name":null}"#, #"{"id":1,"name":"n","kind":"odd"}"#, #"{"id":01,"name":"n"}"#,
      #"{"id":1,"name":"n","since":"2012-13-01T00:00:00Z"}"#, #"{"id":1,"name":"\ud800"}"#,
      #"{"id":1,"name":"n","since":"2012-02-30T00:00:00Z"}"#, #"{"id":1,"name":"n","age":151}"#,
      #"{"id":1,"name":"n","count":"1.5"}"#, #"{"id":1,"name":"n","small":128}"#, "[]", "null", "1",
      #"{"id":1,"name":"n","id":1}"#, #"{"id":1,"name":"n","x":1,"x":1}"#, #"{"id":1,"Name":"n"}"#,
      #"{"id":1,"name":"n","x":{"a":1,"b":1,"a":1}}"#, #"{"id":1,"name":"n","scor":1}"#,
      #"{"id":1,"name":"n","boss":{"id":1,"name":"m"}}"#, #"{"id":1,"name":"n","address":1}"#,
      #"{"id":1,"name":"n","tags":["a",null]}"#, #"{"id":1,"name":"n","friends":{}}"#,
      #"{"id":1,"name":"n"},"#, #"{"id":1,"name":"n",}"#, #"{"id":1 "name":"n"}"#, "{",
      #"{"id":1,"name":"n","x":[1,]}"#, #"{"id":1,"name":"n","x":tru}"#, #"{"id":1,"name":"n"}}"#,
      "{\"id\":1,\"name\":\"\u{1}\"}", #"{"id":1,"name":"\x"}"#, #"{"id":1,"name":"\u12g4"}"#,
      #"{"id":1,"name":"n","x":1.}"#, #"{"id":1,"name":"n","x":1e}"#, #"{"id":-,"name":"n"}"#,
      #"{"id":1,"n\u0061me":"n"}"#, #"{"id":1,"name":"n","x":{"\u0061":1}}"#,
      String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
      #"{"id":1,"name":"n","x":"# + String(repeating: "[", count: 64)
        + String(repeating: "]", count: 64) + "}",
    ])
  func others(payload: String) throws { #expect(try !passes(payload)) }

  @Test(
    "Bytes that are not UTF-8 do not pass",
    arguments: [
      [0xff], [0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82],
      [0xf0],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) throws {
    var trial = try ScreenTrial(Self.contract, as: "User")
    trial.check(#"{"id":1,"name":"n"}"#, times: 20)
    let before = trial.passedCount
    for place in [#"{"id":1,"name":""#, #"{"id":1,"name":"n","x":"#] {
      trial.check(Array(place.utf8) + bytes + Array(#""}"#.utf8), times: 4)
    }
    #expect(trial.passedCount == before)
    #expect(trial.screenedText == trial.judgedText)
  }

  @Test("A similar key is reported in every payload, and clean payloads pass")
  func nearKeys() throws {
    var trial = try ScreenTrial(Self.contract, as: "User")
    for _ in 0..<20 {
      trial.check(#"{"id":1,"name":"n","scores":1,"score":2}"#)
      trial.check(#"{"id":1,"name":"n","scores":1}"#)
      trial.check(#"{"id":1,"name":"n","other":1}"#)
    }
    #expect(trial.passedCount == 60 - 8 - 2 - 20 + 3)
    #expect(trial.screenedText == trial.judgedText)
  }

  @Test(
    "An object with too many lines for a screen is judged by the engine",
    arguments: [(127, true), (128, true), (129, false), (300, false)], ["", "deep."])
  func manyKeys(count: (keys: Int, passes: Bool), prefix: String) throws {
    let lines = (0..<count.keys).map { "\"\(prefix)k\($0)?\": \"p\($0): Int\"" }
    let id = prefix.isEmpty ? [] : ["\"id\": \"Int\""]
    var trial = try ScreenTrial(
      """
      { "contract": 1, "mappings": { "M": {
        "map": { \((id + lines).joined(separator: ", ")) } } } }
      """, as: "M")
    func payload(_ numbers: some Sequence<Int>, _ more: String = "") -> String {
      let members = numbers.map { "\"k\($0)\": \($0)" }.joined(separator: ", ") + more
      return prefix.isEmpty ? "{ \(members) }" : "{ \"id\": 1, \"deep\": { \(members) } }"
    }
    for _ in 0..<20 {
      trial.check(payload(0..<count.keys))
      trial.check(payload((0..<count.keys).reversed()))
      trial.check(payload(stride(from: 0, to: count.keys, by: 2), ", \"other\": 1, \"more\": 2"))
    }
    trial.check(payload(0..<count.keys, ", \"k0\": 1"))
    trial.check(payload(1..<count.keys, ", \"k0\": \"x\""))
    #expect((trial.passedCount > 0) == count.passes)
    #expect(trial.screenedText == trial.judgedText)
  }

  @Test("The discriminator selects the case, wherever it stands")
  func cases() throws {
    let contract = """
      { "contract": 1, "mappings": { "T": {
        "identifiedBy": "id", "map": { "id": "Int", "late?": "Date(iso8601)" },
        "switch": "kind", "cases": {
          "big": { "size": "Int", "more.depth?": "Int" }, "small": { "size": "String" },
          "said": { "kind": "kind: String", "names?": "[String: String]" } },
        "else": { "rest?": "Bool" } } } }
      """
    var trial = try ScreenTrial(contract, as: "[T]")
    let clean = [
      #"{"kind":"big","id":1,"size":1}"#, #"{"id":2,"size":"s","kind":"small"}"#,
      #"{"id":3,"size":[{"kind":"big"}],"kind":"said","names":{"a":"b"}}"#,
      #"{"id":4,"kind":"odd","size":null,"more":{"depth":"d"}}"#,
      #"{"id":5,"kind":"big","size":2,"more":{"depth":3,"other":1},"names":1}"#,
    ]
    for object in clean { trial.check("[\(object)]", times: 12) }
    trial.check("[\(clean.joined(separator: ","))]", times: 12)
    let before = trial.passedCount
    #expect(before > 6 * 10 - 12)
    for object in clean { trial.check("[\(object)]") }
    #expect(trial.passedCount == before + clean.count)
    for object in [
      #"{"kind":"small","id":1,"size":{}}"#, #"{"id":2,"size":"s","kind":"big"}"#,
      #"{"id":4,"size":null}"#, #"{"id":4,"kind":null}"#, #"{"id":4,"kind":7}"#,
      #"{"kind":"b\u0069g","id":1,"size":1}"#, #"{"kind":"big","id":1,"size":1,"kind":"small"}"#,
      #"{"k\u0069nd":"big","id":1,"size":1}"#, #"{"kind":"odd","id":1,"rest":1}"#,
      #"{"kind":"said","id":1,"names":{"a":"b","a":"c"}}"#,
      #"{"kind":"said","id":1,"names":{"a":{}}}"#,
      #"{"kind":"big","id":1,"size":1},{"kind":"small","id":1,"size":"s"}"#,
    ] {
      trial.check("[\(object)]", times: 4)
      #expect(trial.passedCount == before + clean.count, "\(object)")
    }
    #expect(trial.screenedText == trial.judgedText)
  }

  @Test("The discriminator is read even if lines of another case lead into it")
  func switchMember() throws {
    let contract = """
      { "contract": 1, "mappings": { "T": {
        "map": { "id": "Int" }, "switch": "kind",
        "cases": { "a": { "kind.name?": "String" }, "b": { "x?": "Int" } }, "else": {} } } }
      """
    var trial = try ScreenTrial(contract, as: "T")
    trial.check(#"{"kind":"b","id":1,"x":1}"#, times: 12)
    trial.check(#"{"kind":"odd","id":1}"#, times: 12)
    #expect(trial.passedCount > 12)
    #expect(trial.screenedText == trial.judgedText)
  }

  @Test(
    "The engine judges mappings that screens do not support",
    arguments: [
      #""T": { "map": { "a": { "type": "Int", "constant": true } }, "identifiedBy": "a" }"#,
      #""T": { "map": { "a": "Int", "@parent.b?": "Int" } }"#,
      #""T": { "keys": "anyCase", "map": { "a": "Int" } }"#,
      #""T": { "map": { "a[].b?": "[Int]" } }"#, #""T": { "map": { "a": "[Int] count 1...2" } }"#,
      #""T": { "map": {}, "cases": [{ "exists": "k", "use": { "a": "Int" } }] }"#,
      #""T": { "switch": "b.k", "cases": { "x": { "a": "Int" } } }"#,
      #""T": { "switch": "k", "cases": { "x": "U" } }, "U": { "map": { "a": "Int" } }"#,
      #""T": { "map": { "a": "Set<String>" } }"#,
    ])
  func obstacles(mapping: String) throws {
    let contract = #"{ "contract": 1, "mappings": { \#(mapping) } }"#
    guard ContractSet(paths: ["a.contract.json"], files: OneContract(contract)).isUsable else {
      Issue.record("no contract: \(mapping)")
      return
    }
    var trial = try ScreenTrial(contract, as: "T")
    for payload in [
      #"{"a":1}"#, #"{"a":[1]}"#, #"{"A":1}"#, #"{"k":"x","a":1}"#, #"{"a":[{"b":1}]}"#,
    ] {
      trial.check(payload, times: 12)
    }
    #expect(trial.passedCount == 0)
    #expect(trial.screenedText == trial.judgedText)
  }
}

import ContractModel
import Foundation
import TestSupport
import Testing

@testable import ContractDrafting

@Suite("A contract is changed where captures break it, and nowhere else")
struct UpdateTests {
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var data: [String]
    var new: String
  }

  @Test("A line is changed to accept what it rejected", arguments: changes)
  func lines(change: Change) throws {
    let trial = UpdateTrial([change.old], change.data)
    #expect(try trial.newLines() == [change.new])
    let updated = try trial.updated()
    #expect(try updated.problems() == [:])
    #expect(try updated.newLines() == [])
  }

  private static let changes: [Change] = [
    Change(
      testDescription: "an absent key", old: #""a": "Int","#, data: [#"{"a": 1}"#, "{}"],
      new: #""a?": "Int",  // absent in 1 of 2"#),
    Change(
      testDescription: "a null", old: #""a": "Int""#, data: [#"{"a": 1}"#, #"{"a": null}"#],
      new: #""a": "Int?"  // null in 1 of 2"#),
    Change(
      testDescription: "both, behind a comment", old: #""a": "b: Int",  // the b"#,
      data: ["{}", #"{"a": null}"#],
      new: #""a?": "b: Int?",  // the b; null in 1 of 1; absent in 1 of 2"#),
    Change(
      testDescription: "a null before a constraint and a default",
      old: #""a?": "b: Int 1...5 = 2","#, data: [#"{"a": null}"#],
      new: #""a?": "b: Int? 1...5 = 2",  // null in 1 of 1"#),
    Change(
      testDescription: "a null element", old: #""a": "[ Int ]""#, data: [#"{"a": [1, null]}"#],
      new: #""a": "[ Int? ]"  // null 1×"#),
    Change(
      testDescription: "a null object", old: #""a": "P""#,
      data: [#"{"a": {"p": 1}}"#, #"{"a": null}"#],
      new: #""a": "P?"  // null in 1 of 2"#),
    Change(
      testDescription: "another type", old: #""a": "Int""#,
      data: [#"{"a": "x"}"#, #"{"a": true}"#],
      new: #""a": "Int | Bool | String"  // found 1 bool, 1 string"#),
    Change(
      testDescription: "a fraction", old: #""a": "Int?""#, data: [#"{"a": 1.5}"#],
      new: #""a": "Int | Double?"  // found 1 number"#),
    Change(
      testDescription: "a larger integer", old: #""a": "Int8""#, data: [#"{"a": 300}"#],
      new: #""a": "Int"  // found 1 integer"#),
    Change(
      testDescription: "an integer below 0", old: #""a": "UInt64""#, data: [#"{"a": -3}"#],
      new: #""a": "UInt64 | Int"  // found 1 integer"#),
    Change(
      testDescription: "an integer that no Double holds", old: #""a": "[Double]?""#,
      data: [#"{"a": [9007199254740993]}"#],
      new: #""a": "[Int | Double]?"  // found 1 integer"#),
    Change(
      testDescription: "a number that no Int and no Double holds", old: #""a": "Int""#,
      data: [#"{"a": 18446744073709551617}"#],
      new: #""a": "Int | Decimal"  // found 1 integer"#),
    Change(
      testDescription: "behind an empty comment, and blanks", old: #""a": "Int",  //  "#,
      data: [#"{"a": null}"#], new: #""a": "Int?",  // null in 1 of 1  "#),
    Change(
      testDescription: "behind what looks like a comment and is none",
      old: #""a": "b: '//' | '\"'", /* // "x */"#, data: [#"{"a": null}"#],
      new: #""a": "b: '//' | '\"'?", /* // "x */  // null in 1 of 1"#),
    Change(
      testDescription: "another date", old: #""a": "Date(iso8601)""#, data: [#"{"a": "2020"}"#],
      new: #""a": "Date(iso8601) | String"  // found 1 string"#),
    Change(
      testDescription: "an object in the place of a text", old: #""a": "String?""#,
      data: [#"{"a": {"b": 1}}"#], new: #""a": "Any?"  // found 1 object"#),
    Change(
      testDescription: "a word", old: #""a": "'on' | 'it''s'""#,
      data: [#"{"a": "off"}"#, #"{"a": "odd"}"#, #"{"a": "odd"}"#],
      new: #""a": "'on' | 'it''s' | 'odd' | 'off'"  // found 3 strings"#),
    Change(
      testDescription: "a word of an open list", old: #""a": "'on' | String""#,
      data: [#"{"a": "off"}"#], new: #""a": "'on' | 'off' | String"  // found 1 string"#),
    Change(
      testDescription: "a word beside one that is escaped", old: #""a": "b: '\"\u00e9' | 'on'""#,
      data: [#"{"a": "off"}"#], new: #""a": "b: '\"é' | 'on' | 'off'"  // found 1 string"#),
    Change(
      testDescription: "one of several lines of a key", old: #""a": ["x: Int", "y: Any"]"#,
      data: [#"{"a": "t"}"#], new: #""a": ["x: Int | String", "y: Any"]  // found 1 string"#),
    Change(
      testDescription: "the key of several lines", old: #""a": ["x: Int", "y: Any"]"#,
      data: [#"{"a": 1}"#, "{}"], new: #""a?": ["x: Int", "y: Any"]  // absent in 1 of 2"#),
  ]

  @Test("A text that is not a word opens a list, and is not shown")
  func noWords() throws {
    let trial = UpdateTrial([#""a": "'on'""#], [#"{"a": "Ann Lee"}"#])
    #expect(try trial.newLines() == [#""a": "'on' | String"  // found 1 string"#])
  }

  struct Remainder: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var data: String
    var message: String
  }

  @Test("A violation that no edit repairs is named, and the line stays", arguments: unrepaired)
  func named(remainder: Remainder) throws {
    let trial = UpdateTrial([remainder.line], [remainder.data])
    #expect(try trial.newLines() == [])
    #expect(try trial.remainders == [remainder.message])
  }

  private static let unrepaired: [Remainder] = [
    Remainder(
      testDescription: "a constraint", line: #""a": "Int 1...5""#, data: #"{"a": 7}"#,
      message: "out-of-range 1×"),
    Remainder(
      testDescription: "a number that is in no list", line: #""a": "1 | 2 | Int | String""#,
      data: #"{"a": 7}"#, message: "found 1 integer, expected 1 | 2 | Int | String"),
    Remainder(
      testDescription: "another type with a constraint", line: #""a": "Int 1...5""#,
      data: #"{"a": "x"}"#, message: "found 1 string, expected Int 1...5"),
    Remainder(
      testDescription: "the long form", line: #""a": { "type": "Int" }"#, data: #"{"a": null}"#,
      message: "found 1 null"),
    Remainder(
      testDescription: "the key of a long form", line: #""a": { "type": "Int" }"#, data: "{}",
      message: "absent 1×"),
    Remainder(
      testDescription: "something else than an object", line: #""a": "P""#, data: #"{"a": 1}"#,
      message: "found 1 integer, expected P"),
    Remainder(
      testDescription: "something else than an array", line: #""a": "[Int]""#, data: #"{"a": {}}"#,
      message: "found 1 object, expected [Int]"),
    Remainder(
      testDescription: "a key path into a null", line: #""a.b": "Int""#, data: #"{"a": null}"#,
      message: "blocked-path 1×"),
  ]

  @Test("What two endpoints break of one line is one remainder")
  func counted() throws {
    let trial = UpdateTrial(
      contract: """
        { "contract": 1, "endpoints": { "event e": "M", "event f": "M" },
          "mappings": { "M": { "map": { "a": "Int 1...5", "b": "P" } }, "P": { "map": { "p": "Int" } } } }
        """,
      lines: ["e", "f", "f"].map { #"{"event": "\#($0)", "data": {"a": 7, "b": {"p": 1}}}"# })
    #expect(try trial.remainders == ["out-of-range 3×"])
  }

  // MARK: - Cases

  private func switched(_ map: String) -> String {
    """
    {
      "contract": 1,
      "endpoints": { "event e": "M" },
      "mappings": {
        "M": {\(map) "switch": "kind", "cases": {
          "a": { "x": "Int" } // the last
        } }
      }
    }
    """
  }

  @Test("A value without a case gets a case, and the case before gets a comma")
  func cases() throws {
    let data = ["b", "c", "b"].map { #"{"event": "e", "data": {"kind": "\#($0)"}}"# }
    let trial = UpdateTrial(contract: switched(#" "map": { "kind": "String" },"#), lines: data)
    #expect(
      try trial.newLines() == [
        #""a": { "x": "Int" }, // the last"#, #""b": {},  // 2×"#, #""c": {},  // 1×"#,
      ])
    #expect(try trial.updated().problems() == [:])
    #expect(try trial.updated().newLines() == [])
  }

  @Test("Cases that map nothing are not added")
  func emptyCases() throws {
    let trial = UpdateTrial(
      contract: switched(""), lines: [#"{"event": "e", "data": {"kind": "b"}}"#])
    #expect(try trial.newLines() == [])
    #expect(try trial.remainders == ["no case for 1 value 1×"])
  }

  @Test("No case is added where other values are left out on purpose")
  func skippedCases() throws {
    let contract = switched(#" "map": { "kind": "String" },"#).replacing(
      "    } }\n", with: "    }, \"else\": \"skip\" }\n")
    let trial = UpdateTrial(
      contract: contract, lines: [#"{"event": "e", "data": {"kind": "b"}}"#])
    #expect(try trial.newLines() == [])
    #expect(try trial.remainders == ["no case for 1 value 1×"])
  }

  // MARK: - Endpoints

  private static let users = """
    { "contract": 1, "host": "a.example", "endpoints": {
        "GET /users/:login": "User"
      },
      "mappings": { "User": { "map": { "id": "Int" } } } }
    """

  @Test("Undescribed responses get endpoints, with mappings under unused names")
  func endpoints() throws {
    let trial = UpdateTrial(
      contract: Self.users,
      lines: [
        DraftTrial.line("/users/ann", #"{"id": 1}"#),
        DraftTrial.line("/users/bob", #"{"error": "gone"}"#, status: 404),
        #"{"method": "DELETE", "url": "https://a.example/users/bob", "status": 204}"#,
        DraftTrial.line("/pets/7", #"{"id": 7, "user": {"a": 1, "b": 2, "c": 3, "d": {}}}"#),
        #"{"event": "born", "data": {"at": 1}}"#,
      ])
    let new = try trial.newLines()
    #expect(new[0] == #""GET /users/:login": "User","#)
    #expect(new.contains(#""GET /users/:login -> 404": "ApiError",  // 1×"#), "\(new)")
    #expect(new.contains(#""DELETE /users/:login": null,  // no body, 1×"#))
    #expect(new.contains { $0.hasPrefix(#""GET /pets/:id": "Pet","#) })
    #expect(new.contains { $0.hasPrefix(#""event born":"#) })
    #expect(new.contains { $0.hasPrefix(#""PetUser": {"#) })
    #expect(try trial.updated().problems() == [:])
    #expect(try trial.updated().newLines() == [])
  }

  private static let members = """
    { "contract": 1, "host": "a.example", "endpoints": {
        "GET /users/:id": "User"
      },
      "mappings": {
        "User": { "map": {
          "id": "userId: Int", "login": "String", "mail?": "String?", "team": "Team",
          "friends": "[User]"
        } },
        "Team": { "map": { "id": "Int", "name": "String", "size": "Double" } }
      } }
    """

  private static func member(_ id: Int, _ more: String = "") -> String {
    """
    {"id": \(id), "login": "l\(id)", "team": {"id": 1, "name": "n", "size": 3}, "friends": []\(more)}
    """
  }

  @Test("An endpoint that serves what another one does has its type")
  func sameShape() throws {
    let trial = UpdateTrial(
      contract: Self.members,
      lines: [
        DraftTrial.line("/users/7", Self.member(7)), DraftTrial.line("/members/8", Self.member(8)),
        DraftTrial.line("/teams", #"[{"id": 1, "name": "n", "size": 3}]"#),
      ])
    let new = try trial.newWords()
    #expect(
      new == [
        #""GET /users/:id": "User","#, #""GET /members/:id": "User", // 1×"#,
        #""GET /teams": "[Team]", // 1×"#,
      ])
    #expect(try trial.updated().problems() == [:])
    #expect(try trial.updated().newLines() == [])
  }

  @Test(
    "A type is drafted where that of the contract would refuse the bodies, or leave out keys",
    arguments: [
      member(8, #", "age": 8"#), member(8).replacing(#""l8""#, with: "null"),
      member(8).replacing(#""login": "l8", "#, with: ""),
      member(8).replacing(#""name": "n", "#, with: ""),
    ])
  func otherShape(body: String) throws {
    let trial = UpdateTrial(
      contract: Self.members,
      lines: [DraftTrial.line("/users/7", Self.member(7)), DraftTrial.line("/members/8", body)])
    #expect(try trial.newLines().contains { $0.hasPrefix(#""Member": {"#) })
    #expect(try trial.updated().problems() == [:])
  }

  @Test("A key that no line reads, but that objects of the type have, does not make another type")
  func unreadKey() throws {
    let body = { Self.member($0, #", "age": 8"#) }
    let trial = UpdateTrial(
      contract: Self.members,
      lines: [DraftTrial.line("/users/7", body(7)), DraftTrial.line("/members/8", body(8))])
    #expect(try trial.newLines().contains(#""GET /members/:id": "User",  // 1×"#))
  }

  @Test("Objects with a few of a type's keys have another type")
  func fewKeys() throws {
    let trial = UpdateTrial(
      contract: Self.users,
      lines: [
        DraftTrial.line("/users/ann", #"{"id": 1, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1,"f": 1}"#),
        DraftTrial.line("/pets/7", #"{"id": 7, "a": 1, "b": 1}"#),
      ])
    #expect(try trial.newLines().contains { $0.hasPrefix(#""Pet": {"#) })
  }

  @Test("A base path is left out of endpoints, and other paths are not part of the contract")
  func basePath() throws {
    let trial = UpdateTrial(
      contract: #"{ "contract": 1, "basePath": "/v2", "endpoints": { "GET /a": "Int" } }"#,
      lines: ["/v2/a", "/v2/b", "/v1/c"].map { DraftTrial.line($0, "1") })
    #expect(
      try trial.newLines() == [
        #"{ "contract": 1, "basePath": "/v2", "endpoints": { "GET /a": "Int","#,
        #""GET /b": "Int",  // 1×"#, "} }",
      ])
    #expect(try trial.updated().problems() == [:])
  }

  @Test("A contract without a host is not extended for hosts that it does not describe")
  func otherHosts() throws {
    let trial = UpdateTrial(
      contract: #"{ "contract": 1, "endpoints": { "GET /a": "Int" } }"#,
      lines: [
        DraftTrial.line("/a", "1"),
        #"{"method": "GET", "url": "https://ads.example/b", "status": 200, "body": 1}"#,
      ])
    #expect(try trial.newLines() == [])
    #expect(
      try trial.remainders == [
        "requests to 1 other host are passed over; infer drafts a contract of each"
      ])
  }

  @Test("An endpoint whose bodies are sometimes not JSON is proposed as a comment, once")
  func commentedOut() throws {
    let trial = UpdateTrial(
      contract: Self.users,
      lines: [DraftTrial.line("/pets", "[1]"), DraftTrial.line("/pets", #""<html>""#)])
    let new = try trial.newLines()
    #expect(new.contains(#"// "GET /pets -> 200": "[Int]",  // 1 of 2 is not JSON"#), "\(new)")
    #expect(try trial.updated().newLines() == [])
  }

  // MARK: - Narrowing

  @Test("A question mark that 300 objects did not need is removed on demand")
  func narrowing() throws {
    let line = #""a?": "Int?", // a"#
    let data = Array(repeating: #"{"a": 1}"#, count: 300)
    let trial = UpdateTrial([line], data)
    #expect(try trial.newLines() == [])
    #expect(
      try trial.newLines(.narrow) == [
        #""a": "Int", // a; never absent in 300; never null in 300"#
      ])
    #expect(try UpdateTrial([line], Array(data.dropLast())).newLines(.narrow) == [])
    #expect(try trial.updated(.narrow).newLines(.narrow) == [])
  }

  @Test("A question mark stays if an element needs it, or a null on the way to the key")
  func neededMarks() throws {
    let lines = [#""items[].n?": "ns: [Int]","#, #""a.b?": "b: Int?","#, #""c.d?": "d: Any","#]
    let data = (0..<300).map { number in
      #"{"items": [{"n": 1}, \#(number == 7 ? "{}" : #"{"n": 2}"#)], "#
        + #""a": \#(number == 8 ? "null" : #"{"b": 1}"#), "c": {"d": \#(number)}}"#
    }
    let trial = UpdateTrial(lines, data)
    #expect(try trial.newLines(.narrow) == [#""c.d": "d: Any",  // never absent in 300"#])
    #expect(try trial.updated(.narrow).problems() == [:])
    let others = data.filter { !$0.contains("{}") && !$0.contains("null") }
    let all = UpdateTrial(lines, others + others)
    #expect(
      try all.newLines(.narrow) == [
        #""items[].n": "ns: [Int]",  // never absent in 596"#,
        #""a.b": "b: Int",  // never absent in 596; never null in 596"#,
        #""c.d": "d: Any",  // never absent in 596"#,
      ])
    #expect(try all.updated(.narrow).problems() == [:])
  }

  @Test("A literal that none of 300 values has is removed on demand")
  func narrowingLiterals() throws {
    let line = #""a": "'one' | 'two' | 3 | 4 | String?","#
    let values = [#""one""#, #""o\u006ee""#, "3", "3.0", "null"]
    let data = (0..<375).map { #"{"a": \#(values[$0 % 5])}"# }
    let trial = UpdateTrial([line], data)
    #expect(
      try trial.newLines(.narrow) == [
        #""a": "'one' | 3 | String?",  // 'two', 4 in none of 300"#
      ])
    #expect(try trial.newLines() == [])
    // One value fewer; a null does not count as a value.
    #expect(try UpdateTrial([line], Array(data.dropFirst())).newLines(.narrow) == [])
    #expect(try trial.updated(.narrow).newLines(.narrow) == [])
    // A new literal replaces unused ones.
    let changed = UpdateTrial([line], data + [#"{"a": "new"}"#])
    #expect(
      try changed.newLines(.narrow) == [
        #""a": "'one' | 'new' | 3 | String?",  // found 1 string; 'two', 4 in none of 301"#
      ])
    #expect(try changed.updated(.narrow).newLines(.narrow) == [])
    let elements = (0..<300).map { _ in #"{"a": ["two"]}"# }
    #expect(
      try UpdateTrial([#""a": "['one' | 'two']?","#], elements).newLines(.narrow) == [
        #""a": "['two']",  // never null in 300; 'one' in none of 300"#
      ])
    // If no literal was seen, none is removed.
    let others = Array(repeating: #"{"a": 1}"#, count: 300)
    #expect(
      try UpdateTrial([#""a": "'one' | 'two'","#], others).newLines(.narrow) == [
        #""a": "'one' | 'two' | Int",  // found 300 integers"#
      ])
  }

  @Test("A literal of a sensitive line is neither removed nor added")
  func sensitiveLiterals() throws {
    let line = #""a": { "to": "a", "type": "'one' | 'two'", "sensitive": true },"#
    let data = (0..<400).map { #"{"a": "\#($0 % 2 == 0 ? "two" : "three")"}"# }
    let trial = UpdateTrial([line], data)
    #expect(try trial.newLines(.narrow) == [])
    #expect(try trial.remainders == ["found 200 strings"])
  }

  @Test("A case that none of 300 objects has chosen becomes a comment on demand")
  func narrowingCases() throws {
    let contract = """
      {
        "contract": 1,
        "endpoints": { "event e": "M" },
        "mappings": {
          "M": {
            "map": { "k": "String" },
            "switch": "k",
            "cases": {
              "a": { "x": "Int" },
              "b": { "y": "Int" }, "c": {},
              "d": { "z": "Int" },
              "e": {} // the last one
            }
          }
        }
      }

      """
    let lines = Array(repeating: #"{"event": "e", "data": {"k": "a", "x": 1}}"#, count: 300)
    let trial = UpdateTrial(contract: contract, lines: lines)
    #expect(try trial.newLines() == [])
    #expect(
      try trial.newLines(.narrow) == [
        #"// "d": { "z": "Int" },  // never chosen in 300"#,
        #"// "e": {} // the last one; never chosen in 300"#,
      ])
    #expect(
      try trial.update(.narrow).remainders.map(\.message) == [
        "never chosen in 300, and other text is on the case's lines",
        "never chosen in 300, and other text is on the case's lines",
      ])
    let few = UpdateTrial(contract: contract, lines: Array(lines.dropLast()))
    #expect(try few.newLines(.narrow) == [])
    #expect(try trial.updated(.narrow).newLines(.narrow) == [])
  }

  // MARK: - All captures

  @Test(
    "Rejected payloads are accepted, accepted ones stay so, and nothing is proposed twice",
    .enabled(if: TestDepth.isFull))
  func traffic() throws {
    let widened: Set<RuleID> = [.missingKey, .nullValue, .cannotCoerce, .lossyNumber]
    var (changedCount, cleanCount) = (0, 0)
    for seed in UInt64(0)..<40 {
      var traffic = RandomTraffic(seed: seed)
      let lines = traffic.bodies(24).map { #"{"event": "e", "data": \#($0)}"# }
      let old = Array(lines.prefix(4))
      let text = try DraftTrial.drafted(old)
      var trial = UpdateTrial(contract: text, lines: lines)
      trial = try trial.updated()
      if trial.contract != text { changedCount += 1 }
      #expect(try trial.newLines() == [], "seed \(seed)")
      let left = try trial.update().remainders
      let problems = try trial.problems()
      let isClean = problems.keys.allSatisfy { !widened.contains($0) }
      #expect(isClean || !left.isEmpty, "seed \(seed): \(problems)")
      if isClean { cleanCount += 1 }
      let before = try UpdateTrial(contract: text, lines: old).problems()
      let after = try UpdateTrial(contract: trial.contract, lines: old).problems()
      #expect(Set(after.keys).isSubset(of: before.keys), "seed \(seed): \(after)")
    }
    #expect(changedCount > 20)
    #expect(cleanCount > 20)
  }

  @Test(
    "The diff is the same for any number of workers and any order of the records",
    .enabled(if: TestDepth.isFull))
  func order() throws {
    for seed in UInt64(0)..<8 {
      var traffic = RandomTraffic(seed: seed)
      let text = try DraftTrial.drafted(traffic.lines(6))
      // The first line determines the format.
      let (first, lines) = (DraftTrial.line("/start", "{}"), traffic.lines(40))
      var trial = UpdateTrial(contract: text, lines: [first] + lines)
      let diff = try trial.update().diff(path: "a")
      trial.lines = [first] + lines.reversed()
      let other = try trial.update(segmentByteCount: 500, jobCount: 3)
      #expect(other.diff(path: "a") == diff, "seed \(seed)")
    }
  }

  @Test("The counts of several workers are added up")
  func workers() throws {
    let trial = UpdateTrial([#""a": "Int""#], Array(repeating: #"{"a": null}"#, count: 2_000))
    let diff = try trial.update(segmentByteCount: 200, jobCount: 4).diff(path: "a")
    #expect(diff.contains(#"+        "a": "Int?"  // null in 2000 of 2000"#), "\(diff)")
  }

  @Test("Changes that are far apart have their own hunks, each with its line numbers")
  func hunks() throws {
    let lines = (0..<12).map { #""a\#($0)?": "Int","# }
    let data = #"{"a0": null, "a8": 1.5, "a11": null}"#
    let contract =
      #"{ "contract": 1, "endpoints": { "event e": "M" }, "mappings": { "M": { "map": {"#
    let trial = UpdateTrial(
      contract: ([contract] + lines + ["} } } }", ""]).joined(separator: "\n"),
      lines: [
        #"{"event": "e", "data": \#(data)}"#, #"{"event": "f", "data": 1}"#,
      ])
    #expect(
      try trial.update().diff(path: "a/b").split(separator: "\n").filter { !$0.hasPrefix(" ") } == [
        "--- a/a/b", "+++ b/a/b",
        "@@ -1,5 +1,7 @@",
        #"-{ "contract": 1, "endpoints": { "event e": "M" }, "mappings": { "M": { "map": {"#,
        #"-"a0?": "Int","#,
        #"+{ "contract": 1, "endpoints": { "event e": "M","#,
        #"+  "event f": "Int",  // 1×"#,
        #"+}, "mappings": { "M": { "map": {"#,
        #"+"a0?": "Int?",  // null in 1 of 1"#,
        "@@ -7,8 +9,8 @@", #"-"a8?": "Int","#, #"+"a8?": "Int | Double",  // found 1 number"#,
        #"-"a11?": "Int","#, #"+"a11?": "Int?",  // null in 1 of 1"#,
      ])
  }

  @Test(
    "git apply turns the old text into the new one", .enabled(if: TestDepth.isFull),
    .enabled(if: GitCommand.isThere))
  func patches() throws {
    var diffCount = 0
    for seed in UInt64(0)..<16 {
      var traffic = RandomTraffic(seed: seed)
      var text = try DraftTrial.drafted(traffic.lines(8))
      if seed % 4 == 1 { text = String(text.dropLast()) }
      if seed % 4 == 2 { text = text.replacing("\n", with: "\r\n") }
      let lines = [DraftTrial.line("/start", "{}")] + traffic.lines(60)
      let trial = UpdateTrial(contract: text, lines: lines)
      let update = try trial.update()
      let name = ["a b.json", "é\"\\.json", "d/plain.json"][Int(seed % 3)]
      let diff = update.diff(path: name)
      guard !diff.isEmpty else { continue }
      diffCount += 1
      try withFolder([name: text, "x.diff": diff]) { folder in
        #expect(GitCommand.run(["apply", "-p1", "x.diff"], in: folder) == 0, "seed \(seed)")
        let patched = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        #expect(Array(patched) == update.text, "seed \(seed)")
      }
    }
    #expect(diffCount > 8)
  }

  @Test("Lines keep their line ends")
  func lineEnds() throws {
    var trial = UpdateTrial([#""a": "Int""#], [#"{"a": null}"#])
    trial.contract = trial.contract.replacing("\n", with: "\r\n")
    let changed = #""Int?"  // null in 1 of 1"# + "\r\n"
    let expected = trial.contract.replacing(#""Int""# + "\r\n", with: changed)
    #expect(try trial.updated().contract == expected)
    trial.contract = #"{"contract":1,"endpoints":{"event e":"Int"}}"#
    trial.lines = [#"{"event":"e","data":null}"#]
    #expect(
      try trial.update().diff(path: "a") == """
        --- a/a
        +++ b/a
        @@ -1,1 +1,1 @@
        -{"contract":1,"endpoints":{"event e":"Int"}}
        \\ No newline at end of file
        +{"contract":1,"endpoints":{"event e":"Int?"}}  // null 1×
        \\ No newline at end of file

        """)
  }
}

/// The program `git`, if there is one.
private enum GitCommand {
  static let isThere = run(["--version"], in: "/") == 0

  static func run(_ words: [String], in folder: String) -> Int32? {
    (try? ProgramRun("/usr/bin/env", ["git"] + words, in: folder))?.status
  }
}

extension DraftTrial {
  /// The text of a contract drafted from lines.
  fileprivate static func drafted(_ lines: [String]) throws -> String {
    var text: String?
    try with(["a.ndjson": lines.map { $0 + "\n" }.joined()]) { text = $0.drafts.first?.text }
    return text ?? #"{ "contract": 1, "endpoints": { "event none": "Int" } }"# + "\n"
  }
}

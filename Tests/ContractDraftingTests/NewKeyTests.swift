import ContractModel
import Foundation
import TestSupport
import Testing

@testable import ContractDrafting

@Suite("Members that no line reads get lines on demand")
struct NewKeyTests {
  @Test("Lines are added for unread members, with the mappings that they use")
  func newKeys() throws {
    let data = [
      #"{"a": 1, "is_open": true, "at": {"x": 1, "y": 2}, "b.c": "u", "list": [{"id": 7}]}"#,
      #"{"a": 2, "is_open": false, "at": {"x": 1.5, "y": null}, "list": []}"#,
      #"{"a": 3, "is_open": null, "at": {"x": 3, "y": 2, "z": 3}, "list": [{"id": 8}, {"id": 9}]}"#,
    ]
    let trial = UpdateTrial([#""a": "Int""#], data)
    #expect(try trial.newLines() == [])
    let lines = try trial.newWords(.newKeys)
    #expect(
      lines == [
        #""a": "Int","#,
        #""at?": "At", // new; 3×"#,
        #""b\\.c?": "bC: String", // new; absent in 2 of 3"#,
        #""is_open?": "isOpen: Bool?", // new; 3×; null in 1 of 3"#,
        #""list?": "[List]", // new; 3×"#,
        #""P": { "map": { "p?": "Int" } },"#,
        #""At": { // seen 3 times"#,
        #""map": {"#,
        #""x": "Double","#,
        #""y": "Int?", // null in 1 of 3"#,
        #""z?": "Int", // absent in 2 of 3"#,
        "},",
        "},",
        #""List": { // seen 3 times"#,
        #""identifiedBy": "id","#,
        #""map": {"#,
        #""id": "Int","#,
        "},",
        "},",
      ])
    let updated = try trial.updated(.newKeys)
    #expect(try updated.newLines(.newKeys) == [])
    #expect(try updated.problems() == [:])
    let older = UpdateTrial([#""a": "Int""#], [#"{"a": 4}"#]).lines
    #expect(try UpdateTrial(contract: updated.contract, lines: older).problems() == [:])
    let strict = UpdateTrial(
      contract: trial.contract.replacing(
        #""contract": 1,"#, with: #""contract": 1, "unknownKeys": "error","#), lines: trial.lines)
    #expect(try strict.problems() != [:])
    #expect(try strict.updated(.newKeys).problems() == [:])
    for count in [1, 2, 3] {
      let other = try trial.update(.newKeys, segmentByteCount: 80, jobCount: count)
      #expect(try other.text == trial.update(.newKeys).text)
    }
  }

  @Test(
    "A key of a mapping that others extend gets one line; names of properties are not used twice")
  func newKeysOfFamilies() throws {
    let contract = """
      {
        "contract": 1,
        "endpoints": { "event a": "A", "event b": "B", "event s": "S", "event m": { "b": "B", "n": "[Int]" } },
        "mappings": {
          "A": { "map": { "id": "Int", "u": "isNew: Bool" } },
          "B": { "extends": "A", "map": { "x.y": "y: Int" } },
          "S": { "switch": "k", "cases": { "c": { "l": "Int" } } }
        }
      }

      """
    let trial = UpdateTrial(
      contract: contract,
      lines: [
        #"{"event": "a", "data": {"id": 1, "u": true, "is_new": 1}}"#,
        #"{"event": "b", "data": {"id": 2, "u": true, "is_new": 2.5, "x": {"y": 1, "z": 2}}}"#,
        #"{"event": "m", "data": {"b": {"id": 2, "u": false, "x": {"y": 1}, "only": ""}, "n": [], "q": 1}}"#,
        #"{"event": "s", "data": {"k": "c", "l": 1, "more": ["x"]}}"#,
      ])
    #expect(
      try trial.newWords(.newKeys) == [
        #""endpoints": { "event a": "A", "event b": "B", "event s": "S", "event m": { "b": "B", "n": "[Int]","#,
        #""q?": "Int", // new; 1×"#,
        "} },",
        #""A": { "map": { "id": "Int", "u": "isNew: Bool","#,
        #""is_new?": "isNew2: Double", // new; absent in 1 of 3"#,
        "} },",
        #""B": { "extends": "A", "map": { "x.y": "y: Int","#,
        #""only?": "String", // new; absent in 1 of 2"#,
        #""x.z?": "z: Int", // new; absent in 1 of 2"#,
        "} },",
        #""S": { "switch": "k", "cases": { "c": { "l": "Int" } },"#,
        #""map": {"#,
        #""more?": "[String]", // new; 1×"#,
        "},",
        "}",
      ])
  }

  @Test(
    "No line is added for a key that other objects of the mapping have a line for",
    arguments: [
      // Another case has the line.
      (
        #""S": { "map": { "k": "String" }, "switch": "k", "cases": { "a": { "x": "String" }, "b": {} } }"#,
        #"{"k": "a", "x": "s"}"#, #"{"k": "b", "x": 1}"#
      ),
      // A mapping that extends it has the line.
      (
        #""S": { "map": { "k": "String" } }, "T": { "extends": "S", "map": { "x.y": "Int" } }"#,
        #"{"k": "a", "t": {"k": "t", "x": {"y": 1}}}"#, #"{"k": "b", "x": 1}"#
      ),
      // A key path of a line leads into the object.
      (
        #""S": { "map": { "k": "String", "s?": "S", "s.x?": "sX: String" } }"#,
        #"{"k": "a", "s": {"k": "b", "x": "s"}}"#, #"{"k": "b", "x": 1}"#
      ),
    ])
  func sharedKeys(mappings: String, one: String, other: String) throws {
    let contract = """
      {
        "contract": 1, "unknownKeys": "ignore",
        "endpoints": { "event s": "S", "event t": { "t": "\(mappings.contains("\"T\"") ? "T" : "S")" } },
        "mappings": { \(mappings) }
      }

      """
    let event = one.contains("\"t\"") ? "t" : "s"
    let trial = UpdateTrial(
      contract: contract,
      lines: [#"{"event": "\#(event)", "data": \#(one)}"#, #"{"event": "s", "data": \#(other)}"#])
    #expect(try trial.problems() == [:])
    #expect(try !trial.newLines(.newKeys).contains { $0.contains("\"x?\"") })
    let message =
      "no line reads \"x\", found 1×; other objects of the mapping have a line for it"
    #expect(try trial.update(.newKeys).remainders.map(\.message).contains(message))
    let updated = try trial.updated(.newKeys)
    #expect(try updated.problems() == [:])
    #expect(try updated.newLines(.newKeys) == [])
  }

  @Test("A line that was struck out is not proposed again, except elsewhere")
  func struckOut() throws {
    let trial = UpdateTrial(
      [#""a": "P", // "b?": "Int","#], [#"{"a": {"p": 1, "b": 2}, "b": {"c": {"d": 3}}}"#])
    #expect(
      try trial.newWords(.newKeys) == [
        #""P": { "map": { "p?": "Int","#, #""b?": "Int", // new; 1×"#, "} }",
      ])
  }

  @Test(
    "With the new lines, every member of random payloads is read, and no payload is rejected",
    .enabled(if: TestDepth.isFull))
  func traffic() throws {
    for seed in UInt64(0)..<20 {
      var traffic = RandomTraffic(seed: seed)
      let bodies = traffic.bodies(24)
      let data = zip(bodies, bodies.dropFirst()).map { #"{"a": 1, "one": \#($0), "two": \#($1)}"# }
      let trial = try UpdateTrial([#""a": "Int""#], data).updated(.newKeys)
      #expect(try trial.newLines(.newKeys) == [], "seed \(seed)")
      let strict = UpdateTrial(
        contract: trial.contract.replacing(
          #""contract": 1,"#, with: #""contract": 1, "unknownKeys": "error","#), lines: trial.lines)
      let problems = try strict.problems().filter {
        ![.duplicateKey, .loneSurrogate].contains($0.key)
      }
      #expect(problems == [:], "seed \(seed)")
    }
  }
}

import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck test runs the examples of contracts")
struct TestCommandTests {
  private func contract(_ examples: String) -> String {
    """
    {
      "contract": 1,
      "mappings": { "User": { "identifiedBy": "id", "map": { "id": "Int", "name?": "String" } } },
      "examples": [
        \(examples)
      ],
    }
    """
  }

  @Test("The package's own examples pass")
  func ownExamples() {
    let result = CommandRun(
      "test", "--generated", "0", PackageFolder.root.appending(path: "Contracts").path)
    #expect(result.exitCode == .success)
    #expect(result.output == "ran 17 examples of 5 contracts: all passed\n")
  }

  @Test("Each failed expectation of an example is a sentence")
  func failures() throws {
    let examples = """
      { "name": "all wrong", "json": [{ "id": 1, "nam": "a" }, { "id": "2" }], "as": "[User]",
        "expect": { "objects": { "User": 3 }, "created": { "User": 0 }, "values": { "[0].id": 2, "[0].nme": "a", "[2].id": 1 },
          "events": ["[0].name -> name", "[0].nam -> name", "created [1]"] },
        "violates": ["null-value at [1].id"] },
      { "name": "nothing", "json": { "x": 1 }, "as": "User", "violates": [] },
      { "name": "an error that was not expected", "json": { "id": 1.5 }, "as": "User" },
      { "name": "good", "json": { "id": 1 }, "as": "User" },
      """
    try withFolder(["a.contract.json": contract(examples)]) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      #expect(result.exitCode == .violations)
      #expect(
        result.output == """
          \(folder)/a.contract.json:5:5: error: the example "all wrong" fails
               = expected the violation "null-value at [1].id", which there is not
               = not expected: warning[near-key] at [0].nam: the key "nam" looks like "name", which is absent; nothing maps this key
               = not expected: error[wrong-type] at [1].id: expected Int, found a string; if text is right, write Int(string)
               = expected 3 User, found 1
               = expected 0 User created, found 1
               = expected [0].id to be 2, found 1
               = there is no value at [0].nme
               = there is no value at [2].id
               = expected the event "[0].name -> name"; there is "missing [0].name"
               = expected the event "[0].nam -> name"; nothing was read at [0].nam
               = expected the event "created [1]"; there is "identityMissing [1]", "elementUnmappable [1]"
          \(folder)/a.contract.json:9:1: error: the example "nothing" fails
               = not expected: error[missing-key] at id: the key "id" is missing
          \(folder)/a.contract.json:10:1: error: the example "an error that was not expected" fails
               = error[lossy-number] at id: 1.5 does not fit Int without loss
          ran 4 examples of 1 contract: 3 failed

          """)
    }
  }

  @Test("An example may be a payload that is nested too deeply, if it says so")
  func tooDeep() throws {
    let examples = """
      { "name": "said", "fixture": "deep.json", "as": "User", "violates": ["too-deep"] },
      { "name": "not said", "fixture": "deep.json", "as": "User", "violates": ["not-json"] },
      """
    let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    let run = try CommandRun(
      ["test", "--generated", "0", "DIR"],
      in: ["a.contract.json": contract(examples), "Fixtures/deep.json": deep])
    #expect(
      run.output == """
        a.contract.json:6:1: error: the example "not said" fails
             = the payload is nested too deeply: expected at most 512 nested arrays and objects at offset 512
        ran 2 examples of 1 contract: 1 failed

        """)
  }

  @Test("Only a possible property or element may be expected to be null")
  func nullWhereNothingIs() throws {
    let examples = """
      { "name": "wrong", "json": [{ "id": 1, "name": "a" }], "as": "[User]",
        "expect": { "values": { "[0].nme": null, "[1].name": null, "[0].name.x": null } } },
      { "name": "right", "json": [{ "id": 1 }, { "id": 2 }], "as": "[User]",
        "expect": { "values": { "[0].name": null, "[1].name": null, "[1].name.x": null } } },
      """
    try withFolder(["a.contract.json": contract(examples)]) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      #expect(
        result.output == """
          \(folder)/a.contract.json:5:5: error: the example "wrong" fails
               = there is no value at [0].nme; did you mean "name"?
               = there is no value at [1].name
               = there is no value at [0].name.x
          ran 2 examples of 1 contract: 1 failed

          """)
    }
  }

  @Test("The failure names the position where the rule was broken")
  func otherPlace() throws {
    let example =
      #"{ "name": "e", "json": [{ "id": null }], "as": "[User]", "violates": "null-value" }"#
    try withFolder(["a.contract.json": contract(example)]) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      #expect(
        result.output.contains(
          #"expected the violation "null-value", which there is not; did you mean "null-value at [0].id"?"#
        ))
    }
  }

  @Test("A contract with an error is reported, and nothing is run")
  func invalidContract() throws {
    try withFolder(["a.contract.json": "[]"]) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      #expect(result.exitCode == .invalidContract)
      #expect(result.output == "")
      #expect(result.errors.contains("expected a contract, which is an object, found an array"))
    }
  }

  @Test("Contracts without examples give exit code 5")
  func noExample() throws {
    try withFolder(["a.contract.json": contract("")]) { folder in
      let result = CommandRun("test", "--generated", "0", folder)
      #expect(result.exitCode == .nothingChecked)
      #expect(result.output == "no examples in 1 contract\n")
      #expect(
        result.errors == "contractcheck: no contract has an example, so none was run\n")
    }
  }

  @Test("Valid payloads are admitted, and lines that admit a fault are listed")
  func generated() throws {
    let contract = """
      { "contract": 1, "mappings": {
        "User": { "identifiedBy": "id", "map": {
          "id": "Int 1...99", "name": "String", "mail?": "String? length 1...", "tags": "[String]",
          "state": "'on' | 'off'", "pet?": "Pet", "age": "Int?" } },
        "Pet": { "map": { "name": "String", "weight": "Double" } } },
        "examples": [{ "name": "pet", "json": { "name": "a", "weight": 1.5 }, "as": "Pet" }] }
      """
    try withFolder(["a.contract.json": contract]) { folder in
      let result = CommandRun("test", folder)
      #expect(result.exitCode == .success)
      // Two of nine lines are optional, and two are nullable. Three lines accept any text, one of
      // them with a length. Three lines accept numbers, one of them with a range.
      #expect(
        result.output == """
          ran 1 example of 1 contract: all passed
          lines that notice a fault:
            missing 7 of 7 (2 may be absent) · null 7 of 7 (2 may be null) · wrong type 9 of 9 · other \
          case 9 of 9 · null element 1 of 1 · wrong element 1 of 1 · unknown case 1 of 1
            empty text 1 of 3: not Pet.name, User.name
            out of range 1 of 3: not Pet.weight, User.age
          ran 176 generated payloads: all 76 valid ones admitted

          """)
    }
  }

  @Test("An unknown case counts as noticed if it is noticed anywhere")
  func unknownCase() throws {
    let contract = """
      { "contract": 1, "mappings": { "Envelope": {
        "map": { "Status": "status: Bool", "Message": "message: String" },
        "cases": [
          { "when": { "Status": false }, "use": {} },
          { "when": { "Message": "Users" }, "use": { "items": "users: [Int]" } } ],
        "else": "skip" } } }
      """
    try withFolder(["a.contract.json": contract]) { folder in
      let result = CommandRun("test", folder)
      #expect(result.output.contains(" · unknown case 1 of 1\n"), "\(result.output)")
    }
  }

  @Test("--generated takes the number of payloads, and rejects a word")
  func share() throws {
    let path = PackageFolder.root.appending(path: "Contracts/subscriptions.contract.json").path
    let share = CommandRun("test", "--generated", "50", path)
    #expect(share.output.contains(" generated payloads: all "))
    #expect(share.exitCode == .success)
    #expect(CommandRun("test", "--generated", "many", path).exitCode == .usage)
  }

  @Test("A rejected valid payload is reported with its violations")
  func refusals() {
    var outcome = GeneratedVerifier.Outcome()
    (outcome.validCount, outcome.count) = (3, 3)
    outcome.refusals = [
      GeneratedVerifier.Refusal(
        id: "valid:7:0", target: "User", payload: Array(#"{"id":null}"#.utf8),
        violations: [
          Violation(
            rule: .nullValue, severity: .error, path: InstancePath([.member("id")]),
            byteRange: 6..<10, message: "expected Int, found null")
        ])
    ]
    let contract = Contract(name: "a", path: "a.contract.json")
    let report = GeneratedReport(outcomes: [(contract, outcome)])
    #expect(!report.isEveryValidOneAdmitted)
    #expect(
      report.text == """
        a.contract.json:1:1: error: valid:7:0 of User is valid by the contract's lines, and is refused
             = payload {"id":null}
             = error[null-value] at id: expected Int, found null
        ran 3 generated payloads: 1 of 3 valid ones refused

        """)
  }
}

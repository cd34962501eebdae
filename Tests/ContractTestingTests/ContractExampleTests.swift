import ContractTesting
import Testing

@Suite("The examples of a contract are tests", .freshStore)
struct ContractExampleTests {
  @Test("The package's own examples hold", arguments: try Contract("groups").examples)
  func ownExamples(example: ContractExampleCase) throws {
    example.verify()
    try example.check()
    #expect(example.contract.name == "groups")
  }

  private let failing = """
    {
      "contract": 1,
      "mappings": { "A": { "identifiedBy": "id", "map": { "id": "Int" } } },
      "examples": [
        { "name": "two", "json": [{"id": 1}, {"id": 1}], "as": "[A]", "expect": { "objects": { "A": 2 } } },
        { "name": "of a file", "fixture": "a.json", "as": "[A]" },
      ],
    }
    """

  @Test("A failed example is an issue at the caller's line, with the text of the command")
  func failure() throws {
    let trial = try Trial(["a.contract.json": failing, "Fixtures/a.json": #"[{"id":1}]"#])
    let examples = try Contract("a", filePath: trial.filePath).examples
    #expect(examples.map(\.testDescription) == ["\"two\"", "\"of a file\""])
    let text = """
      \(trial.folder)/a.contract.json:5:5: error: the example "two" fails
           = expected 2 A, found 1
      """
    #expect(complaint { try examples[0].check() } == text)
    #expect(complaint { try examples[1].check() } == "")
    let here = #_sourceLocation
    withKnownIssue {
      examples[0].verify()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [text]
        && issue.sourceLocation?.line == here.line + 2
    }
  }

  @Test("A contract without examples is an error")
  func noExamples() throws {
    let trial = try Trial([
      "a.contract.json": #"{ "contract": 1, "endpoints": { "GET /a": "Int" } }"#
    ])
    let contract = try Contract("a", filePath: trial.filePath)
    #expect(
      complaint { _ = try contract.examples } == """
        the contract "a" has no examples
          a test over none would be skipped, and stay green
        """)
  }
}

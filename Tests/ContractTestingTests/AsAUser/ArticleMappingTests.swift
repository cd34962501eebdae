import ContractTesting
import Testing

/// The tests of RestKit's unit testing guide, over its article.
@Suite("Article mapping")
struct ArticleMappingTests {
  private func articleTest() throws -> MappingTest {
    try MappingTest(Contract("articles"), as: "Article", fixture: "article.json")
  }

  @Test("The title is mapped")
  func title() throws {
    let test = try articleTest()
    test.expect("article.title", to: "title")
    test.expect("article.title", to: "title", value: "RestKit Unit Testing")
    test.expect("article.title", to: "title") { mapping in
      mapping.string?.hasPrefix("RestKit") == true
    }
    test.verify()
  }

  @Test("The tags are a collection of three, and the editor is absent")
  func tags() throws {
    let test = try MappingTest(Contract("articles"), as: "Article", fixture: "article.json")
    test.expect("article.tags", to: "tags", collection: true)
    test.expect("article.tags", to: "tags", count: 3)
    test.expect("article.tags", to: "tags", value: ["RestKit", "testing", "tutorials"])
    test.expect("article.title", notTo: "author")
    test.expectEvent(.missing, at: "article.editor")
    test.expectObjects("Article", count: 1)
    test.verify()
  }

  @Test("Tests may expect nulls and violations")
  func nullAndViolations() throws {
    let null = try MappingTest(
      Contract("articles"), as: "Article",
      payload: #"{"article":{"title":"a","tags":[],"created_at":"01/02/2012","editor":null}}"#)
    null.expect("article.editor", to: "editor", value: nil)
    null.expect("article.tags", to: "tags", count: 0)
    null.verify()

    let wrong = try MappingTest(
      Contract("articles"), as: "Article",
      payload: #"{"article":{"title":"a","tags":[],"created_at":"2012"}}"#)
    wrong.expectViolation(.cannotCoerce, at: "article.created_at")
    wrong.expect("article.title", to: "title", value: "a")
    wrong.verify()
  }

  @Test("Each failed expectation is an issue at its line")
  func failures() throws {
    let test = try articleTest()
    test.expect("article.titel", to: "title")
    test.expect("article.title", to: "author")
    test.expect("article.title", to: "title", value: "Unit Testing")
    test.expect("article.tags", to: "tags", collection: false)
    test.expect("article.tags", to: "tags", count: 2)
    test.expect("article.editor", to: "editor")
    test.expect("article.author", notTo: "author")
    test.expectNothing(from: "article.title")
    test.expectNothing(from: "article.secret")
    test.expectObjects("Article", count: 2)
    test.expectViolation(.nullValue, at: "article.title")
    test.expectEvent(.setNull, at: "article.author")
    let line = #line - 12
    let failures = test.violations()
    #expect(
      failures.map(\.message).joined(separator: "\n") == #"""
        expected to map "article.titel" to "title": the payload has nothing there, and no line of the contract reads it; did you mean "article.title"?
        expected to map "article.title" to "author": the contract maps it to "title"
        expected to map "article.title" to "title" with the value "Unit Testing": the value is "RestKit Unit Testing"
        expected to map "article.tags" to "tags" as no collection: the value is ["RestKit", "testing", "tutorials"]
        expected to map "article.tags" to "tags" with 2 elements: it has 3
        expected to map "article.editor" to "editor": the payload does not have it
        expected not to map "article.author" to "author": the value is "Blake Watters"
        expected to map nothing from "article.title": it is mapped
        expected to map nothing from "article.secret": the payload does not have it, so this says nothing
        expected 2 Article objects: there is 1
        expected the violation null-value at article.title: there is none
        expected the event setNull at article.author: there is set
        """#)
    #expect(failures.map { $0.sourceLocation.line - line } == Array(0..<12))
  }
}

import ContractTesting
import Testing
import XCTest

/// Expectations in a test without Swift Testing.
final class ExpectationsUnderXCTest: XCTestCase {
  private func articleTest() throws -> MappingTest {
    try MappingTest(Contract("articles"), as: "Article", fixture: "article.json")
  }

  func testExpectationsThatAreMet() throws {
    let test = try articleTest()
    test.expect("article.title", to: "title", value: "RestKit Unit Testing")
    XCTAssertNoThrow(try test.check())
    XCTAssertEqual(test.violations().map(\.message), [])
  }

  func testExpectationsThatAreNotMet() throws {
    let test = try articleTest()
    test.expect("article.title", to: "title", value: "a")
    test.expect("article.tags", to: "tags", count: 2)
    let line = #line - 2
    XCTAssertThrowsError(try test.check()) { error in
      XCTAssertEqual(
        "\(error)",
        """
        ContractTestingTests/ExpectationsUnderXCTest.swift:\(line): expected to map "article.title" \
        to "title" with the value "a": the value is "RestKit Unit Testing"
        ContractTestingTests/ExpectationsUnderXCTest.swift:\(line + 1): expected to map \
        "article.tags" to "tags" with 2 elements: it has 3
        """)
    }
  }
}

import ContractTesting
import Foundation
import TestSupport
import Testing
import XCTest

/// Checks that an issue of this package in a test case of XCTest fails it once, at the right line.
///
/// The test catches the failures before XCTest counts them, and compares them.
final class IssuesUnderXCTest: XCTestCase {
  private var failures: [(text: String, line: Int)] = []
  private var catches = false

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard catches else { return super.record(issue) }
      failures.append(
        (issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard catches else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      failures.append(
        (filePath.hasSuffix("IssuesUnderXCTest.swift") ? description : filePath, lineNumber))
    }
  #endif

  private func caught(_ work: () throws -> Void) rethrows -> [(text: String, line: Int)] {
    (catches, failures) = (true, [])
    defer { catches = false }
    try work()
    return failures
  }

  private func article(verifiesOnExpect: Bool = false) throws -> MappingTest {
    try MappingTest(
      Contract("articles"), as: "Article", fixture: "article.json",
      verifiesOnExpect: verifiesOnExpect)
  }

  func testAnExpectationThatIsNotMetFailsAtItsLine() throws {
    let test = try article()
    test.expect("article.title", to: "title", value: "a")
    let line = #line - 1
    let found = caught { test.verify() }
    XCTAssertEqual(found.map(\.line), [line])
    XCTAssertEqual(
      found.map(\.text),
      [
        """
        failed - expected to map "article.title" to "title" with the value "a": the value is \
        "RestKit Unit Testing"
        """
      ])
  }

  func testAnExpectationThatIsMetFailsNothing() throws {
    let test = try article()
    test.expect("article.title", to: "title", value: "RestKit Unit Testing")
    XCTAssertEqual(caught { test.verify() }.count, 0)
  }

  func testExpectationsThatNobodyVerifiesFail() throws {
    let found = try caught {
      let test = try article()
      test.expect("article.title", to: "title")
    }
    XCTAssertEqual(
      found.map(\.text), ["failed - verify() was never called: 1 expectation never checked"])
  }

  func testAnExpectationThatIsVerifiedAtOnceFails() throws {
    let test = try article(verifiesOnExpect: true)
    XCTAssertEqual(caught { test.expect("article.title", to: "author") }.count, 1)
  }

  func testAMapperThatReturnsNothingFails() throws {
    let found = try caught {
      try expect(
        .mapping { _ in [Avatar]() }, keeps: Contract("groups"), as: "[Avatar]")
    }
    let headlines = found.map { $0.text.prefix { $0 != "\n" } }
    XCTAssertEqual(
      headlines,
      [
        "failed - the mapper makes another value of the payload",
        "failed - the mapper makes [] of payloads that the contract refuses",
      ])
  }

  func testAnAsynchronousMapperThatReturnsNothingFails() async throws {
    (catches, failures) = (true, [])
    defer { catches = false }
    try await expect(
      .mapping { _ in
        await Task.yield()
        return [Avatar]()
      }, keeps: Contract("groups"), as: "[Avatar]")
    let line = #line - 5
    let found = failures
    catches = false
    let same = try caught {
      try expect(.mapping { _ in [Avatar]() }, keeps: Contract("groups"), as: "[Avatar]")
    }
    XCTAssertFalse(found.isEmpty)
    XCTAssertEqual(found.map(\.text), same.map(\.text))
    XCTAssertEqual(Set(found.map(\.line)), [line])
  }

  @MainActor
  func testAnAsynchronousMapperOfTheMainActorIsChecked() async throws {
    let mapper = AsyncMapperUnderTest.mapping { data in
      await Task.yield()
      MainActor.assertIsolated()
      return try JSONDecoder().decode([Avatar].self, from: data)
    }
    let test = try AsyncCheck(mapper, keeps: Contract("groups"), as: "[Avatar]")
    let texts = try await test.violations().map(\.description)
    XCTAssertEqual(texts, [])
  }

  func testMappersThatDoNotAgreeFail() throws {
    let found = try caught {
      try expect(
        .decoding([Avatar].self), agreesWith: .mapping { _ in [Avatar]() },
        on: Contract("groups"), as: "[Avatar]")
    }
    XCTAssertFalse(found.isEmpty)
  }

  func testAKeyPathThatIsHandledWronglyFails() throws {
    let keyPath = try XCTUnwrap(Contract("groups").keyPaths(as: "[Avatar]").first)
    XCTAssertFalse(caught { expect(.mapping { _ in [Avatar]() }, handles: keyPath) }.isEmpty)
  }

  func testAnExampleThatFailsIsAFailure() throws {
    let text = """
      {"contract":1,"mappings":{"A":{"map":{"a":"a: Int"}}},
       "examples":[{"name":"two","json":{"a":1},"as":"A","expect":{"values":{"a":2}}}]}
      """
    try withFolder(["a.contract.json": text]) { folder in
      let examples = try Contract(contentsOf: folder + "/a.contract.json").examples
      let found = caught { for example in examples { example.verify() } }
      let text = try XCTUnwrap(found.first?.text)
      XCTAssert(text.hasSuffix("= expected a to be 2, found 1"), text)
    }
  }

  func testAMapperThatKeepsItsContractFailsNothing() throws {
    let found = try caught {
      try expect(.decoding([Avatar].self), keeps: Contract("groups"), as: "[Avatar]")
    }
    XCTAssertEqual(found.map(\.text), [])
  }

  func testATaskOfItsOwnFailsTheCaseToo() async throws {
    (catches, failures) = (true, [])
    defer { catches = false }
    await Task.detached {
      do {
        let test = try MappingTest(
          Contract("articles"), as: "Article", fixture: "article.json")
        test.expect("article.title", to: "author")
        test.verify()
      } catch { XCTFail("\(error)") }
    }.value
    XCTAssertEqual(failures.count, 1)
  }
}

private struct Avatar: Codable, Equatable {
  let remoteId: Int
  let fileUrlString: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }
}

import CaptureTesting
import ContractTesting
import Testing
import XCTest

/// Captures in a test without Swift Testing.
final class ReadsUnderXCTest: XCTestCase {
  struct People: Decodable { var people: [[String: AnyValue]] }
  struct AnyValue: Decodable { init(from decoder: any Decoder) {} }

  func testBodiesThatAreTaken() throws {
    let coverage = try expect(
      .decoding(People.self), reads: Captures("Fixtures/captures"), "GET /people")
    XCTAssertEqual(coverage.bodyCount, 1)
    XCTAssertEqual(coverage.failedCount, 0)
  }

  func testBodiesThatAreAwaited() async throws {
    let coverage = try await expect(
      AsyncMapperUnderTest(.decoding(People.self)), reads: Captures("Fixtures/captures"),
      "GET /people")
    XCTAssertEqual(coverage.bodyCount, 1)
  }
}

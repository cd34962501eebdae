import CaptureTesting
import ContractTesting
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("Captures are said in a test as fixtures are")
struct ExpectReadsTests {
  struct Person: Decodable {
    var name: String
    var type: String
  }
  struct People: Decodable { var people: [Person] }

  actor Importer {
    func load(_ data: Data) throws -> People { try JSONDecoder().decode(People.self, from: data) }
  }

  @Test("A mapper that takes what was recorded passes, and says what it was given")
  func passes() throws {
    let coverage = try expect(
      .decoding(People.self), reads: Captures("Fixtures/captures/people.har"), "GET /people")
    #expect(
      "\(coverage)"
        == "1 body of GET /people in 1 file; not judged: 1 without a body, 1 other record")
  }

  @Test("A mapper that awaits something is given the same")
  func awaits() async throws {
    let importer = Importer()
    let coverage = try await expect(
      .mapping { try await importer.load($0) }, reads: Captures("Fixtures/captures"), "GET /people")
    #expect(coverage.bodyCount == 1)
  }

  @Test("A capture that is packed with gzip is read as any other")
  func packed() throws {
    let packed = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA6tWyk0tychPUbJScncNUdJRKi3KAbL1S4tTi4qB3OKSxJLSYiUrIwMDHaWk/JRKJavoaqVMoHrD2thaLgDAJAYAPwAAAA=="
      ))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson.gz")
    try packed.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let coverage = try expect(
      .decoding([[String: Int]].self), reads: Captures(file.path), "GET /users")
    #expect(coverage.bodyCount == 1)
  }

  @Test("An issue is recorded at the test's line for each cause")
  func issues() throws {
    let issues = Mutex<[String]>([])
    try withKnownIssue {
      try expect(
        .decoding([Person].self), reads: Captures("Fixtures/captures"), "GET /people")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined().components(separatedBy: "\n")[0]
      issues.withLock { $0.append(text) }
      return issue.sourceLocation?.fileName == "ExpectReadsTests.swift"
    }
    #expect(
      issues.withLock { $0 } == [
        "the mapper refuses 1 of 1 body of GET /people: expected to decode an array but found an object"
      ])
  }
}

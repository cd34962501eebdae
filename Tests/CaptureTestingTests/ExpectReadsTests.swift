import ContractTesting
import Foundation
import JSONParsing
import MapperTesting
import TestSupport
import Testing

@testable import CaptureTesting

@Suite("A test names captures as it names fixtures")
struct ExpectReadsTests {
  struct Person: Decodable {
    var name: String
    var type: String
  }
  struct People: Decodable { var people: [Person] }

  actor Importer {
    func load(_ data: Data) throws -> People { try JSONDecoder().decode(People.self, from: data) }
  }

  @Test("A mapper that accepts the recordings passes, and its input is noted")
  func passes() throws {
    let coverage = try expect(
      .decoding(People.self), reads: Captures("captures/people.har"), "GET /people")
    #expect(
      "\(coverage)"
        == "1 body of GET /people in 1 file; not judged: 1 without a body, 1 other record")
  }

  @Test("An asynchronous mapper gets the same payloads")
  func awaits() async throws {
    let importer = Importer()
    let coverage = try await expect(
      .mapping { try await importer.load($0) }, reads: Captures("Fixtures/captures"), "GET /people")
    #expect(coverage.bodyCount == 1)
  }

  @Test("A gzip capture is read as any other")
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

  @Test("Cassettes, mappings and responses of curl are read as by the command")
  func formats() throws {
    let captures = try Captures("Fixtures/formats")
    let mapper = MapperUnderTest.mapping { $0.count }
    let users = CaptureTest(
      mapper, reads: captures,
      try RecordedBodies("GET /users/:id", host: "shop.example", inputs: "curl/*.http"))
    #expect(users.violations().map(\.description) == [])
    #expect(
      users.reading.warnings
        == ["1 file passed over, which is no capture: Fixtures/formats/LICENSE"])
    #expect(
      "\(users.reading.coverage)"
        == #"5 bodies of GET /users/:id and inputs "curl/*.http" of shop.example in 7 files; "#
        + "not judged: status 404 (2), 3 other records")
    let none = CaptureTest(
      mapper, reads: captures, try RecordedBodies("GET /none", host: nil, inputs: nil))
    #expect(
      none.violations().map(\.description) == [
        """
        nothing is judged: there is no body of GET /none in Fixtures/formats
          of it     nothing
          else      GET /users/:id 200 (3), 2 bare bodies, the first in Fixtures/formats/curl/missing.http, \
        get /users/:id 200 (1), delete /orders/:id 204 (1), Fixtures/formats/wiremock/mappings/all.json \
        (1, the URL is a regular expression, which is no path), GET /users/:id 404 (1), GET /orders 200 (1)
          read      7 files
          next      name one of these, or the files of bare bodies: inputs: "users/*.json"
        """
      ])
  }

  @Test("A mapper on the main actor gets all bodies there")
  @MainActor func onMainActor() async throws {
    var count = 0
    let coverage = try await expect(
      .mapping { data in
        MainActor.assertIsolated()
        await Task.yield()
        count += 1
        return data
      }, reads: Captures("Fixtures/captures"), "GET /api/users/:id")
    #expect(count == coverage.bodyCount && count > 10)
  }

  @Test("Each cause is an issue at the line of the test")
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

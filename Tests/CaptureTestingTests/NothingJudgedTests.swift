import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("A check of captures that has nothing to judge is no success")
struct NothingJudgedTests {
  private let users = Recorded.line("https://api.test/users", #"[{"id":1,"login":"a"}]"#)

  @Test("Without a body of the endpoint it is told what there is")
  func other() throws {
    let lines = users + users + Recorded.line("https://api.test/repos/7", "{}")
    let told = try Told.of(
      .decoding([User].self), ["a.ndjson": lines, "b/user.json": #"{"id":1}"#], "GET /orgs")
    #expect(told.violations == [""])
  }

  @Test("Other statuses and responses without a body are told")
  func statuses() throws {
    let lines =
      Recorded.line("/users", "{}", status: 304) + Recorded.line("/users", "{}", status: 404)
      + Recorded.line("/users", "null", status: 204)
    let told = try Told.of(.decoding([User].self), ["a.ndjson": lines])
    #expect(told.violations == [""])
    #expect(told.coverage == "")
  }

  @Test("A folder without a capture, and a file that is none")
  func none() throws {
    let told = try Told.of(.decoding([User].self), ["README": "Some notes."])
    #expect(told.violations == [""])
    #expect(told.warnings == [""])
  }

  @Test("A status is named, and its bodies are judged alone")
  func status() throws {
    struct Failure: Decodable { var message: String }
    let lines = users + Recorded.line("/users", #"{"message":"Not Found"}"#, status: 404)
    let told = try Told.of(
      .decoding(Failure.self), ["a.ndjson": lines], "GET /users -> 404")
    #expect(told.violations == [])
    #expect(told.coverage == "")
  }

  @Test("A host is named, and the bodies of others are not judged")
  func host() throws {
    let lines = users + Recorded.line("https://other.test/users", #"{"id":"x"}"#)
    let told = try Told.of(.decoding([User].self), ["a.ndjson": lines], host: "api.test")
    #expect(told.violations == [])
    #expect(told.coverage == "")
  }

  @Test("Bare bodies are named by their files, and events by their names")
  func inputs() throws {
    let files = [
      "users/1.json": #"{"id":1,"login":"a"}"#, "users/2.json": #"{"id":2}"#,
      "repos/1.json": "[]", "events.ndjson": #"{"event":"user.created","data":{"id":3}}"# + "\n",
    ]
    let told = try Told.of(.decoding(User.self), files, nil, inputs: "users/*.json")
    #expect(told.violations == [""])
    #expect(told.coverage == "")
    let events = try Told.of(.decoding(User.self), files, "event user.created")
    #expect(events.violations.map { $0.split(separator: "\n")[0] } == [])
  }

  @Test(
    "What a test names and is none is told before anything is read",
    arguments: [
      ("GET users", nil, nil, ""), ("POST", nil, nil, ""), (nil, nil, nil, ""),
      ("request POST /users", nil, nil, ""), (nil, "api.test", "*.json", ""),
    ] as [(String?, String?, String?, String)])
  func setup(endpoint: String?, host: String?, inputs: String?, complaint: String) throws {
    #expect {
      try RecordedBodies(endpoint, host: host, inputs: inputs)
    } throws: { error in
      #expect("\(error)" == complaint)
      return true
    }
  }

  @Test("Captures that are not there are told with where they were looked for")
  func missing() throws {
    #expect {
      try Captures("no/such", filePath: "/tmp/Tests/A.swift")
    } throws: { error in
      #expect("\(error)" == "")
      return true
    }
    #expect {
      try Captures()
    } throws: { error in
      #expect("\(error)" == "")
      return true
    }
  }
}

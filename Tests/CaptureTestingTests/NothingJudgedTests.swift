import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("A check of captures fails if there is nothing to judge")
struct NothingJudgedTests {
  private let users = Recorded.line("https://api.test/users", #"[{"id":1,"login":"a"}]"#)

  @Test("If there is no body of the endpoint, the issue lists what was captured")
  func other() throws {
    let lines = users + users + Recorded.line("https://api.test/repos/7", "{}")
    let told = try Told.of(
      .decoding([User].self), ["a.ndjson": lines, "b/user.json": #"{"id":1}"#], "GET /orgs")
    #expect(
      told.violations == [
        """
        nothing is judged: there is no body of GET /orgs in (the folder)
          of it     nothing
          else      GET /users 200 (2), GET /repos/:id 200 (1), 1 bare body, the first in b/user.json
          read      2 files
          next      name one of these, or the files of bare bodies: inputs: "users/*.json"
        """
      ])
  }

  @Test("The issue lists other statuses and responses without a body")
  func statuses() throws {
    let lines =
      Recorded.line("/users", "{}", status: 304) + Recorded.line("/users", "{}", status: 404)
      + Recorded.line("/users", "null", status: 204)
    let told = try Told.of(.decoding([User].self), ["a.ndjson": lines])
    #expect(
      told.violations == [
        """
        nothing is judged: there is no body of GET /users in (the folder)
          of it     status 304 (1), status 404 (1), 1 without a body
          else      nothing
          read      1 file
          next      name the status, "GET /users -> 404", or record the responses with their bodies
        """
      ])
    #expect(
      told.coverage == "0 bodies of GET /users in 1 file; "
        + "not judged: status 304 (1), status 404 (1), 1 without a body")
  }

  @Test("A folder without a capture, and a file that is no capture, are errors")
  func none() throws {
    let told = try Told.of(.decoding([User].self), ["README": "Some notes."])
    #expect(
      told.violations == [
        """
        nothing is judged: there is no body of GET /users in (the folder)
          of it     nothing
          else      nothing
          read      0 files
          next      record some responses: HAR, NDJSON, cassettes and bare bodies are read
        """
      ])
    #expect(told.warnings == ["1 file passed over, which is no capture: README"])
  }

  @Test("A test may select a status")
  func status() throws {
    struct Failure: Decodable { var message: String }
    let lines = users + Recorded.line("/users", #"{"message":"Not Found"}"#, status: 404)
    let told = try Told.of(
      .decoding(Failure.self), ["a.ndjson": lines], "GET /users -> 404")
    #expect(told.violations == [])
    #expect(
      told.coverage == "1 body of GET /users -> 404 in 1 file; not judged: status 200 (1)")
  }

  @Test("A test may select a host")
  func host() throws {
    let lines = users + Recorded.line("https://other.test/users", #"{"id":"x"}"#)
    let told = try Told.of(.decoding([User].self), ["a.ndjson": lines], host: "api.test")
    #expect(told.violations == [])
    #expect(
      told.coverage == "1 body of GET /users of api.test in 1 file; not judged: 1 other record")
  }

  @Test("Bare bodies are named by their files, and events by their names")
  func inputs() throws {
    let files = [
      "users/1.json": #"{"id":1,"login":"a"}"#, "users/2.json": #"{"id":2}"#,
      "repos/1.json": "[]", "events.ndjson": #"{"event":"user.created","data":{"id":3}}"# + "\n",
    ]
    let told = try Told.of(.decoding(User.self), files, nil, inputs: "users/*.json")
    #expect(
      told.violations == [
        """
        login: no value for the key "login", in 1 of 2 bodies of inputs "users/*.json"
          first     users/2.json:1:1
               1 | {"id":2}
                 | ^ at login
          mapper    rejects it: login: no value for the key "login"
          next      make the property optional, if the key may be absent; if not, report it to the server's authors
        """
      ])
    #expect(
      told.coverage == "2 bodies of inputs \"users/*.json\" in 4 files, 1 failed; "
        + "not judged: 2 other records")
    let events = try Told.of(.decoding(User.self), files, "event user.created")
    #expect(
      events.violations.map { $0.split(separator: "\n")[0] } == [
        #"login: no value for the key "login", in 1 of 1 body of event user.created"#
      ])
  }

  @Test(
    "Wrong names in a test are reported before anything is read",
    arguments: [
      (
        "GET users", nil, nil,
        #""GET users" is no endpoint: expected a path, which starts with "/", found "u""#
      ),
      (
        nil, nil, nil,
        """
        nothing says which bodies the mapper reads
          name an endpoint, "GET /users", or the files of bare bodies, inputs: "*.json"
        """
      ),
      (
        "request POST /users", nil, nil,
        #""request POST /users": a mapper is given responses, and this is a request"#
      ),
      (nil, "api.test", "*.json", "host: only what an endpoint answers has a host"),
    ] as [(String?, String?, String?, String)])
  func setup(endpoint: String?, host: String?, inputs: String?, complaint: String) throws {
    #expect {
      try RecordedBodies(endpoint, host: host, inputs: inputs)
    } throws: { error in
      #expect("\(error)" == complaint)
      return true
    }
  }

  @Test("Missing captures are an error with the searched paths")
  func missing() throws {
    #expect {
      try Captures("no/such", filePath: "/tmp/Tests/A.swift")
    } throws: { error in
      #expect(
        "\(error)" == """
          there is no file or folder "no/such"
            looked for /tmp/Tests/no/such
            looked for /tmp/Tests/Fixtures/no/such
          """)
      return true
    }
    #expect {
      try Captures()
    } throws: { error in
      #expect(
        "\(error)" == """
          no captures are named
            name files or folders: Captures("Fixtures/captures")
          """)
      return true
    }
  }
}

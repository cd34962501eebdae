import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("What a mapper refuses of recorded bodies is told once a cause")
struct RefusalTests {
  @Test("A missing key of some elements of some bodies is one issue, with the first place")
  func missingKey() throws {
    let good = #"[{"id":1,"login":"octo"}]"#
    let bad = #"[{"id":1,"login":"octo"},{"id":2,"name":"cat"}]"#
    let lines = [good, bad, good, bad, bad].map { Recorded.line("https://api.test/users", $0) }
    let told = try Told.of(.decoding([User].self), ["users.ndjson": lines.joined()])
    #expect(
      told.violations == [
        #"""
        [].login: no value for the key "login", in 3 of 5 bodies of GET /users
          first     users.ndjson:2:119, GET /users 200
               2 | …users"},"response":{"status":200,"body":[{"id":1,"login":"octo"},{"id":2,"name":"cat"}]}}
        """#
      ])
    #expect(told.warnings == [])
    #expect(told.coverage == "5 bodies of GET /users in 1 file, 3 failed")
  }

  @Test("The body of an archive is told by its entry, and by the place in the body")
  func archive() throws {
    let archive = try Recorded.archive([
      ("https://api.test/users", #"[{"id":1,"login":"octo"}]"#),
      ("https://api.test/users?page=2", "[\n  {\"id\":2,\"login\":null}\n]"),
    ])
    let told = try Told.of(.decoding([User].self), ["users.har": archive])
    #expect(told.violations == [""])
  }

  @Test("Another type, null and a missing key at one place are causes of their own")
  func kinds() throws {
    let bodies = [
      #"[{"id":"1","login":"octo"}]"#, #"[{"id":null,"login":"octo"}]"#, #"[{"login":"octo"}]"#,
      #"[{"id":true,"login":"octo"}]"#,
    ]
    let lines = bodies.map { Recorded.line("/users", $0) }
    let told = try Told.of(.decoding([User].self), ["users.ndjson": lines.joined()])
    #expect(told.violations.map { $0.split(separator: "\n")[0] } == [])
  }

  @Test("Keys of a dictionary are one place, and names are spelt as the payload has them")
  func dictionary() throws {
    struct Team: Decodable { var teamLead: [String: User] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let bodies = ["octo", "cat"].map { #"{"team_lead":{"\#($0)":{"id":"1","login":"a"}}}"# }
    let lines = bodies.map { Recorded.line("/team", $0) }
    let told = try Told.of(
      .decoding(Team.self, with: decoder), ["team.ndjson": lines.joined()], "GET /team")
    #expect(told.violations.map { $0.split(separator: "\n")[0] } == [])
  }

  @Test("A mapper by hand is told by its error, whose numbers do not make another cause")
  func byHand() throws {
    struct MapError: Error { var text: String }
    let mapper = MapperUnderTest.mapping { data -> Int in
      guard data.count < 10 else { throw MapError(text: "\(data.count) bytes are too many") }
      return 1
    }
    let lines = [#"["abcdefgh"]"#, #"["abcdefghi"]"#, "[1]"].map { Recorded.line("/users", $0) }
    let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
    #expect(told.violations == [""])
  }

  @Test("A mapper by hand that decodes is told by the decoder's coding path")
  func decodingByHand() throws {
    let mapper = MapperUnderTest.mapping { try JSONDecoder().decode([User].self, from: $0) }
    let lines = [#"[{"id":1,"login":"a"},{"id":2,"login":["b"]}]"#].map { Recorded.line("/users", $0) }
    let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
    #expect(told.violations == [""])
  }

  @Test("A mapper that returns nil, an empty body and a page of HTML")
  func others() throws {
    let archive = try Recorded.archive([
      ("/users", #"{"a":1}"#), ("/users", "<html>"), ("/users", " "),
    ])
    let mapper = MapperUnderTest.mappingJSON { $0 as? [Any] }
    let told = try Told.of(mapper, ["users.har": archive])
    #expect(told.violations == [""])
  }

  @Test("Of more than ten causes the last names the others")
  func many() throws {
    struct Wide: Decodable {
      var a, b, c, d, e, f, g, h, i, j, k, l: Int
    }
    let names = "abcdefghijkl".map(String.init)
    let lines = names.map { name in
      Recorded.line("/wide", "{\(names.map { "\"\($0)\":\($0 == name ? "null" : "1")" }.joined(separator: ","))}")
    }
    let told = try Told.of(.decoding(Wide.self), ["wide.ndjson": lines.joined()], "GET /wide")
    #expect(told.violations.count == 10)
    #expect(
      told.violations.last?.split(separator: "\n").last
        == "")
  }

  @Test("What a body has reaches no terminal as it is")
  func escapes() throws {
    let lines = [#"[{"id":"\u001b[31m","login":"a"}]"#, "{\"\u{1b}[31m\":\"\u{202e}\"}"]
    let told = try Told.of(
      .mapping { data -> Int in throw CocoaError(.fileNoSuchFile, userInfo: ["a\u{1b}": "\u{202e}"]) },
      ["users\u{1b}.ndjson": lines.map { Recorded.line("/users", $0) }.joined()])
    let text = (told.violations + told.warnings + [told.coverage]).joined()
    #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"))
    #expect(!told.violations.isEmpty)
  }
}

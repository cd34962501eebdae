import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("Rejected recordings are one issue per cause")
struct RefusalTests {
  @Test("A key missing in several elements and bodies is one issue at the first position")
  func missingKey() throws {
    let good = #"[{"id":1,"login":"octo"}]"#
    let bad = #"[{"id":1,"login":"octo"},{"id":2,"name":"cat"}]"#
    let other = #"[{"id":3}]"#
    let lines = [good, bad, good, other, bad].map { Recorded.line("https://api.test/users", $0) }
    let told = try Told.of(.decoding([User].self), ["users.ndjson": lines.joined()])
    #expect(
      told.violations == [
        #"""
        [].login: no value for the key "login", in 3 of 5 bodies of GET /users
          first     users.ndjson:2:93, GET /users 200
               2 | [{"id":1,"login":"octo"},{"id":2,"name":"cat"}]
                 |                          ^ at [1].login
          mapper    rejects it: [1].login: no value for the key "login"
          next      make the property optional, if the key may be absent; if not, report it to the server's authors
        """#
      ])
    #expect(told.warnings == [])
    #expect(told.coverage == "5 bodies of GET /users in 1 file, 3 failed")
  }

  @Test("A body in an archive is named by its entry, with the position in the body")
  func archive() throws {
    let archive = try Recorded.archive([
      ("https://api.test/users", #"[{"id":1,"login":"octo"}]"#),
      ("https://api.test/users?page=2", "[\n  {\"id\":2,\"login\":null}\n]"),
    ])
    let told = try Told.of(.decoding([User].self), ["users.har": archive])
    #expect(
      told.violations == [
        #"""
        [].login: cannot get value of type String, found null, in 1 of 2 bodies of GET /users
          first     users.har entry 1 2:19, GET /users 200
               2 |   {"id":2,"login":null}
                 |                   ^^^^ at [0].login
          mapper    rejects it: [0].login: cannot get value of type String, found null
          next      make the property optional, if null may come; if not, report it to the server's authors
        """#
      ])
  }

  @Test("Wrong type, null and missing key at one position are separate causes")
  func kinds() throws {
    let bodies = [
      #"[{"id":"1","login":"octo"}]"#, #"[{"id":null,"login":"octo"}]"#, #"[{"login":"octo"}]"#,
      #"[{"id":true,"login":"octo"}]"#,
    ]
    let lines = bodies.map { Recorded.line("/users", $0) }
    let told = try Told.of(.decoding([User].self), ["users.ndjson": lines.joined()])
    #expect(
      told.violations.map { $0.split(separator: "\n")[0] } == [
        "[].id: expected to decode Int but found a string, in 2 of 4 bodies of GET /users",
        "[].id: cannot get value of type Int, found null, in 1 of 4 bodies of GET /users",
        #"[].id: no value for the key "id", in 1 of 4 bodies of GET /users"#,
      ])
  }

  @Test("Keys of a dictionary count as one position, and names are spelt as in the payload")
  func dictionary() throws {
    struct Team: Decodable { var teamLead: [String: User] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let bodies = ["octo", "cat"].map { #"{"team_lead":{"\#($0)":{"id":"1","login":"a"}}}"# }
    let lines = bodies.map { Recorded.line("/team", $0) }
    let told = try Told.of(
      .decoding(Team.self, with: decoder), ["team.ndjson": lines.joined()], "GET /team")
    #expect(
      told.violations.map { $0.split(separator: "\n")[0] } == [
        "team_lead.*.id: expected to decode Int but found a string, in 2 of 2 bodies of GET /team"
      ])
  }

  @Test("Numeric keys count as those of a dictionary, for all mappers")
  func numbers() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { Int(stringValue) }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Users: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys { _ = try container.decode(User.self, forKey: key) }
      }
    }
    let lines = [7, 8].map { Recorded.line("/users", #"{"\#($0)":{"id":"1","login":"a"}}"#) }
    let mappers: [MapperUnderTest] = [
      .decoding(Users.self), .mapping { try JSONDecoder().decode(Users.self, from: $0) },
    ]
    for mapper in mappers {
      let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
      #expect(
        told.violations == [
          #"""
          *.id: expected to decode Int but found a string, in 2 of 2 bodies of GET /users
            first     users.ndjson:1:63, GET /users 200
                 1 | {"7":{"id":"1","login":"a"}}
                   |            ^^^ at 7.id
            mapper    rejects it: [7].id: expected to decode Int but found a string
            next      have the model read what is sent, or report it to the server's authors
          """#
        ])
    }
  }

  @Test("Errors of a hand-written mapper that differ in numbers are one cause")
  func byHand() throws {
    struct MapError: Error { var text: String }
    let mapper = MapperUnderTest.mapping { data -> Int in
      guard data.count < 10 else { throw MapError(text: "\(data.count) bytes are too many") }
      return 1
    }
    let lines = [#"["abcdefgh"]"#, #"["abcdefghi"]"#, "[1]"].map { Recorded.line("/users", $0) }
    let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
    #expect(
      told.violations == [
        #"""
        the mapper refuses 2 of 3 bodies of GET /users: MapError(text: "12 bytes are too many")
          first     users.ndjson:1:52, GET /users 200
               1 | ["abcdefgh"]
                 | ^^^^^^^^^^^^
          mapper    rejects it: MapError(text: "12 bytes are too many")
          next      see where the mapper throws this
        """#
      ])
  }

  @Test("An error of a decoder in a hand-written mapper has its coding path")
  func decodingByHand() throws {
    let mapper = MapperUnderTest.mapping { try JSONDecoder().decode([User].self, from: $0) }
    let lines = [#"[{"id":1,"login":"a"},{"id":2,"login":["b"]}]"#].map {
      Recorded.line("/users", $0)
    }
    let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
    #expect(
      told.violations == [
        #"""
        [].login: expected to decode String but found an array, in 1 of 1 body of GET /users
          first     users.ndjson:1:90, GET /users 200
               1 | [{"id":1,"login":"a"},{"id":2,"login":["b"]}]
                 |                                       ^^^^^ at [1].login
          mapper    rejects it: [1].login: expected to decode String but found an array
          next      have the model read what is sent, or report it to the server's authors
        """#
      ])
  }

  @Test("A nil result, an empty body and an HTML page are reported")
  func others() throws {
    let archive = try Recorded.archive([
      ("/users", #"{"a":1}"#), ("/users", "<html>"), ("/users", " "),
    ])
    struct NoJSON: Error {}
    let mapper = MapperUnderTest.mapping { data -> [Any]? in
      guard let json = try? JSONSerialization.jsonObject(with: data) else { throw NoJSON() }
      return json as? [Any]
    }
    let told = try Told.of(mapper, ["users.har": archive])
    #expect(
      told.violations == [
        #"""
        the mapper refuses 1 of 3 bodies of GET /users: it returns nil
          first     users.har entry 0 1:1, GET /users 200
               1 | {"a":1}
                 | ^^^^^^^
          mapper    rejects it: it returns nil
          next      have the mapper throw, so that it says what is wrong with the payload
        """#,
        #"""
        the mapper refuses 1 of 3 bodies of GET /users: the body is not JSON: expected a value, found "<" at offset 0
          first     users.har entry 1 1:1, GET /users 200
               1 | <html>
                 | ^
          mapper    rejects it: NoJSON()
          next      see what was recorded: a page of HTML, or a body that is cut off
        """#,
        #"""
        the mapper refuses 1 of 3 bodies of GET /users: the body is empty
          first     users.har entry 2 1:2, GET /users 200
               1 | ~
                 |  ^
          mapper    rejects it: NoJSON()
          next      see why the server sends nothing here, or name the statuses that have a body
        """#.replacingOccurrences(of: "~", with: " "),
      ])
  }

  @Test("A body that is nested too deeply is reported as such, with the limit")
  func deep() throws {
    struct TooDeep: Error {}
    let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    let mapper = MapperUnderTest.mapping { (_: Data) -> [Any]? in throw TooDeep() }
    let told = try Told.of(mapper, ["users.har": try Recorded.archive([("/users", deep)])])
    let lines = try #require(told.violations.first).split(separator: "\n")
    #expect(
      lines.first == """
        the mapper refuses 1 of 1 body of GET /users: the body is nested too deeply: \
        expected at most 512 nested arrays and objects at offset 512
        """)
    #expect(
      lines.last
        == "  next      see why the server nests values so deeply, which most decoders refuse as well"
    )
  }

  @Test("JSON5 that the decoder reads is not reported as invalid")
  func json5() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let archive = try Recorded.archive([("/users", "[{id:1}]")])
    let mapper = MapperUnderTest.mapping { try decoder.decode([User].self, from: $0) }
    let told = try Told.of(mapper, ["users.har": archive])
    #expect(
      told.violations.map { $0.split(separator: "\n")[0] } == [
        #"[].login: no value for the key "login", in 1 of 1 body of GET /users"#
      ])
  }

  @Test("Errors of a mapper that differ each time take limited memory")
  func endless() throws {
    struct Refused: Error { var name: String }
    let mapper = MapperUnderTest.mapping { data -> Int in
      throw Refused(name: String(decoding: data, as: UTF8.self))
    }
    let letters = "abcdefghij".map(String.init)
    let lines = (0..<1_200).map { number in
      let name = String(number).compactMap(\.wholeNumberValue).map { letters[$0] }.joined()
      return Recorded.line("/users", "[\"\(name)\"]")
    }
    let told = try Told.of(mapper, ["users.ndjson": lines.joined()])
    #expect(told.violations.count == 10)
    let last = try #require(told.violations.last)
    #expect(last.hasSuffix(" and 970 more; and 200 bodies for causes that are not kept"))
  }

  @Test("If there are more than ten causes, the last issue names the rest")
  func many() throws {
    struct Wide: Decodable {
      var a, b, c, d, e, f, g, h, i, j, k, l: Int
    }
    let names = "abcdefghijkl".map(String.init)
    let lines = names.map { name in
      Recorded.line(
        "/wide",
        "{\(names.map { "\"\($0)\":\($0 == name ? "null" : "1")" }.joined(separator: ","))}")
    }
    let told = try Told.of(.decoding(Wide.self), ["wide.ndjson": lines.joined()], "GET /wide")
    #expect(told.violations.count == 10)
    let rest = ["k", "l"].map {
      "\($0): cannot get value of type Int, found null, in 1 of 12 bodies of GET /wide"
    }
    #expect(
      told.violations.last?.split(separator: "\n").last.map(String.init)
        == "  more      \(rest[0]), \(rest[1])")
  }

  @Test("Text of a body is escaped before it is shown")
  func escapes() throws {
    let lines = [#"[{"id":"\u001b[31m","login":"a"}]"#, "{\"\u{1b}[31m\":\"\u{202e}\"}"]
    let told = try Told.of(
      .mapping { data -> Int in throw CocoaError(.fileNoSuchFile, userInfo: ["a\u{1b}": "\u{202e}"])
      },
      ["users\u{1b}.ndjson": lines.map { Recorded.line("/users", $0) }.joined()])
    let text = (told.violations + told.warnings + [told.coverage]).joined()
    #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"))
    #expect(!told.violations.isEmpty)
  }
}

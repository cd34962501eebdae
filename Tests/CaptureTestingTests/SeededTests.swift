import ContractModel
import ContractTesting
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import CaptureTesting
@testable import MapperTesting

@Suite("Faults are also made in recorded bodies", .freshStore)
struct SeededTests {
  private enum Keys: String, CodingKey { case id, login, token }

  /// Reads an absent id as 0 for accounts whose login begins with `x-`, and replaces tokens that
  /// begin with `t-`.
  private struct Mistaken: Decodable {
    var id: Int
    var login: String
    var token: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      login = try container.decode(String.self, forKey: .login)
      let own =
        login.hasPrefix("x-") ? try container.decodeIfPresent(Int.self, forKey: .id) ?? 0 : nil
      id = try own ?? container.decode(Int.self, forKey: .id)
      let token = try container.decodeIfPresent(String.self, forKey: .token)
      self.token = token?.hasPrefix("t-") == true ? "renewed" : token
    }
  }

  private struct Right: Decodable {
    var id: Int
    var login: String
    var token: String?
  }

  private func contract() throws -> Contract {
    try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": { "GET /users": "[Account]" },
        "mappings": {
          "Account": {
            "map": {
              "id": "Int", "login": "String",
              "token?": { "to": "token", "type": "String?", "sensitive": true },
            },
          },
        },
      }
      """)
  }

  private struct Found {
    var issues: [String] = []
    var warnings: [String] = []
    var coverage = MapperCoverage()
    /// The shortened bodies.
    var bodies: [String] = []
  }

  /// Checks a mapper with the bodies of `GET /users` in a file.
  private func found(
    _ mapper: MapperUnderTest, _ bodies: [String], as type: String = "GET /users"
  ) throws -> Found {
    var found = Found()
    let lines = bodies.map { Recorded.line("https://api.test/users", $0) }
    try withFolder(["users.ndjson": lines.joined()]) { folder in
      let contract = try contract()
      var bases: RecordedBases?
      let test = try MapperTest(
        mapper, keeps: contract, as: type,
        recorded: { target in
          bases = try? RecordedBases(
            Captures(folder), RecordedBodies("GET /users", host: nil, inputs: nil, of: contract),
            of: contract, as: target, exchange: nil, isCancelled: { false })
          return bases?.list ?? []
        })
      let short = { (text: String) in text.replacingOccurrences(of: folder + "/", with: "") }
      let violations = test.violations() + (bases?.reading.violations ?? [])
      found.issues = violations.map { short($0.description) }
      found.warnings = (bases?.reading.warnings ?? []).map(short)
      found.coverage = test.coverage
      found.bodies = (bases?.list ?? []).map(\.payload.text)
    }
    return found
  }

  @Test(
    "A fault that only matters in recorded values is reported, with a capture and a minimal payload"
  )
  func faults() throws {
    let bodies = ["[]", #"[{"id":18,"login":"x-y"}]"#]
    #expect(try found(.decoding([Mistaken].self), Array(bodies.prefix(1))).issues == [])
    let seeded = try found(.decoding([Mistaken].self), bodies)
    #expect(
      seeded.issues == [
        """
        Account reads an absent or null id as 0
          in        a.contract.json:7:15  "id": "id: Int"
          when      [0].id missing
          payload   [{"login":"x-","token":***}]
          contract  rejects it: [0].id: the key "id" is missing
          mapper    accepts it: [0].id = 0
          hint      if the server may leave it out or send null, write "id?": { "to": "id", "type": "Int? = 0", "null": "default" }
          also      on 3 other payloads
          recorded  users.ndjson:2:68, GET /users 200
        """
      ])
  }

  @Test("A right mapper is not accused, and the bodies are counted")
  func right() throws {
    let bodies = (0..<50).map { #"[{"id":\#($0),"login":"x-\#($0)"}]"# } + ["[]"]
    let found = try found(.decoding([Right].self), bodies)
    #expect(found.issues == [])
    #expect(found.bodies == [#"[{"id":0,"login":"x-0"}]"#, "[]"])
    #expect(found.coverage.recorded > 20)
    #expect("\(found.coverage)".contains(", \(found.coverage.recorded) of recorded bodies"))
  }

  @Test("Values of sensitive lines are hidden, and not kept for a replay")
  func sensitive() throws {
    let found = try found(
      .decoding([Mistaken].self), [#"[{"id":1,"login":"a","token":"t-4711"}]"#])
    #expect(
      found.issues == [
        """
        Account makes another value of token
          in        a.contract.json:8:44  "token?": "token: String?"
          when      the body is as it was recorded
          payload   [{"id":1,"login":"a","token":********}]
          contract  (hidden: the line is sensitive)
          mapper    (hidden)
          also      on 49 other payloads
          recorded  users.ndjson:1:68, GET /users 200
        """
      ])
  }

  @Test("Bodies that the contract rejects are a warning; if it rejects all, that is an issue")
  func broken() throws {
    let some = try found(
      .decoding([Right].self), [#"[{"id":"7","login":"a"}]"#, #"[{"id":7,"login":"a"}]"#])
    #expect(some.issues == [])
    #expect(
      some.warnings == [
        """
        the server broke the contract in 1 of 2 bodies of GET /users: that is not the mapper's fault, and it is not held to them
          refuses   1 body: [].id: expected Int, found a string, first users.ndjson:1:75, GET /users 200
        """
      ])
    let all = try found(.decoding([Right].self), [#"[{"id":"7","login":"a"}]"#])
    #expect(
      all.issues == [
        """
        nothing is compared: the contract refuses all of 1 body of GET /users
          refuses   1 body: [].id: expected Int, found a string, first users.ndjson:1:75, GET /users 200
        """
      ])
  }

  @Test("The expectation reads the captures, and returns what was tested")
  func expectation() throws {
    let contract = try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": { "GET /users": "[User]" },
        "mappings": { "User": { "map": { "id": "Int", "login": "String" } } },
      }
      """)
    try withFolder(["users.ndjson": Recorded.line("/users", #"[{"id":1,"login":"a"}]"#)]) {
      folder in
      let captures = try Captures(folder)
      let coverage =
        try expect(
          .decoding([User].self), keeps: contract, as: "GET /users", seededBy: captures)
      #expect(coverage.recorded > 20)
    }
  }

  @Test("A type that is not an endpoint is an error: it does not say which bodies are meant")
  func nothingNamed() throws {
    let contract = try contract()
    try withFolder(["users.ndjson": Recorded.line("/users", "[]")]) { folder in
      let error = #expect(throws: TestSetupError.self) {
        try expect(
          .decoding([Right].self), keeps: contract, as: "[Account]", seededBy: Captures(folder))
      }
      #expect(
        error.map { "\($0)" } == """
          nothing says which bodies the mapper reads
            name an endpoint, "GET /users", or the files of bare bodies, inputs: "*.json"
          """)
    }
  }

  @Test("Of elements with the same shape, the first is kept")
  func shapes() {
    var shapes = BodyShapes()
    let short = { (text: String) in shapes.short(PayloadTree(json: text))?.text }
    #expect(
      short(#"[{"a":1,"b":[1,2,"x"]},{"a":-2,"b":[3]},{"a":null,"b":[]},{"a":3,"b":[true,false]}]"#)
        == #"[{"a":1,"b":[1,"x"]},{"a":null,"b":[]},{"a":3,"b":[true]}]"#)
    #expect(short(#"[{"a":5,"b":["y"]}]"#) == nil)
    #expect(short(#"[{"b":5}]"#) == #"[{"b":5}]"#)
    #expect(short("[]") == "[]")
  }
}

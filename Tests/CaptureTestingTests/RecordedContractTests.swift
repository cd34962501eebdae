import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import CaptureTesting

@Suite("The results for recorded bodies are compared with a contract")
struct RecordedContractTests {
  struct Account: Decodable {
    var id: Int
    var login: String?
    var token: String?

    enum CodingKeys: String, CodingKey { case id, login, token }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      login = try container.decodeIfPresent(String.self, forKey: .login) ?? ""
      token = try container.decodeIfPresent(String.self, forKey: .token).map { $0 + "!" }
    }
  }

  struct Whole: Decodable {
    var id: Int
    var login: String?
    var token: String?
  }

  private func contract() throws -> Contract {
    try OneContract.contract(
      """
      {
        "contract": 1,
        "basePath": "/v2",
        "endpoints": { "GET /users": "[Account]" },
        "mappings": {
          "Account": {
            "map": {
              "id": "Int", "login?": "login: String?",
              "token?": { "to": "token", "type": "String?", "sensitive": true },
            },
          },
        },
      }
      """)
  }

  @Test("A different value is one issue with its position; sensitive values are hidden")
  func differs() throws {
    let lines = [
      #"[{"id":1,"login":"a"}]"#, #"[{"id":2,"login":null}]"#, #"[{"id":3}]"#,
      #"[{"id":4,"login":"b","token":"secret"}]"#,
    ].map { Recorded.line("https://api.test/v2/users", $0) }
    let told = try Told.of(
      .decoding([Account].self), ["users.ndjson": lines.joined()], keeps: contract())
    #expect(
      told.violations == [
        #"""
        the mapper makes "" of an absent or null login
          in        a.contract.json:8:32  "login?": "login: String?"
          payload   [{"id":3}]
          contract  [0].login = nil
          mapper    [0].login = ""
          also      on 1 other payload
          recorded  users.ndjson:3:71, GET /v2/users 200
        """#,
        #"""
        the mapper makes another value of token
          in        a.contract.json:9:44  "token?": "token: String?"
          payload   [{"id":4,"login":"b","token":********}]
          contract  (hidden: the line is sensitive)
          mapper    (hidden)
          recorded  users.ndjson:4:71, GET /v2/users 200
        """#,
      ])
    #expect(told.warnings == [])
  }

  private struct Owned: Decodable {
    struct Owner: Decodable {
      var name: String
      var secret: String?
    }
    var id: Int
    var note: String?
    var owner: Owner?
  }

  /// Returns the issues of a mapper of one recorded body that changes what it has decoded.
  private func issues(
    secret: String = "\"pass-4711-word\"", _ change: @escaping (inout Owned) throws -> Void
  ) throws -> [String] {
    let contract = try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": { "GET /things": "Thing" },
        "mappings": {
          "Thing": { "map": { "id": "Int", "note?": "String", "owner?": "Owner" } },
          "Owner": { "map": {
            "name": "String",
            "secret": { "to": "secret", "type": "String?", "sensitive": true },
          } },
        },
      }
      """)
    let body = #"{"id":7,"note":"fine","owner":{"name":"Ann","secret":\#(secret)}}"#
    let mapper = MapperUnderTest.mapping { data in
      var thing = try JSONDecoder().decode(Owned.self, from: data)
      try change(&thing)
      return thing
    }
    let told = try Told.of(
      mapper, ["a.ndjson": Recorded.line("https://api.test/things", body)], "GET /things",
      keeps: contract, as: "GET /things")
    return told.violations
  }

  @Test("A sensitive value is never shown, even as a part of a text or in another property")
  func parts() throws {
    struct Refused: Error { var text: String }
    let mistakes: [(inout Owned) throws -> Void] = [
      { $0.owner = nil }, { $0.note = $0.owner?.secret }, { $0.owner?.name = "?" },
      { $0.note = ($0.owner?.secret?.prefix(12)).map { "\($0)…" } },
      { throw Refused(text: $0.owner?.secret ?? "") },
    ]
    for (number, mistake) in mistakes.enumerated() {
      let texts = try issues(mistake)
      #expect(texts.count == 1, "\(number)")
      #expect(!texts.contains { $0.contains("4711") || $0.contains("pass") }, "\(texts)")
    }
    // Other values are shown.
    let other = try issues { $0.id = 8 }
    #expect(other.first?.contains("mapper    id = 8") ?? false)
    let inner = try issues { $0.owner?.name = "?" }
    #expect(inner.first?.contains("owner.name = \"?\"") ?? false)
    // Null is no secret.
    let refused = try issues(secret: "null") { _ in throw Refused(text: "found null") }
    #expect(refused.first?.contains("found null") ?? false, "\(refused)")
  }

  @Test("A body that the contract rejects is a warning about the server")
  func broken() throws {
    let lines = [
      #"[{"id":1,"login":"a"}]"#, #"[{"id":"2","login":"a"}]"#, #"[{"id":1},{"id":"3"}]"#,
      #"[{"login":"a"}]"#,
    ].map { Recorded.line("https://api.test/v2/users", $0) }
    let told = try Told.of(
      .decoding([Whole].self), ["users.ndjson": lines.joined()], keeps: contract())
    #expect(told.violations == [])
    #expect(
      told.warnings == [
        #"""
        the server broke the contract in 3 of 4 bodies of GET /users: that is not the mapper's fault, and it is not held to them
          refuses   2 bodies: [].id: expected Int, found a string, first users.ndjson:2:78, GET /v2/users 200
          refuses   1 body: [].id: the key "id" is missing, first users.ndjson:4:72, GET /v2/users 200
        """#
      ])
    #expect(told.coverage == "4 bodies of GET /users in 1 file, 3 against the contract")
  }

  @Test("Path parameters are known for each body")
  func exchange() throws {
    let contract = try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": { "GET /users/:id": "User" },
        "mappings": { "User": { "map": { "id": "id: Int equals @path.id", "login": "String" } } },
      }
      """)
    let lines = [(1, 1), (2, 2), (3, 4)].map { asked, sent in
      Recorded.line("/users/\(asked)", #"{"id":\#(sent),"login":"a"}"#)
    }
    let told = try Told.of(
      .decoding(User.self), ["users.ndjson": lines.joined()], "GET /users/:id", keeps: contract,
      as: "GET /users/:id")
    #expect(told.violations == [])
    #expect(
      told.warnings == [
        #"""
        the server broke the contract in 1 of 3 bodies of GET /users/:id: that is not the mapper's fault, and it is not held to them
          refuses   1 body: id: expected the value of "@path.id", found 4, first users.ndjson:3:60, GET /users/3 200
        """#
      ])
  }

  @Test("It is an issue if the contract rejects all bodies")
  func allBroken() throws {
    let told = try Told.of(
      .decoding([User].self), ["users.ndjson": Recorded.line("/v2/users", "{}")],
      keeps: contract())
    #expect(
      told.violations == [
        """
        nothing is compared: the contract refuses all of 1 body of GET /users
          refuses   1 body: expected [Account], found an object, first users.ndjson:1:55, GET /v2/users 200
        """
      ])
  }

  @Test("Bodies that cannot be parsed are counted by the reason, with its place")
  func unparsed() throws {
    let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    let lines = [deep, #""<html>""#, deep].map { Recorded.line("/v2/users", $0) }
    let told = try Told.of(
      .decoding([User].self), ["users.ndjson": lines.joined()], keeps: contract())
    #expect(
      told.violations == [
        """
        nothing is compared: the contract refuses all of 3 bodies of GET /users
          refuses   2 bodies: the body is nested too deeply: expected at most 512 nested arrays and objects at offset 512, first users.ndjson:1:567, GET /v2/users 200
          refuses   1 body: the body is not JSON: expected a value, found "<" at offset 0, first users.ndjson:2 1:1, GET /v2/users 200
        """
      ])
  }

  @Test("Only bodies that answer the action of a path are read")
  func actions() throws {
    struct Users: Decodable { var users: [Int] }
    let line = { (action: String, body: String) in
      #"{"method":"POST","url":"/rpc","requestBody":{"action":"\#(action)"},"status":200,"#
        + #""body":\#(body)}"# + "\n"
    }
    let told = try Told.of(
      .decoding(Users.self),
      [
        "a.ndjson": line("users", #"{"users":[1]}"#) + line("login", #"{"token":"x"}"#)
          + line("users", #"{"users":[2]}"#)
      ], "POST /rpc @request.body.action=users")
    #expect(told.violations == [])
    #expect(told.coverage.hasPrefix("2 bodies of POST /rpc @request.body.action=users in 1 file"))
  }
}

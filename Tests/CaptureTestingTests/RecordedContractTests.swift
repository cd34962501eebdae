import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import CaptureTesting

@Suite("What a mapper makes of recorded bodies is held against a contract")
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

  @Test("A value that differs is one issue, with where it was recorded; sensitive ones are hidden")
  func differs() throws {
    let lines = [
      #"[{"id":1,"login":"a"}]"#, #"[{"id":2,"login":null}]"#, #"[{"id":3}]"#,
      #"[{"id":4,"login":"b","token":"secret"}]"#,
    ].map { Recorded.line("https://api.test/v2/users", $0) }
    let told = try Told.of(
      .decoding([Account].self), ["users.ndjson": lines.joined()], keeps: contract())
    #expect(told.violations == [""])
    #expect(told.warnings == [])
  }

  @Test("Bodies that the contract refuses are the server's fault, and a warning")
  func broken() throws {
    let lines = [
      #"[{"id":1,"login":"a"}]"#, #"[{"id":"2","login":"a"}]"#, #"[{"id":1},{"id":"3"}]"#,
      #"[{"login":"a"}]"#,
    ].map { Recorded.line("https://api.test/v2/users", $0) }
    let told = try Told.of(
      .decoding([User].self), ["users.ndjson": lines.joined()], keeps: contract())
    #expect(told.violations == [])
    #expect(told.warnings == [""])
    #expect(told.coverage == "")
  }

  @Test("If the contract refuses all bodies, nothing was compared, which is an issue")
  func allBroken() throws {
    let told = try Told.of(
      .decoding([User].self), ["users.ndjson": Recorded.line("/v2/users", "{}")],
      keeps: contract())
    #expect(told.violations == [""])
  }
}

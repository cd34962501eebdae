import ContractTesting
import Foundation
import HTTPFixtures
import MappingEngine
import NetworkTesting
import Testing

@testable import App

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A longer run", .contract(cases: 1_000, seconds: 10, faults: .single, seed: 42))
struct MapperGuideTests {
  @Test("Properties are read and named as the app calls them")
  func names() throws {
    try expect(
      .mapping { data in try Mapper().avatars(in: data) }
        .reading(["remoteId": \Avatar.remoteId, "fileURL": \Avatar.fileUrlString]),
      keeps: Contract("avatars"), as: "[Avatar]",
      comparing: [.skipping("remoteId")], named: ["fileUrlString": "fileURL"])
  }

  @Test("An app may be lenient")
  func tolerating() throws {
    try expect(
      .decoding([Avatar].self), keeps: Contract("avatars"), as: "[Avatar]",
      tolerating: ["Avatar.fileUrlString": [.missing, .null]])
  }

  @Test("Two mappers do the same")
  func agreement() throws {
    try expect(
      .decoding([Avatar].self), agreesWith: .mapping { data in try Mapper().avatars(in: data) },
      on: Contract("avatars"), as: "[Avatar]")
  }

  @Test("A store has one of each, over many responses")
  func store() async throws {
    try await expect(
      stores: AvatarStore.init,
      loading: ["GET /avatars": { data, store in try await store.load(data) }],
      objects: { store in await store.avatars }, keeps: Contract("avatar-api"))
  }
}

@Suite("Clients, as the guide tests them")
struct ClientGuideTests {
  private enum Router {
    case avatars(query: String)

    var urlRequest: URLRequest {
      get throws {
        switch self {
        case .avatars(let query):
          let url = try #require(URL(string: "https://api.example.com/avatars?q=\(query)"))
          var request = URLRequest(url: url)
          request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
          return request
        }
      }
    }
  }

  @Test("Avatars are loaded as the contract says")
  func loads() async throws {
    let contract = try Contract("avatar-api")
    let stub = StubbedSession(contract)
    let client = AvatarClient(session: stub.makeURLSession())
    try await expect(.loading(stub, "GET /avatars") { try await client.avatars() }, keeps: contract)
  }

  @Test("Routes and what types write keep the contract")
  func requests() throws {
    let contract = try Contract("avatar-api")
    try expect(requests: [Router.avatars(query: "cat").urlRequest], keeps: contract)
    try expect(.encoding([NewAvatar(fileUrlString: "a.png")]), keeps: contract, as: "NewAvatar")
  }

  @Test("A stub answers with a fault, or with an error")
  func faults() async throws {
    let stub = StubbedSession(try Contract("avatar-api"))
    let client = AvatarClient(session: stub.makeURLSession())
    try stub.answer("GET /avatars", fault: "null@[0].file_url")
    await #expect(throws: DecodingError.self) { try await client.avatars() }
    try stub.answer("GET /avatars", with: .failure(.notConnectedToInternet))
    await #expect(throws: URLError.self) { try await client.avatars() }
  }

  @Test("Without a contract, stubs answer what they are told to")
  func stubs() async throws {
    let other = try StubbedSession {
      Stub("GET /groups/:id/avatars", query: ["q": "cat"], answer: .json("[]"))
      Stub("POST /rpc", body: ["action": "create"], answer: .json(#"{"id":1}"#, status: 201))
      Stub("GET /slow", answer: .json("[]").after(.milliseconds(3)))
    }
    let url = try #require(URL(string: "https://api.example.com/groups/7/avatars?q=cat"))
    let (data, _) = try await other.makeURLSession().data(from: url)
    #expect(data == Data("[]".utf8))
  }

  private enum Login {
    static let token: String? = "secret"
  }

  private struct AvatarList: ContractRequest {
    static let endpoint = "GET /avatars"
    var q: String?
    var headers: [String: String?] { ["Authorization": Login.token.map { "Bearer \($0)" }] }
  }

  @Test("A loader asks, and maps what comes")
  func loader() async throws {
    let contract = try Contract("avatar-api")
    let stub = StubbedSession(contract)
    let loader = ResponseLoader(contract, session: stub.makeURLSession())
    let response = try await loader.load(AvatarList(q: "cat"))
    #expect(response.objects.map { $0["remoteId"] } == [.int(1)])
  }

  @Test("What a session exchanges is recorded")
  func recorder() async throws {
    let contract = try Contract("avatar-api")
    let stub = StubbedSession(contract)
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try CaptureRecorder(
      to: file, sending: stub.configuration, contracts: [contract])
    let client = AvatarClient(session: recorder.makeURLSession())
    _ = try await client.avatars()
    #expect(try String(contentsOf: file, encoding: .utf8).contains(#""path""#) == false)
  }

  @Test("What a session exchanges is checked")
  func observer() async throws {
    let contract = try Contract("avatar-api")
    let stub = StubbedSession(contract)
    let observer = ContractObserver([contract], sending: stub.configuration)
    let client = AvatarClient(session: observer.makeURLSession())
    _ = try await client.avatars()
    // CI looks for the line on standard error.
    try stub.answer("GET /avatars", fault: "missing@[0].file_url")
    await #expect(throws: DecodingError.self) { try await client.avatars() }
    #expect(String(decoding: observer.summary(), as: UTF8.self).contains(#""recordCount":2"#))
  }

  @Test("A server answers, redirects, and breaks off")
  func server() async throws {
    let server = try FixtureServer {
      Stub("GET /old", answer: .redirect(to: "/new"))
      Stub("GET /new", answer: .json("[1,2,3]").dropped())
    }
    let url = server.baseURL.appending(path: "old")
    await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
    #expect(server.sent.map(\.url.path).contains("/new"))
  }

  @Test("Files of a folder are served", .serving("Sources/App"))
  func folder() async throws {
    let base = try #require(try TestWorkspace.current.baseURL)
    let (data, _) = try await URLSession.shared.data(
      from: base.appending(path: "avatars.contract.json"))
    #expect(!data.isEmpty)
    #expect(try FixtureServer.current.sent[0].method == "GET")
  }
}

@Suite("Payloads, as the guide makes them")
struct PayloadGuideTests {
  @Test("A contract and a factory make payloads")
  func payloads() throws {
    let contract = try Contract("avatars")
    #expect(
      try contract.payload(as: "Avatar", ["remoteId": 123]).string == #"{"id":123,"file_url":"a"}"#)
    let articles = TestFactory { make in
      make.define("article") { ["title": "RestKit", "tags": ["a", "b"]] }
      make.define("avatar", as: "Avatar", of: { try Contract("avatars") }) { ["remoteId": 5] }
    }
    #expect(
      try articles.make("article", ["title": "b"]).string == #"{"title":"b","tags":["a","b"]}"#)
    #expect(try articles.make("avatar").string == #"{"id":5,"file_url":"a"}"#)
  }
}

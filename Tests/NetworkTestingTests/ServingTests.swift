import ContractTesting
import Foundation
import NetworkTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let factory = TestFactory { make in
  make.baseURL = URL(string: "http://api.example.com")
  make.beforeEach {
    let url = try FixtureServer.current.baseURL
    #expect(try TestWorkspace.current.baseURL == url)
  }
}

@Suite("A test has its own server, with its URL in the workspace")
struct ServingTests {
  private func body(_ path: String) async throws -> String {
    let url = try #require(try TestWorkspace.current.baseURL).appending(path: path)
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  @Test("The nearest folder with the name is served", .serving("Fixtures"))
  func folder() async throws {
    let fixture = try Fixture("error.json")
    #expect(try await body("error.json") == fixture.string)
    #expect(try FixtureServer.current.sent.map(\.url.path) == ["/error.json"])
    #expect(try TestWorkspace.current.baseURL == FixtureServer.current.baseURL)
  }

  @Test(
    "Each argument has its own server, which starts without requests", .serving("Fixtures"),
    arguments: 0..<3)
  func arguments(number: Int) async throws {
    #expect(try FixtureServer.current.sent.isEmpty)
    _ = try await body("avatars.json")
    #expect(try FixtureServer.current.sent.count == 1)
  }

  @Test("A contract is served below its base path", .serving(try Contract("groups")))
  func contract() async throws {
    #expect(try await body("groups/avatars").hasPrefix("[{"))
  }

  @Test(
    "The server's URL replaces that of a factory, also in its blocks", .serving("Fixtures"),
    .factory(factory))
  func factoryInside() async throws {
    #expect(try TestWorkspace.current.baseURL == FixtureServer.current.baseURL)
  }

  @Test("An outer workspace gets the server's URL, too", .freshStore, .serving("Fixtures"))
  func workspaceOutside() async throws {
    #expect(try TestWorkspace.current.baseURL == FixtureServer.current.baseURL)
  }

  @Test("A test without the trait has no server", .freshStore)
  func none() throws {
    #expect(try TestWorkspace.current.baseURL == nil)
    let error = #expect(throws: TestSetupError.self) { try FixtureServer.current }
    #expect(error?.message == "the test has no server")
  }

  @Test("A missing folder is an error with the searched paths")
  func missing() async throws {
    let trait = ServingTrait.serving("Fixturs")
    let test = try #require(Test.current)
    let error = await #expect(throws: TestSetupError.self) {
      try await trait.provideScope(for: test, testCase: nil) {}
    }
    #expect(error?.message == "there is no folder \"Fixturs\"")
    #expect(
      error?.notes == [
        "looked for Tests/NetworkTestingTests/Fixturs", "looked for Tests/Fixturs",
        "looked for Fixturs",
      ])
  }

  @Test("The server ends with its test")
  func ended() async throws {
    let test = try #require(Test.current)
    let url = Recorded()
    try await ServingTrait.serving("Fixtures").provideScope(for: test, testCase: nil) {
      await url.set(try FixtureServer.current.baseURL)
    }
    let old = try #require(await url.value)
    await #expect(throws: URLError.self) { try await URLSession.shared.data(from: old) }
  }

  private actor Recorded {
    var value: URL?

    func set(_ url: URL) { value = url }
  }
}

import ContractTesting
import Foundation
import NetworkTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A stub answers the shared session")
struct SharedSessionTests {
  /// Returns the text that the shared session receives.
  private static func text(_ path: String) async throws -> String {
    let url = try #require(URL(string: "http://stub.invalid\(path)"))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  private static func stub(_ number: Int) throws -> StubbedSession {
    try StubbedSession { Stub("GET /number", answer: .json("\(number)")) }
  }

  @Test("A stub answers while a function runs, and neither before nor after")
  func answers() async {
    await #expect(processExitsWith: .success) {
      let stub = try Self.stub(1)
      await #expect(throws: URLError.self) { try await Self.text("/number") }
      let text = try await stub.answeringSharedSession { try await Self.text("/number") }
      #expect(text == "1")
      #expect(stub.sent.map(\.url.path) == ["/number"])
      await #expect(throws: URLError.self) { try await Self.text("/number") }
      let error = await #expect(throws: URLError.self) {
        try await stub.answeringSharedSession { try await Self.text("/other") }
      }
      #expect(error?.localizedDescription.contains("GET /number") == true)
    }
  }

  @Test("A client that takes no session is loaded with every payload")
  func sweep() async {
    await #expect(processExitsWith: .success) {
      let contract = try AvatarClient.contract()
      let stub = StubbedSession(contract)
      try await stub.answeringSharedSession {
        try await expect(
          .loading(stub, "GET /avatars") { try await AvatarClient(session: .shared).avatars() },
          keeps: contract)
      }
      #expect(!stub.sent.isEmpty)
    }
  }

  @Test("Concurrent stubs answer in turn, and each stub answers only its own requests")
  func turns() async {
    await #expect(processExitsWith: .success) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let stub = try Self.stub(number)
            for _ in 0..<4 {
              let text = try await stub.answeringSharedSession { try await Self.text("/number") }
              #expect(text == "\(number)")
            }
            #expect(stub.sent.count == 4)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("A nested call is an error, and after an error the next call may answer")
  func nesting() async {
    await #expect(processExitsWith: .success) {
      let stub = try Self.stub(1)
      let error = await #expect(throws: StubError.self) {
        try await stub.answeringSharedSession {
          try await stub.answeringSharedSession { try await Self.text("/number") }
        }
      }
      #expect(error?.message == "URLSession.shared is answered by a stub already")
      #expect(try await stub.answeringSharedSession { 5 } == 5)
    }
  }

  #if os(Linux)
    @Test("If a session was made before the first stub, the error says what to do")
    func tooLate() async {
      await #expect(processExitsWith: .success) {
        _ = URLSession(configuration: .ephemeral)
        let stub = try Self.stub(1)
        let error = await #expect(throws: StubError.self) {
          try await stub.answeringSharedSession { try await Self.text("/number") }
        }
        #expect(
          error?.description == """
            URLSession.shared cannot be stubbed in this process any more
              a session was made before the first StubbedSession, and on Linux that decides who answers
              give the client a session, such as stub.makeURLSession(), or make a StubbedSession first
            """)
      }
    }
  #endif
}

import Foundation
import HTTPFixtures
import TestSupport
import Testing

/// The open resources of a process. Each test runs in a process of its own, so that other tests
/// open nothing in it.
private struct Resources {
  var descriptors: Int
  /// The number of threads; 0 if the system has no file with it.
  var threads: Int

  static var current: Resources {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
    return Resources(
      descriptors: (0..<4096).count { fcntl($0, F_GETFD) != -1 },
      threads: line.flatMap { Int($0.dropFirst("Threads:".count).filter(\.isNumber)) } ?? 0)
  }

  /// Whether nothing more than before is open. A thread that has ended may be visible for a moment.
  func isRegained() -> Bool {
    for _ in 0..<200 {
      let now = Resources.current
      if now.descriptors <= descriptors, now.threads <= threads { return true }
      usleep(50_000)
    }
    return false
  }

  static func server() throws -> FixtureServer {
    try FixtureServer {
      Stub("GET /groups", answer: .json("[]"))
      Stub("GET /large", answer: .json(String(repeating: "a", count: 30 << 20)))
      Stub("GET /slow", answer: .json("late").after(.milliseconds(100)))
    }
  }

  /// Starts a first server, which creates permanent resources such as the threads of a queue, and
  /// returns the resources after it.
  static func warmed() throws -> Resources {
    let server = try server()
    _ = try RawConnection.answer(server, "GET", "/groups")
    server.stop()
    usleep(200_000)
    return .current
  }
}

@Suite("A fixture server leaves nothing open")
struct ServerResourceTests {
  @Test(
    "All connections are closed after many requests and misbehaving clients",
    .enabled(if: TestDepth.isFull))
  func manyRequests() async {
    await #expect(processExitsWith: .success) {
      let before = try Resources.warmed()
      let server = try Resources.server()
      for _ in 0..<4 {
        let connection = try RawConnection(server)
        for _ in 0..<500 {
          try connection.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try connection.response().body == "[]")
        }
      }
      for path in ["/groups", "/slow", "/large"] {
        for _ in 0..<20 {
          try RawConnection(server).send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
      }
      var unread: RawConnection? = try RawConnection(server)
      try unread?.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
      server.stop()
      unread = nil
      #expect(before.isRegained(), "\(before), then \(Resources.current)")
    }
  }

  @Test("An ended connection is closed while the server runs")
  func closedConnections() async {
    await #expect(processExitsWith: .success) {
      _ = try Resources.warmed()
      let server = try Resources.server()
      let before = Resources.current
      for _ in 0..<100 { _ = try RawConnection.answer(server, "GET", "/groups") }
      #expect(before.isRegained(), "\(before), then \(Resources.current)")
      server.stop()
    }
  }

  @Test("200 stopped and 50 released servers are gone")
  func manyServers() async {
    await #expect(processExitsWith: .success) {
      let before = try Resources.warmed()
      for number in 0..<250 {
        let server = try Resources.server()
        let connection = try RawConnection(server)
        try connection.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.response().body == "[]")
        if number < 200 { server.stop() }
      }
      #expect(before.isRegained(), "\(before), then \(Resources.current)")
    }
  }

  @Test("When stop returns, no descriptor is left")
  func stopped() async {
    await #expect(processExitsWith: .success) {
      let before = try Resources.warmed().descriptors
      for _ in 0..<50 {
        let server = try Resources.server()
        for _ in 0..<3 { _ = try RawConnection.answer(server, "GET", "/groups") }
        server.stop()
        #expect(Resources.current.descriptors == before)
      }
    }
  }
}

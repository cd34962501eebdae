public import ContractModel
public import Foundation
import JSONParsing
import MappingEngine

/// An HTTP/1.1 server on a port of this machine, which answers as the test says.
///
///     let server = try FixtureServer {
///       Stub("GET /groups/:id/avatars", answer: .json("[]"))
///       Stub("GET /moved", answer: .redirect(to: "/groups/1/avatars"))
///     }
///     let client = APIClient(baseURL: server.baseURL)
///     …
///     #expect(server.sent[0].header("User-Agent") == "App/1.0")
///
///     try FixtureServer(contract)           // the simplest payload of each endpoint
///     try FixtureServer(folder: fixtures)   // files by their paths
///
/// Stubs are selected as by `StubbedSession`. Here redirects, cookies, headers, downloads and broken
/// connections are real. A dropped response ends before its stated length. A failure closes the
/// connection without a response, after which a client may send the request again. A request without
/// a stub gets 404, or 405 if there is a stub for another method, with a list of the stubs. A request
/// that breaks the contract's `"requests"` gets 400 with the reason. Both are in `unanswered`. An
/// answer that throws becomes 500.
///
/// Each connection has a thread with a stack of 512 KB. The server runs until `stop()`, or until it is
/// released.
public final class FixtureServer: Sendable {
  /// Where a server listens, and how much it takes.
  public struct Settings: Sendable {
    /// An IPv4 address of this machine; others reach `0.0.0.0` only.
    public var host = "127.0.0.1"
    /// 0 stands for a free port.
    public var port = 0
    /// The largest size of the lines before a body; more becomes 431.
    public var headByteCount = 32 << 10
    /// The largest size of a body in bytes; more becomes 413.
    public var bodyByteCount = 16 << 20
    /// How long a request may take to arrive; more becomes 408.
    public var requestTime = Duration.seconds(30)
    /// How long a connection may wait for a request, or take nothing of a response, until it is
    /// closed.
    public var idleTime = Duration.seconds(60)
    /// How many connections are served at once; others wait.
    public var connectionCount = 512
    /// Whether requests are rejected on purpose. Otherwise rejected requests that are not read from
    /// `unanswered` are reported when the server is released: see `StubbedSession`.
    public var allowsUnanswered = false

    /// Makes the settings of a server on a free port of this machine.
    public init() {}
  }

  /// Where requests go: `http://127.0.0.1:49152`, and after it the base path of the contract.
  public let baseURL: URL
  private let threads = ServerThreads()
  private let answers: FixtureAnswers

  /// - Parameters:
  ///   - basePath: What all paths start with.
  ///   - answers: Makes the answers, which may depend on the URL.
  private init(
    _ settings: Settings, basePath: String = "",
    _ answers: (_ baseURL: URL) throws -> FixtureAnswers
  ) throws {
    let listener = try Listener(host: settings.host, port: settings.port)
    let origin = listener.origin
    guard let url = URL(string: origin + basePath) else {
      throw StubError("the base path \(quoted(basePath)) is no path")
    }
    baseURL = url
    self.answers = try answers(url)
    threads.start(for: listener) { [threads, answers = self.answers] listener in
      // One thread is that of the listener.
      while threads.waitForRoom(settings.connectionCount + 1), let client = listener.accept() {
        threads.start(for: client) { client in
          let reader = RequestReader(client, origin: origin, settings)
          answers.serve(client, reader, patience: settings.idleTime) { threads.pause(for: $0) }
        }
      }
    }
  }

  /// A server that answers by stubs.
  ///
  /// - Throws: `StubError`, if an endpoint or key path of a stub cannot be read, or the port cannot
  ///   be had.
  public convenience init(
    settings: Settings = Settings(), @StubBuilder _ stubs: () throws -> [Stub]
  ) throws {
    let stubs = try stubs()
    try self.init(settings) { _ in
      try FixtureAnswers(stubs, allowsUnanswered: settings.allowsUnanswered)
    }
  }

  /// A server that answers each endpoint of a contract with its simplest payload, whatever the
  /// contract's host is.
  ///
  /// - Throws: `StubError`, if the port cannot be had.
  public convenience init(_ contract: Contract, settings: Settings = Settings()) throws {
    try self.init(settings, basePath: contract.servedBasePath) { url in
      FixtureAnswers(
        ResponseTable(contract: ContractResponses(contract, baseURL: url)),
        allowsUnanswered: settings.allowsUnanswered)
    }
  }

  /// A server that answers with the files of a folder, by their paths, with the MIME types that
  /// their endings say.
  ///
  /// A file `routes.json` says which files answer other paths:
  /// `{"GET /articles/:category/:id": "article.json"}`. Where no file has the name, `/offline` is 503
  /// and `/error` 400. Nothing outside of the folder is served, nor what links in it lead to there.
  ///
  /// - Throws: `StubError` with the place of a mistake in `routes.json`, or if there is no such
  ///   folder, or the port cannot be had.
  public convenience init(folder: URL, settings: Settings = Settings()) throws {
    try self.init(FixtureFolder(folder), settings: settings)
  }

  /// A server that answers by stubs, and with the files of a folder.
  ///
  /// - Parameter log: Told of each request, in a line, and of the response; nothing is in `sent` or
  ///   `unanswered` then, so that a server which runs for long does not grow.
  package convenience init(
    _ folder: FixtureFolder?, stubs: [Stub] = [], settings: Settings,
    log: (@Sendable (_ request: String, StubbedResponse) -> Void)? = nil
  ) throws {
    try self.init(settings) { _ in
      try FixtureAnswers(
        stubs + (folder?.routes ?? []), folder, log, allowsUnanswered: settings.allowsUnanswered)
    }
  }

  deinit { stop() }

  /// Adds stubs, which go before what there is.
  ///
  /// - Throws: `StubError`, if an endpoint or a key path cannot be read.
  public func add(@StubBuilder _ stubs: () throws -> [Stub]) throws { try answers.add(stubs()) }

  /// The requests so far, in the order in which they came.
  public var sent: [SentRequest] { answers.requests.sent }

  /// The requests that nothing answered, with what is stubbed, and those that break what the contract
  /// says of `"requests"`, with why.
  public var unanswered: [StubError] { answers.requests.unanswered }

  /// Closes all connections and the port. When it returns, nothing of the server runs any more,
  /// unless an answer of its own calls it.
  public func stop() { threads.stop() }
}

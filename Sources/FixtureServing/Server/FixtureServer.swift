public import ContractModel
public import Foundation
import JSONParsing
import MappingEngine

/// An HTTP/1.1 server on a port of this machine, with the answers of a test.
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
/// Stubs are selected as by `StubbedSession`. Here redirects, cookies, headers, downloads and
/// broken connections are real. A dropped response ends before its stated length. A failure closes
/// the connection without a response, after which a client may send the request again. A request
/// without a stub gets 404, or 405 if there is a stub for another method, with a list of the stubs.
/// A request that breaks the contract's `"requests"` gets 400 with the reason. Both are in
/// `unanswered`. An answer that throws becomes 500.
///
/// Each connection has a thread with a stack of 512 KB. The server runs until `stop()`, or until it
/// is released.
public final class FixtureServer: Sendable {
  /// The address of a server, and its limits.
  public struct Settings: Sendable {
    /// An IPv4 address of this machine; other machines reach only `0.0.0.0`.
    public var host = "127.0.0.1"
    /// The port; 0 for a free one.
    public var port = 0
    /// The maximal size of the lines before a body in bytes; a larger head is answered with 431.
    public var headByteCount = 32 << 10
    /// The maximal size of a body in bytes; a larger body is answered with 413.
    public var bodyByteCount = 16 << 20
    /// The time limit for receiving a request; after it, the answer is 408.
    public var requestTime = Duration.seconds(30)
    /// How long a connection may wait for a request, or accept no byte of a response, until it is
    /// closed.
    public var idleTime = Duration.seconds(60)
    /// The maximal number of concurrent connections; others wait.
    public var connectionCount = 512
    /// Whether requests are rejected on purpose. Otherwise rejected requests that are not read from
    /// `unanswered` are reported when the server is released: see `StubbedSession`.
    public var allowsUnanswered = false

    /// Creates the settings of a server on a free port of this machine.
    public init() {}
  }

  /// The URL of the server: `http://127.0.0.1:49152`, followed by the base path of the contract.
  public let baseURL: URL
  private let threads = ServerThreads()
  private let answers: FixtureAnswers

  /// - Parameter makeTable: Creates the answers, which may depend on the URL.
  private init(
    _ settings: Settings, basePath: String = "", _ folder: FixtureFolder? = nil,
    log: FixtureAnswers.Log? = nil, _ makeTable: (_ baseURL: URL) throws -> ResponseTable
  ) throws {
    let listener = try Listener(host: settings.host, port: settings.port)
    let origin = listener.origin
    guard let url = URL(string: origin + basePath) else {
      throw StubError("the base path \(quoted(basePath)) is no path")
    }
    baseURL = url
    answers = FixtureAnswers(
      try makeTable(url), folder, log, allowsUnanswered: settings.allowsUnanswered)
    threads.start(for: listener) { [threads, answers] listener in
      // One of the threads is that of the listener.
      while threads.waitForRoom(settings.connectionCount + 1), let client = listener.accept() {
        threads.start(for: client) { client in
          let reader = RequestReader(client, origin: origin, settings)
          answers.serve(client, reader, patience: settings.idleTime) { threads.pause(for: $0) }
        }
      }
    }
  }

  /// Creates a server that answers with stubs.
  ///
  /// - Throws: `StubError` if an endpoint or key path of a stub cannot be read, or the port is not
  ///   available.
  public convenience init(
    settings: Settings = Settings(), @StubBuilder _ stubs: () throws -> [Stub]
  ) throws {
    let stubs = try stubs()
    try self.init(settings) { _ in try ResponseTable(stubs) }
  }

  /// Creates a server that answers each endpoint of a contract with its canonical payload, without
  /// regard to the contract's host.
  ///
  /// - Throws: `StubError` if the port is not available.
  public convenience init(_ contract: Contract, settings: Settings = Settings()) throws {
    try self.init(settings, basePath: contract.servedBasePath) { url in
      ResponseTable(contract: ContractResponses(contract, baseURL: url))
    }
  }

  /// Creates a server that answers with the files of a folder, by their paths, with the MIME types
  /// of their extensions.
  ///
  /// A file `routes.json` maps other paths to files: `{"GET /articles/:category/:id":
  /// "article.json"}`. If no file has the name, `/offline` is answered with 503, and `/error` with
  /// 400. Files outside of the folder are not served, not even through links.
  ///
  /// - Throws: `StubError` with the position of an error in `routes.json`, or if there is no such
  ///   folder, or the port is not available.
  public convenience init(folder: URL, settings: Settings = Settings()) throws {
    try self.init(FixtureFolder(folder), settings: settings)
  }

  /// Creates a server that answers with stubs, and with the files of a folder.
  ///
  /// - Parameter log: Receives a line for each request and its response. With a log, `sent` and
  ///   `unanswered` stay empty, so that the memory of a long-running server does not grow.
  package convenience init(
    _ folder: FixtureFolder?, stubs: [Stub] = [], settings: Settings,
    log: (@Sendable (_ request: String, StubbedResponse) -> Void)? = nil
  ) throws {
    try self.init(settings, folder, log: log) { _ in
      try ResponseTable(stubs + (folder?.routes ?? []))
    }
  }

  deinit { stop() }

  /// Adds stubs, which have precedence over the existing answers.
  ///
  /// - Throws: `StubError` if an endpoint or a key path cannot be read.
  public func add(@StubBuilder _ stubs: () throws -> [Stub]) throws { try answers.add(stubs()) }

  /// The requests so far, in order.
  public var sent: [SentRequest] { answers.requests.sent }

  /// The errors of rejected requests, in order. The error of a request without a stub lists the
  /// stubs. The error of a request that breaks the contract's `"requests"` has the reason.
  public var unanswered: [StubError] { answers.requests.unanswered }

  /// Closes all connections and the port. When it returns, no code of the server runs any more,
  /// unless an answer of the server called it.
  public func stop() { threads.stop() }
}

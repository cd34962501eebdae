public import ContractModel
public import Foundation
import JSONParsing
import MappingEngine
import ValueRedaction

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Writes what sessions send and get as a capture that `contractcheck check` reads: one line of NDJSON
/// for each exchange.
///
///     let recorder = try CaptureRecorder(to: folder.appending(path: "traffic.ndjson"))
///     let client = APIClient(session: recorder.makeURLSession())
///     // … and keep the recorder for as long as the session is used
///
/// Credentials are recognized by the names of headers, parameters and members. Those of headers and
/// parameters become `redacted`. Values of lines that a contract calls `sensitive` are replaced too.
/// Bodies that are neither JSON nor a form keep only their length. Everything else is written
/// unchanged: `contractcheck redact` replaces it.
///
/// The recorder sends the requests with a session of its own, with the given configuration. A client
/// gets a response only when it is complete, and its delegate is not asked about redirects and
/// credentials. So use a recorder in tests and debug builds. Exchanges without a response are not
/// written.
public final class CaptureRecorder: Sendable {
  /// A reason why nothing can be recorded, in words.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    public let description: String
  }

  private struct State {
    var file: FileHandle
    var byteCount: Int
    var failure: Failure?
  }

  private let state: Mutex<State>
  /// Sends the requests.
  private let session: URLSession
  private let redactor: ExchangeRedactor
  private let byteLimit: Int
  private let number: Int

  /// Creates the file, or appends to it.
  ///
  /// - Parameters:
  ///   - file: The capture; its name should end in `.ndjson`.
  ///   - configuration: How requests are sent.
  ///   - contracts: Say which lines are `sensitive`.
  ///   - byteLimit: How large the capture may become; exchanges beyond it are not written.
  /// - Throws: `Failure`, if the file cannot be written.
  public init(
    to file: URL, sending configuration: URLSessionConfiguration = .default,
    contracts: [Contract] = [], byteLimit: Int = 100_000_000
  ) throws {
    let manager = FileManager.default
    if !manager.fileExists(atPath: file.path) {
      guard manager.createFile(atPath: file.path, contents: nil) else {
        throw Failure(description: "\(displayed(file.path)) cannot be made")
      }
    }
    guard let handle = try? FileHandle(forWritingTo: file), let end = try? handle.seekToEnd() else {
      throw Failure(description: "\(displayed(file.path)) cannot be written")
    }
    state = Mutex(State(file: handle, byteCount: Int(end)))
    session = URLSession(configuration: configuration)
    redactor = ExchangeRedactor(contracts)
    self.byteLimit = byteLimit
    number = StubRegistry.nextNumber()
    StubRegistry.add(self, number)
  }

  deinit {
    StubRegistry.remove(number)
    session.finishTasksAndInvalidate()
    state.withLock { try? $0.file.close() }
  }

  /// The reason why exchanges are missing at the end: the capture is as large as it may be, or could
  /// not be written; `nil`, if none are.
  public var failure: Failure? { state.withLock { $0.failure } }

  /// A session that is recorded, for the app's client.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// A configuration whose sessions are recorded, for a client that makes its session itself.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [numberedProtocol(number)]
    return configuration
  }

  // MARK: - Recording

  /// Writes an exchange that was made elsewhere.
  public func record(_ request: URLRequest, _ response: HTTPURLResponse, _ body: Data) {
    guard let sent = SentRequest(request) else { return }
    record(sent, response, body)
  }

  private func record(_ sent: SentRequest, _ response: HTTPURLResponse, _ body: Data) {
    var exchange = RecordedExchange(
      method: sent.method, url: (response.url ?? sent.url).absoluteString,
      status: response.statusCode, date: Date())
    exchange.requestHeaders = sent.headers.entries.map { ($0.name.text, $0.text) }
    exchange.headers = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }.sorted { MemberName($0.name) < MemberName($1.name) }
    (exchange.requestBody, exchange.body) = (Array(sent.body), Array(body))
    let line = redactor.line(exchange) + "\n".utf8
    state.withLock { state in
      guard state.failure == nil else { return }
      guard state.byteCount + line.count <= byteLimit else {
        state.failure = Failure(description: "the capture has \(byteLimit) bytes, and no more fit")
        return
      }
      do {
        try state.file.write(contentsOf: line)
        state.byteCount += line.count
      } catch {
        state.failure = Failure(description: "the capture cannot be written: \(error)")
      }
    }
  }
}

extension CaptureRecorder: RequestAnswering {
  func start(_ loading: StubProtocol) {
    guard let sent = SentRequest(loading.request, loading.task) else {
      return loading.fail(StubError("the request has no URL"))
    }
    var request = loading.request
    (request.httpBodyStream, request.httpBody) = (nil, sent.body.isEmpty ? nil : sent.body)
    let forwarding = Forwarding(loading)
    loading.cancel.withLock { $0 = { forwarding.cancel() } }
    forwarding.start { [session, request] in
      session.dataTask(with: request) { [weak self] data, response, error in
        if let response = response as? HTTPURLResponse, error == nil {
          self?.record(sent, response, data ?? Data())
        }
        forwarding.finish(data, response, error)
      }
    }
  }
}

/// A request that a recorder has sent on.
///
/// The sessions of FoundationNetworking share a queue, which waits for itself if one session is asked
/// for something where another one is at work: so that is done on a queue of this one's.
private final class Forwarding: @unchecked Sendable {
  private let queue = DispatchQueue(label: "CaptureRecorder")
  /// A URLProtocol says that it is not Sendable; it is used by its session, and here for the answer.
  private let loading: StubProtocol
  /// On the queue alone.
  private var task: URLSessionTask?
  private var isCancelled = false

  init(_ loading: StubProtocol) { self.loading = loading }

  func start(_ makeTask: @escaping @Sendable () -> URLSessionTask) {
    queue.async { [self] in
      guard !isCancelled else { return }
      task = makeTask()
      task?.resume()
    }
  }

  func cancel() {
    queue.async { [self] in
      isCancelled = true
      task?.cancel()
    }
  }

  func finish(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    loading.finish(data, response, error)
    // Each holds the other until then.
    queue.async { [self] in task = nil }
    loading.cancel.withLock { $0 = nil }
  }
}

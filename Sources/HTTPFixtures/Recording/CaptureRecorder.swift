public import ContractModel
public import Foundation
import JSONParsing
import MappingEngine
import ValueRedaction

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Records the exchanges of sessions as a capture for `contractcheck check`: one line of NDJSON for
/// each exchange.
///
///     let recorder = try CaptureRecorder(to: folder.appending(path: "traffic.ndjson"))
///     let client = APIClient(session: recorder.makeURLSession())
///     // … and keep the recorder for as long as the session is used
///
/// Credentials are recognized by the names of headers, parameters and members. Those of headers and
/// parameters become `redacted`. Values of lines that a contract calls `sensitive` are replaced,
/// too. Bodies that are neither JSON nor a form keep only their length. Everything else is written
/// unchanged; `contractcheck redact` replaces it.
///
/// The recorder sends the requests with its own session, which has the given configuration. A
/// client gets a response only when it is complete, and its delegate is not asked about redirects
/// and credentials. So use a recorder only in tests and debug builds. Exchanges without a response
/// are not written.
public final class CaptureRecorder: Sendable {
  /// The reason why nothing can be recorded, as a text.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    public let description: String
  }

  private let file: RecordedFile
  private let requests: ForwardedRequests

  /// Creates the file, or appends to it.
  ///
  /// - Parameters:
  ///   - file: The capture; its name should end in `.ndjson`.
  ///   - contracts: The contracts, which say which lines are `sensitive`.
  ///   - byteLimit: The maximal size of the capture; further exchanges are not written.
  ///   - onViolation: Receives each kind of violation of the contracts once, like that of a
  ///     `ContractObserver`; `nil` for no check.
  /// - Throws: `Failure` if the file cannot be written.
  public init(
    to file: URL, sending configuration: URLSessionConfiguration = .default,
    contracts: [Contract] = [], byteLimit: Int = 100_000_000,
    onViolation: (@Sendable (ContractObserver.Violation) -> Void)? = nil
  ) throws {
    let file = try RecordedFile(file, ExchangeRedactor(contracts), byteLimit)
    let checks = onViolation.map { ExchangeChecks(contracts, baseURL: nil, onViolation: $0) }
    self.file = file
    requests = ForwardedRequests(configuration) { sent, response, body in
      file.record(sent, response, body)
      checks?.note(sent, response, body)
    }
  }

  /// The reason why exchanges at the end are missing: the capture has reached its limit, or could
  /// not be written; `nil` if none are missing.
  public var failure: Failure? { file.failure }

  /// Returns a session for the app's client that is recorded.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// A configuration whose sessions are recorded, for a client that creates its own session.
  public var configuration: URLSessionConfiguration { requests.configuration }

  // MARK: - Recording

  /// Writes an exchange of another session.
  public func record(_ request: URLRequest, _ response: HTTPURLResponse, _ body: Data) {
    if let sent = SentRequest(request) { file.record(sent, response, body) }
  }
}

private final class RecordedFile: Sendable {
  private struct State {
    var file: FileHandle
    var byteCount: Int
    var failure: CaptureRecorder.Failure?
  }

  private let state: Mutex<State>
  private let redactor: ExchangeRedactor
  private let byteLimit: Int

  /// - Throws: `CaptureRecorder.Failure` if the file cannot be written.
  init(_ file: URL, _ redactor: ExchangeRedactor, _ byteLimit: Int) throws {
    let manager = FileManager.default
    if !manager.fileExists(atPath: file.path) {
      guard manager.createFile(atPath: file.path, contents: nil) else {
        throw CaptureRecorder.Failure(description: "\(displayed(file.path)) cannot be made")
      }
    }
    guard let handle = try? FileHandle(forWritingTo: file), let end = try? handle.seekToEnd() else {
      throw CaptureRecorder.Failure(description: "\(displayed(file.path)) cannot be written")
    }
    state = Mutex(State(file: handle, byteCount: Int(end)))
    (self.redactor, self.byteLimit) = (redactor, byteLimit)
  }

  deinit { state.withLock { try? $0.file.close() } }

  var failure: CaptureRecorder.Failure? { state.withLock { $0.failure } }

  func record(_ sent: SentRequest, _ response: HTTPURLResponse, _ body: Data) {
    var exchange = RecordedExchange(
      method: sent.method, url: (response.url ?? sent.url).absoluteString,
      status: response.statusCode, date: Date())
    exchange.requestHeaders = sent.headers.entries.map { ($0.name.text, $0.text) }
    exchange.headers = NamedTexts(fields: response.allHeaderFields).entries
      .map { ($0.name.text, $0.text) }
    (exchange.requestBody, exchange.body) = (Array(sent.body), Array(body))
    let line = redactor.line(exchange) + "\n".utf8
    state.withLock { state in
      guard state.failure == nil else { return }
      guard state.byteCount + line.count <= byteLimit else {
        state.failure = CaptureRecorder.Failure(
          description: "the capture has \(byteLimit) bytes, and no more fit")
        return
      }
      do {
        try state.file.write(contentsOf: line)
        state.byteCount += line.count
      } catch {
        state.failure = CaptureRecorder.Failure(
          description: "the capture cannot be written: \(error)")
      }
    }
  }
}

public import ContractModel
public import Foundation
import JSONParsing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Checks the exchanges of an app's sessions against contracts while the app runs.
///
///     let observer = ContractObserver([contract])
///     let client = APIClient(session: observer.makeURLSession())
///     // … and keep the observer for as long as the session is used
///
/// Each kind of violation is reported once: on Apple's systems as a runtime issue of Xcode,
/// elsewhere on standard error, and always to the closure. Reports contain no value of a payload.
/// An app that sends its requests itself passes exchanges to `observe(_:_:_:)`.
///
/// The app gets a response before it is checked, and no check makes the app fail. Exchanges wait in
/// a queue of limited size; exchanges that find no room are counted, and not checked. In a release
/// build nothing is checked, unless the app enables the observer.
public final class ContractObserver: Sendable {
  /// A kind of violation, described by its first occurrence.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The contract's name.
    public let contract: String
    /// The endpoint in the form of the contract, safe to display: `GET /users/:id`.
    public let endpoint: String
    /// The name of the broken rule: `missing-key`.
    public let rule: String
    /// The type of object; `nil` for a body as a whole.
    public let type: String?
    /// The key path of the contract's line; `nil` if no line is involved.
    public let keyPath: String?
    /// The message, without a value of the payload.
    public let message: String
    /// A suggestion for a remedy.
    public let hint: String?
    /// Whether the contract rejects such a payload; otherwise the violation is a warning.
    public let isError: Bool

    /// The violation, in a line that is safe to display.
    public var description: String {
      let place = [type, keyPath].compactMap(\.self).joined(separator: ".")
      return displayed(
        "\(endpoint): \(isError ? "error" : "warning")[\(rule)]"
          + (place.isEmpty ? "" : " \(place)") + ": \(message)" + (hint.map { "; \($0)" } ?? ""))
    }
  }

  private let checks: ExchangeChecks?
  private let requests: ForwardedRequests?

  #if DEBUG
    /// Whether an observer checks exchanges by default.
    public static let isEnabledByDefault = true
  #else
    /// Whether an observer checks exchanges by default.
    public static let isEnabledByDefault = false
  #endif

  /// - Parameters:
  ///   - contracts: The contracts to check exchanges against. Exchanges that none of them describes
  ///     are counted.
  ///   - baseURL: The URL to which the app sends its requests, if not to the contracts' hosts and
  ///     base paths.
  ///   - onViolation: Receives each kind of violation once, on a queue of its own.
  public init(
    _ contracts: [Contract], sending configuration: URLSessionConfiguration = .default,
    baseURL: URL? = nil, isEnabled: Bool = ContractObserver.isEnabledByDefault,
    onViolation: @escaping @Sendable (Violation) -> Void = { _ in }
  ) {
    plain = configuration
    guard isEnabled else {
      (checks, requests) = (nil, nil)
      return
    }
    let checks = ExchangeChecks(contracts, baseURL: baseURL, onViolation: onViolation)
    self.checks = checks
    requests = ForwardedRequests(configuration) { checks.note($0, $1, $2) }
  }

  /// The configuration of sessions that are not observed.
  private let plain: URLSessionConfiguration

  /// Returns a session for the app's client that is observed.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// A configuration whose sessions are observed, for a client that creates its own session.
  public var configuration: URLSessionConfiguration { requests?.configuration ?? plain }

  /// Checks an exchange of another session.
  public func observe(_ request: URLRequest, _ response: HTTPURLResponse, _ body: Data) {
    guard let checks, let sent = SentRequest(request) else { return }
    checks.note(sent, response, body)
  }

  /// The number of exchanges that found no room in the queue, and were not checked.
  public var droppedCount: Int { checks?.droppedCount ?? 0 }

  /// Returns the counts so far as a part for `contractcheck merge`, in one line: how often each
  /// line of a contract was present and broken. The part contains nothing of payloads, paths and
  /// headers.
  ///
  /// The method waits for the exchanges in the queue.
  public func summary() -> Data { checks?.summary() ?? Data() }
}

public import ContractModel
public import Foundation
import JSONParsing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Checks what an app's sessions send and get against contracts, while the app runs.
///
///     let observer = ContractObserver([contract])
///     let client = APIClient(session: observer.makeURLSession())
///     // … and keep the observer for as long as the session is used
///
/// Each way in which exchanges break the contracts is told once: on Apple's systems as a runtime issue
/// of Xcode, elsewhere on standard error, and always to the closure. In what is told there is no value
/// of a payload. An app that sends its requests itself hands exchanges over with `observe(_:_:_:)`.
///
/// A response is handed on before it is checked, and no check of one fails the app. Exchanges wait in
/// a queue of a limited size; those that find no room are counted, and not checked. In a release build
/// nothing is checked, unless that is asked for.
public final class ContractObserver: Sendable {
  /// A way in which exchanges break a contract, as the first of them did.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The contract's name.
    public let contract: String
    /// The endpoint as the contract writes it, safe to display: `GET /users/:id`.
    public let endpoint: String
    /// The rule that is broken, by its name: `missing-key`.
    public let rule: String
    /// The type of object; `nil` of a body as a whole.
    public let type: String?
    /// The key path of the contract's line; `nil`, if no line speaks of it.
    public let keyPath: String?
    /// The fault in words, without a value of the payload.
    public let message: String
    /// A way to deal with it.
    public let hint: String?
    /// Whether the contract refuses such a payload; else it is a warning.
    public let isError: Bool

    /// The violation on a line that is safe to display.
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
    /// Whether something is checked where nothing else is said.
    public static let isEnabledByDefault = true
  #else
    /// Whether something is checked where nothing else is said.
    public static let isEnabledByDefault = false
  #endif

  /// - Parameters:
  ///   - contracts: Those that the exchanges have to keep. What none of them describes is counted.
  ///   - configuration: How requests are sent.
  ///   - baseURL: Where the app sends its requests, if not to the contracts' hosts and base paths.
  ///   - isEnabled: Whether anything is checked.
  ///   - onViolation: Gets each way in which a contract is broken, once, on a queue of its own.
  public init(
    _ contracts: [Contract], sending configuration: URLSessionConfiguration = .default,
    baseURL: URL? = nil, isEnabled: Bool = ContractObserver.isEnabledByDefault,
    onViolation: @escaping @Sendable (Violation) -> Void = { _ in }
  ) {
    guard isEnabled else {
      (checks, requests, plain) = (nil, nil, configuration)
      return
    }
    let checks = ExchangeChecks(contracts, baseURL: baseURL, onViolation: onViolation)
    self.checks = checks
    requests = ForwardedRequests(configuration) { checks.note($0, $1, $2) }
    plain = nil
  }

  /// The configuration of sessions that nothing looks at.
  private let plain: URLSessionConfiguration?

  /// A session that is observed, for the app's client.
  public func makeURLSession() -> URLSession { URLSession(configuration: configuration) }

  /// A configuration whose sessions are observed, for a client that makes its session itself.
  public var configuration: URLSessionConfiguration {
    requests?.configuration ?? plain ?? .default
  }

  /// Checks an exchange that was made elsewhere.
  public func observe(_ request: URLRequest, _ response: HTTPURLResponse, _ body: Data) {
    guard let checks, let sent = SentRequest(request) else { return }
    checks.note(sent, response, body)
  }

  /// How many exchanges found no room in the queue, and were not checked.
  public var droppedCount: Int { checks?.droppedCount ?? 0 }

  /// The counts so far as a part for `contractcheck merge`, a line: how often which line of a contract
  /// was there and was broken, and nothing that a payload, a path or a header has.
  ///
  /// Waits for the exchanges that are in the queue.
  public func summary() -> Data { checks?.summary() ?? Data() }
}

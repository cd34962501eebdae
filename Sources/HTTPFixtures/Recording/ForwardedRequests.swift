import Foundation
import JSONParsing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Forwards the requests of an app's sessions, and passes on the exchanges.
///
/// The requests are sent by a separate session. A client gets a response as a whole, after its last
/// byte.
final class ForwardedRequests: Sendable {
  /// Receives an exchange that has a response.
  typealias Exchange = @Sendable (SentRequest, HTTPURLResponse, Data) -> Void

  private let session: URLSession
  private let number: Int
  private let note: Exchange

  init(_ configuration: URLSessionConfiguration, _ note: @escaping Exchange) {
    session = URLSession(configuration: configuration)
    self.note = note
    number = StubRegistry.nextNumber()
    StubRegistry.add(self, number)
  }

  deinit {
    StubRegistry.remove(number)
    session.finishTasksAndInvalidate()
  }

  /// A configuration whose sessions have their requests forwarded.
  var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [numberedProtocol(number)]
    return configuration
  }
}

extension ForwardedRequests: RequestAnswering {
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
          self?.note(sent, response, data ?? Data())
        }
        forwarding.finish(data, response, error)
      }
    }
  }
}

/// The sessions of FoundationNetworking share a queue, which deadlocks if one session is called
/// while another one works on it. So the calls are made on a queue of their own.
private final class Forwarding: @unchecked Sendable {
  private let queue = DispatchQueue(label: "ForwardedRequests")
  /// `URLProtocol` is declared as not Sendable. Its session uses it, and this class uses it for the
  /// answer.
  private let loading: StubProtocol
  /// Only used on the queue.
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
    loading.finish(data, response, error: error)
    // Until then, the task and this object retain each other.
    queue.async { [self] in task = nil }
    loading.cancel.withLock { $0 = nil }
  }
}

import Foundation
import JSONParsing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends the requests of an app's sessions on, and hands out what was exchanged.
///
/// The requests are sent by a session of its own. A response comes as a whole, behind its last byte.
final class ForwardedRequests: Sendable {
  /// Gets an exchange that has a response.
  typealias Exchange = @Sendable (SentRequest, HTTPURLResponse, Data) -> Void

  private let session: URLSession
  private let number: Int
  private let note: Exchange

  /// - Parameter configuration: How requests are sent.
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

  /// Its sessions are those whose requests are sent on.
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

/// A request that was sent on.
///
/// The sessions of FoundationNetworking share a queue, which waits for itself if one session is asked
/// for something where another one is at work: so that is done on a queue of this one's.
private final class Forwarding: @unchecked Sendable {
  private let queue = DispatchQueue(label: "ForwardedRequests")
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

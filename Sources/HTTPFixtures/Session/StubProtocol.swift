import JSONParsing
import MappingEngine

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Answers the requests of a stub's sessions.
class StubProtocol: URLProtocol {
  class var number: Int { 0 }

  private enum Phase { case open, answered, stopped }

  private let phase = Mutex(Phase.open)
  #if os(Linux)
    /// Held during calls of the client. The end of a task waits for it.
    private let calling = NSRecursiveLock()
  #endif
  #if canImport(ObjectiveC)
    /// The thread on which the loading system expects calls of its client, and the modes of its run
    /// loop.
    private var loading: (thread: Thread, modes: [String])?
  #endif
  /// Cancels the answer that was begun.
  let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canInit(with task: URLSessionTask) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func stopLoading() {
    let isAnswered = phase.withLock { phase in
      if phase == .open { phase = .stopped }
      return phase == .answered
    }
    #if os(Linux)
      // FoundationNetworking traps if a cancelled task has ended already, and if a task ends while
      // it receives a response.
      if isAnswered {
        calling.lock()
        calling.unlock()
        client = nil
      }
    #else
      _ = isAnswered
    #endif
    cancel.withLock { $0 }?()
  }

  override func startLoading() {
    #if canImport(ObjectiveC)
      let modes = [.default, RunLoop.current.currentMode].compactMap { $0?.rawValue }
      loading = (Thread.current, modes)
    #endif
    guard let answering = StubRegistry[type(of: self).number] else {
      return fail(
        StubError(
          "the StubbedSession or CaptureRecorder of this session is gone",
          notes: ["keep it for as long as its sessions are used"]))
    }
    #if os(Linux)
      // FoundationNetworking unwraps the file of a download, which only its own protocols create.
      if task is URLSessionDownloadTask {
        return fail(
          StubError(
            "a stub or recorder answers no download task on Linux", notes: ["use FixtureServer"]))
      }
    #endif
    answering.start(self)
  }

  /// The maximal number of followed redirects.
  private static let mostHops = 16

  func answer(_ request: URLRequest, of stub: StubbedSession, hopCount: Int) {
    // The body of an upload task belongs to its first request.
    guard let sent = SentRequest(request, hopCount == 0 ? task : nil) else {
      return fail(StubError("the request has no URL"))
    }
    // The stream has been read now, and a redirect that keeps the method sends the body again.
    var request = request
    (request.httpBodyStream, request.httpBody) = (nil, sent.body.isEmpty ? nil : sent.body)
    var response: StubbedResponse
    do {
      guard let found = try stub.response(to: sent) else { return }
      response = found
    } catch let error as StubError {
      return fail(error)
    } catch let error as URLError {
      return finish(error: error)
    } catch {
      return fail(StubError("the stub of \(sent) threw: \(displayed("\(error)"))"))
    }
    if sent.method == "HEAD" { response.body = Data() }
    let timeout = Duration.seconds(request.timeoutInterval)
    if response.delay > timeout {
      // For requests that a URLProtocol answers, only the protocol can enforce the timeout.
      response = .failure(.timedOut).after(timeout)
    }
    // `URLProtocol` is declared as not Sendable, but nothing else uses it meanwhile. The stub is
    // released with the test, even if a response is still pending.
    let sending = Work { [request, response, weak stub] in
      self.onLoadingThread { self.send(response, to: request, of: stub, hopCount) }
    }
    if let hold = response.hold { return hold { sending.run() } }
    guard response.delay > .zero else { return sending.run() }
    DispatchQueue.global().asyncAfter(deadline: .now() + response.delay.seconds) { sending.run() }
  }

  /// Work that any thread may do, once.
  private final class Work: NSObject, @unchecked Sendable {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Calls the client in the required context: on Apple's systems on the thread of `startLoading`,
  /// on Linux while nothing else is done on the queue of the session.
  private func onLoadingThread(_ work: @escaping () -> Void) {
    #if os(Linux)
      let sending = Work { self.calling.withLock(work) }
      SessionQueue.whileIdle(of: task) { sending.run() }
    #else
      #if canImport(ObjectiveC)
        if let loading, loading.thread !== Thread.current {
          return perform(
            #selector(runOnLoadingThread(_:)), on: loading.thread, with: Work(work),
            waitUntilDone: false, modes: loading.modes)
        }
      #endif
      work()
    #endif
  }

  #if canImport(ObjectiveC)
    @objc private func runOnLoadingThread(_ work: Any) { (work as? Work)?.run() }
  #endif

  private func send(
    _ response: StubbedResponse, to request: URLRequest, of stub: StubbedSession?, _ hopCount: Int
  ) {
    if case .failure(let code) = response.ending {
      return finish(error: URLError(code))
    }
    guard let url = request.url, let head = head(of: response, url) else {
      return fail(StubError("\(response.status) is not a status of HTTP"))
    }
    #if os(Linux)
      // FoundationNetworking traps in `wasRedirectedTo` of any protocol other than its own.
      if let stub, let next = redirect(of: response, request), hopCount < Self.mostHops {
        return answer(next, of: stub, hopCount: hopCount + 1)
      }
    #endif
    guard let client = answering else { return }
    if let next = redirect(of: response, request) {
      #if os(Linux)
        return client.urlProtocol(self, didFailWithError: URLError(.httpTooManyRedirects))
      #else
        return client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
      #endif
    }
    client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    if case .dropped(let count) = response.ending {
      client.urlProtocol(self, didLoad: response.body.prefix(count))
      return client.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
    }
    client.urlProtocol(self, didLoad: response.body)
    client.urlProtocolDidFinishLoading(self)
  }

  /// The client, for the first answer; `nil` if the request is answered already, or was stopped.
  private var answering: (any URLProtocolClient)? {
    let isOpen = phase.withLock { phase in
      guard phase == .open else { return false }
      phase = .answered
      return true
    }
    return isOpen ? client : nil
  }

  private func head(of response: StubbedResponse, _ url: URL) -> HTTPURLResponse? {
    guard 100...999 ~= response.status else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
      headerFields: response.headers.fields)
  }

  /// Returns the request that a redirect leads to (RFC 9110, section 15.4).
  private func redirect(of response: StubbedResponse, _ request: URLRequest) -> URLRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers.first(ofHeader: "Location"),
      let target = URL(string: location, relativeTo: request.url)
    else { return nil }
    var next = request
    next.url = target.absoluteURL
    let isPost = request.httpMethod == "POST"
    if response.status == 303 || response.status < 303 && isPost {
      (next.httpMethod, next.httpBody) = ("GET", nil)
    }
    return next
  }

  /// Passes on the result of the request.
  func finish(_ data: Data? = nil, _ response: URLResponse? = nil, error: (any Error)?) {
    onLoadingThread {
      guard let client = self.answering else { return }
      if let error { return client.urlProtocol(self, didFailWithError: error) }
      if let response {
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      }
      client.urlProtocol(self, didLoad: data ?? Data())
      client.urlProtocolDidFinishLoading(self)
    }
  }

  func fail(_ error: StubError) {
    finish(
      error: URLError(
        .resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: error.description]))
  }
}

extension SentRequest {
  /// - Parameter task: The task that sends the request, if there is one.
  /// - Returns: `nil` if the request has no URL.
  package init?(_ request: URLRequest, _ task: URLSessionTask? = nil) {
    guard let url = request.url else { return nil }
    self.init(
      method: request.httpMethod ?? "GET", url: url,
      headers: NamedTexts(fields: request.allHTTPHeaderFields ?? [:]),
      body: RequestBody.data(of: request, task))
  }
}

extension NamedTexts {
  /// Each name once, in its first spelling. Headers whose names differ only in letter case are one
  /// header with both texts (RFC 9110, section 5.3).
  fileprivate var fields: [String: String] {
    var spellings: [String: String] = [:]
    return entries.reduce(into: [:]) { fields, entry in
      let known = entry.name.text.lowercased()
      let name = spellings[known] ?? entry.name.text
      spellings[known] = name
      fields[name] = fields[name].map { "\($0), \(entry.text)" } ?? entry.text
    }
  }

  /// The headers of a request or a response, in the order of their names.
  init(fields: [AnyHashable: Any]) {
    self.init(
      fields.map { Entry(name: MemberName("\($0.key)"), text: "\($0.value)") }
        .sorted { $0.name < $1.name })
  }
}

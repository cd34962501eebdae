import CaptureSources
import ContractTesting
import Foundation
public import HTTPFixtures
import JSONParsing
import MappingEngine

extension StubbedSession {
  /// Creates a stub that answers with the recorded responses of captures.
  ///
  ///     let stub = try StubbedSession(replaying: Captures("Fixtures/session.har"))
  ///     let client = APIClient(session: stub.makeURLSession())
  ///
  /// A request gets the response that was recorded for its method, path, query and body. The order
  /// of parameters does not matter, nor does that of members in a JSON body; headers do not matter
  /// at all. The host matters if it occurs in the captures. If one request was recorded several
  /// times, its responses come in order, and the last one repeats. Stubs that a test adds have
  /// precedence.
  ///
  /// - Parameters:
  ///   - captures: HAR, NDJSON of exchanges, cassettes or mappings of WireMock.
  ///   - allowsUnanswered: Whether the test causes rejected requests on purpose.
  /// - Throws: `TestSetupError` if the captures have no exchange, or cannot be read completely.
  public convenience init(replaying captures: Captures, allowsUnanswered: Bool = false) throws {
    let recorded = try RecordedExchanges(captures)
    try self.init(allowsUnanswered: allowsUnanswered) { recorded.stubs }
  }
}

/// The exchanges of captures, by their requests.
private struct RecordedExchanges {
  /// The key of a request: requests with equal keys get the same responses.
  struct Asked: Hashable {
    let method: String
    let host: String?
    let segments: [MemberName]
    let query: [NamedTexts.Entry]
    /// The body; if it is JSON, with its members in a fixed order.
    let body: Data

    /// - Parameter hosts: The hosts to distinguish.
    init(_ method: String, _ url: String, _ body: Data, hosts: Set<String>) {
      let parts = RequestURL(url)
      self.method = method.uppercased()
      host = parts.host.flatMap { hosts.contains($0) ? $0 : nil }
      segments = parts.decodedSegments.map { MemberName($0) }
      query = RequestURL.query(of: url).entries.sorted {
        ($0.name, MemberName($0.text)) < ($1.name, MemberName($1.text))
      }
      self.body = Self.ordered(body)
    }

    private static func ordered(_ body: Data) -> Data {
      guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
      else { return body }
      return
        (try? JSONSerialization.data(
          withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])) ?? body
    }

    /// Whether a request equals a recorded one, without regard to a host that is not in the captures.
    func isSame(as recorded: Asked) -> Bool {
      (host == nil || host == recorded.host) && segments == recorded.segments
        && query == recorded.query && body == recorded.body
    }

    var text: String {
      let query = query.map { "\($0.name.text)=\($0.text)" }.joined(separator: "&")
      let body = body.isEmpty ? "" : ", body \(shortened(String(decoding: body, as: UTF8.self)))"
      return "\(method) /\(segments.map(\.text).joined(separator: "/"))"
        + (query.isEmpty ? "" : "?\(query)") + body
    }
  }

  private var hosts: Set<String> = []
  private var exchanges:
    [(method: String, url: String, body: Data, response: Result<StubbedResponse, StubError>)] = []

  init(_ captures: Captures) throws {
    let search = CaptureSearch(operands: captures.operands)
    var problems = search.problems
    var reader = CaptureReader()
    reader.packing = .ofCaptures
    reader.readsRequests = true
    for input in search.inputs {
      var sent: (place: CaptureRecord.Place, body: Data)?
      problems += reader.read(input) { record, body in
        let bytes = body.withUnsafeBufferPointer { Data($0) }
        if record.isRequest {
          sent = (record.place, bytes)
        } else if record.kind == .exchange, let method = record.method, let url = record.url {
          let body = sent.flatMap { $0.place == record.place ? $0.body : nil } ?? Data()
          exchanges.append((method, url, body, Self.response(of: record, bytes)))
        }
        return .goOn
      }
    }
    guard problems.isEmpty else {
      throw TestSetupError(
        "part of the captures cannot be read",
        notes: problems.prefix(5).map { "\($0)" }
          + (problems.count > 5 ? ["… and \(problems.count - 5) more"] : []))
    }
    guard !exchanges.isEmpty else {
      throw TestSetupError(
        "there is no exchange in \(captures.text)",
        notes: ["what has requests can be replayed: HAR, NDJSON of exchanges, cassettes"])
    }
    hosts = Set(exchanges.compactMap { RequestURL($0.url).host })
  }

  private static func response(
    of record: CaptureRecord, _ body: Data
  ) -> Result<StubbedResponse, StubError> {
    switch record.bodyState {
    case .undecodable(let reason):
      return .failure(StubError("the recorded body cannot be decoded: \(reason)"))
    case .cutOff: return .failure(StubError("the log has cut off the body that was recorded"))
    case .present, .absent: break
    }
    // The body in the capture is neither packed nor chunked.
    let ofTransport = ["content-encoding", "content-length", "transfer-encoding", "connection"]
    let headers = record.responseHeaders.filter { !ofTransport.contains($0.name.lowercased()) }
    return .success(
      StubbedResponse(
        body, contentType: record.mimeType, status: record.status ?? CaptureRecord.assumedStatus,
        headers: NamedTexts(headers.map { .init(name: MemberName($0.name), text: $0.value) })))
  }

  /// The stubs, one for each request, in the order of the captures.
  var stubs: [Stub] {
    var order: [Asked] = []
    var responses: [Asked: [Result<StubbedResponse, StubError>]] = [:]
    for exchange in exchanges {
      let asked = Asked(exchange.method, exchange.url, exchange.body, hosts: hosts)
      if responses[asked] == nil { order.append(asked) }
      responses[asked, default: []].append(exchange.response)
    }
    return order.map { [hosts] asked in
      // The remaining responses; the last one repeats.
      let left = Mutex(responses[asked] ?? [])
      return Stub(asked.text, method: asked.method, segments: asked.segments.map(\.text)) {
        request in
        Asked(request.method, request.url.absoluteString, request.body, hosts: hosts)
          .isSame(as: asked)
      } _: { _ in
        try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
      }
    }
  }
}

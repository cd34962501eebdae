import Foundation
import JSONParsing
import MappingEngine

/// The answers of a server, and the requests that it received.
final class FixtureAnswers: Sendable {
  typealias Log = @Sendable (_ request: String, StubbedResponse) -> Void

  private let table: Mutex<ResponseTable>
  private let folder: FixtureFolder?
  private let log: Log?
  let requests: RequestLog

  init(_ table: ResponseTable, _ folder: FixtureFolder?, _ log: Log?, allowsUnanswered: Bool) {
    self.table = Mutex(table)
    (self.folder, self.log) = (folder, log)
    requests = RequestLog(of: "a FixtureServer", allowsUnanswered: allowsUnanswered)
  }

  func add(_ stubs: [Stub]) throws(StubError) {
    try table.withLock { table throws(StubError) in try table.add(stubs) }
  }

  // MARK: - Connections

  /// Answers the requests of a connection until it ends.
  ///
  /// - Parameters:
  ///   - patience: How long the client may accept no byte of a response.
  ///   - pause: Waits, and returns whether to continue.
  func serve(
    _ client: Socket, _ reader: RequestReader, patience: Duration, pause: (Duration) -> Bool
  ) {
    var reader = reader
    do throws(RequestReader.Refusal) {
      while case (let request, var keepsAlive)? = try reader.next() {
        let response = response(to: request)
        guard pause(response.delay) else { return }
        log?("\(request.method) \(shown(request.url))", response)
        let bytes = response.bytes(isHead: request.method == "HEAD", keepsAlive: &keepsAlive)
        guard client.write(bytes, patience: patience), keepsAlive else { break }
      }
    } catch {
      guard case .status(let status, let reason) = error else { return }
      let response = StubbedResponse.text(reason, status: status)
      log?("(\(reason))", response)
      var keepsAlive = false
      client.write(response.bytes(isHead: false, keepsAlive: &keepsAlive), patience: patience)
    }
    client.drain()
  }

  /// The path and the query.
  private func shown(_ url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return displayed(path + (url.query(percentEncoded: true).map { "?\($0)" } ?? ""))
  }

  // MARK: - Answers

  /// Returns the response to a request, and records the request.
  func response(to request: SentRequest) -> StubbedResponse {
    var request = request
    let table = table.withLock { $0 }
    let match = Result { () throws(StubError) in try table.match(of: request) }
    let stub = try? match.get()
    // A path without parameters is more specific than a path with parameters, and so is a file's
    // path.
    let file = stub?.parameters.isEmpty == true ? nil : folder?.response(to: request)
    if file == nil, let stub { request.pathParameters = stub.parameters }
    if log == nil { requests.note(request) }
    if let file { return file }
    if let found = table.contract?.requests.errors(in: request) {
      if log == nil, let doubt = found.doubt { requests.note(doubted: doubt) }
      if let broken = found.broken { return .text("\(noted(broken))", status: 400) }
    }
    switch match {
    case .success(let match): return response(of: match, to: request)
    case .failure(let error): return refusal(of: request, noted(error), table)
    }
  }

  private func noted(_ error: StubError) -> StubError {
    if log == nil { requests.note(refused: error) }
    return error
  }

  // The lock is not held here, because the closure may read the server's requests.
  private func response(of match: ResponseTable.Match, to request: SentRequest) -> StubbedResponse {
    do {
      let response = try match.answer(request)
      if 200...999 ~= response.status { return response }
      return .text("\(response.status) is not a status of HTTP that ends a request", status: 500)
    } catch let error as URLError {
      return .failure(error.code)
    } catch let error as StubError {
      return .text("\(error)", status: 500)
    } catch {
      return .text("the stub of \(request) threw: \(displayed("\(error)"))", status: 500)
    }
  }

  private func refusal(
    of request: SentRequest, _ error: StubError, _ table: ResponseTable
  ) -> StubbedResponse {
    var methods = table.methods(at: request.url)
    if methods.isEmpty, folder?.hasFile(of: request) == true { methods = ["GET", "HEAD"] }
    guard !methods.isEmpty, !methods.contains(request.method) else {
      return .text("\(error)", status: 404)
    }
    return .text(
      "\(error)", status: 405, headers: ["Allow": methods.joined(separator: ", ")])
  }
}

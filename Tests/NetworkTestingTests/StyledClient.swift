import Foundation
import JSONParsing
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The networking code of apps in five right styles, which differ in how they receive a response.
struct StyledClient {
  enum Style: String, CaseIterable {
    /// `URLSession.data(for:)` and a check of the status.
    case plain
    /// A data task with a completion handler.
    case callbacks
    /// Tries up to three times if the server or the connection fails.
    case retries
    /// Keeps bodies with their `ETag`, and sends conditional requests.
    case cache
    /// Refreshes the token after a 401, and tries once more.
    case refresh
  }

  struct BadStatus: Error { var status: Int }

  private struct Token: Decodable { var token: String }

  private final class Cache: Sendable {
    let bodies = Mutex<[URL: (tag: String, body: Data)]>([:])
  }

  let session: URLSession
  let style: Style
  private let cache = Cache()

  init(_ session: URLSession, _ style: Style) { (self.session, self.style) = (session, style) }

  /// Decodes the avatars of a response with the status 200.
  static func avatars(_ data: Data, _ response: URLResponse) throws -> [Avatar] {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw BadStatus(status: status) }
    return try JSONDecoder().decode([Avatar].self, from: data)
  }

  // MARK: - Requests of the app

  func avatars() async throws -> [Avatar] {
    try JSONDecoder().decode([Avatar].self, from: await body("GET", "/avatars"))
  }

  func put() async throws -> Avatar {
    try JSONDecoder().decode(Avatar.self, from: await body("PUT", "/avatars/1"))
  }

  /// Sends a request whose response has no body.
  func send(_ method: String, _ path: String) async throws { _ = try await body(method, path) }

  // MARK: - Sending

  func request(_ method: String, _ path: String) -> URLRequest {
    var request = URLRequest(
      url: URL(string: "https://api.example.com\(path)") ?? URL(filePath: "/"))
    request.httpMethod = method
    request.setValue("Bearer a", forHTTPHeaderField: "Authorization")
    return request
  }

  private func body(_ method: String, _ path: String) async throws -> Data {
    let request = request(method, path)
    switch style {
    case .plain: return try await checked(session.data(for: request))
    case .callbacks: return try await called(request)
    case .retries: return try await retried(request)
    case .cache: return try await cached(request)
    case .refresh: return try await refreshed(request)
    }
  }

  private func status(_ response: URLResponse) -> Int {
    (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  private func checked(_ answer: (Data, URLResponse)) throws -> Data {
    guard 200...299 ~= status(answer.1) else { throw BadStatus(status: status(answer.1)) }
    return answer.0
  }

  private func called(_ request: URLRequest) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: request) { data, response, error in
        continuation.resume(
          with: Result {
            if let error { throw error }
            guard let response else { throw URLError(.badServerResponse) }
            return try checked((data ?? Data(), response))
          })
      }.resume()
    }
  }

  private func retried(_ request: URLRequest) async throws -> Data {
    for _ in 0..<2 {
      if let answer = try? await session.data(for: request), status(answer.1) < 500 {
        return try checked(answer)
      }
    }
    return try await checked(session.data(for: request))
  }

  private func cached(_ request: URLRequest) async throws -> Data {
    guard let url = request.url, request.httpMethod == "GET" else {
      return try await checked(session.data(for: request))
    }
    var request = request
    let known = cache.bodies.withLock { $0[url] }
    request.setValue(known?.tag, forHTTPHeaderField: "If-None-Match")
    let answer = try await session.data(for: request)
    if status(answer.1) == 304, let known { return known.body }
    let body = try checked(answer)
    let tag = (answer.1 as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag")
    cache.bodies.withLock { $0[url] = tag.map { ($0, body) } }
    return body
  }

  private func refreshed(_ request: URLRequest) async throws -> Data {
    let answer = try await session.data(for: request)
    guard status(answer.1) == 401 else { return try checked(answer) }
    let token = try await checked(session.data(for: self.request("POST", "/token")))
    var again = request
    let text = try JSONDecoder().decode(Token.self, from: token).token
    again.setValue("Bearer \(text)", forHTTPHeaderField: "Authorization")
    return try await checked(session.data(for: again))
  }
}

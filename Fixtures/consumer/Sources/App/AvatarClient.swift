import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct NewAvatar: Codable {
  var fileUrlString: String

  enum CodingKeys: String, CodingKey { case fileUrlString = "file_url" }
}

/// Loads, adds and removes avatars, over the session that it is given.
struct AvatarClient {
  struct BadStatus: Error { var status: Int }

  let session: URLSession
  var token = "secret"

  func avatars(matching query: String? = nil) async throws -> [Avatar] {
    let items = query.map { [URLQueryItem(name: "q", value: $0)] } ?? []
    return try await decoded([Avatar].self, from: send("GET", "/avatars", items))
  }

  func add(_ avatar: NewAvatar) async throws -> Avatar {
    try await decoded(Avatar.self, from: send("POST", "/avatars", body: JSONEncoder().encode(avatar)))
  }

  func remove(id: Int) async throws { _ = try await send("DELETE", "/avatars/\(id)") }

  private func send(
    _ method: String, _ path: String, _ query: [URLQueryItem] = [], body: Data? = nil
  ) async throws -> Data {
    var components = URLComponents()
    (components.scheme, components.host, components.path) = ("https", "api.example.com", path)
    if !query.isEmpty { components.queryItems = query }
    guard let url = components.url else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    (request.httpMethod, request.httpBody) = (method, body)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200...299 ~= status else { throw BadStatus(status: status) }
    return data
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}

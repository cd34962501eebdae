import ContractModel
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Avatar: Decodable, Sendable {
  var remoteId: Int
  var url: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case url = "file_url"
  }
}

/// The networking code of an app.
struct AvatarClient {
  struct BadStatus: Error { var status: Int }

  let session: URLSession

  /// The contract that most tests check the client against.
  static func contract() throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "basePath": "/v1", "endpoints": { "GET /avatars": "[Avatar]" },
        "mappings": {
          "Avatar": { "map": { "id": "remoteId: Int", "file_url": "url: String" } } } }
      """)
  }

  func request(_ path: String) -> URLRequest {
    URLRequest(url: URL(string: "https://api.example.com/v1\(path)") ?? URL(filePath: "/"))
  }

  func load<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
    let (data, response) = try await session.data(for: request(path))
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200...299 ~= status else { throw BadStatus(status: status) }
    return try JSONDecoder().decode(type, from: data)
  }

  func avatars() async throws -> [Avatar] { try await load([Avatar].self, "/avatars") }

  /// Returns an empty list for every error.
  func avatarsOrNone() async -> [Avatar] { (try? await avatars()) ?? [] }

  /// Ignores the status.
  func anyStatus<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
    let (data, _) = try await session.data(for: request(path))
    return try JSONDecoder().decode(type, from: data)
  }

  /// - Parameter callCount: How often the handler is called for an invalid response.
  func avatars(
    failing callCount: Int = 1,
    completion: @escaping @Sendable (Result<[Avatar], any Error>) -> Void
  ) {
    let task = session.dataTask(with: request("/avatars")) { data, response, error in
      do {
        if let error { throw error }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard 200...299 ~= status else { throw BadStatus(status: status) }
        completion(.success(try JSONDecoder().decode([Avatar].self, from: data ?? Data())))
      } catch {
        for _ in 0..<callCount { completion(.failure(error)) }
      }
    }
    task.resume()
  }
}

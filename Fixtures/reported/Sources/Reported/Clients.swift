import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct UnexpectedStatus: Error { let status: Int }

extension URLSession {
  fileprivate func answer(
    to path: String, tag: String? = nil
  ) async throws -> (data: Data, response: HTTPURLResponse) {
    guard let url = URL(string: "https://api.example.com\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.setValue(tag, forHTTPHeaderField: "If-None-Match")
    let (data, response) = try await data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return (data, response)
  }
}

// MARK: - Ranchero-Software/NetNewsWire#2924, TootSDK/TootSDK#99, XcodesOrg/xcodes#389,
// wordpress-mobile/WordPress-iOS#5383: HTML, or no body, with status 200

struct Collection: Decodable {
  struct Feed: Decodable {
    let id: String
    let title: String?
  }

  let id: String
  let label: String
  let feeds: [Feed]
}

struct FeedClient {
  let session: URLSession

  /// What cannot be read is an empty account.
  func anyCollections() async throws -> [Collection] {
    let data = try await session.answer(to: "/v3/collections").data
    return (try? JSONDecoder().decode([Collection].self, from: data)) ?? []
  }

  /// Looks at the status, and what is no JSON is an empty account.
  func collectionsOfJSON() async throws -> [Collection] {
    let data = try await checked()
    guard (try? JSONSerialization.jsonObject(with: data)) != nil else { return [] }
    return try JSONDecoder().decode([Collection].self, from: data)
  }

  func collections() async throws -> [Collection] {
    try await JSONDecoder().decode([Collection].self, from: checked())
  }

  private func checked() async throws -> Data {
    let (data, response) = try await session.answer(to: "/v3/collections")
    guard response.statusCode == 200 else { throw UnexpectedStatus(status: response.statusCode) }
    return data
  }
}

// MARK: - RevenueCat/purchases-ios#509, #2665: after 304, an error that was kept comes back

struct SubscriberResponse: Decodable {
  struct Subscriber: Decodable {
    let originalAppUserId: String
    let entitlements: [String: Entitlement]
  }

  struct Entitlement: Decodable { let expiresDate: Date? }

  let subscriber: Subscriber
}

actor SubscriberClient {
  private let session: URLSession
  private let keepsErrors: Bool
  private var kept: (tag: String, data: Data)?

  init(session: URLSession, keepsErrors: Bool) {
    self.session = session
    self.keepsErrors = keepsErrors
  }

  func subscriber() async throws -> SubscriberResponse {
    let (data, response) = try await session.answer(to: "/v1/subscribers/1", tag: kept?.tag)
    let isRight = response.statusCode == 200
    if isRight || keepsErrors, response.statusCode != 304,
      let tag = response.value(forHTTPHeaderField: "ETag")
    {
      kept = (tag, data)
    }
    if response.statusCode == 304, let kept { return try decoded(kept.data) }
    guard isRight else { throw UnexpectedStatus(status: response.statusCode) }
    return try decoded(data)
  }

  private func decoded(_ data: Data) throws -> SubscriberResponse {
    let decoder = JSONDecoder.dates(Date.byStyle)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(SubscriberResponse.self, from: data)
  }
}

import ContractModel
public import ContractTesting
import Foundation
import HTTPFixtures
import JSONParsing
import MapperTesting

/// The loads of a store through the app's client, in order, each with the name of its endpoint in
/// the contract. A load that sends several requests has the names of all their endpoints, separated
/// by commas.
///
///     ["GET /avatars": { _, app in try await app.refresh() },
///      "DELETE /avatars/:id -> 204": { asked, app in try await app.remove(id: asked.int("id")) },
///      "event avatar.updated": { asked, app in try await app.apply(asked.payload) }]
public struct ClientLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Sends the request, and loads the response into a store. Throwing rejects the response.
  public typealias Load =
    nonisolated(nonsending) (
      _ asked: LoadParameters, _ store: inout Store
    ) async throws -> Void

  let pairs: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    pairs = loads.map { (endpoint: $0.0, load: $0.1) }
  }
}

extension LoadFailure {
  /// Returns the failed response in place of a complete one, or the error of a missing connection.
  func response(for whole: StubbedResponse) -> StubbedResponse {
    var response = whole
    switch self {
    case .notFound, .serverError:
      let body = Data(body(for: []))
      return StubbedResponse(
        body, contentType: "application/json", status: self == .notFound ? 404 : 500)
    case .page:
      return .html(String(decoding: body(for: []), as: UTF8.self))
    case .truncated: response.body.removeLast()
    case .dropped: response = response.dropped()
    case .noConnection: response = .failure(.notConnectedToInternet)
    case .notModified: response = .status(304)
    }
    return response
  }
}

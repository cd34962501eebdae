import ContractModel
public import ContractTesting
import Foundation
import HTTPFixtures
import JSONParsing
import MapperTesting

/// How a store has the app's client load responses, by the contract's names of them, in the order in
/// which they are written; a load of several requests by those of all, with commas.
///
///     ["GET /avatars": { _, app in try await app.refresh() },
///      "DELETE /avatars/:id -> 204": { asked, app in try await app.remove(id: asked.int("id")) },
///      "event avatar.updated": { asked, app in try await app.apply(asked.payload) }]
public struct ClientLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Sends the request, and loads the response into a store. Throwing refuses the response.
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
  /// The response in the place of a whole one; of no connection, the error.
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

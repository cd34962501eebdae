import ContractModel
import Foundation
import HTTPFixtures
import JSONParsing
import MapperTesting

/// Responses that do not belong to the endpoint, for which a client has to throw: error statuses,
/// bodies that are not JSON, lost connections.
struct FailedLoads {
  struct Case {
    let name: String
    let response: StubbedResponse
  }

  let cases: [Case]

  /// - Parameters:
  ///   - payload: A valid body of the endpoint; `nil` if it has none.
  ///   - described: Returns the response that the contract describes for a status.
  init(
    _ endpoint: Endpoint, _ payload: [UInt8]?, described: (_ status: Int) -> StubbedResponse?
  ) {
    let statuses = endpoint.answered?.statuses ?? []
    let others = Self.statuses.filter { status in !statuses.contains { $0.fits(status) } }
    var cases = others.map { status in
      let phrase = StubbedResponse.phrases[status] ?? ""
      let body = #"{"error":{"code":\#(status),"message":"\#(phrase)"}}"#
      return Case(
        name: "status \(status)", response: described(status) ?? .json(body, status: status))
    }
    cases += [
      Case(
        name: "status 503 with HTML",
        response: .html("<html><body><h1>Service Unavailable</h1></body></html>", status: 503)),
      Case(name: "status 500 without a body", response: .status(500)),
    ]
    if let payload {
      // The first named status, or 200.
      let status = if case .code(let code)? = statuses.first { code } else { 200 }
      func response(_ body: some Sequence<UInt8>) -> StubbedResponse {
        StubbedResponse(Data(body), contentType: endpoint.mimeType, status: status)
      }
      cases += [
        Case(name: "an empty body", response: response([])),
        Case(name: "a space as body", response: response(" ".utf8)),
        Case(
          name: "HTML with status \(status)",
          response: .html("<html><body>Sign in to the network</body></html>", status: status)),
      ]
      // A truncated text or number may still be valid.
      if payload.first.map({ "[{".utf8.contains($0) }) ?? false {
        cases.append(Case(name: "a truncated body", response: response(payload.dropLast())))
      }
      cases.append(Case(name: "a dropped connection", response: response(payload).dropped()))
    }
    cases += [
      Case(name: "no connection", response: .failure(.notConnectedToInternet)),
      Case(name: "a timeout", response: .failure(.timedOut)),
    ]
    self.cases = cases
  }

  /// The cases that reveal whether a client hides errors: of the connection, or of the body.
  var probes: [Case] {
    cases.filter { $0.name == "no connection" || $0.name.hasPrefix("HTML with status") }.reversed()
  }

  private static let statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503]
}

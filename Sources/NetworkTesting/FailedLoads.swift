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
  ///   - endpoint: The loaded endpoint.
  ///   - payload: A valid body of it; `nil` if it has none.
  ///   - described: Returns the response that the contract describes for a status.
  init(
    _ endpoint: Endpoint, _ payload: [UInt8]?, described: (_ status: Int) -> StubbedResponse?
  ) {
    var cases = Self.statuses.filter { !endpoint.isAbout(status: $0.status) }.map { known in
      let body = #"{"error":{"code":\#(known.status),"message":"\#(known.phrase)"}}"#
      return Case(
        name: "status \(known.status)",
        response: described(known.status) ?? .json(body, status: known.status))
    }
    cases.append(
      Case(
        name: "status 503 with HTML",
        response: .html("<html><body><h1>Service Unavailable</h1></body></html>", status: 503)))
    cases.append(Case(name: "status 500 without a body", response: .status(500)))
    if let payload {
      let status = endpoint.successStatus
      let body = Data(payload)
      let type = endpoint.mimeType
      cases += [
        Case(name: "an empty body", response: StubbedResponse(contentType: type, status: status)),
        Case(
          name: "a space as body",
          response: StubbedResponse(Data(" ".utf8), contentType: type, status: status)),
        Case(
          name: "HTML with status \(status)",
          response: .html("<html><body>Sign in to the network</body></html>", status: status)),
      ]
      // A truncated text or number may still be valid.
      if payload.first.map({ "[{".utf8.contains($0) }) ?? false {
        cases.append(
          Case(
            name: "a truncated body",
            response: StubbedResponse(
              body.prefix(body.count - 1), contentType: type, status: status)))
      }
      let whole = StubbedResponse(body, contentType: type, status: status)
      cases.append(Case(name: "a dropped connection", response: whole.dropped()))
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

  private static let statuses: [(status: Int, phrase: String)] = [
    (400, "Bad Request"), (401, "Unauthorized"), (403, "Forbidden"),
    (404, "Not Found"), (409, "Conflict"), (422, "Unprocessable Content"),
    (429, "Too Many Requests"), (500, "Internal Server Error"), (502, "Bad Gateway"),
    (503, "Service Unavailable"),
  ]
}

extension Endpoint {
  private var statuses: [StatusMatcher] {
    if case .http(let selector) = selector { selector.statuses } else { [] }
  }

  fileprivate func isAbout(status: Int) -> Bool {
    statuses.contains(.code(status)) || statuses.contains(.hundred(status / 100))
  }

  /// The first named status, or 200.
  fileprivate var successStatus: Int {
    if case .code(let code)? = statuses.first { code } else { 200 }
  }
}

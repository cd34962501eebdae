public import ContractModel
public import Foundation
import JSONParsing
import MappingEngine

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as a type: its properties are its parameters.
///
///     struct AvatarList: ContractRequest {
///       static let endpoint = "GET /groups/:groupId/avatars"
///       var groupId: Int
///       var q: String?
///     }
///     let response = try await loader.load(AvatarList(groupId: 7, q: "cat"))
///
/// A property with the name of a path parameter fills that parameter. The other properties are sent
/// as the query of GET, HEAD and DELETE, and as a JSON object in the body of POST, PUT and PATCH,
/// unless the contract's `"requests"` describe a name as one of the query or of a header, or the
/// body as a form. `CodingKeys` give the names that are sent. In a query, `filter.state` is sent as
/// `filter[state]`, and so is an object `filter` with a member `state`.
///
/// A value of `nil` is not sent, nor is an empty text in a query or header. An array repeats its
/// name.
public protocol ContractRequest: Encodable, Sendable {
  /// The method and the path in the form of a contract: `GET /users/:id`.
  static var endpoint: String { get }
  /// Encodes the properties; by default with dates as ISO 8601.
  static var encoder: JSONEncoder { get }
  /// The headers by name. A value of `nil` is a missing credential: the request is not sent.
  var headers: [String: String?] { get }
}

extension ContractRequest {
  public static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  public var headers: [String: String?] { [:] }

  /// Returns the request as it is sent.
  ///
  /// - Parameters:
  ///   - contract: The contract with the endpoint. It says where parameters are sent, and what is
  ///     valid.
  ///   - baseURL: The URL before the endpoint's path; by default the contract's host, with HTTPS,
  ///     and its base path.
  /// - Throws: `LoadError` of the kind `notSent` if a path parameter or a header has no value, a
  ///   parameter cannot be sent at its place, no host is known, or the request breaks the contract.
  public func urlRequest(
    for contract: Contract? = nil, baseURL: URL? = nil
  ) throws(LoadError) -> URLRequest {
    try urlRequest(contract.map { ContractResponses($0, baseURL: baseURL) }, baseURL: baseURL)
  }

  func urlRequest(
    _ responses: ContractResponses?, baseURL: URL?
  ) throws(LoadError) -> URLRequest {
    let request: URLRequest
    do {
      request = try uncheckedRequest(responses, baseURL)
    } catch {
      throw LoadError(notSent: error, asked: displayed(Self.endpoint))
    }
    try responses?.check(request)
    return request
  }

  private func uncheckedRequest(
    _ responses: ContractResponses?, _ baseURL: URL?
  ) throws(StubError) -> URLRequest {
    let selector = try HTTPSelector(stub: Self.endpoint)
    let described = responses?.request(of: selector)
    if described == nil { _ = try responses?.endpoint(Self.endpoint) }
    let parameters = try RequestParameters(self, selector, described)
    let base = try baseText(responses?.contract, baseURL)
    let query = parameters.queryText.map { "?" + $0 } ?? ""
    guard let url = URL(string: try base + parameters.path(of: selector) + query) else {
      throw StubError("its parts make no URL")
    }
    var request = URLRequest(url: url)
    request.httpMethod = selector.method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let body = parameters.body {
      request.httpBody = Data(body)
      request.setValue(parameters.bodyType, forHTTPHeaderField: "Content-Type")
    }
    for (name, text) in try parameters.headers + headerTexts() {
      guard (name + text).utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else {
        throw StubError("the header \(quoted(name)) has a control character")
      }
      request.setValue(text, forHTTPHeaderField: name)
    }
    return request
  }

  private func headerTexts() throws(StubError) -> [(name: String, text: String)] {
    let sorted = headers.sorted { MemberName($0.key) < MemberName($1.key) }
    return try sorted.map { name, text throws(StubError) in
      if let text { return (name, text) }
      throw StubError(
        "the header \(quoted(name)) has no value", notes: ["its credential is missing"])
    }
  }

  /// Returns the URL up to the endpoint's path.
  private func baseText(
    _ contract: Contract?, _ baseURL: URL?
  ) throws(StubError) -> String {
    if let baseURL {
      guard var base = URLComponents(url: baseURL, resolvingAgainstBaseURL: true),
        ["http", "https"].contains(base.scheme?.lowercased()), base.host?.isEmpty == false
      else { throw StubError("the base URL \(quoted(shown(baseURL))) is not a server's") }
      (base.query, base.fragment) = (nil, nil)
      var text = base.string ?? ""
      while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
      return text
    }
    guard let host = contract?.host?.value else {
      throw StubError(
        "nothing says where it is sent",
        notes: ["pass baseURL:, or write \"host\" in the contract"])
    }
    let names = contract?.basePathSegments ?? []
    return "https://\(host)" + names.map { "/" + RequestURL.percentEncoded($0) }.joined()
  }
}

extension ContractResponses {
  /// Returns the contract's description of requests to an endpoint.
  fileprivate func request(of selector: HTTPSelector) -> Endpoint? {
    contract.endpoints.first { endpoint in
      guard case .request(let other) = endpoint.selector else { return false }
      return other.place == selector.place
    }
  }

  /// - Throws: `LoadError` of the kind `notSent` if a request breaks the contract.
  func check(_ request: URLRequest) throws(LoadError) {
    guard let sent = SentRequest(request),
      case .described(let problems, _) = requests.outcome(of: sent), !problems.isEmpty
    else { return }
    let error = StubError("it breaks the contract", notes: problems)
    throw LoadError(notSent: error, asked: sent.asked)
  }
}

package import ContractModel
package import Generation
package import JSONParsing

/// The loads of a store that requests its responses itself, through the app's client.
package struct ServedLoads: Sendable {
  /// The names of the endpoints; those that are loaded alone come first.
  let endpoints: [String]
  /// The requests of the endpoints, by their numbers; `nil` for events, which arrive unrequested.
  package let requests: [LoadRequest?]
  package let aloneCount: Int
  /// The loads that request several endpoints, given by the numbers of their endpoints. The loads
  /// are numbered after the last endpoint.
  package let groups: [[Int]]
  /// The loads that fail, numbered after the groups.
  package let failures: [FailedLoad]
  /// The responses that the last load of several endpoints received.
  package let answered = AnsweredParts()

  package init(
    _ endpoints: [String], _ requests: [LoadRequest?], aloneCount: Int, groups: [[Int]]
  ) {
    (self.endpoints, self.requests) = (endpoints, requests)
    (self.aloneCount, self.groups) = (aloneCount, groups)
    let loads = (0..<aloneCount).map { [$0] } + groups
    failures = loads.enumerated().flatMap { number, parts in
      parts.flatMap { part in
        let load = number < aloneCount ? number : number - aloneCount + endpoints.count
        let failures = requests[part]?.failures ?? []
        // A group of responses has no single copy that could be current.
        return failures.filter { parts.count == 1 || $0 != .notModified }
          .map { FailedLoad(load: load, endpoint: part, failure: $0) }
      }
    }
  }

  /// The names of all loads, in the order of their numbers.
  var names: [String] {
    let whole =
      endpoints + groups.map { $0.map { endpoints[$0] }.joined(separator: Self.separator) }
    return whole
      + failures.map { failed in
        let part = failed.load < endpoints.count ? "" : "of \(endpoints[failed.endpoint]): "
        return "\(whole[failed.load]), \(part)\(failed.failure.text)"
      }
  }

  /// The separator between the endpoints of one load.
  package static let separator = ", "

  /// The loads in the form in which histories draw them.
  package var drawn: DrawnLoads {
    var loads = DrawnLoads(aloneCount: aloneCount)
    (loads.groups, loads.names) = (groups, endpoints)
    loads.failures = failures.map(\.load)
    return loads
  }

  package func failed(_ number: Int) -> FailedLoad? {
    let first = endpoints.count + groups.count
    return number < first ? nil : failures[number - first]
  }

  /// Returns the endpoints that a load requests, whether it fails or not.
  package func parts(of number: Int) -> [Int] {
    let load = failed(number)?.load ?? number
    return load < endpoints.count ? [load] : groups[load - endpoints.count]
  }

  /// Returns whether a response arrives unrequested.
  func isEvent(_ endpoint: Int) -> Bool {
    requests.indices.contains(endpoint) && requests[endpoint] == nil
  }
}

/// The responses that a load of several endpoints requested and received, in that order.
package final class AnsweredParts: Sendable {
  package typealias Part = (number: Int, parameters: [MemberName: String])

  private let state = Mutex<[Part]>([])

  /// The parts; each has its number in the load.
  package var parts: [Part] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

package struct FailedLoad: Sendable {
  package let load: Int
  package let endpoint: Int
  package let failure: LoadFailure
}

/// A way in which a load brings no response.
package enum LoadFailure: CaseIterable, Sendable {
  case notFound, serverError, truncated, dropped, noConnection
  /// A page from somewhere else, for example the target of a redirect.
  case page
  /// The client's copy is current (status 304).
  case notModified

  /// The failure in words, to follow the name of an endpoint.
  package var text: String {
    switch self {
    case .notFound: "status 404"
    case .serverError: "status 500"
    case .truncated: "without its last byte"
    case .dropped: "the connection lost in its middle"
    case .noConnection: "no connection"
    case .page: "a page of HTML"
    case .notModified: "status 304"
    }
  }

  /// Returns the body that is sent in place of a payload, before any of it is lost.
  package func body(for payload: [UInt8]) -> [UInt8] {
    switch self {
    case .notFound: Array(#"{"error":{"code":404,"message":"Not Found"}}"#.utf8)
    case .serverError: Array(#"{"error":{"code":500,"message":"Internal Server Error"}}"#.utf8)
    case .page: Array("<html><body>Sign in</body></html>".utf8)
    case .truncated, .dropped: payload
    case .noConnection, .notModified: []
    }
  }

  /// Returns whether the rest of a payload is no longer valid: a part of a number may be a number.
  func breaks(_ payload: [UInt8]) -> Bool {
    self != .truncated || payload.first.map { "[{".utf8.contains($0) } ?? false
  }
}

/// The request that a payload answers, as far as the endpoint's path determines it.
package struct LoadRequest: Sendable {
  private let names: [MemberName]
  /// Whether the response has no body, so that the payload is an object of the parameters.
  package let hasNoBody: Bool
  let failures: [LoadFailure]

  /// - Returns: `nil` if the endpoint is not requested.
  package init?(_ endpoint: Endpoint) {
    guard case .http(let selector) = endpoint.selector else { return nil }
    names = selector.path.parameters.map { MemberName($0) }
    hasNoBody = endpoint.hasNoBody
    let (hasParameters, hasNoBody) = (!names.isEmpty, hasNoBody)
    failures = LoadFailure.allCases.filter { failure in
      switch failure {
      case .serverError, .noConnection: true
      // If one object is not found, the app may have reason to delete it.
      case .notFound: !hasParameters
      case .truncated, .dropped, .page: !hasNoBody
      case .notModified: selector.method == "GET"
      }
    }
  }

  var hasParameters: Bool { !names.isEmpty }

  /// Returns the parameters of the path: the payload's values of the same names, or else 1; `nil`
  /// if these values cannot be requested.
  package func parameters(for payload: [UInt8]) -> [MemberName: String]? {
    let root = (try? JSONDocument(parsing: payload))?.root
    var parameters: [MemberName: String] = [:]
    for name in names {
      let value = root?[name.text]
      let text = value.map { $0.string ?? ($0.number == nil ? "" : $0.rawText) }
      guard let text = text ?? (hasNoBody ? nil : "1"), text.isPlainPathSegment else { return nil }
      parameters[name] = text
    }
    return parameters
  }
}

extension String {
  /// Whether the text needs no encoding in a path.
  fileprivate var isPlainPathSegment: Bool {
    let isPlain = utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "-_~.".utf8.contains(byte)
    }
    return isPlain && !utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}

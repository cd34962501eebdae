package import ContractModel
package import Generation
package import JSONParsing
import MappingEngine

/// The loads of a store that asks for its responses itself, through the app's client.
package struct ServedLoads: Sendable {
  /// The names of the endpoints; behind those that are loaded alone come those that are not.
  let endpoints: [String]
  /// Those of the endpoints that are asked for, by their numbers; `nil` of events, which come unasked.
  package let requests: [LoadRequest?]
  /// How many endpoints are loaded alone.
  package let aloneCount: Int
  /// The loads that ask for several endpoints, by their numbers; the first is numbered behind the last
  /// endpoint.
  package let groups: [[Int]]
  /// The loads that fail, which are numbered behind those.
  package let failures: [FailedLoad]
  /// What the last load of several endpoints got.
  package let answered = AnsweredParts()

  /// - Parameters:
  ///   - endpoints: Their names.
  ///   - requests: Those of the endpoints that are asked for; `nil` of events.
  ///   - aloneCount: How many endpoints are loaded alone: the first ones.
  ///   - groups: The endpoints that one load asks for.
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
        // A copy that stands for one of several responses is as good as that.
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

  /// Stands between the endpoints of one load.
  package static let separator = ", "

  /// As histories draw them.
  package var drawn: DrawnLoads {
    var loads = DrawnLoads(aloneCount: aloneCount)
    (loads.groups, loads.names) = (groups, endpoints)
    loads.failures = failures.map(\.load)
    return loads
  }

  /// The load that fails, if one with this number does.
  package func failed(_ number: Int) -> FailedLoad? {
    let first = endpoints.count + groups.count
    return number < first ? nil : failures[number - first]
  }

  /// The endpoints that a load asks for, failing or not.
  package func parts(of number: Int) -> [Int] {
    let load = failed(number)?.load ?? number
    return load < endpoints.count ? [load] : groups[load - endpoints.count]
  }

  /// Whether a response comes unasked.
  func isEvent(_ endpoint: Int) -> Bool {
    requests.indices.contains(endpoint) && requests[endpoint] == nil
  }
}

/// What a load of several endpoints asked for and got, in that order.
package final class AnsweredParts: Sendable {
  package typealias Part = (number: Int, parameters: [MemberName: String])

  private let state = Mutex<[Part]>([])

  /// By the numbers of the parts in their load.
  package var parts: [Part] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A load that fails in some way.
package struct FailedLoad: Sendable {
  package let load: Int
  /// That whose response is none.
  package let endpoint: Int
  package let failure: LoadFailure
}

/// A way in which a load brings nothing.
package enum LoadFailure: CaseIterable, Sendable {
  case notFound, serverError, truncated, dropped, noConnection
  /// Of somewhere else, such as where a redirect leads.
  case page
  /// The copy that the client has is still right.
  case notModified

  /// In words, behind the name of an endpoint.
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

  /// The body before anything of it is lost, in the place of a payload.
  package func body(for payload: [UInt8]) -> [UInt8] {
    switch self {
    case .notFound: Array(#"{"error":{"code":404,"message":"Not Found"}}"#.utf8)
    case .serverError: Array(#"{"error":{"code":500,"message":"Internal Server Error"}}"#.utf8)
    case .page: Array("<html><body>Sign in</body></html>".utf8)
    case .truncated, .dropped: payload
    case .noConnection, .notModified: []
    }
  }

  /// Whether what is left of a payload is none: a part of a number may be one.
  func breaks(_ payload: [UInt8]) -> Bool {
    self != .truncated || payload.first.map { "[{".utf8.contains($0) } ?? false
  }
}

/// The request that a payload answers, as far as its path says which.
package struct LoadRequest: Sendable {
  private let names: [MemberName]
  /// Whether the payload is an object of the parameters, since the response has no body.
  package let hasNoBody: Bool
  /// The ways in which it may bring nothing.
  let failures: [LoadFailure]

  /// - Returns: `nil`, if nobody asks for it.
  package init?(_ endpoint: Endpoint) {
    guard case .http(let selector) = endpoint.selector else { return nil }
    names = selector.path.parameters.map { MemberName($0) }
    hasNoBody = endpoint.hasNoBody
    let (hasParameters, hasNoBody) = (!names.isEmpty, hasNoBody)
    failures = LoadFailure.allCases.filter { failure in
      switch failure {
      case .serverError, .noConnection: true
      // That one object is not there may be a reason to delete it.
      case .notFound: !hasParameters
      case .truncated, .dropped, .page: !hasNoBody
      case .notModified: selector.method == "GET"
      }
    }
  }

  var hasParameters: Bool { !names.isEmpty }

  /// The parameters of the path: what the payload has by their names, or else 1.
  ///
  /// - Returns: `nil`, if nobody can ask for that.
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
  /// Whether it stands for itself in a path, so that a client need not encode it.
  fileprivate var isPlainPathSegment: Bool {
    let isPlain = utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "-_~.".utf8.contains(byte)
    }
    return isPlain && !utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}

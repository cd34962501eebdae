package import ContractModel
package import JSONParsing
import MappingEngine

/// The loads of a store that asks for its responses itself, through the app's client.
package struct ServedLoads: Sendable {
  /// Those of the endpoints that are asked for, by their numbers; `nil` of events, which come unasked.
  package let requests: [LoadRequest?]
  /// The loads that fail; the first is numbered behind the last endpoint.
  package let failures: [FailedLoad]

  /// - Parameter requests: Those of the endpoints that are asked for; `nil` of events.
  package init(_ requests: [LoadRequest?]) {
    self.requests = requests
    failures = requests.enumerated().flatMap { number, request in
      (request?.failures ?? []).map { FailedLoad(endpoint: number, failure: $0) }
    }
  }
}

/// A load of an endpoint that fails in some way.
package struct FailedLoad: Sendable {
  package let endpoint: Int
  package let failure: LoadFailure
}

/// A way in which a load brings nothing.
package enum LoadFailure: CaseIterable, Sendable {
  case notFound, serverError, truncated, dropped, noConnection
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
    case .notModified: "status 304"
    }
  }

  /// The body before anything of it is lost, in the place of a payload.
  package func body(for payload: [UInt8]) -> [UInt8] {
    switch self {
    case .notFound: Array(#"{"error":{"code":404,"message":"Not Found"}}"#.utf8)
    case .serverError: Array(#"{"error":{"code":500,"message":"Internal Server Error"}}"#.utf8)
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
      case .truncated, .dropped: !hasNoBody
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

package import ContractModel
public import Foundation
import JSONParsing
package import MapperTesting

/// The request of a load: the parameters of the path.
public struct LoadParameters: Sendable {
  private let parameters: [MemberName: String]
  /// The data of an event, which arrives unrequested; otherwise empty.
  public let payload: Data

  package init(_ parameters: [MemberName: String], payload: Data = Data()) {
    (self.parameters, self.payload) = (parameters, payload)
  }

  /// The value of a parameter of the endpoint's path.
  ///
  /// - Throws: `TestSetupError` if the path has no such parameter.
  public subscript(name: String) -> String {
    get throws {
      if let text = parameters[MemberName(name)] { return text }
      throw TestSetupError(
        "the path has no parameter \(quoted(name))",
        notes: [nearestOrFirst(name, among: parameters.keys.map(\.text).sorted())])
    }
  }

  /// Returns the value of a parameter that is a whole number.
  ///
  /// - Throws: `TestSetupError` if the path has no such parameter, or it is not an `Int`.
  public func int(_ name: String) throws -> Int {
    let text = try self[name]
    guard let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
      throw TestSetupError("the parameter \(quoted(name)) is \(quoted(text)), and no Int")
    }
    return number
  }
}

extension Contract {
  /// Returns a function from an endpoint's payload to a load's arguments: the body and the request.
  func asked(of endpoint: String) -> (_ payload: Data) -> (body: Data, asked: LoadParameters) {
    let request = loadRequest(of: endpoint)
    return { payload in
      let parameters = request?.parameters(for: Array(payload)) ?? [:]
      return (request?.hasNoBody ?? false ? Data() : payload, LoadParameters(parameters))
    }
  }

  /// Returns the request that a payload of an endpoint, such as `GET /groups/:id`, answers; `nil`
  /// if there is no such endpoint, or it is not requested.
  package func loadRequest(of name: String) -> LoadRequest? {
    endpoints.first { MemberName($0.selector.description) == MemberName(name) }
      .flatMap { LoadRequest($0) }
  }
}

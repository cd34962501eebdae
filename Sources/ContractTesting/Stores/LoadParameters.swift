package import ContractModel
public import Foundation
import JSONParsing
package import MapperTesting

/// What a load asks for: the parameters of the path.
public struct LoadParameters: Sendable {
  private let parameters: [MemberName: String]
  /// Of an event, which nobody asks for, what it brings; else it is empty.
  public let payload: Data

  package init(_ parameters: [MemberName: String], payload: Data = Data()) {
    (self.parameters, self.payload) = (parameters, payload)
  }

  /// A parameter of the endpoint's path, by its name.
  ///
  /// - Throws: `TestSetupError`, if the path has none.
  public subscript(name: String) -> String {
    get throws {
      if let text = parameters[MemberName(name)] { return text }
      throw TestSetupError(
        "the path has no parameter \(quoted(name))",
        notes: [nearestOrFirst(name, among: parameters.keys.map(\.text).sorted())])
    }
  }

  /// A parameter that is a whole number.
  ///
  /// - Throws: `TestSetupError`, if the path has none, or it is no `Int`.
  public func int(_ name: String) throws -> Int {
    let text = try self[name]
    guard let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
      throw TestSetupError("the parameter \(quoted(name)) is \(quoted(text)), and no Int")
    }
    return number
  }
}

extension Contract {
  /// Returns what a load of an endpoint gets for a payload of it: the body, and what was asked for.
  func asked(of endpoint: String) -> (_ payload: Data) -> (body: Data, asked: LoadParameters) {
    let request = loadRequest(of: endpoint)
    return { payload in
      let parameters = request?.parameters(for: Array(payload)) ?? [:]
      return (request?.hasNoBody ?? false ? Data() : payload, LoadParameters(parameters))
    }
  }

  /// The request that a payload of an endpoint answers.
  ///
  /// - Parameter name: `GET /groups/:id`.
  /// - Returns: `nil`, if there is no such endpoint, or nobody asks for it.
  package func loadRequest(of name: String) -> LoadRequest? {
    endpoints.first { MemberName($0.selector.description) == MemberName(name) }
      .flatMap { LoadRequest($0) }
  }
}

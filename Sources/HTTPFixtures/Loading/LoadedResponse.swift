public import ContractModel
public import Foundation
import JSONParsing
public import MappingEngine

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response with the result of its mapping.
public struct LoadedResponse: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The headers, in the order of their names.
  public let headers: NamedTexts
  /// The bytes of the body.
  public let body: Data
  /// The endpoint that describes the response; `nil` if the contract has none for the request.
  public internal(set) var endpoint: Endpoint?
  /// The objects and events; `nil` if there is no endpoint or no body.
  public internal(set) var result: MappingResult?

  init(_ response: HTTPURLResponse, _ body: Data) {
    (status, self.body) = (response.statusCode, body)
    headers = NamedTexts(fields: response.allHeaderFields)
  }

  /// The body's object, or the objects that are elements of the body.
  public var objects: [MappedObject] { result?.objects ?? [] }

  /// Returns the text of the first header with a name, in any letter case; `nil` if there is none.
  public func header(_ name: String) -> String? { headers.first(ofHeader: name) }

  /// A description of the response: `503 with text/html, 36 bytes`.
  var text: String {
    guard !body.isEmpty else { return "\(status) without a body" }
    let type = header("Content-Type").map { shortened(displayed($0)) } ?? "no content type"
    return "\(status) with \(type), \(counted(body.count, "byte"))"
  }

  /// The texts of the body's objects, in the order of the objects and their properties.
  var messages: [String] {
    guard let result else { return [] }
    return Self.texts(in: result.value)
      + result.store.allObjects.flatMap { $0.properties.flatMap { Self.texts(in: $0.value) } }
  }

  private static func texts(in value: MappedValue?) -> [String] {
    switch value {
    case .string(let text): text.isEmpty ? [] : [text]
    case .array(let collection), .set(let collection): collection.elements.flatMap(texts)
    case .dictionary(let entries): entries.flatMap { texts(in: $0.value) }
    default: []
    }
  }
}

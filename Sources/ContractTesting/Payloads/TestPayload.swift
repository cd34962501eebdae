public import Foundation
public import JSONParsing
public import MappingEngine

/// JSON made by a test: for a contract's type with property values, or by a factory.
///
///     let avatar = try Contract("groups").payload(as: "Avatar", ["remoteId": 123])
///     avatar.string                    // {"id":123,"file_url":"a"}
///     try avatar.insert(into: &store)["remoteId"]   // .int(123)
public struct TestPayload: Sendable {
  /// The parsed JSON.
  public let document: JSONDocument
  /// The property values that the test gave.
  public let properties: PropertyValues
  private let origin: (mapper: Mapper, target: MappingTarget)?

  init(
    _ document: JSONDocument, _ properties: PropertyValues,
    origin: (mapper: Mapper, target: MappingTarget)? = nil
  ) {
    (self.document, self.properties, self.origin) = (document, properties, origin)
  }

  /// The JSON text, in UTF-8.
  public var bytes: [UInt8] { Array(document.bytes) }
  /// The JSON text as `Data`.
  public var data: Data { Data(bytes) }
  /// The JSON text, which is compact.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Maps the payload into a store.
  ///
  /// - Returns: The object, which is an existing one of the store if that has the same identity.
  /// - Throws: `TestSetupError` if no contract says what the payload becomes, or if the store's
  ///   objects prevent the payload from becoming an object.
  @discardableResult
  public func insert(into store: inout ObjectStore) throws -> MappedObject {
    guard let (mapper, target) = origin else {
      throw TestSetupError(
        "no contract says what the payload becomes", notes: ["define it with as: and of:"])
    }
    let result = mapper.map(document, as: target, into: &store)
    guard result.isAdmitted, let id = result.value?.objectID else {
      throw TestSetupError(
        "the payload became no object", notes: result.violations.map(\.description))
    }
    return store[id]
  }
}

import ContractTesting
import Foundation

/// Mappers of one app, each in one of the styles of apps, and their issues.
struct RightCode {
  let contract: Contract
  var type: String
  var tolerating: Tolerances = []

  /// - Parameter mappings: The members of the contract's `mappings`.
  init(_ mappings: String, as type: String, tolerating: Tolerances = []) throws {
    let trial = try Trial([
      "app.contract.json": "{ \"contract\": 1, \"mappings\": { \(mappings) } }"
    ])
    contract = try Contract("app", filePath: trial.filePath)
    (self.type, self.tolerating) = (type, tolerating)
  }

  /// Returns the first line of each issue, after the name of the style.
  func issues(
    _ mappers: KeyValuePairs<String, MapperUnderTest>, laws: [Law] = Law.standard
  ) throws -> [String] {
    try mappers.flatMap { style, mapper in
      try MapperTest(mapper, keeps: contract, as: type, tolerating: tolerating, laws: laws)
        .violations().map { "\(style): \($0.description.prefix { $0 != "\n" })" }
    }
  }

  /// Returns the first line of each issue of an asynchronous mapper.
  nonisolated(nonsending) func issues(_ mapper: AsyncMapperUnderTest) async throws -> [String] {
    try await AsyncCheck(mapper, keeps: contract, as: type, tolerating: tolerating)
      .violations().map { "async: \($0.description.prefix { $0 != "\n" })" }
  }
}

/// Reads values of `JSONSerialization` as strictly as `Codable`.
enum ByHand {
  struct Failure: Error {}

  static func object(_ json: Any?) throws -> [String: Any] {
    guard let object = json as? [String: Any] else { throw Failure() }
    return object
  }

  static func list(_ json: Any?) throws -> [Any] {
    guard let list = json as? [Any] else { throw Failure() }
    return list
  }

  static func text(_ json: Any?) throws -> String {
    guard let text = json as? String else { throw Failure() }
    return text
  }

  static func int(_ json: Any?) throws -> Int {
    // A cast reads `true` as a number.
    let isBool = (json as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? true
    guard !isBool, let int = json as? Int else { throw Failure() }
    return int
  }

  /// Returns `nil` if the value is absent or null.
  static func optional<Value>(
    _ json: Any?, _ read: (Any?) throws -> Value
  ) rethrows -> Value? {
    json == nil || json is NSNull ? nil : try read(json)
  }
}
